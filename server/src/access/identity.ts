import type { EmbedPicture, Query, ShareAction, SharedPicture } from '@cartouche/contract'

/**
 * A grant of a role: one action on one resource (`*`: any), on the entities that match `rows` (all without
 * it). `$me` and `$now` in a row rule stand for the identity's id and the present instant.
 */
export interface Grant {
  readonly resource: string
  readonly action: string
  readonly rows?: Query
  /** A schema gives it, by naming the role. @source decision 0040 */
  readonly bySchema?: true
}

/** A role as the kernel sees it. `watermark`: its users never receive clean pixels. */
export interface Role {
  readonly id: number
  readonly name: string
  readonly watermark: boolean
  readonly grants: readonly Grant[]
}

/** A signed-in user or application. */
export interface SignedIn {
  readonly kind: 'user' | 'application'
  readonly id: number
  readonly login: string
  readonly name: string
  readonly locale: string
  readonly role: Role
  readonly session: { readonly key: string; readonly csrfToken: string; readonly cookie: boolean }
  /** Of an application that asks over HTTP. */
  readonly application?: ApplicationUse
}

/** By which key an application asks, and how often it may; null: as often as it likes. */
export interface ApplicationUse {
  readonly keyId: number
  readonly callsPerMinute: number | null
  readonly callsPerDay: number | null
}

/**
 * A visitor of a share. May do what the share's actions allow on the items of its cart, and never more than
 * the sharer may today: `sharer` is asked too.
 */
export interface Visitor {
  readonly kind: 'visitor'
  readonly shareId: string
  readonly cartId: number
  readonly actions: readonly ShareAction[]
  /** The largest picture that the share gives; null: originals too. @source decision 0236 */
  readonly largest: SharedPicture | null
  /** Whether all files that the share gives are watermarked. */
  readonly givesMarked: boolean
  readonly sharer: Omit<SignedIn, 'session'>
}

/**
 * A visitor of another site that shows an embed: sees its one entity, and never more than its author may
 * today.
 * @source decision 0164
 */
export interface EmbedReader {
  readonly kind: 'embed'
  readonly embedId: number
  readonly resource: string
  readonly entityId: number
  /** The largest picture. */
  readonly variation: EmbedPicture
  /** Sources of `frame-ancestors`; none: all. */
  readonly sites: readonly string[]
  readonly author: Omit<SignedIn, 'session'>
}

/**
 * A reader of a page that is open to everybody: sees the published assets that the page shows, and never more
 * than the owner of the page may show today.
 * @source decision 0172
 */
export interface PageReader {
  readonly kind: 'page'
  readonly pageId: number
  /** The assets that the page shows; null while it is put together. */
  readonly assets: readonly number[] | null
  /** Those of them whose files it offers. */
  readonly files: readonly number[]
  readonly author: Omit<SignedIn, 'session'>
}

/** Nobody. */
export interface Anonymous {
  readonly kind: 'anonymous'
  /** The request carried a session that has ended: answered with 419 in place of 401. */
  readonly sessionGone: boolean
}

/** Who makes a request. */
export type Identity = SignedIn | Visitor | EmbedReader | PageReader | Anonymous

/** Nobody, without a session of old. */
export const anonymous: Anonymous = { kind: 'anonymous', sessionGone: false }

/**
 * Whether every picture that this identity receives is watermarked. A visitor sees clean pixels only under a
 * share that allows to take clean files anyway, from a sharer who sees clean pixels too.
 * @source portal §6: watermarked when there is no role or the role's flag is set; decision 0003
 */
export function isWatermarked(identity: Identity): boolean {
  if (identity.kind === 'anonymous') return true
  if (identity.kind === 'visitor')
    return (
      identity.sharer.role.watermark ||
      identity.givesMarked ||
      !identity.actions.some((action) => action === 'download' || action === 'zip')
    )
  return ('author' in identity ? identity.author : identity).role.watermark
}

/**
 * The largest picture that an identity receives; null: whatever there is, as far as it may.
 * @source decision 0236
 */
export function largestPicture(identity: Identity): SharedPicture | null {
  return identity.kind === 'visitor' ? identity.largest : null
}
