import { createHash } from 'node:crypto'
import type { Context } from '../../access/context.ts'
import { identityKey } from '../../access/decide.ts'
import { byteSourceOf, type ByteSource } from '../../ground/bytes/byte-source.ts'
import { readBranding } from '../../people/branding/read-branding.ts'
import { findOpenPages } from '../page-links/open-pages.ts'
import { findPageAt, findPageById, type ReadablePage } from './find-page.ts'
import type { DrawnPage, FoundPage } from './page-cache.ts'
import { addressIn, chooseLanguage, offeredLanguages, type AskedLanguage } from './page-languages.ts'
import { readPage, type PageContent } from './read-page.ts'
import { galleriesOf, titleOf } from './page-facts.ts'
import { renderPage, type PageBrand } from './render-page.ts'

/** A page in the language that was asked for; `byAddress`: nothing but its address decided which. */
interface PageInLanguage {
  readonly drawn: DrawnPage
  readonly byAddress: boolean
}

/** The page of an address, as the caller may read it. */
export async function drawPageAt(
  context: Context,
  path: string,
  asked: AskedLanguage,
): Promise<PageInLanguage | undefined> {
  return inLanguage(await cached(context, ['at', path], () => findPageAt(context, path)), asked)
}

/** The same by id. */
export async function drawPageById(
  context: Context,
  id: number,
  asked: AskedLanguage = {},
): Promise<DrawnPage | undefined> {
  const page = await cached(context, ['id', id], () => findPageById(context, id))
  return (await inLanguage(page, asked))?.drawn
}

async function inLanguage(
  page: FoundPage | undefined,
  asked: AskedLanguage,
): Promise<PageInLanguage | undefined> {
  if (!page) return undefined
  const { language, byAddress } = chooseLanguage(page.languages, asked)
  return { drawn: await page.draw(language), byAddress }
}

/**
 * Nothing that a request says is kept but which page it asks for; who asks is in the key, and of languages
 * only those that the page has are drawn.
 */
async function cached(
  context: Context,
  page: readonly [string, string | number],
  find: () => Promise<ReadablePage | undefined>,
): Promise<FoundPage | undefined> {
  const { answers, running } = context.pageCache
  const who = [identityKey(context.identity), await findOpenPages(context)]
  const key = JSON.stringify([who, context.request.baseUrl, ...page])
  const { found } = await answers(key, async () => {
    // A change while it is found counts: whoever asks after it must not be given what was read before.
    const turn = `${context.changes?.epoch() ?? Symbol('deaf').toString()} ${key}`
    const present = running.get(turn)
    if (present && context.changes?.epoch() !== undefined) return present
    const work = find()
      .then((readable) => ({ found: readable && toFound(context, readable) }))
      .finally(() => running.delete(turn))
    running.set(turn, work)
    return work
  })
  return found
}

/** However many ask for a language, it is drawn once; what failed is drawn again. */
function toFound(context: Context, readable: ReadablePage): FoundPage {
  const drawn = new Map<string, Promise<DrawnPage>>()
  return {
    languages: offeredLanguages(readable.page),
    draw(language) {
      const known = drawn.get(language)
      if (known) return known
      const work = draw(context, readable, language)
      drawn.set(language, work)
      work.catch(() => drawn.delete(language))
      return work
    },
  }
}

async function draw(context: Context, found: ReadablePage, language: string): Promise<DrawnPage> {
  const [content, brand] = await Promise.all([readPage(context, found, language), readBrand(context)])
  return {
    id: content.page.id,
    reader: content.reader,
    assets: new Set(content.assets.keys()),
    files: content.files,
    galleries: galleriesOf(content),
    title: titleOf(content),
    address: addressIn(content.page, language),
    source: sourceOf(context, content, brand),
  }
}

/** The revision of a page is all that it shows: as long as that stays, so do its bytes and its ETag. */
function sourceOf(context: Context, content: PageContent, brand: PageBrand): ByteSource {
  const { documents } = context.pageCache
  const { baseUrl } = context.request
  const revision = createHash('sha256')
    .update(
      JSON.stringify([
        baseUrl,
        brand,
        content.page,
        content.props,
        content.languages,
        content.widgets,
        [...content.assets],
        [...content.links],
      ]),
    )
    .update(content.reader.kind)
    .digest('base64url')
  const known = documents.get(revision)
  if (known) return known
  const { html, contentSecurityPolicy } = renderPage(content, { baseUrl, brand, log: context.log })
  const source = byteSourceOf(Buffer.from(html), {
    mediaType: 'text/html; charset=utf-8',
    // Asked again each time: what was recalled is gone at once, and what did not change is not sent twice.
    cacheControl: content.page.public ? 'public, no-cache' : 'private, no-cache',
    contentSecurityPolicy,
  })
  documents.set(revision, source)
  return source
}

/** The name and the colours of the organisation. */
export async function readBrand(context: Context): Promise<PageBrand> {
  const { appName, favicon, colours } = await readBranding(context, '')
  return {
    name: appName,
    favicon,
    accents: colours === null ? undefined : { light: colours.light.text, dark: colours.dark.text },
  }
}
