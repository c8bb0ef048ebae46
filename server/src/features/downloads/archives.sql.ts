import type { ErrorCode, ErrorData } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { encodeArchiveLayout, type ArchiveLayout } from '../archive/archive-layout.ts'
import type { Database } from '../../ground/database/database.ts'
import type { AccountKey } from '../../people/session/credentials.sql.ts'
import type { CompiledSearch } from '../../model/search/find.ts'
import type { ArchiveOptions } from './archive-options.ts'

type Condition = RawBuilder<SqlBool>

/** Where the items of an archive come from: a cart, or the hits of a search that were kept. */
export type ItemSource = { readonly cartId: number } | { readonly listUuid: string }

/**
 * What an archive is made of. `version`: another one after every change of its items; `snapshot`: what could
 * be seen of the library when it was read.
 */
export interface ArchiveSubject {
  readonly source: ItemSource
  readonly name: string
  readonly version: number
  readonly snapshot: string
}

/** A cart that lies within `access`, a condition on `cart c`. */
export async function selectArchivedCart(
  database: Database,
  id: number,
  access: Condition,
): Promise<ArchiveSubject | undefined> {
  const {
    rows: [row],
  } = await sql<Omit<ArchiveSubject, 'source'>>`
    select c.name, c.version, pg_current_snapshot()::text snapshot from cart c where c.id = ${id} and ${access}
  `.execute(database)
  return row && { ...row, source: { cartId: id } }
}

/** Keeps the hits of a search, which never leave the database; its uuid and how many they are. */
export async function insertList(
  database: Database,
  maker: AccountKey,
  resource: string,
  { where, orderBy }: CompiledSearch,
  expiresAt: Date,
): Promise<{ uuid: string; count: number }> {
  const {
    rows: [row],
  } = await sql<{ uuid: string; count: number }>`
    insert into archive_list (maker_resource, maker_id, ids, expires_at)
    select ${maker.kind}, ${maker.id}::bigint, coalesce(array_agg(s.id order by ${orderBy}), '{}'), ${expiresAt}::timestamptz from search s where s.resource = ${resource} and ${where}
    returning uuid, cardinality(ids) count
  `.execute(database)
  if (!row) throw new Error('The hits were not kept')
  return row
}

/** A list of hits that someone keeps; nobody else reaches it. */
export async function selectArchivedList(
  database: Database,
  uuid: string,
  maker: AccountKey,
): Promise<(Omit<ArchiveSubject, 'name'> & { readonly count: number }) | undefined> {
  const {
    rows: [row],
  } = await sql<{ snapshot: string; count: number }>`
    select pg_current_snapshot()::text snapshot, cardinality(ids) count from archive_list
    where uuid = ${uuid} and maker_resource = ${maker.kind} and maker_id = ${maker.id} and expires_at > now()
  `.execute(database)
  return row && { source: { listUuid: uuid }, version: 0, ...row }
}

/**
 * Whether a record changed that was not as it is now in a snapshot of the last minutes.
 * @source decision 0012
 */
