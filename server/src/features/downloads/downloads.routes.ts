import type { Routes } from '../../access/handler.ts'
import { askerOf, requireShareToTake } from '../shares/require-share.ts'
import {
  createDownloadProfile,
  deleteDownloadProfile,
  findDownloadProfiles,
  listDownloadProfiles,
  updateDownloadProfile,
} from './download-profiles.ts'
import { getSearchSubject } from './archive-subject.ts'
import { parseArchiveOptions } from './archive-options.ts'
import { downloadArchive } from './download-archive.ts'
import { getDownloadableCart, getSharedCart } from './get-archived-cart.ts'
import { cancelArchive, getArchiveState, listArchives } from './own-archives.ts'
import { prepareShareZip } from './prepare-share-zip.ts'
import { shareZip, zipCart, zipSearch } from './zip.ts'
import { sizeItems, sizesAtOnce } from './size-items.ts'
import { testZipCart } from './test-zip-cart.ts'
import { testZipSearch } from './test-zip-search.ts'
import { testZipShare } from './test-zip-share.ts'
import { zipShare } from './zip-share.ts'
import { parseShareArchiveOptions } from './share-archive-options.ts'

/** Archives of carts, searches and shares. */
export const downloadRoutes = {
  listDownloadProfiles,
  findDownloadProfiles,
  createDownloadProfile,
  updateDownloadProfile,
  deleteDownloadProfile,
  testZipCart,
  zipCart,
  headArchive: downloadArchive,
  downloadArchive,
  testZipSearch,
  zipSearch,
  listArchives,
  getArchiveState,
  cancelArchive,
  shareZip,
  testZipShare,
  prepareShareZip,
  zipShare,
  sizeZipCart: async (context, { id, first = 0, count = sizesAtOnce, ...input }) => {
    const { cart } = await getDownloadableCart(context, context.identity, id)
    return sizeItems(context, context.identity, cart, parseArchiveOptions(input, context.locale), {
      first,
      count,
    })
  },
  sizeZipSearch: async (context, { list, first = 0, count = sizesAtOnce, ...input }) => {
    const { subject } = await getSearchSubject(context, { list })
    return sizeItems(context, context.identity, subject, parseArchiveOptions(input, context.locale), {
      first,
      count,
    })
  },
  sizeZipShare: async (context, { id: _id, first = 0, count = sizesAtOnce, ...input }) => {
    const open = await requireShareToTake(context, input)
    return sizeItems(
      context,
      askerOf(open.visitor),
      await getSharedCart(context, open),
      parseShareArchiveOptions(open, input, context.locale),
      { first, count },
    )
  },
} satisfies Routes<
  | 'listDownloadProfiles'
  | 'findDownloadProfiles'
  | 'createDownloadProfile'
  | 'updateDownloadProfile'
  | 'deleteDownloadProfile'
  | 'testZipCart'
  | 'zipCart'
  | 'headArchive'
  | 'downloadArchive'
  | 'testZipSearch'
  | 'zipSearch'
  | 'listArchives'
  | 'getArchiveState'
  | 'cancelArchive'
  | 'sizeZipCart'
  | 'sizeZipSearch'
  | 'shareZip'
  | 'testZipShare'
  | 'prepareShareZip'
  | 'zipShare'
  | 'sizeZipShare'
>
