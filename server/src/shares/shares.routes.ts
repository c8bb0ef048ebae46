import type { Routes } from '../http/handler.ts'
import { downloadSharedItem } from './download-shared-item.ts'
import { listShareActions } from './list-share-actions.ts'
import { listShares } from './list-shares.ts'
import { prepareShareZip } from './prepare-share-zip.ts'
import { revokeShare } from './revoke-share.ts'
import { shareCart } from './share-cart.ts'
import { testZipShare } from './test-zip-share.ts'
import { viewShare } from './view-share.ts'
import { viewSharedItem } from './view-shared-item.ts'
import { zipShare } from './zip-share.ts'

/** Shares of carts: their owners' calls, and their visitors'. */
export const shareRoutes = {
  listShareActions, shareCart, listShares, revokeShare, viewShare, viewSharedItem, downloadSharedItem, testZipShare, prepareShareZip, zipShare,
} satisfies Routes<'listShareActions' | 'shareCart' | 'listShares' | 'revokeShare' | 'viewShare' | 'viewSharedItem' | 'downloadSharedItem' | 'testZipShare' | 'prepareShareZip' | 'zipShare'>
