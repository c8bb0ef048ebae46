import { z } from 'zod'
import { bytes, defineCall } from '../define-call.ts'
import { flag, id, instant, int, jsonOr } from '../parameters.ts'
import { Asset } from '../entities/entity.ts'
import { ArchiveEstimate, ArchiveRequest } from '../carts/cart-calls.ts'
import { ItemRecords, ItemsInput, itemsBodyBytes } from '../carts/cart.ts'
import { PlacedOnTable } from '../carts/light-table.ts'
import { LinkRequest } from './link-request.ts'
import { Recipients } from './recipients.ts'
import {
  allShareActions,
  sharedPictures,
  shareActions,
  shareModes,
  shareStates,
  visitKinds,
} from './share-actions.ts'
import { ShareUploads, UploadTerms, uploadLimits } from './share-uploads.ts'

/** A share as its owner sees it. `id` is unguessable and is the address: `/s/{id}`. */
export const Share = z.object({
  id: z.string(),
  cart: z.number(),
  name: z.string(),
  description: z.string(),
  actions: z.array(z.enum(allShareActions)),
  /** Whether visitors who can comment read the replies of colleagues. */
  showsReplies: z.boolean(),
  mode: z.enum(shareModes),
  /** The download profile of its archive; null: the visitor chooses. */
  profile: z.string().nullable(),
  /** Codes of the download profiles that visitors choose from; null: all. */
  profiles: z.array(z.string()).nullable(),
  hasPassword: z.boolean(),
  createdAt: z.string(),
  expires: z.string(),
  url: z.string(),
  state: z.enum(shareStates),
  /**
   * Visitors let in, and how many it lets in at most: a visitor is a browser in a network, for a day. Counted
   * only where there is a limit.
   */
  uses: z.number(),
  maxUses: z.number().nullable(),
  /** The password, in the answer of the call that set it and never again. */
  password: z.string().optional(),
  /** How often it was opened, in the last 90 days. */
  opened: z.number(),
  lastOpenedAt: z.string().nullable(),
  /** Requests for another link in its place. */
  requests: z.array(LinkRequest),
  /** Files that visitors send; null: the share does not allow it. */
  uploads: ShareUploads.nullable(),
  /** Whom the link was sent to, in the answer of the call that made it. */
  sentTo: z.number().optional(),
})
export type Share = z.output<typeof Share>

/**
 * A share as its visitor sees it. Addresses of pictures carry a ticket, good for a day at most and only while
 * the share lives.
 * @source portal §3 Share
 */
export const SharedCart = z.object({
  id: z.string(),
  cart: z.number(),
  name: z.string(),
  description: z.string(),
  cartDescription: z.string(),
  organisation: z.string(),
  sharer: z.string(),
  expires: z.string(),
  actions: z.array(z.enum(allShareActions)),
  mode: z.enum(shareModes),
  profile: z.string().nullable(),
  /** The files that visitors choose from, those that give most first; null: all that there are. */
  profiles: z.array(z.object({ code: z.string(), name: z.string() })).nullable(),
  /** The largest picture that it gives; null: originals too. */
  largest: z.enum(sharedPictures).nullable(),
  /** How many items there are to see or take; `zip` shares show none of them. */
  total: z.number(),
  items: ItemRecords,
  /** Those of its items that people placed on the light table of the cart; empty: it has none. */
  lightTable: z.array(PlacedOnTable),
  sizeBytes: z.number(),
  /** What the visitor may send; null: nothing. */
  uploads: UploadTerms.extend({ maxFileBytes: z.number() }).nullable(),
  /** Goes as the parameter `ticket` in addresses that take no header: pictures, players, files. */
  ticket: z.string(),
})
export type SharedCart = z.output<typeof SharedCart>

export const listShareActions = defineCall({
  name: 'listShareActions',
  method: 'GET',
  path: '/wedia/cart/listShareActions',
  access: 'signed-in',
  summary: 'Actions that a share allows by default',
  source: 'portal §7 Carts',
  input: z.object({}),
  answers: z.array(z.object({ code: z.enum(shareActions), name: z.string() })),
  errors: [],
})

