import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { ApiError } from '@cartouche/contract'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BlobDamaged } from '../blobs/blob-damaged.ts'
import { LibraryError } from '../database/find-database.ts'
import { migrate, restoreMarker } from '../database/migrate.ts'
import { migrateJobs } from '../jobs/start-jobs.ts'
import { quote, quoteTable } from './back-up-tables.ts'
import { connectForCopy } from './connect.ts'
import type { BackupBlobs } from './encryption/encrypt-blobs.ts'
import type { BackedUpTable, Manifest } from './manifest.ts'

type Tables = Pick<Manifest, 'name' | 'migrations' | 'tables' | 'sequences'>

export type RestoreTablesOptions = {
  readonly signal?: AbortSignal | undefined
  onTable(table: BackedUpTable): void
  /** Brings the database, whose rows are all there, to this version. */
  upgrade?(url: string): Promise<unknown>
}

type Part = BackedUpTable & { readonly part: NonNullable<BackedUpTable['part']> }

/**
 * Brings the tables of a backup into a database that holds none, all in one transaction: it is whole
 * afterwards, or as empty as before. Until then a marker keeps servers from using it; a restore that was
 * stopped is run again. The database is brought to the migrations of the backup before, to those of this
 * version afterwards.
 * @throws LibraryError where the database holds tables of something else; Error where the backup is of a
 * newer version, or a table of it is damaged
 */
export async function restoreTables(
  url: string,
  blobs: BackupBlobs,
  manifest: Tables,
  { signal, onTable, upgrade = migrate }: RestoreTablesOptions,
): Promise<void> {
  await requireEmpty(url)
  const client = await connectForCopy(url, 'restore')
  try {
    await client.query(`create table if not exists ${restoreMarker} (started_at timestamptz default now())`)
    await migrate(url, { until: manifest.migrations, isRestore: true })
    await requireMigrations(client, manifest)
    await migrateJobs(url)
    await client.query('begin')
    await copyTables(client, blobs, manifest, { signal, onTable })
    await freeJobs(client)
    await client.query(`drop table ${restoreMarker}`)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
  await upgrade(url)
}

/** Whoever held them is not there any more. */
export async function freeJobs(client: pg.Client): Promise<void> {
  for (const table of ['_private_jobs', '_private_job_queues'])
    await client.query(`update graphile_worker.${table} set locked_at = null, locked_by = null`)
}

/** @throws LibraryError where it holds tables, other than those of a restore that was stopped */
export async function requireEmpty(url: string): Promise<void> {
  const client = await connectForCopy(url, 'restore')
  try {
    const { rows } = await client.query<{ tables: number; isMarked: boolean }>(
      `select (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')) tables,
       to_regclass('public.${restoreMarker}') is not null "isMarked"`,
    )
    if (rows[0] && rows[0].tables > 0 && !rows[0].isMarked)
      throw new LibraryError(
        'There is a library in this place already. Restore into an empty database, or a data folder that does not exist.',
      )
  } finally {
    await client.end()
  }
}

/** A restore of a younger backup may have been stopped here. */
async function requireMigrations(
  client: pg.Client,
  { name, migrations }: Pick<Manifest, 'name' | 'migrations'>,
): Promise<void> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int count from migration')
  if (rows[0]?.count !== migrations)
    throw new LibraryError(
      `Another backup was being restored here, of a newer version than ${name}: restore that one, or empty the database.`,
    )
}

/**
 * Rows come in the order of the tables' names: what refers to others is made again when all are there, and
 * indexes as well, which is quicker than keeping them row by row.
 */
async function copyTables(
  client: pg.Client,
  blobs: BackupBlobs,
  { tables, sequences }: Pick<Manifest, 'tables' | 'sequences'>,
  { signal, onTable }: { readonly signal?: AbortSignal | undefined; onTable(table: BackedUpTable): void },
): Promise<void> {
  await makeParts(
    client,
    tables.filter((table): table is Part => table.part !== undefined),
  )
  const names = tables.map(quoteTable)
  const references = await selectReferences(client)
  const indexes = await selectIndexes(client)
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  // What migrations put into tables is in the backup as well, as it was by then.
  await client.query(`truncate ${names.join(', ')}`)
  for (const table of tables) {
    signal?.throwIfAborted()
    await copyTable(client, blobs, table, signal)
    onTable(table)
  }
  for (const { definition } of indexes) await client.query(definition)
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const sequence of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      quoteTable(sequence),
      sequence.lastValue,
      sequence.isCalled,
    ])
}

async function copyTable(
  client: pg.Client,
  blobs: BackupBlobs,
  { sha256, sizeBytes, columns, rows, ...table }: BackedUpTable,
  signal: AbortSignal | undefined,
): Promise<void> {
  const into = client.query(
    copyFrom(`copy ${quoteTable(table)} (${columns.map(quote).join(', ')}) from stdin`),
  )
  const damaged = new ApiError('backup_table_damaged', { table: table.name })
  try {
    await pipeline(blobs.open(sha256, { sizeBytes }), createGunzip(), into, { signal })
  } catch (error) {
    throw error instanceof BlobDamaged || isOfGzip(error) ? damaged : error
  }
  if (into.rowCount !== rows) throw damaged
}

/** Bytes that are not what was compressed. */
const isOfGzip = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')

/** Parts that the migrations do not make: they are made as time goes on. */
async function makeParts(client: pg.Client, parts: readonly Part[]): Promise<void> {
  for (const { part, ...table } of parts) {
    const parent = quoteTable({ schema: table.schema, name: part.of })
    const between = `from (${client.escapeLiteral(part.from)}) to (${client.escapeLiteral(part.to)})`
    await client.query(
      `create table if not exists ${quoteTable(table)} partition of ${parent} for values ${between}`,
    )
  }
}

type Definition = { readonly table: string; readonly name: string; readonly definition: string }

/** Foreign keys; those of parts follow their table's. */
async function selectReferences(client: pg.Client): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `select conrelid::regclass::text "table", quote_ident(conname) name, pg_get_constraintdef(c.oid) definition
     from pg_constraint c join pg_namespace n on n.oid = c.connamespace
     where contype = 'f' and conparentid = 0 and n.nspname in ('public', 'graphile_worker') order by 1, 2`,
  )
  return rows
}

/** Indexes that hold nothing together: not those of keys, nor those of tables in parts. */
async function selectIndexes(client: pg.Client): Promise<Omit<Definition, 'table'>[]> {
  const { rows } = await client.query<Omit<Definition, 'table'>>(
    `select indexrelid::regclass::text name, pg_get_indexdef(indexrelid) definition
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'i' and not i.indisunique and not c.relispartition
       and not exists (select from pg_constraint where conindid = i.indexrelid) order by 1`,
  )
  return rows
}
