import type { Asset, CallParameters, calls, Share, SharedCart } from '@cartouche/contract/wire'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import type { KeyedReadable } from '../store/keyed-store.ts'

/** The active shares of one cart, as its owner sees them. */
export interface CartSharesSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly shares: readonly Share[]
}

/** A shared cart with the records of its items in their order. @source portal §3 Share: detailedItems */
export type VisitedShare = SharedCart & { readonly detailedItems: readonly Asset[] }

/** One share, as its visitor sees it. @source portal §4: a 404 or 401 gives error, otherwise loaded */
export interface VisitSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly share: VisitedShare | null
  /** The link asks for its password: none was given yet, or a wrong one. */
  readonly password: 'none' | 'needed' | 'wrong'
}

/** What a new share allows. Ends in 30 days unless `expires` says otherwise. */
export type ShareDraft = Omit<CallParameters<typeof calls.shareCart>, 'id'>

/** What a new share of the archive alone allows. */
export type ZipShareDraft = Omit<CallParameters<typeof calls.shareZip>, 'id'>

/** A request for another link, with what the visitor says to its sharer. */
export type LinkRequestDraft = Omit<CallParameters<typeof calls.askForLink>, 'id'>

/** Sharing: the owner's side by cart id, the visitor's side by share id. */
export interface Shares {
  readonly byCart: KeyedReadable<CartSharesSnapshot>
  readonly visits: KeyedReadable<VisitSnapshot>
  fetchShares(cartId: number): Promise<void>
  /**
   * The new share; a password that the server made is in this answer and never again.
   * @throws cart_not_found, password_too_weak
   */
  shareCart(cartId: number, draft: ShareDraft): Promise<Share>
  /**
   * The same for the archive alone, under one profile.
   * @throws cart_not_found, password_too_weak, invalid_parameter
   */
  shareZip(cartId: number, draft: ZipShareDraft): Promise<Share>
  /**
   * Another link that allows the same, sent to everyone who waits for it.
   * @throws cart_not_found, share_not_found, access_denied
   */
  renewShare(cartId: number, shareId: string): Promise<Share>
  /** Nobody is sent another link in the place of this one. @throws cart_not_found, share_not_found */
  dismissLinkRequests(cartId: number, shareId: string): Promise<void>
  /** Ends a share and every address given out under it. */
  revokeShare(cartId: number, shareId: string): Promise<void>
  /** Forgets the shares of carts: another person comes. Visits stay, they belong to nobody. */
  clear(): void
  /** Opens a share. The password is kept for this visit, in memory alone. Never rejects: see the snapshot. */
  openShare(shareId: string, password?: string): Promise<void>
  /** Asks the sharer of a link that ended for another one. The answer never says whether it was received. */
  askForLink(shareId: string, who: LinkRequestDraft): Promise<void>
  /** One record of a shared cart. */
  viewSharedItem(shareId: string, type: string, id: number): Promise<Asset>
  /** The bytes of one file of a shared cart. */
  downloadSharedItem(shareId: string, type: string, id: number): Promise<Response>
  /** The password of a visit, for calls that are made under it. */
  passwordOf(shareId: string): string | undefined
}
