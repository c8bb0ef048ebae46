import type { ProfileRecipe, ShareAction, ShareState } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { AccountKey } from '../../people/session/credentials.sql.ts'

type Condition = RawBuilder<SqlBool>

/** A share that is kept. */
export interface StoredShare {
  readonly id: string
  readonly cart_id: number
  readonly sharer: AccountKey
  readonly name: string
  readonly description: string
  readonly mode: 'cart' | 'zip'
  /** The download profile of its archive; null: the visitor chooses. */
  readonly profile: string | null
  /** Codes of the download profiles that visitors choose from; null: all. */
  readonly profiles: readonly string[] | null
  readonly actions: readonly ShareAction[]
  readonly password_hash: string | null
  readonly with_descriptions: boolean
  readonly shows_replies: boolean
  readonly uses_max: number | null
  readonly upload_note: string
  /** Bytes and files of all visitors together; null where they send none. */
  readonly upload_max_bytes: number | null
  readonly upload_max_files: number | null
  readonly upload_job_id: number | null
  readonly created_at: Date
  readonly expires_at: Date
}

/** What visitors of a share may send. */
export interface ShareUploadTerms {
  readonly note: string
  readonly maxBytes: number
  readonly maxFiles: number
}

/** What visitors of a share may send; null: it does not allow it. */
export function uploadTermsOf(share: StoredShare): ShareUploadTerms | null {
  const { upload_max_bytes: maxBytes, upload_max_files: maxFiles } = share
  return maxBytes === null || maxFiles === null ? null : { note: share.upload_note, maxBytes, maxFiles }
}

/** A share with what became of it. */
export interface CountedShare extends StoredShare {
  readonly state: ShareState
  readonly uses: number
  readonly opened: number
  readonly last_opened_at: Date | null
  /** Files that visitors sent, and their bytes. */
  readonly sent_files: number
  readonly sent_bytes: number
}

const columns = sql`h.id, h.cart_id, jsonb_build_object('kind', h.sharer_resource, 'id', h.sharer_id) sharer, h.name, h.description, h.mode, h.profile, h.profiles, h.actions, h.password_hash,
  h.with_descriptions, h.shows_replies, h.uses_max, h.upload_note, h.upload_max_bytes, h.upload_max_files, h.upload_job_id, h.created_at, h.expires_at`
const isActive = sql<SqlBool>`(h.revoked_at is null and h.expires_at > now())`

/** A active share whose cart has not expired. */
export async function selectShare(database: Database, id: string): Promise<StoredShare | undefined> {
  const { rows } = await sql<StoredShare>`
    select ${columns} from share h join cart c on c.id = h.cart_id
    where h.id = ${id} and ${isActive} and (c.expires_at is null or c.expires_at > now())
  `.execute(database)
  return rows[0]
}

/** A share however it stands, while it is not forgotten. */
export async function selectAnyShare(database: Database, id: string): Promise<StoredShare | undefined> {
  const { rows } = await sql<StoredShare>`select ${columns} from share h where h.id = ${id}`.execute(database)
  return rows[0]
}

