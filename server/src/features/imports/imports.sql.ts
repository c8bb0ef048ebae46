import { importItemStatuses, lockSeconds } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { StoredBlob } from '../../ground/blobs/blob-store.ts'
import { planned } from '../../ground/database/create-pool.ts'
import type { Database } from '../../ground/database/database.ts'
import type { Inspection } from '../../media/inspection.ts'
import { projectionOf } from './item-keys.ts'
import type { ItemMetadata, KeptValues } from './item-metadata.ts'

type Condition = RawBuilder<SqlBool>

/** What is wrong with a file, or worth knowing of it. */
export interface StoredProblem {
  readonly code: string
  readonly message: string
  /** What the message says in particular. */
  readonly data?: Readonly<Record<string, string | number>>
  /** Of `name_decoded`: the bytes of the name on the disk, as hexadecimal digits. */
  readonly bytes?: string
  /** Of `linked`: the asset that stands for the file. */
  readonly assetId?: number
  /** Of `linked`: what the asset is. Default: asset. */
  readonly resource?: string
}

/** The visitor who sent a file, and the title of the link. */
export interface ItemSender {
  readonly name: string
  readonly share: string
}

export interface ItemRow {
  readonly id: number
  readonly uuid: string
  readonly job_id: number
  readonly owner_id: number
  readonly status: number
  /** What it becomes. */
  readonly resource: string
  readonly sha256: string
  readonly size_bytes: number
  readonly file_name: string
  readonly inspection: Inspection | null
  readonly problems: readonly StoredProblem[]
  /** The visitor of a share who sent it. */
  readonly sender: ItemSender | null
  readonly metadata: ItemMetadata
  readonly set_aside: KeptValues
  readonly asset_id: number | null
  /** Counts the changes of the metadata. */
  readonly version: number
  /** For each field that somebody changed: the version that did it last, and who. */
  readonly edits: Readonly<Record<string, readonly [version: number, userId: number]>>
  /** Who has it open for editing, while the lease lasts and the item can be edited. */
  readonly locked_by: number | null
  readonly locked_by_name: string | null
  /** What is left of the lease, whole seconds, rounded up. */
  readonly locked_seconds: number | null
}

/** A lease that ends later was taken before the clock was set back. */
export const longestLease = sql`make_interval(secs => ${lockSeconds.max}::int)`
const isLocked = sql<SqlBool>`i.locked_until > now() and i.locked_until <= now() + ${longestLease}
  and i.status not in (${importItemStatuses.validating}, ${importItemStatuses.validated})`

/** What is read of an item beside its inspection and its metadata, from `itemTables`. */
const leanColumns = sql`i.id, i.uuid, i.job_id, j.owner_id, i.status, i.resource, i.sha256, b.size_bytes, i.file_name, i.problems, i.sender, i.asset_id, i.version,
  case when ${isLocked} then i.locked_by end locked_by, case when ${isLocked} then (
    select e.props ->> 'name' from entity e where e.resource in ('user', 'application') and e.id = i.locked_by limit 1) end locked_by_name,
  case when ${isLocked} then ceil(extract(epoch from i.locked_until - now()))::int end locked_seconds`
/** All that is read of an item, from `itemTables`. */
const itemColumns = sql`${leanColumns}, i.inspection, i.metadata, i.set_aside, i.edits`

/** What of an item's own is read to be shown; of an import they are most of its bytes. */
export interface ShownParts {
  readonly inspection: boolean
  readonly metadata: boolean
}

/** What is read of an item to be shown; parts that are not read are as if the item had none. */
export function shownColumns({ inspection, metadata }: ShownParts): RawBuilder<unknown> {
  const nothing = sql`'{}'::jsonb`
  return sql`${leanColumns}, ${inspection ? sql`i.inspection` : sql`null::jsonb inspection`}, ${metadata ? sql`i.metadata` : sql`${nothing} metadata`}, ${nothing} set_aside, ${nothing} edits`
}

/** An item with its job and its blob. */
export const itemTables = sql`import_item i join import_job j on j.id = i.job_id join blob b on b.sha256 = i.sha256`

/** A file to be an item. */
export interface NewItem {
  readonly jobId: number
  /** What it becomes. */
  readonly resource: string
  readonly blob: StoredBlob
  readonly fileName: string
  readonly foldedName: string
  readonly uploadKey: string
  readonly problems?: readonly StoredProblem[]
  readonly sender?: ItemSender | undefined
}

/**
 * Makes an item of a stored file, whose blob has its row; the same upload, sent again, is the item that it
 * was.
 */
export async function insertItem(database: Database, item: NewItem): Promise<{ id: number; isNew: boolean }> {
  const { keys, words } = projectionOf({ file_name: item.fileName, inspection: null, metadata: {} })
  const {
    rows: [made],
  } = await sql<{ id: number }>`${sql.raw(planned)}
    insert into import_item (job_id, resource, status, sha256, file_name, folded_name, upload_key, problems, sender, keys, words)
    values (${item.jobId}, ${item.resource}, ${sql.lit(importItemStatuses.waiting)}, ${item.blob.sha256}, ${item.fileName},
      ${item.foldedName}, ${item.uploadKey}, ${JSON.stringify(item.problems ?? [])},
      ${item.sender ? JSON.stringify(item.sender) : null}, ${JSON.stringify(keys)}, array_to_tsvector(${words}::text[]))
    on conflict (job_id, upload_key) do nothing returning id`.execute(database)
  if (made) return { id: made.id, isNew: true }
  const known = await database
    .selectFrom('import_item')
    .select('id')
    .where('job_id', '=', item.jobId)
    .where('upload_key', '=', item.uploadKey)
    .executeTakeFirstOrThrow()
  return { id: known.id, isNew: false }
}

