import type { ErrorCode, ErrorData } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { itemResource } from '../carts/cart-viewer.ts'
import type { Database } from '../database/database.ts'
import type { Nature } from '../media/media-types.ts'
import type { AccountKey } from '../session/credentials.sql.ts'
import type { ArchiveWish } from './archive-wish.ts'

type Condition = RawBuilder<SqlBool>

/** The cart that an archive is made of. `revision` rises with every change of the library's records. */
export interface ArchivedCart {
  readonly id: number
  readonly name: string
  readonly version: number
  readonly revision: number
}

/** A cart that lies within `access`, a condition on `cart c`. */
export async function selectArchivedCart(database: Database, id: number, access: Condition): Promise<ArchivedCart | undefined> {
  const { rows } = await sql<ArchivedCart>`
    select c.id, c.name, c.version, (select last_value from search_revision) revision from cart c where c.id = ${id} and ${access}
  `.execute(database)
  return rows[0]
}

/** A rendition by nature: of files of this nature, by this recipe. */
export interface RecipeKey {
  readonly nature: Nature
  readonly name: string
  readonly version: number
}

/** An item of a cart with what an archive takes of it. `rendition_…`: of the rendition wanted; `thumb_…`: of its picture on the contact sheet. */
export interface ArchiveItem {
  readonly id: number
  /** Empty where nobody is going to read it: of files that are taken, without a contact sheet. */
  readonly asset_name: string
  readonly may_download: boolean
  readonly created_at: Date
  readonly file_name: string | null
  readonly nature: Nature | null
  readonly sha256: string | null
  readonly size_bytes: number
  readonly crc32: number
  readonly rendition_sha256?: string | null
  readonly rendition_size_bytes?: number | null
  readonly rendition_crc32?: number | null
  /** Why it could not be made; null where nobody has tried, or where another try may mend it. */
  readonly rendition_error?: string | null
  readonly thumb_sha256?: string | null
  readonly thumb_error?: string | null
}

/** What is read of the items. */
export interface ItemsWish {
  readonly cartId: number
  /** Conditions on `search s`. */
  readonly visible: Condition
  readonly downloadable: Condition
  readonly selection: readonly number[] | null
  readonly renditions: readonly RecipeKey[]
  readonly thumbs: readonly RecipeKey[]
}

/** Items of a cart that someone may see, in its order. */
export async function selectArchiveItems(database: Database, wish: ItemsWish): Promise<ArchiveItem[]> {
  const rendition = recipeParts('rendition', wish.renditions)
  const thumb = recipeParts('thumb', wish.thumbs)
  const { rows } = await sql<ArchiveItem>`
    select ci.entity_id id, ${wish.downloadable} may_download, s.created_at, case when ${wish.thumbs.length > 0}::boolean or f.sha256 is null or ${wish.renditions.length > 0}::boolean or not ${wish.downloadable}
        then coalesce((select e.props ->> 'name' from entity e where e.resource = ci.resource and e.id = ci.entity_id), '') else '' end asset_name,
      f.file_name, case when f.sha256 is not null then coalesce(f.facts ->> 'nature', 'OTHER') end nature, f.sha256, b.size_bytes, b.crc32 ${rendition.columns} ${thumb.columns}
    from cart_item ci
    join search s on s.resource = ci.resource and s.id = ci.entity_id and ${wish.visible}
    left join entity_file f on f.resource = ci.resource and f.id = ci.entity_id
    left join blob b on b.sha256 = f.sha256
    ${rendition.joins} ${thumb.joins}
    where ci.cart_id = ${wish.cartId} and ci.resource = ${itemResource}
      ${wish.selection === null ? sql`` : sql`and ci.entity_id = any(${[...wish.selection]}::bigint[])`}
    order by ci.position
  `.execute(database)
  return rows
}

interface QueryParts { readonly columns: RawBuilder<unknown>; readonly joins: RawBuilder<unknown> }

/** Failures of these codes may have been mended an hour later: a program was installed, a machine is less busy. */
const passing = ['tool_missing', 'timeout', 'memory', 'crashed']

function recipeParts(prefix: string, recipes: readonly RecipeKey[]): QueryParts {
  if (recipes.length === 0) return { columns: sql``, joins: sql`` }
  const [recipe, made, bytes] = [sql.id(`${prefix}_recipe`), sql.id(`${prefix}_made`), sql.id(`${prefix}_blob`)]
  const column = (name: string): RawBuilder<unknown> => sql.id(`${prefix}_${name}`)
  return {
    columns: sql`, ${made}.sha256 ${column('sha256')}, ${bytes}.size_bytes ${column('size_bytes')}, ${bytes}.crc32 ${column('crc32')},
      case when ${made}.error_code = any(${passing}) and ${made}.created_at < now() - interval '1 hour' then null else ${made}.error_message end ${column('error')}`,
    joins: sql`
      left join unnest(${recipes.map(({ nature }) => nature)}::text[], ${recipes.map(({ name }) => name)}::text[], ${recipes.map(({ version }) => version)}::int[]) ${recipe}(nature, name, version)
        on ${recipe}.nature = coalesce(f.facts ->> 'nature', 'OTHER')
      left join rendition ${made} on ${made}.source_sha256 = f.sha256 and ${made}.name = ${recipe}.name and ${made}.recipe_version = ${recipe}.version
      left join blob ${bytes} on ${bytes}.sha256 = ${made}.sha256`,
  }
}

