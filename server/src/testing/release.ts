import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../ground/database/database.ts'
import { migrate } from '../ground/database/migrate.ts'
import type { TestApplication } from '../http/test-application.ts'

/** A released version with a library of its own: its rows as SQL, and what its server answered of them. */
export interface Release {
  /** How many migrations it had. */
  readonly migrations: number
  /** Answers by what was asked. */
  readonly answers: Readonly<Record<string, unknown>>
}

export const releasesFolder = join(import.meta.dirname, 'releases')
const migrationsFolder = join(import.meta.dirname, '../ground/database/migrations')

/** What is read of a library before and after an upgrade, by the account that reads it. */
const questions = {
  admin: [
    '/rest/dam/data/asset?orderby=id%20asc&max=100',
    '/rest/dam/data/asset?fulltext=harbour&orderby=id%20asc',
    '/rest/dam/data/assetkeyword/tree?withAggregates=true',
    '/rest/dam/data/schemafield?max=1000&orderby=id%20asc',
    '/wedia/cart/listCarts',
    '/packaged/cw/savedsearch/list/',
    '/rest/administration/roles',
    '/rest/administration/accounts?max=50',
    '/rest/massimport/job',
    '/rest/usernotif',
    '/json/userpref?namespace=interface&key=columns',
    '/wedia/cart/downloadProfiles',
    '/wedia/cart/archives',
    '/rest/data/page?orderby=id%20asc',
    '/rest/data/pagewidget?orderby=id%20asc',
    '/rest/administration/synonyms',
  ],
  viewer: ['/rest/dam/data/asset?orderby=id%20asc&max=100', '/wedia/cart/listCarts', '/rest/usernotif'],
} as const

/** Asks a server all of that. */
export async function readLibrary(application: TestApplication): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  for (const who of ['admin', 'viewer'] as const) {
    for (const path of questions[who]) {
      const { status, body } = await application.ask('GET', path, { who })
      if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
      answers[`${who} ${path}`] = withoutNow(body)
    }
  }
  return answers
}

/** Leaves out what differs between two starts: the address, and when somebody last came. */
function withoutNow(answer: unknown): unknown {
  const text = JSON.stringify(answer, (key, value: unknown) => (key === 'lastSeenAt' ? undefined : value))
  return JSON.parse(text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://library.test'))
}

/** Every row of every table, as SQL that fills an empty database of the same migrations. */
export async function dumpRows(database: Database): Promise<string> {
  const { rows: tables } = await sql<{ name: string; columns: string[] }>`
    select c.table_name name, array_agg(c.column_name::text order by c.ordinal_position) columns
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and c.table_name <> 'migration'
    group by c.table_name order by c.table_name
  `.execute(database)
  const texts: string[] = []
  for (const { name, columns } of tables) {
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(r)::text "text" from ${sql.table(name)} r order by 1
    `.execute(database)
    if (rows.length === 0) continue
    const list = columns.map((column) => `"${column}"`).join(', ')
    texts.push(
      `delete from "${name}";`,
      `insert into "${name}" (${list}) overriding system value`,
      `select ${list} from jsonb_populate_recordset(null::"${name}", $rows$[`,
      rows.map(({ text }) => text).join(',\n'),
      ']$rows$);',
    )
  }
  return `${texts.join('\n')}\n`
}

/** Makes a database what it was under a release: its migrations alone, and its rows. */
export async function restoreRelease(url: string, version: string): Promise<void> {
  const { migrations } = await readRelease(version)
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-release-'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('drop schema public cascade; create schema public')
    const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).toSorted()
    for (const name of names.slice(0, migrations)) await cp(join(migrationsFolder, name), join(folder, name))
    await migrate(url, { folder })
    // Triggers and foreign keys of the tables have had their say when the rows were first written.
    await client.query('set session_replication_role = replica')
    await client.query(await readFile(join(releasesFolder, `${version}.sql`), 'utf8'))
    await client.query(setSequences)
  } finally {
    await client.end()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Numbers go on after those that were given. */
const setSequences = `
  do $$ declare r record; begin
    for r in select c.table_name, c.column_name from information_schema.columns c
      where c.table_schema = 'public' and c.is_identity = 'YES' loop
      execute format('select setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 0) + 1, false) from %I',
        r.table_name, r.column_name, r.column_name, r.table_name);
    end loop;
    perform setval('entity_id', greatest(max(id) + 1, 1000), false) from entity;
  end $$`

export async function readRelease(version: string): Promise<Release> {
  return JSON.parse(await readFile(join(releasesFolder, `${version}.json`), 'utf8')) as Release
}

/** How many migrations this version has. */
export async function countMigrations(): Promise<number> {
  return (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).length
}