/** How many visitors a share with a limit let in. */
export async function countAdmissions(database: Database, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from share_admission where share_id = ${id}`.execute(database)
  return rows[0]?.count ?? 0
}

/** Active shares of a cart, newest first; `withEnded`: those that ended in the last 90 days too. */
export async function selectShares(
  database: Database,
  cartId: number,
  withEnded: boolean,
): Promise<CountedShare[]> {
  const { rows } = await sql<CountedShare>`
    select ${columns}, coalesce(u.uses, 0)::int uses, coalesce(v.opened, 0)::int opened, v.last_opened_at,
      s.sent_files, s.sent_bytes,
      case when h.revoked_at is not null then 'recalled' when h.expires_at <= now() then 'expired' when u.uses >= h.uses_max then 'usedUp' else 'living' end state
    from share h
    left join lateral (select count(*) uses from share_admission a where a.share_id = h.id) u on true
    left join lateral (select count(*) opened, max(v.at) last_opened_at from share_visit v where v.share_id = h.id and v.kind = 'view') v on true
    left join lateral (select count(*)::int sent_files, coalesce(sum(size_bytes), 0)::bigint sent_bytes from share_upload u where u.share_id = h.id and u.finished_at is not null) s on true
    where h.cart_id = ${cartId} and (${isActive} or (${withEnded} and least(h.revoked_at, h.expires_at) > now() - interval '90 days'))
    order by h.created_at desc, h.id
  `.execute(database)
  return rows
}

/** Whether a cart has, or had, this share. */
export async function hasShare(database: Database, cartId: number, id: string): Promise<boolean> {
  return (
    (await database
      .selectFrom('share')
      .select('id')
      .where('id', '=', id)
      .where('cart_id', '=', cartId)
      .executeTakeFirst()) !== undefined
  )
}

/** Keeps a new share. */
export async function insertShare(
  database: Database,
  share: {
    readonly id: string
    readonly cartId: number
    readonly sharer: AccountKey
    readonly name: string
    readonly description: string
    readonly mode: 'cart' | 'zip'
    readonly profile: string | null
    readonly profiles: readonly string[] | null
    readonly actions: readonly ShareAction[]
    readonly passwordHash: string | null
    readonly withDescriptions: boolean
    readonly showsReplies: boolean
    readonly expiresAt: Date
    readonly maxUses: number | null
    readonly uploads: ShareUploadTerms | null
  },
): Promise<StoredShare> {
  const {
    rows: [row],
  } = await sql<StoredShare>`
    insert into share as h (id, cart_id, sharer_resource, sharer_id, name, description, mode, profile, profiles, actions, password_hash, with_descriptions, shows_replies, uses_max, expires_at, upload_note, upload_max_bytes, upload_max_files)
    values (${share.id}, ${share.cartId}, ${share.sharer.kind}, ${share.sharer.id}, ${share.name}, ${share.description}, ${share.mode}, ${share.profile}, ${share.profiles && [...share.profiles]}, ${[...share.actions]}, ${share.passwordHash},
      ${share.withDescriptions}, ${share.showsReplies}, ${share.maxUses}, ${share.expiresAt}, ${share.uploads?.note ?? ''}, ${share.uploads?.maxBytes ?? null}, ${share.uploads?.maxFiles ?? null})
    returning ${columns}
  `.execute(database)
  if (!row) throw new Error('The new share was not kept')
  return row
}

/** A download profile, as far as a share gives it. */
export interface GivenProfile {
  readonly code: string
  readonly names: Readonly<Record<string, string>>
  readonly rendition: string | null
  readonly recipe: Pick<ProfileRecipe, 'boxPx' | 'watermark'> | null
}

/** Those of some download profiles that there are, in the order of the administrator. */
export async function selectGivenProfiles(
  database: Database,
  codes: readonly string[],
): Promise<GivenProfile[]> {
  const { rows } = await sql<GivenProfile>`
    select code, names, rendition, recipe from download_profile where code = any(${[...codes]}::text[]) order by position, code
  `.execute(database)
  return rows
}

/** Ends an active share of a cart; false where there is none. */
export async function revokeShareRow(database: Database, cartId: number, id: string): Promise<boolean> {
  const { rows } =
    await sql`update share h set revoked_at = now() where h.id = ${id} and h.cart_id = ${cartId} and ${isActive} returning h.id`.execute(
      database,
    )
  return rows.length > 0
}

/** The name of a cart that lies within `access`, a condition on `cart c`. */
export async function selectCartName(
  database: Database,
  id: number,
  access: Condition,
): Promise<string | undefined> {
  const { rows } = await sql<{
    name: string
  }>`select c.name from cart c where c.id = ${id} and ${access}`.execute(database)
  return rows[0]?.name
}

/** The key that tickets are signed with. */
export async function selectTicketKey(database: Database): Promise<Buffer> {
  const { key } = await database.selectFrom('ticket_key').select('key').executeTakeFirstOrThrow()
  return key
}