/** Whether a job has an upload already. */
export async function hasUpload(database: Database, jobId: number, uploadKey: string): Promise<boolean> {
  return (
    (await database
      .selectFrom('import_item')
      .select('id')
      .where('job_id', '=', jobId)
      .where('upload_key', '=', uploadKey)
      .executeTakeFirst()) !== undefined
  )
}

/** Items within a condition on `import_item i`, `import_job j` and `blob b`, in an order of SQL. */
export async function selectItems(
  database: Database,
  where: Condition,
  order: RawBuilder<unknown> = sql`i.id`,
  max = 10_000,
  columns: RawBuilder<unknown> = itemColumns,
): Promise<ItemRow[]> {
  const { rows } =
    await sql<ItemRow>`select ${columns} from ${itemTables} where ${where} order by ${order} limit ${max}`.execute(
      database,
    )
  return rows
}

/** Holds items within a condition on `import_item i` against changes until the transaction ends. */
export async function lockItems(database: Database, where: Condition): Promise<void> {
  await sql`select from import_item i where ${where} order by i.id for update`.execute(database)
}

/** The ids of items within a condition on `import_item i` and `import_job j`, in order of upload. */
export async function selectItemIds(database: Database, where: Condition): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.id from import_item i join import_job j on j.id = i.job_id where ${where} order by i.id`.execute(
    database,
  )
  return rows.map((row) => row.id)
}

/** What items of some become, in order of upload. */
export async function selectItemResources(
  database: Database,
  where: Condition,
): Promise<{ id: number; resource: string }[]> {
  const { rows } = await sql<{ id: number; resource: string }>`
    select i.id, i.resource from import_item i join import_job j on j.id = i.job_id where ${where} order by i.id`.execute(
    database,
  )
  return rows
}

/**
 * Entities of these resources whose originals have the same bytes as some of these, the oldest first; whether
 * they may be seen is for the caller to decide.
 */
export async function selectDuplicateAssets(
  database: Database,
  resources: readonly string[],
  hashes: readonly string[],
): Promise<{ sha256: string; resource: string; id: number; name: string }[]> {
  const { rows } = await sql<{
    sha256: string
    resource: string
    id: number
    name: string
  }>`${sql.raw(planned)}
    select f.sha256, f.resource, f.id, coalesce(e.props ->> 'name', f.file_name) name from entity_file f join entity e on e.resource = f.resource and e.id = f.id
    where f.resource = any(${[...resources]}::text[]) and f.sha256 = any(${[...hashes]}::text[]) order by f.id`.execute(
    database,
  )
  return rows
}

/**
 * For each of these items the first earlier one with the same bytes, among those within a condition on
 * `import_job j`.
 */
export async function selectDuplicateItems(
  database: Database,
  ids: readonly number[],
  scope: Condition,
): Promise<{ id: number; duplicateId: number; name: string }[]> {
  const { rows } = await sql<{ id: number; duplicateId: number; name: string }>`${sql.raw(planned)}
    select i.id, t.id "duplicateId", t.file_name name from import_item i cross join lateral (
      select d.id, d.file_name from import_item d join import_job j on j.id = d.job_id where d.sha256 = i.sha256 and d.id < i.id and ${scope} order by d.id limit 1) t
    where i.id = any(${[...ids]}::bigint[])`.execute(database)
  return rows
}

/** Takes an item out, unless it is being turned into an asset; false then. */
export async function deleteItem(database: Database, id: number): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('import_item')
    .where('id', '=', id)
    .where('status', '!=', importItemStatuses.validating)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** New metadata of an item, which of its fields changed, and what it becomes where that changes. */
export interface NewMetadata {
  /** As it is now. */
  readonly item: ItemRow
  readonly metadata: ItemMetadata
  readonly fields: readonly string[]
  readonly resource?: string
  readonly setAside?: KeptValues
}

/** Writes new metadata of items, as the next version of each, with what they are searched by. */
export async function updateMetadata(
  database: Database,
  changes: readonly NewMetadata[],
  userId: number,
): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ item, ...change }) => ({
    ...change,
    id: item.id,
    ...projectionOf({ ...item, metadata: change.metadata }),
  }))
  await sql`
    update import_item i set metadata = c.metadata, version = i.version + 1, changed_at = now(),
      keys = c.keys, words = array_to_tsvector(c.words), projection = i.projection + 1,
      resource = coalesce(c.resource, i.resource), set_aside = coalesce(c."setAside", i.set_aside),
      edits = i.edits || coalesce((select jsonb_object_agg(f, jsonb_build_array(i.version + 1, ${userId}::bigint)) from jsonb_array_elements_text(c.fields) f), '{}')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      c(id bigint, metadata jsonb, fields jsonb, resource text, "setAside" jsonb, keys jsonb, words text[]) where i.id = c.id`.execute(
    database,
  )
}

/** Keywords by their names in any language, folded: the oldest of each name. */
export async function selectKeywords(
  database: Database,
  foldedNames: readonly string[],
): Promise<Map<string, number>> {
  if (foldedNames.length === 0) return new Map()
  const { rows } = await sql<{ name: string; id: number }>`
    select w.name, min(s.id) id from unnest(${[...foldedNames]}::text[]) w(name) join search s on s.resource = 'assetkeyword'
      and (s.keys -> 'name' = to_jsonb(w.name) or s.keys -> 'name_fr' = to_jsonb(w.name)) group by w.name`.execute(
    database,
  )
  return new Map(rows.map((row) => [row.name, row.id]))
}
