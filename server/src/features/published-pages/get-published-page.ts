import type { CallInput, Calls } from '@cartouche/contract'
import { createElement } from 'react'
import type { Context } from '../../access/context.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { drawPageAt } from './draw-page.ts'
import { drawNote, noteLanguage } from './note-page.ts'

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

/** A published page. One that does not exist and one that the caller may not read are answered alike. */
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

function notFound(context: Context): Promise<ByteSource> {
  const words = texts[noteLanguage(context)]
  return drawNote(context, {
    title: words.title,
    status: 404,
    body: [
      createElement('p', { key: 'why' }, words.why),
      createElement(
        'p',
        { key: 'sign in' },
        createElement('a', { href: '/' }, words.signIn),
        ' ',
        words.orElse,
      ),
    ],
  })
}
