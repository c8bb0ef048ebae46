import type { BlobStore } from '../../ground/blobs/blob-store.ts'
import type { ContactSheetItem } from './contact-sheet.ts'

/** A picture of a contact sheet as the blob of its thumbnail; undefined where there is none. */
export type ThumbnailedItem = Omit<ContactSheetItem, 'thumbnailPath'> & {
  readonly thumbSha256: string | undefined
}

/** Lends the thumbnails of a contact sheet as files, one at a time: each until the next is asked for. */
export async function* lendThumbnails(
  blobs: BlobStore,
  items: Iterable<ThumbnailedItem>,
): AsyncGenerator<ContactSheetItem> {
  for (const { thumbSha256, ...item } of items) {
    if (thumbSha256 === undefined) {
      yield { ...item, thumbnailPath: null }
      continue
    }
    const { promise: drawn, resolve: giveBack } = Promise.withResolvers<void>()
    const lent = Promise.withResolvers<string>()
    const lending = blobs
      .withLocalFile(thumbSha256, async (path) => {
        lent.resolve(path)
        await drawn
      })
      .catch(lent.reject)
    try {
      yield { ...item, thumbnailPath: await lent.promise }
    } finally {
      giveBack()
      await lending
    }
  }
}
