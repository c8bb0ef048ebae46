import type { Routes } from '../../access/handler.ts'
import { downloadSharedItem } from './download-shared-item.ts'
import { findShareVisits } from './find-share-visits.ts'
import { listShareActions } from './list-share-actions.ts'
import { listShares } from './list-shares.ts'
import { revokeShare } from './revoke-share.ts'
import { shareCart } from './share-cart.ts'
import { viewShare } from './view-share.ts'
import { viewSharedItem } from './view-shared-item.ts'

/** Shares of carts: their owners' calls, and their visitors'. */
export const shareRoutes = {
  listShareActions,
  shareCart,
  listShares,
  findShareVisits,
  revokeShare,
  viewShare,
  viewSharedItem,
  downloadSharedItem,
} satisfies Routes<
  | 'listShareActions'
  | 'shareCart'
  | 'listShares'
  | 'findShareVisits'
  | 'revokeShare'
  | 'viewShare'
  | 'viewSharedItem'
  | 'downloadSharedItem'
>
