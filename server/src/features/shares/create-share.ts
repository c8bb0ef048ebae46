import {
  ApiError,
  type CallInput,
  type Calls,
  type Recipients,
  type Share,
  type ShareAction,
} from '@cartouche/contract'
import { randomBytes } from 'node:crypto'
import type { Context } from '../../access/context.ts'
import { refusal } from '../../access/decide.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { hashPassword } from '../../people/session/password-hash.ts'
import { choosePassword } from './choose-password.ts'
import { requireSharing } from './require-sharing.ts'
import { findRecipients, notifyRecipients } from './share-mail.ts'
import { insertShare, type ShareUploadTerms } from './shares.sql.ts'
import { shareAddress, toShare } from './to-share.ts'

const dayMs = 86_400_000
/** Days. @source decision 0026 */
const defaultDays = 30
/** @source decision 0020: nobody remembers a link for longer */
export const maxDays = 366

/** What a share gives. */
export interface ShareGives {
  readonly mode: 'cart' | 'zip'
  readonly profile: string | null
  /** Codes of the download profiles that visitors choose from; null: all. */
  readonly profiles: readonly string[] | null
  readonly actions: readonly ShareAction[]
  readonly showsReplies: boolean
  /** What visitors may send; null: nothing. */
  readonly uploads: ShareUploadTerms | null
}

type ShareDraft = Omit<CallInput<Calls['shareZip']>, 'profile'>

/**
 * Keeps a new share and notifies whoever is to know of it: share, mails and notifications are one
 * transaction.
 * @throws cart_not_found, password_too_weak, entity_not_found, invalid_parameter, sign_in_needed,
 * access_denied
 */
export async function createShare(context: Context, draft: ShareDraft, gives: ShareGives): Promise<Share> {
  const cartName = await requireSharing(context, draft.id)
  const expiresAt = parseExpiry(draft.expires)
  const password = choosePassword(draft)
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const share = await withTransaction(context.database, (transaction) =>
    keepShare(context, transaction, {
      ...gives,
      cartId: draft.id,
      cartName,
      name: draft.name?.trim() || cartName,
      description: draft.description ?? '',
      passwordHash,
      withDescriptions: draft.withAssetsDescriptions ?? true,
      expiresAt,
      maxUses: draft.maxUses ?? null,
      to: draft.collaborators,
      url: draft.url,
    }),
  )
  return { ...share, ...(password === undefined ? {} : { password }) }
}

/** A share to be kept, and whom it is sent to; `url`: the page that the mail leads to. */
type NewShare = ShareGives &
  Omit<Parameters<typeof insertShare>[1], 'id' | 'sharer'> & {
    readonly cartName: string
    readonly to: Recipients | undefined
    readonly url?: string | undefined
  }

/**
 * Keeps a share of a cart that the caller may share, and notifies whoever is to know of it, in the
 * transaction.
 * @throws entity_not_found, invalid_parameter, sign_in_needed, access_denied
 */
export async function keepShare(
  context: Context,
  transaction: Database,
  { cartName, to, url, ...draft }: NewShare,
): Promise<Share> {
  const { identity, request } = context
  if (identity.kind !== 'user' && identity.kind !== 'application') throw refusal(identity)
  const id = createShareId()
  const address = addressOf(context, url, id)
  const people = await findRecipients({ ...context, database: transaction }, to)
  const kept = await insertShare(transaction, { ...draft, id, sharer: identity })
  await recordAudit(context, transaction, {
    kind: 'share.created',
    target: { resource: 'cart', id: draft.cartId, name: cartName },
    after: {
      name: kept.name,
      actions: draft.actions,
      ...(draft.profiles === null ? {} : { profiles: draft.profiles }),
      expires: draft.expiresAt,
      protected: draft.passwordHash !== null,
      sentTo: people.length,
    },
  })
  await notifyRecipients(context, transaction, people, { share: kept, address, sharer: identity })
  const counted = { ...kept, ...unused } as const
  return { ...toShare(counted, request.baseUrl), ...(people.length > 0 ? { sentTo: people.length } : {}) }
}

const unused = {
  state: 'living',
  uses: 0,
  opened: 0,
  last_opened_at: null,
  sent_files: 0,
  sent_bytes: 0,
} as const

/** 128 bits that nobody can guess. */
function createShareId(): string {
  return randomBytes(16).toString('base64url')
}

/**
 * The page that the mail leads to: of this server, or of another that the administrator listed.
 * @throws invalid_parameter
 */
function addressOf({ request, settings }: Context, wanted: string | undefined, id: string): string {
  if (!wanted) return shareAddress(request.baseUrl, id)
  const url = URL.parse(wanted, request.baseUrl)
  if (!url || ![request.baseUrl, ...settings.origins].includes(url.origin))
    throw new ApiError('invalid_parameter', {
      parameter: 'url',
      reason: 'it leads to a server that is not listed in CARTOUCHE_ORIGINS',
    })
  return /\{id\}|%7Bid%7D/i.test(url.href)
    ? url.href.replaceAll(/\{id\}|%7Bid%7D/gi, id)
    : `${url.href.replace(/\/$/, '')}/${id}`
}

function parseExpiry(wanted: string | undefined): Date {
  const now = Date.now()
  const expiresAt = wanted === undefined ? now + defaultDays * dayMs : Date.parse(wanted)
  if (expiresAt <= now)
    throw new ApiError('invalid_parameter', { parameter: 'expires', reason: 'it lies in the past' })
  if (expiresAt > now + maxDays * dayMs)
    throw new ApiError('invalid_parameter', {
      parameter: 'expires',
      reason: 'a link is good for a year at most',
    })
  return new Date(expiresAt)
}
