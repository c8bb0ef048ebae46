import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createDatabase, type Database } from './database.ts'
import { getMigrationsVersion, migrate } from './migrate.ts'

/** A database of a test file's own. */
export interface TestDatabase {
  url: string
  database: Database
  /** Ends the connections of `database` and removes the database, whoever else is connected to it. */
  drop(): Promise<void>
}

/** Any number: one process makes the template, the others wait. */
const advisoryLock = 4_217_002

/**
 * Gives a new database with every migration applied, cloned from a template.
 * @source graphile-worker's and PostgreSQL's own practice; a clone takes some 40 ms, migrations many times
 * that.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = getServerUrl()
  const name = `cartouche_test_${randomUUID().replaceAll('-', '')}`
  const template = await getTemplateName()
  await execute(serverUrl, `create database ${name} template ${template}`)
  const url = toDatabaseUrl(serverUrl, name)
  const database = createDatabase(url, { connections: 8 })
  const drop = async (): Promise<void> => {
    await database.destroy()
    // PostgreSQL waits for connections that are just being closed, whose owners no longer expect to be told
    // that they were cut.
    await execute(serverUrl, `drop database if exists ${name}`).catch(() =>
      execute(serverUrl, `drop database if exists ${name} with (force)`),
    )
  }
  return { url, database, drop }
}

/**
 * Makes the template that test databases are cloned from, unless the server has the one of these migrations.
 * It is built under another name first: a template that was cut short is never cloned.
 */
export async function createTemplate(serverUrl: string): Promise<void> {
  const template = await getTemplateName()
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(${advisoryLock})`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount !== 0) return
    await client.query(`drop database if exists ${template}_unfinished with (force)`)
    await client.query(`create database ${template}_unfinished template template0`)
    await migrate(toDatabaseUrl(serverUrl, `${template}_unfinished`))
    await client.query(`alter database ${template}_unfinished rename to ${template}`)
  } finally {
    await client.end()
  }
}

async function getTemplateName(): Promise<string> {
  return `cartouche_template_${await getMigrationsVersion()}`
}

/** @throws Error outside a test run that `test-server.ts` has prepared. */
function getServerUrl(): string {
  const url = process.env['TEST_DATABASE_URL']
  if (!url)
    throw new Error(
      'There is no database server for tests: name the file *.db.test.ts, or set TEST_DATABASE_URL.',
    )
  return url
}

function toDatabaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
