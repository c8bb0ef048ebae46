import { createHash } from 'node:crypto'
import type { Context } from '../../access/context.ts'
import { identityKey } from '../../access/decide.ts'
import { byteSourceOf, type ByteSource } from '../../ground/bytes/byte-source.ts'
import { readBranding } from '../../people/branding/read-branding.ts'
import { addressOf, findPageAt, findPageById, type ReadablePage } from './find-page.ts'
import type { DrawnPage } from './page-cache.ts'
import { readPage, type PageContent } from './read-page.ts'
import { galleriesOf, titleOf } from './page-facts.ts'
import { renderPage, type PageBrand } from './render-page.ts'

/** The page of an address, as the caller may read it. */
export function drawPageAt(context: Context, path: string): Promise<DrawnPage | undefined> {
  return cached(context, ['at', path], () => findPageAt(context, path))
}

/** The same by id. */
export function drawPageById(context: Context, id: number): Promise<DrawnPage | undefined> {
  return cached(context, ['id', id], () => findPageById(context, id))
}

/** Nothing that a request says is kept but which page it asks for; who asks is in the key. */
async function cached(
  context: Context,
  page: readonly [string, string | number],
  find: () => Promise<ReadablePage | undefined>,
): Promise<DrawnPage | undefined> {
  const { answers, running } = context.pageCache
  const key = JSON.stringify([identityKey(context.identity), context.request.baseUrl, ...page])
  const { drawn } = await answers(key, async () => {
    // A change while it is drawn counts: who asks after it must not be given what was read before.
    const turn = `${context.changes?.epoch() ?? Symbol('deaf').toString()} ${key}`
    const present = running.get(turn)
    if (present && context.changes?.epoch() !== undefined) return present
    const work = find()
      .then(async (found) => ({ drawn: found && (await draw(context, found)) }))
      .finally(() => running.delete(turn))
    running.set(turn, work)
    return work
  })
  return drawn
}

async function draw(context: Context, found: ReadablePage): Promise<DrawnPage> {
  const [content, brand] = await Promise.all([readPage(context, found), readBrand(context)])
  return {
    id: content.page.id,
    reader: content.reader,
    assets: new Set(content.assets.keys()),
    files: content.files,
    galleries: galleriesOf(content),
    title: titleOf(content),
    address: addressOf(content.page),
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
    cacheControl: content.reader.kind === 'page' ? 'public, no-cache' : 'private, no-cache',
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
