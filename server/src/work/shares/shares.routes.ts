import { getSharedCart } from '../downloads/get-archived-cart.ts'
import { sizeItems, sizesAtOnce } from '../downloads/size-items.ts'
import type { Routes } from '../../access/handler.ts'
import { downloadSharedItem } from './download-shared-item.ts'
import { findShareVisits } from './find-share-visits.ts'
import { listShareActions } from './list-share-actions.ts'
import { listShares } from './list-shares.ts'
import { prepareShareZip } from '../downloads/prepare-share-zip.ts'
import { askerOf, requireShare } from './require-share.ts'
import { revokeShare } from './revoke-share.ts'
import { shareCart } from './share-cart.ts'
import { shareZip } from '../downloads/share-zip.ts'
import { testZipShare } from '../downloads/test-zip-share.ts'
import { viewShare } from './view-share.ts'
import { viewSharedItem } from './view-shared-item.ts'
import { zipShare } from '../downloads/zip-share.ts'
import { parseShareWish } from '../downloads/zip-wish.ts'

/** Shares of carts: their owners' calls, and their visitors'. */
export const shareRoutes = {
  listShareActions, shareCart, shareZip, listShares, findShareVisits, revokeShare, viewShare, viewSharedItem, downloadSharedItem, testZipShare, prepareShareZip, zipShare,
  sizeZipShare: async (context, { id: _id, first = 0, count = sizesAtOnce, ...input }) => {
    const open = await requireShare(context, 'zip')
    return sizeItems(context, askerOf(open.visitor), await getSharedCart(context, open), parseShareWish(open.share, input, context.locale), { first, count })
  },
} satisfies Routes<'listShareActions' | 'shareCart' | 'shareZip' | 'listShares' | 'findShareVisits' | 'revokeShare' | 'viewShare' | 'viewSharedItem' | 'downloadSharedItem' | 'testZipShare' | 'prepareShareZip' | 'zipShare' | 'sizeZipShare'>
