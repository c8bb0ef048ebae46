import type { CallInput, Calls } from '@cartouche/contract'
import { createElement, Fragment } from 'react'
import type { Context } from '../../access/context.ts'
import { byteSourceOf, type ByteSource } from '../../ground/bytes/byte-source.ts'
import { drawPageAt, readBrand } from './draw-page.ts'
import { documentOf } from './render-page.ts'

const texts = {
  en: {
    title: 'Page not found',
    why: 'There is no page at this address, or you do not have access.',
    signIn: 'Sign in',
    orElse: 'and try again, or ask the person who sent you the link.',
  },
  fr: {
    title: 'Page introuvable',
    why: 'Il n’y a pas de page à cette adresse, ou vous n’y avez pas accès.',
    signIn: 'Connectez-vous',
    orElse: 'et réessayez, ou demandez à la personne qui vous a envoyé le lien.',
  },
} as const

/** A published page. One that there is not and one that the caller may not read are told alike. */
export async function getPublishedPage(
  context: Context,
  { path, lang }: CallInput<Calls['getPublishedPage']>,
): Promise<ByteSource> {
  const accepted = context.request.headers['accept-language']
  const page = await drawPageAt(context, path, {
    lang,
    ...(typeof accepted === 'string' ? { accepted } : {}),
  })
  if (!page) return notFound(context)
  const { drawn, byAddress } = page
  return byAddress ? drawn.source : { ...drawn.source, vary: 'accept-language' }
}

async function notFound(context: Context): Promise<ByteSource> {
  const language = context.locale === 'fr' ? 'fr' : 'en'
  const words = texts[language]
  const { html, contentSecurityPolicy } = documentOf({
    language,
    brand: await readBrand(context),
    head: createElement(
      Fragment,
      null,
      createElement('title', null, words.title),
      createElement('meta', { name: 'robots', content: 'noindex' }),
    ),
    body: createElement(
      'main',
      null,
      createElement('h1', null, words.title),
      createElement('p', null, words.why),
      createElement('p', null, createElement('a', { href: '/' }, words.signIn), ' ', words.orElse),
    ),
  })
  return byteSourceOf(Buffer.from(html), {
    status: 404,
    mediaType: 'text/html; charset=utf-8',
    cacheControl: 'no-store',
    contentSecurityPolicy,
  })
}