/** An archive that was given out. `share_id`: under which share. */
export interface StoredArchive {
  readonly uuid: string
  readonly cart_id: number
  readonly share_id: string | null
  readonly maker: AccountKey
  readonly name: string
  readonly wish: ArchiveWish
  readonly is_ready: boolean
  readonly failure: { readonly code: ErrorCode; readonly data: ErrorData } | null
  readonly created_at: Date
}

/** Keeps an archive; without a layout it is still to be prepared. */
export async function insertArchive(database: Database, archive: {
  readonly uuid: string; readonly cartId: number; readonly shareId: string | null; readonly maker: AccountKey; readonly name: string
  readonly wish: ArchiveWish; readonly layout: Uint8Array | null; readonly expiresAt: Date
}): Promise<void> {
  await database.insertInto('archive').values({
    uuid: archive.uuid, cart_id: archive.cartId, share_id: archive.shareId, maker_resource: archive.maker.kind, maker_id: archive.maker.id, name: archive.name,
    request: JSON.stringify(archive.wish), layout: archive.layout && asBuffer(archive.layout), expires_at: archive.expiresAt,
  }).execute()
}

/** An archive whose time is not over. */
export async function selectArchive(database: Database, uuid: string): Promise<StoredArchive | undefined> {
  const { rows } = await sql<StoredArchive>`
    select uuid, cart_id, share_id, jsonb_build_object('kind', maker_resource, 'id', maker_id) maker, name, request wish, layout is not null is_ready, failure, created_at
    from archive where uuid = ${uuid} and expires_at > now()
  `.execute(database)
  return rows[0]
}

/** The encoded layout of an archive that is ready. */
export async function selectLayout(database: Database, uuid: string): Promise<Buffer | undefined> {
  const row = await database.selectFrom('archive').select('layout').where('uuid', '=', uuid).executeTakeFirst()
  return row?.layout ?? undefined
}

/** Makes an archive ready. */
export async function updateLayout(database: Database, uuid: string, layout: Uint8Array): Promise<void> {
  await database.updateTable('archive').set({ layout: asBuffer(layout) }).where('uuid', '=', uuid).execute()
}

/** Notes why there will be no archive. */
export async function updateFailure(database: Database, uuid: string, failure: { readonly code: ErrorCode; readonly data: ErrorData }): Promise<void> {
  await database.updateTable('archive').set({ failure: JSON.stringify(failure) }).where('uuid', '=', uuid).execute()
}

/** Counts a download that has begun. */
export async function countDownload(database: Database, uuid: string): Promise<void> {
  await database.updateTable('archive').set((eb) => ({ downloads: eb('downloads', '+', 1) })).where('uuid', '=', uuid).execute()
}

/** Deletes archives whose time is over; answers how many. */
export async function deleteExpiredArchives(database: Database): Promise<number> {
  const { numDeletedRows } = await database.deleteFrom('archive').where('expires_at', '<=', sql<Date>`now()`).executeTakeFirst()
  return Number(numDeletedRows)
}

/** A contact sheet by the signature of what it shows. Its blob counts as written anew: no sweep takes it while an archive with it may live. */
export async function selectContactSheet(database: Database, signature: string): Promise<{ sha256: string; sizeBytes: number; crc32: number } | undefined> {
  const { rows } = await sql<{ sha256: string; sizeBytes: number; crc32: number }>`
    update blob b set created_at = now() from contact_sheet s where s.signature = ${signature} and b.sha256 = s.sha256 returning b.sha256, b.size_bytes "sizeBytes", b.crc32
  `.execute(database)
  return rows[0]
}

/** Keeps a contact sheet; the one that was kept under this signature first is answered. */
export async function insertContactSheet(database: Database, signature: string, blob: { readonly sha256: string; readonly sizeBytes: number; readonly crc32: number }): Promise<{ sha256: string; sizeBytes: number; crc32: number }> {
  const kept = await database.insertInto('contact_sheet').values({ signature, sha256: blob.sha256 }).onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
  return (kept.numInsertedOrUpdatedRows ?? 0n) > 0n ? blob : await selectContactSheet(database, signature) ?? blob
}

/** A view of the same bytes that the driver takes for bytes. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