export const shareCart = defineCall({
  name: 'shareCart',
  method: 'POST',
  path: '/wedia/cart/shareCart/{id}',
  access: 'cart/share',
  summary: 'Make a link to a cart for visitors without an account',
  source: 'portal §7 Carts, §9 share defaults',
  input: z.object({
    id,
    name: z.string().max(500).optional(),
    description: z.string().max(10_000).optional(),
    /** 30 days from now by default. */
    expires: z.union([instant, z.literal('').transform(() => undefined)]).optional(),
    actions: jsonOr(
      z.union([
        z.array(z.enum(allShareActions)),
        z
          .array(z.object({ code: z.enum(allShareActions) }))
          .transform((list) => list.map(({ code }) => code)),
      ]),
    ).optional(),
    /** Who is sent the link: users by id, e-mail addresses. */
    collaborators: Recipients.optional(),
    /**
     * Page that opens the link in the mail, `{id}` for the share's id; this server's own unless said
     * otherwise.
     */
    url: z.string().max(2000).optional(),
    /** Ask visitors for a password: `password`, or one that the server makes. */
    askForPassword: flag.optional(),
    password: z.string().max(200).optional(),
    withAssetsDescriptions: flag.optional(),
    /**
     * Codes of the download profiles that visitors may choose from; all by default. Without one that gives
     * originals, visitors see no picture that is larger than what they may take.
     */
    profiles: jsonOr(z.array(z.string().max(64)).min(1).max(100)).optional(),
    /** In place of `actions`: the furthest that visitors may go. */
    shareMode: z.enum(shareActions).optional(),
    /** Whether visitors who can comment read the replies of colleagues. Default: true. */
    showsReplies: flag.optional(),
    /** With the action `upload`: what is wanted, and how much visitors may send in all. */
    uploadNote: z.string().trim().max(2000).optional(),
    uploadMaxBytes: int.min(1).max(uploadLimits.sizeBytes.max).optional(),
    uploadMaxFiles: int.min(1).max(uploadLimits.files.max).optional(),
    /** How many visitors it lets in; as many as come by default. */
    maxUses: int.min(1).max(1_000_000).optional(),
  }),
  answers: Share,
  errors: ['cart_not_found', 'password_too_weak', 'entity_not_found', 'invalid_parameter'],
})

export const shareZip = defineCall({
  name: 'shareZip',
  method: 'POST',
  path: '/wedia/cart/shareZip/{id}',
  access: 'cart/share',
  summary: 'Make a link to the archive of a cart, without a look at what is in it',
  source: 'portal §7 Carts',
  input: z.object({
    id,
    name: z.string().max(500).optional(),
    description: z.string().max(10_000).optional(),
    expires: z.union([instant, z.literal('').transform(() => undefined)]).optional(),
    /** `originals` by default. */
    profile: z.string().max(64).optional(),
    collaborators: Recipients.optional(),
    url: z.string().max(2000).optional(),
    askForPassword: flag.optional(),
    password: z.string().max(200).optional(),
    withAssetsDescriptions: flag.optional(),
    maxUses: int.min(1).max(1_000_000).optional(),
  }),
  answers: Share,
  errors: ['cart_not_found', 'password_too_weak', 'entity_not_found', 'invalid_parameter'],
})

export const listShares = defineCall({
  name: 'listShares',
  method: 'GET',
  path: '/wedia/cart/listShares/{id}',
  access: 'cart/share',
  summary: 'Active shares of a cart, newest first; with `ended`, those of the last 90 days too',
  source: 'decision 0003, 0026',
  input: z.object({ id, ended: flag.optional() }),
  answers: z.array(Share),
  errors: ['cart_not_found'],
})

export const revokeShare = defineCall({
  name: 'revokeShare',
  method: 'DELETE',
  path: '/wedia/cart/shareCart/{id}/{shareId}',
  access: 'cart/share',
  summary: 'End a share and every address given out under it',
  source: 'decision 0003',
  input: z.object({ id, shareId: z.string().max(64) }),
  answers: z.object({ id: z.string(), revoked: z.literal(true) }),
  errors: ['cart_not_found', 'share_not_found'],
})

/**
 * Something that a visitor did. `item`: what they opened or took, with its name of today. `address` names a
 * network; `agent` is the browser's own word.
 */
export const ShareVisit = z.object({
  id: z.number(),
  at: z.string(),
  kind: z.enum(visitKinds),
  item: z.object({ type: z.string(), id: z.number(), name: z.string() }).nullable(),
  /** Who says that they did it; null: they did not say who they are. */
  visitor: z.object({ name: z.string(), email: z.string() }).nullable(),
  address: z.string(),
  agent: z.string(),
})
export type ShareVisit = z.output<typeof ShareVisit>

export const findShareVisits = defineCall({
  name: 'findShareVisits',
  method: 'GET',
  path: '/wedia/cart/shareVisits/{id}/{shareId}',
  access: 'cart/share',
  summary: 'Who opened what of a share in the last 90 days, newest first',
  source: 'decision 0026',
  input: z.object({
    id,
    shareId: z.string().max(64),
    max: int.min(1).max(200).optional(),
    /** `next` of the page before. */
    before: int.optional(),
  }),
  answers: z.object({ visits: z.array(ShareVisit), next: z.number().nullable() }),
  errors: ['cart_not_found', 'share_not_found'],
})

