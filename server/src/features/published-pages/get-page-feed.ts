import type { Asset } from '@cartouche/components'
import { ApiError, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { byteSourceOf, type ByteSource } from '../../ground/bytes/byte-source.ts'
import { drawPageById } from './draw-page.ts'
import { xml } from './xml.ts'

/** Pictures of a feed are some 1,200 pixels wide. */
const wide = 1200

/**
 * What a gallery of a page that is open to everybody shows, in its order.
 * @throws entity_not_found
 */
export async function getPageFeed(
  context: Context,
  { page, widget, lang }: CallInput<Calls['getPageFeed']>,
): Promise<ByteSource> {
  const drawn = await drawPageById(context, page, { lang })
  const gallery = drawn?.galleries.get(widget)
  if (!drawn || !gallery) throw new ApiError('entity_not_found', { resource: 'pagewidget', id: widget })
  const { baseUrl } = context.request
  const link = `${baseUrl}${drawn.address}`
  const channel = `<title>${xml(gallery.title)}</title><link>${xml(link)}</link><description>${xml(drawn.title)}</description>`
  const items = gallery.assets.map((asset) => itemOf(asset, link, baseUrl))
  return byteSourceOf(
    Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel>${channel}${items.join('')}</channel></rss>`,
    ),
    { mediaType: 'application/rss+xml; charset=utf-8', cacheControl: 'public, no-cache' },
  )
}

function itemOf({ id, name, description, pictures }: Asset, link: string, baseUrl: string): string {
  const plain = pictures.filter(({ mediaType }) => mediaType === 'image/jpeg')
  const picture = plain.find(({ width }) => width >= wide) ?? plain.at(-1)
  const content = picture
    ? `<media:content url="${xml(`${baseUrl}${picture.address}`)}" type="${picture.mediaType}" width="${picture.width}" height="${picture.height}"/>`
    : ''
  return `<item><title>${xml(name)}</title><link>${xml(link)}</link><guid isPermaLink="false">${xml(`${link}#asset-${id}`)}</guid><description>${xml(description)}</description>${content}</item>`
}
