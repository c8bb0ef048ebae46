import { languagesOf } from '@cartouche/components'
import type { Context } from '../../access/context.ts'
import { byteSourceOf, type ByteSource } from '../../ground/bytes/byte-source.ts'
import { addressIn, alternatesOf, propsOfPage } from './page-languages.ts'
import { maxAddresses, selectOpenPages, type PublishedPage } from './published-pages.sql.ts'
import { xml } from './xml.ts'

/** The addresses of all pages that are open to everybody, without those that ask not to be found. */
export async function getSitemap({ database, request }: Context): Promise<ByteSource> {
  const pages = await selectOpenPages(database)
  const urls = pages.flatMap((page) => {
    const { hidden, ...props } = propsOfPage(page)
    return hidden ? [] : urlsOf(page, languagesOf(props), request.baseUrl)
  })
  return byteSourceOf(
    Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.slice(0, maxAddresses).join('')}</urlset>`,
    ),
    { mediaType: 'application/xml; charset=utf-8', cacheControl: 'public, no-cache' },
  )
}

/** A page at its address in each language, each with all of them. */
function urlsOf(page: PublishedPage, languages: readonly string[], baseUrl: string): string[] {
  const changed = page.modifiedAt.toISOString()
  const alternates = alternatesOf(page, languages, baseUrl)
    .map(
      ({ hreflang, href }) => `<xhtml:link rel="alternate" hreflang="${xml(hreflang)}" href="${xml(href)}"/>`,
    )
    .join('')
  return languages.map(
    (language) =>
      `<url><loc>${xml(baseUrl + addressIn(page, language, languages))}</loc><lastmod>${changed}</lastmod>${alternates}</url>`,
  )
}