export async function hasChangedSince(database: Database, snapshot: string): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    select exists (select 1 from search_change where xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)) changed
  `.execute(database)
  return rows[0]?.changed ?? true
}

/** An archive that was given out. `share_id`: under which share. */
export interface StoredArchive {
  readonly uuid: string
  readonly cart_id: number | null
  readonly list_uuid: string | null
  readonly share_id: string | null
  readonly maker: AccountKey
  readonly name: string
  readonly options: ArchiveOptions
  /** The ETag of its layout; null while it has none. */
  readonly layout_etag: string | null
  readonly size_bytes: number | null
  readonly done: number
  readonly total: number
  /** Whether whoever it was made for sees watermarked pictures alone: then it holds no others. */
  readonly is_watermarked: boolean
  readonly failure: { readonly code: ErrorCode; readonly data: ErrorData } | null
  readonly mail_base_url: string | null
  readonly created_at: Date
  readonly expires_at: Date
  readonly downloads: number
}

const archiveColumns = sql`uuid, cart_id, list_uuid, share_id, jsonb_build_object('kind', maker_resource, 'id', maker_id) maker, name, request options, layout_etag,
  size_bytes, done, total, is_watermarked, failure, mail_base_url, created_at, expires_at, downloads`

/**
 * Keeps an archive; without a layout it is still to be prepared. A layout that another archive has is not
 * sent again.
 */
export async function insertArchive(
  database: Database,
  archive: {
    readonly uuid: string
    readonly source: ItemSource
    readonly shareId: string | null
    readonly maker: AccountKey
    readonly name: string
    readonly options: ArchiveOptions
    readonly layout: ArchiveLayout | null
    readonly isWatermarked: boolean
    readonly mailBaseUrl: string | null
    readonly expiresAt: Date
  },
): Promise<void> {
  const { uuid, source, shareId, maker, name, options, layout, isWatermarked, mailBaseUrl, expiresAt } =
    archive
  await withLayout(
    layout,
    async (kept) =>
      (
        await sql`
    with layout as (${kept})
    insert into archive (uuid, cart_id, list_uuid, size_bytes, mail_base_url, share_id, maker_resource, maker_id, name, request, layout_etag, is_watermarked, expires_at)
    select ${uuid}::uuid, ${'cartId' in source ? source.cartId : null}::bigint, ${'listUuid' in source ? source.listUuid : null}::uuid, ${layout?.sizeBytes ?? null}::bigint, ${mailBaseUrl}, ${shareId},
      ${maker.kind}, ${maker.id}::bigint, ${name}, ${JSON.stringify(options)}::jsonb, layout.etag, ${isWatermarked}, ${expiresAt}::timestamptz from layout
    returning uuid
  `.execute(database)
      ).rows.length > 0,
  )
}

/**
 * Runs a statement on the kept layout, `layout (etag)`: first on one that is there, which stays until the
 * transaction ends; where it did nothing, because none is, with the bytes.
 */
async function withLayout(
  layout: ArchiveLayout | null,
  run: (kept: RawBuilder<unknown>) => Promise<boolean>,
): Promise<void> {
  if (layout === null) {
    await run(sql`select null::text etag`)
    return
  }
  if (await run(sql`select etag from archive_layout where etag = ${layout.etag} for key share`)) return
  await run(
    sql`insert into archive_layout (etag, bytes) values (${layout.etag}, ${asBuffer(encodeArchiveLayout(layout))}) on conflict (etag) do update set etag = excluded.etag returning etag`,
  )
}

/** An archive whose time is not over. */
export async function selectArchive(database: Database, uuid: string): Promise<StoredArchive | undefined> {
  const { rows } = await sql<StoredArchive>`
    select ${archiveColumns} from archive where uuid = ${uuid} and expires_at > now()
  `.execute(database)
  return rows[0]
}

/** Archives that someone asked for outside of shares and that can be taken still, newest first. */
export async function selectOwnArchives(
  database: Database,
  maker: AccountKey,
  max: number,
): Promise<StoredArchive[]> {
  const { rows } = await sql<StoredArchive>`
    select ${archiveColumns} from archive where maker_resource = ${maker.kind} and maker_id = ${maker.id} and share_id is null and expires_at > now() order by created_at desc, uuid limit ${max}
  `.execute(database)
  return rows
}

/** Takes an archive of one's own away, and with it the work on it; false where there is none. */
export async function deleteOwnArchive(
  database: Database,
  uuid: string,
  maker: AccountKey,
): Promise<boolean> {
  const deleted = await database
    .deleteFrom('archive')
    .where('uuid', '=', uuid)
    .where('maker_resource', '=', maker.kind)
    .where('maker_id', '=', maker.id)
    .where('share_id', 'is', null)
    .returning('uuid')
    .execute()
  return deleted.length > 0
}

/** Notes how far the work on an archive is; false where it was cancelled. */
export async function updateProgress(
  database: Database,
  uuid: string,
  done: number,
  total: number,
): Promise<boolean> {
  return (
    (
      await database
        .updateTable('archive')
        .set({ done, total })
        .where('uuid', '=', uuid)
        .returning('uuid')
        .execute()
    ).length > 0
  )
}

/** An encoded layout. */
export async function selectLayout(database: Database, etag: string): Promise<Buffer | undefined> {
  return (
    await database.selectFrom('archive_layout').select('bytes').where('etag', '=', etag).executeTakeFirst()
  )?.bytes
}

/** Makes an archive ready. */
export async function updateLayout(
  database: Database,
  uuid: string,
  layout: ArchiveLayout,
  isWatermarked: boolean,
): Promise<void> {
  await withLayout(
    layout,
    async (kept) =>
      (
        await sql`
    with layout as (${kept}) update archive set layout_etag = layout.etag, size_bytes = ${layout.sizeBytes}, is_watermarked = ${isWatermarked}, done = total from layout where uuid = ${uuid} returning uuid
  `.execute(database)
      ).rows.length > 0,
  )
}

/** Notes why there will be no archive. */
export async function updateFailure(
  database: Database,
  uuid: string,
  failure: { readonly code: ErrorCode; readonly data: ErrorData },
): Promise<void> {
  await database
    .updateTable('archive')
    .set({ failure: JSON.stringify(failure) })
    .where('uuid', '=', uuid)
    .execute()
}

/** Counts a download that has begun. */
export async function countDownload(database: Database, uuid: string): Promise<void> {
  await database
    .updateTable('archive')
    .set((eb) => ({ downloads: eb('downloads', '+', 1) }))
    .where('uuid', '=', uuid)
    .execute()
}

/** Deletes archives and kept lists whose time is over. */
export async function deleteExpiredArchives(database: Database): Promise<void> {
  // An archive dies with its list.
  await database
    .deleteFrom('archive_list')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()
  await database
    .deleteFrom('archive')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()
}

/**
 * Deletes layouts that no archive names. One that is being given out again at this moment is held, and stays.
 * @source decision 0073
 */
export async function deleteUnusedLayouts(database: Database): Promise<void> {
  await sql`delete from archive_layout where etag in (select l.etag from archive_layout l where not exists (select from archive a where a.layout_etag = l.etag) for update skip locked)`.execute(
    database,
  )
}

/**
 * A contact sheet by the signature of what it shows. Its blob counts as written again: no sweep takes it
 * while an archive with it may live.
 */
export async function selectContactSheet(
  database: Database,
  signature: string,
): Promise<{ sha256: string; sizeBytes: number; crc32: number } | undefined> {
  const { rows } = await sql<{ sha256: string; sizeBytes: number; crc32: number }>`
    update blob b set created_at = now() from contact_sheet s where s.signature = ${signature} and b.sha256 = s.sha256 returning b.sha256, b.size_bytes "sizeBytes", b.crc32
  `.execute(database)
  return rows[0]
}

/** Keeps a contact sheet; the one that was kept under this signature first is answered. */
export async function insertContactSheet(
  database: Database,
  signature: string,
  blob: { readonly sha256: string; readonly sizeBytes: number; readonly crc32: number },
): Promise<{ sha256: string; sizeBytes: number; crc32: number }> {
  const kept = await database
    .insertInto('contact_sheet')
    .values({ signature, sha256: blob.sha256 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (kept.numInsertedOrUpdatedRows ?? 0n) > 0n
    ? blob
    : ((await selectContactSheet(database, signature)) ?? blob)
}

/** A view of the same bytes that the driver takes for bytes. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