const ShareId = z.object({ id: z.string().max(64) })

export const viewShare = defineCall({
  name: 'viewShare',
  method: 'POST',
  path: '/wedia/cart/withShare/{id}/view',
  alsoAt: ['/wedia/cart/viewCart/{id}'],
  alsoBy: ['GET'],
  access: 'share/view',
  summary: 'The shared cart',
  source: 'portal §7 Carts withShare',
  input: ShareId,
  answers: SharedCart,
  errors: [
    'share_not_found',
    'share_password_needed',
    'share_password_wrong',
    'share_used_up',
    'too_many_guesses',
  ],
})

export const testZipShare = defineCall({
  name: 'testZipShare',
  method: 'POST',
  path: '/wedia/cart/withShare/{id}/testZip',
  alsoAt: ['/wedia/cart/testZipCart/{id}'],
  access: 'share/zip',
  maxBodyBytes: itemsBodyBytes,
  summary: 'The size that the archive would have',
  source: 'portal §6: the download test also sends the password',
  input: ShareId.extend(ArchiveRequest.shape).extend({ items: ItemsInput.optional() }),
  answers: ArchiveEstimate,
  errors: [
    'share_not_found',
    'share_password_needed',
    'share_password_wrong',
    'share_used_up',
    'share_action_refused',
    'share_profile_refused',
    'archive_empty',
    'invalid_parameter',
    'too_many_guesses',
  ],
})

export const prepareShareZip = defineCall({
  name: 'prepareShareZip',
  method: 'POST',
  path: '/wedia/cart/withShare/{id}/zipUuid',
  alsoAt: ['/wedia/cart/zipCart/{id}'],
  access: 'share/zip',
  maxBodyBytes: itemsBodyBytes,
  summary: 'Prepare the archive; answers its uuid for `downloadCart`, which resumes',
  source: 'decision 0003',
  input: ShareId.extend(ArchiveRequest.shape).extend({ items: ItemsInput.optional() }),
  answers: z.string(),
  errors: [
    'share_not_found',
    'share_password_needed',
    'share_password_wrong',
    'share_used_up',
    'share_action_refused',
    'share_profile_refused',
    'archive_refused',
    'archive_empty',
    'invalid_parameter',
    'too_many_guesses',
  ],
})

export const zipShare = defineCall({
  name: 'zipShare',
  method: 'POST',
  path: '/wedia/cart/withShare/{id}/zip',
  alsoAt: ['/wedia/cart/withShare/{id}/download'],
  access: 'share/zip',
  maxBodyBytes: itemsBodyBytes,
  summary: 'The archive itself, as bytes',
  source: 'portal §7 Carts: the zip download uses an arraybuffer response',
  input: ShareId.extend(ArchiveRequest.shape).extend({ items: ItemsInput.optional() }),
  answers: bytes,
  errors: [
    'share_not_found',
    'share_password_needed',
    'share_password_wrong',
    'share_used_up',
    'share_action_refused',
    'share_profile_refused',
    'archive_refused',
    'archive_empty',
    'invalid_parameter',
    'too_many_guesses',
  ],
})

export const downloadSharedItem = defineCall({
  name: 'downloadSharedItem',
  method: 'POST',
  path: '/wedia/cart/withShare/{id}/download/{typeAsset}/{idAsset}',
  access: 'share/download',
  summary: 'One file of a shared cart',
  source: 'portal §7 Carts withShare',
  input: ShareId.extend({ typeAsset: z.string().max(64), idAsset: id }),
  answers: bytes,
  errors: [
    'share_not_found',
    'share_password_needed',
    'share_password_wrong',
    'share_used_up',
    'share_action_refused',
    'entity_not_found',
    'too_many_guesses',
  ],
})

export const viewSharedItem = defineCall({
  name: 'viewSharedItem',
  method: 'POST',
  path: '/wedia/cart/withShare/{id}/view/{typeAsset}/{idAsset}',
  access: 'share/view',
  summary: 'One record of a shared cart',
  source: 'portal §7 Carts withShare',
  input: ShareId.extend({ typeAsset: z.string().max(64), idAsset: id }),
  answers: Asset,
  errors: [
    'share_not_found',
    'share_password_needed',
    'share_password_wrong',
    'share_used_up',
    'share_action_refused',
    'entity_not_found',
    'too_many_guesses',
  ],
})
