import { isApiError, type CallInput, type Calls } from '@cartouche/contract'
import { createElement, type ReactNode } from 'react'
import type { Context } from '../../access/context.ts'
import type { Redirect } from '../../access/handler.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { findActivePageLink, openPage } from '../page-links/open-pages.ts'
import { countPageLinkOpened, type StoredPageLink } from '../page-links/page-links.sql.ts'
import { tryLinkPassword } from '../shares/try-link-password.ts'
import { addressOf } from './find-page.ts'
import { drawNote, noteLanguage } from './note-page.ts'
import { selectPublishedPages } from './published-pages.sql.ts'

const texts = {
  en: {
    gone: 'This link is no longer valid',
    goneWhy: 'It was revoked, or it expired. Ask the person who sent it for a new one.',
    unpublished: 'This page is not published',
    unpublishedWhy: 'Try the link again later, or ask the person who sent it.',
    title: 'This page is protected by a password',
    label: 'Password',
    open: 'Open',
    wrong: 'That password is wrong. Try again.',
    tooMany: (seconds: number) => `Too many attempts. Try again in ${seconds} seconds.`,
  },
  fr: {
    gone: 'Ce lien n’est plus valable',
    goneWhy: 'Il a été révoqué ou a expiré. Demandez-en un autre à la personne qui vous l’a envoyé.',
    unpublished: 'Cette page n’est pas publiée',
    unpublishedWhy: 'Réessayez plus tard, ou demandez à la personne qui vous a envoyé le lien.',
    title: 'Cette page est protégée par un mot de passe',
    label: 'Mot de passe',
    open: 'Ouvrir',
    wrong: 'Ce mot de passe est incorrect. Réessayez.',
    tooMany: (seconds: number) => `Trop de tentatives. Réessayez dans ${seconds} secondes.`,
  },
} as const

/**
 * Goes on to the page of a link, which this browser may read from then on; with a password, that is asked for
 * first. Errors are answered as pages.
 * @source decision 0255
 */
export async function openPageLink(
  context: Context,
  { link: id }: CallInput<Calls['openPageLink']>,
): Promise<ByteSource | Redirect> {
  const link = await findActivePageLink(context, id)
  if (!link) return drawGone(context)
  return link.passwordHash === null ? goToPage(context, link) : drawForm(context)
}

/** The same once its password is said. @throws unavailable under a flood of guesses */
export async function enterPageLink(
  context: Context,
  { link: id, password }: CallInput<Calls['enterPageLink']>,
): Promise<ByteSource | Redirect> {
  const link = await findActivePageLink(context, id)
  if (!link) return drawGone(context)
  const { passwordHash } = link
  if (passwordHash === null) return goToPage(context, link)
  const words = texts[noteLanguage(context)]
  try {
    const guessed = { kind: 'page-link', id: link.id, passwordHash } as const
    return (await tryLinkPassword(context, context.request, guessed, password))
      ? await goToPage(context, link)
      : await drawForm(context, { status: 403, text: words.wrong })
  } catch (error) {
    if (!isApiError(error, 'too_many_guesses')) throw error
    return drawForm(context, { status: 429, text: words.tooMany(Number(error.data['seconds'])) })
  }
}

async function goToPage(context: Context, link: StoredPageLink): Promise<ByteSource | Redirect> {
  const [page] = await selectPublishedPages(context.database, [link.pageId])
  if (!page) return drawUnpublished(context)
  await openPage(context, link)
  await countPageLinkOpened(context.database, link.id)
  return { redirectTo: addressOf(page) }
}

function drawGone(context: Context): Promise<ByteSource> {
  const { gone, goneWhy } = texts[noteLanguage(context)]
  return drawNote(context, { title: gone, status: 404, body: [paragraph(goneWhy)] })
}

function drawUnpublished(context: Context): Promise<ByteSource> {
  const { unpublished, unpublishedWhy } = texts[noteLanguage(context)]
  return drawNote(context, { title: unpublished, status: 404, body: [paragraph(unpublishedWhy)] })
}

function paragraph(text: string): ReactNode {
  return createElement('p', { key: 'text' }, text)
}

interface Failure {
  readonly status: 403 | 429
  readonly text: string
}

function drawForm(context: Context, failure?: Failure): Promise<ByteSource> {
  const { title, label, open } = texts[noteLanguage(context)]
  const field = createElement('input', {
    id: 'password',
    name: 'password',
    type: 'password',
    required: true,
    autoFocus: true,
    // A browser that fills in its own password of this site would fill in the wrong one.
    autoComplete: 'off',
    ...(failure ? { 'aria-invalid': true, 'aria-describedby': 'failure' } : {}),
  })
  const form = createElement(
    'form',
    { key: 'form', method: 'post', className: 'gate' },
    createElement('label', { htmlFor: 'password' }, label),
    field,
    failure ? createElement('p', { id: 'failure', role: 'alert' }, failure.text) : null,
    createElement('button', null, open),
  )
  return drawNote(context, {
    title,
    body: [form],
    hasForm: true,
    ...(failure ? { status: failure.status } : {}),
  })
}
