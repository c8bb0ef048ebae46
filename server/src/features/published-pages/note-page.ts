import { createElement, Fragment, type ReactNode } from 'react'
import type { Context } from '../../access/context.ts'
import { byteSourceOf, type ByteSource } from '../../ground/bytes/byte-source.ts'
import { readBrand } from './draw-page.ts'
import { documentOf } from './render-page.ts'

/** What stands in place of a page, in the language of whoever asks. */
interface Note {
  readonly title: string
  readonly body: readonly ReactNode[]
  /** Default: 200. */
  readonly status?: ByteSource['status']
  readonly hasForm?: boolean
}

/** The language of notes: French, or English for everybody else. */
export function noteLanguage({ locale }: Pick<Context, 'locale'>): 'en' | 'fr' {
  return locale === 'fr' ? 'fr' : 'en'
}

/** Draws a note with the look of pages; it is kept nowhere. */
export async function drawNote(
  context: Context,
  { title, body, status, hasForm = false }: Note,
): Promise<ByteSource> {
  const { html, contentSecurityPolicy } = documentOf({
    language: noteLanguage(context),
    brand: await readBrand(context),
    head: createElement(
      Fragment,
      null,
      createElement('title', null, title),
      createElement('meta', { name: 'robots', content: 'noindex' }),
      // Where no referrer is sent, browsers say of a form that it comes from nowhere, and it is refused.
      ...(hasForm ? [createElement('meta', { name: 'referrer', content: 'same-origin' })] : []),
    ),
    body: createElement('main', null, createElement('h1', null, title), ...body),
    hasForm,
  })
  return byteSourceOf(Buffer.from(html), {
    status,
    mediaType: 'text/html; charset=utf-8',
    cacheControl: 'no-store',
    contentSecurityPolicy,
  })
}
