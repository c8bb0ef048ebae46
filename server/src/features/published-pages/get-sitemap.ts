import { pageProps, parseObject, readObject } from '@cartouche/components'
import type { Context } from '../../access/context.ts'
import { byteSourceOf, type ByteSource } from '../../ground/bytes/byte-source.ts'
import { addressOf } from './find-page.ts'
import { selectOpenPages } from './published-pages.sql.ts'
import { xml } from './xml.ts'

/** The addresses of all pages that are open to everybody, without those that ask not to be found. */
export async function getSitemap({ database, request }: Context): Promise<ByteSource> {
  const pages = await selectOpenPages(database)
  const shown = pages.filter(
    ({ props }) => parseObject(pageProps, readObject(props).object).props['hidden'] !== true,
  )
  const urls = shown.map(
    (page) =>
      `<url><loc>${xml(`${request.baseUrl}${addressOf(page)}`)}</loc><lastmod>${page.modifiedAt.toISOString()}</lastmod></url>`,
  )
  return byteSourceOf(
    Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`,
    ),
    { mediaType: 'application/xml; charset=utf-8', cacheControl: 'public, no-cache' },
  )
}
