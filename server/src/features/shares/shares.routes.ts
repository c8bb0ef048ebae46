import type { Routes } from '../../access/handler.ts'
import { downloadSharedItem, viewSharedItem } from './shared-items.ts'
import { findShareVisits } from './find-share-visits.ts'
import { listShareActions, listShares, revokeShare } from './shares.ts'
import { shareCart } from './share-cart.ts'
import { askForLink } from './ask-for-link.ts'
import { introduceVisitor } from './introduce-visitor.ts'
import { dismissLinkRequests, renewShare } from './renew-share.ts'
import { viewShare } from './view-share.ts'

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
  introduceVisitor,
  askForLink,
  renewShare,
  dismissLinkRequests,
} satisfies Routes<
  | 'listShareActions'
  | 'shareCart'
  | 'listShares'
  | 'findShareVisits'
  | 'revokeShare'
  | 'viewShare'
  | 'viewSharedItem'
  | 'downloadSharedItem'
  | 'introduceVisitor'
  | 'askForLink'
  | 'renewShare'
  | 'dismissLinkRequests'
>
