import { pipeline } from 'node:stream/promises'
import { PassThrough } from 'node:stream'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { BackupBlobs } from './encryption/encrypt-blobs.ts'
import type { BackedUpTable, Manifest, StoredFile } from './manifest.ts'

/** The quickest that still halves what rows take: level 6 takes three times as long for a tenth less. */
const gzipLevel = 1

/** Schemas of the library and of its queue, whose own history of migrations is the program's. */
const backedUpSchemas = ['public', 'graphile_worker']
const leftOut = { schema: 'graphile_worker', name: 'migrations' }

type FoundTable = Pick<BackedUpTable, 'schema' | 'name' | 'columns'> & {
  readonly parent: string | null
  readonly bound: string | null
}

/**
 * Stores every table of a database, each as what PostgreSQL's COPY gives, as the transaction of this
 * connection sees them: that must be `repeatable read`, so that all are of one moment. A table that did not
 * change since an earlier backup gives the same bytes and is not stored twice.
 */
export async function backUpTables(
  client: pg.Client,
  blobs: BackupBlobs,
  { signal, onTable }: { readonly signal?: AbortSignal | undefined; onTable(table: BackedUpTable): void },
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> {
  const tables: BackedUpTable[] = []
  for (const found of await selectTables(client)) {
    signal?.throwIfAborted()
    const table = await backUpTable(client, blobs, found, signal)
    tables.push(table)
    onTable(table)
  }
  const { rows } = await client.query<{ count: number }>('select count(*)::int count from migration')
  return { migrations: rows[0]?.count ?? 0, tables, sequences: await selectSequences(client) }
}

async function backUpTable(
  client: pg.Client,
  blobs: BackupBlobs,
  { schema, name, columns, parent, bound }: FoundTable,
  signal: AbortSignal | undefined,
): Promise<BackedUpTable> {
  const { rows, ...stored } = await storeRows(
    client,
    blobs,
    `${quoteTable({ schema, name })} (${columns.map(quote).join(', ')})`,
    signal,
  )
  const table = { schema, name, columns, rows, ...stored }
  return parent === null || bound === null ? table : { ...table, part: { of: parent, ...readBound(bound) } }
}

/** Stores what PostgreSQL's COPY gives of a table, or of a statement in parentheses, compressed by gzip. */
export async function storeRows(
  client: pg.Client,
  blobs: BackupBlobs,
  source: string,
  signal: AbortSignal | undefined,
): Promise<StoredFile & { readonly rows: number }> {
  const copy = client.query(copyTo(`copy ${source} to stdout`))
  const packed = new PassThrough()
  const [, { sha256, sizeBytes }] = await Promise.all([
    pipeline(copy, createGzip({ level: gzipLevel }), packed, { signal }),
    blobs.write(packed, { signal }),
  ])
  return { rows: copy.rowCount, sha256, sizeBytes }
}

/** @source PostgreSQL, "CREATE TABLE": what `pg_get_expr` writes of a part between two values of a column */
function readBound(bound: string): { from: string; to: string } {
  const [, from, to] = /^FOR VALUES FROM \('([^']*)'\) TO \('([^']*)'\)$/.exec(bound) ?? []
  if (from === undefined || to === undefined)
    throw new Error(`A table has a part that backups do not know: ${bound}.`)
  return { from, to }
}

async function selectTables(client: pg.Client): Promise<FoundTable[]> {
  const { rows } = await client.query<FoundTable>(
    `select n.nspname schema, c.relname name, p.relname parent, pg_get_expr(c.relpartbound, c.oid) bound,
       (select coalesce(json_agg(a.attname order by a.attnum), '[]') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
     where c.relkind = 'r' and n.nspname = any($1) and (n.nspname, c.relname) <> ($2, $3)
     order by 1, 2`,
    [backedUpSchemas, leftOut.schema, leftOut.name],
  )
  return rows
}

async function selectSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    'select schemaname schema, sequencename name from pg_sequences where schemaname = any($1) order by 1, 2',
    [backedUpSchemas],
  )
  const sequences: Manifest['sequences'] = []
  // A sequence is no part of a snapshot: what it says now is later than every row, which is what counts.
  for (const { schema, name } of rows) {
    const { rows: states } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text "lastValue", is_called "isCalled" from ${quoteTable({ schema, name })}`,
    )
    if (states[0]) sequences.push({ schema, name, ...states[0] })
  }
  return sequences
}

/** A name as a statement may hold it, whatever it is. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function quoteTable({ schema, name }: { readonly schema: string; readonly name: string }): string {
  return `${quote(schema)}.${quote(name)}`
}
