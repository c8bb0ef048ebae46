import type { StorageSum } from '@cartouche/contract'
import { sql } from 'kysely'
import { withTransaction, type Database } from '../../ground/database/database.ts'

/** Owners that are listed, those with most bytes first. */
const maxOwners = 1000
/** Largest files that are listed. */
const maxLargest = 50
/** Of each statement, which reads every row of a file: no request waits for it to its end. */
const timeoutMs = 600_000
/** For the tables that its joins are made by; the default of 4 MB would write them to the disk. */
const workMemory = '128MB'

/** A file among the largest. */
export interface LargeFileRow {
  readonly id: number
  readonly name: string | null
  readonly fileName: string
  readonly nature: string
  readonly ownerId: number | null
  readonly sizeBytes: number
}

/** How much room the files of assets take. Names are those of the moment. */
export interface StorageMeasure {
  readonly measuredAt: string
  readonly stored: { readonly files: number; readonly sizeBytes: number }
  readonly total: StorageSum
  readonly owners: readonly (StorageSum & { readonly ownerId: number | null })[]
  readonly natures: readonly (StorageSum & { readonly nature: string })[]
  readonly years: readonly (StorageSum & { readonly year: number })[]
  readonly months: readonly (StorageSum & { readonly month: string })[]
  readonly largest: readonly LargeFileRow[]
}

/** Measures what files take, as of one moment: of a million assets it can take minutes. */
export function measureStorage(database: Database): Promise<StorageMeasure> {
  return withTransaction(database, async (transaction) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(transaction)
    await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(transaction)
    await sql`select set_config('work_mem', ${workMemory}, true)`.execute(transaction)
    const groups = await selectGroups(transaction)
    const months = groups
      .filter(({ kind }) => kind === 'month')
      .map((row) => ({ month: row.month ?? '', ...sumOf(row) }))
      .toSorted((a, b) => (a.month < b.month ? -1 : 1))
    return {
      measuredAt: new Date().toISOString(),
      stored: await selectStored(transaction),
      total: sumOf(groups.find(({ kind }) => kind === 'total')),
      owners: groups
        .filter(({ kind }) => kind === 'owner')
        .map((row) => ({ ownerId: row.ownerId, ...sumOf(row) }))
        .toSorted(byRoom)
        .slice(0, maxOwners),
      natures: groups
        .filter(({ kind }) => kind === 'nature')
        .map((row) => ({ nature: row.nature ?? '', ...sumOf(row) }))
        .toSorted(byRoom),
      years: yearsOf(months),
      months,
      largest: await selectLargest(transaction),
    }
  })
}

const byRoom = (a: StorageSum, b: StorageSum): number =>
  b.sizeBytes + b.renditionsSizeBytes - a.sizeBytes - a.renditionsSizeBytes

interface GroupRow extends StorageSum {
  readonly kind: 'total' | 'owner' | 'nature' | 'month'
  readonly ownerId: number | null
  readonly nature: string | null
  readonly month: string | null
}

const nothing: StorageSum = { files: 0, sizeBytes: 0, renditions: 0, renditionsSizeBytes: 0 }

function sumOf({ files, sizeBytes, renditions, renditionsSizeBytes }: StorageSum = nothing): StorageSum {
  return { files, sizeBytes, renditions, renditionsSizeBytes }
}

/** Sums of years from those of their months, the last year first. */
function yearsOf(months: StorageMeasure['months']): StorageMeasure['years'] {
  const years = new Map<number, StorageSum>()
  for (const { month, ...sum } of months) {
    const year = Number(month.slice(0, 4))
    years.set(year, addSums(years.get(year) ?? nothing, sum))
  }
  return [...years].map(([year, sum]) => ({ year, ...sum })).toSorted((a, b) => b.year - a.year)
}

function addSums(a: StorageSum, b: StorageSum): StorageSum {
  return {
    files: a.files + b.files,
    sizeBytes: a.sizeBytes + b.sizeBytes,
    renditions: a.renditions + b.renditions,
    renditionsSizeBytes: a.renditionsSizeBytes + b.renditionsSizeBytes,
  }
}

/** One pass over the files of assets for all groups at once. */
async function selectGroups(database: Database): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    with made as (
      select r.source_sha256 sha256, count(*)::int renditions, sum(b.size_bytes)::bigint size_bytes
      from rendition r join blob b on b.sha256 = r.sha256 group by r.source_sha256)
    select case grouping(e.owner_id, f.facts ->> 'nature', to_char(e.created_at at time zone 'UTC', 'YYYY-MM'))
        when 3 then 'owner' when 5 then 'nature' when 6 then 'month' else 'total' end kind,
      e.owner_id "ownerId", f.facts ->> 'nature' nature,
      to_char(e.created_at at time zone 'UTC', 'YYYY-MM') "month",
      count(*) files, sum(b.size_bytes)::bigint "sizeBytes",
      coalesce(sum(m.renditions), 0)::bigint renditions, coalesce(sum(m.size_bytes), 0)::bigint "renditionsSizeBytes"
    from entity_file f join entity e using (resource, id) join blob b using (sha256) left join made m using (sha256)
    where f.resource = 'asset'
    group by grouping sets ((), (e.owner_id), (f.facts ->> 'nature'), (to_char(e.created_at at time zone 'UTC', 'YYYY-MM')))
  `.execute(database)
  return rows
}

async function selectStored(database: Database): Promise<StorageMeasure['stored']> {
  const { rows } = await sql<StorageMeasure['stored']>`
    select count(*) files, coalesce(sum(size_bytes), 0)::bigint "sizeBytes" from blob`.execute(database)
  return rows[0] ?? { files: 0, sizeBytes: 0 }
}

async function selectLargest(database: Database): Promise<LargeFileRow[]> {
  const { rows } = await sql<LargeFileRow>`
    select l.id, e.props ->> 'name' name, l.file_name "fileName", coalesce(l.nature, '') nature, e.owner_id "ownerId",
      l.size_bytes "sizeBytes"
    from (
      select f.resource, f.id, f.file_name, f.facts ->> 'nature' nature, b.size_bytes
      from entity_file f join blob b using (sha256) where f.resource = 'asset'
      order by b.size_bytes desc, f.id limit ${maxLargest}) l
    join entity e using (resource, id) order by l.size_bytes desc, l.id
  `.execute(database)
  return rows
}

/** Names of users by id. */
export async function selectUserNames(
  database: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string | null }>`
    select id, props ->> 'name' name from entity where resource = 'user' and id = any(${ids}::bigint[])`.execute(
    database,
  )
  return new Map(rows.map(({ id, name }) => [id, name ?? String(id)]))
}
