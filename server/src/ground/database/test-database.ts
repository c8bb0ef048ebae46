import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createDatabase, type Database } from './database.ts'
import { migrate } from './migrate.ts'

/** A database of a test file's own. */
export interface TestDatabase {
  url: string
  database: Database
  /** Ends the connections of `database` and removes the database, whoever else is connected to it. */
  drop(): Promise<void>
}

/**
 * Gives a new database with every migration applied and the built-in schemas installed, cloned from the
 * template of this test run.
 * @source PostgreSQL, "CREATE DATABASE": copying files costs 20 ms of a processor where going through the
 * log, the default, costs 250
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = readVariable('TEST_DATABASE_URL')
  const name = `cartouche_test_${randomUUID().replaceAll('-', '')}`
  await execute(
    serverUrl,
    `create database ${name} template ${readVariable('TEST_DATABASE_TEMPLATE')} strategy file_copy`,
  )
  const url = toDatabaseUrl(serverUrl, name)
  const database = createDatabase(url, { connections: 8 })
  const drop = async (): Promise<void> => {
    await database.destroy()
    // PostgreSQL waits for connections that are just being closed, whose owners no longer expect to hear
    // that they were cut.
    await execute(serverUrl, `drop database if exists ${name}`).catch(() =>
      execute(serverUrl, `drop database if exists ${name} with (force)`),
    )
  }
  return { url, database, drop }
}

/** Gives a new database without a table, as PostgreSQL makes them. */
export async function createEmptyDatabase(): Promise<Pick<TestDatabase, 'url' | 'drop'>> {
  const serverUrl = readVariable('TEST_DATABASE_URL')
  const name = `cartouche_empty_${randomUUID().replaceAll('-', '')}`
  await execute(serverUrl, `create database ${name} template template0 strategy file_copy`)
  return {
    url: toDatabaseUrl(serverUrl, name),
    drop: () => execute(serverUrl, `drop database if exists ${name} with (force)`),
  }
}

/**
 * Makes the template that the databases of this test run are cloned from. Workers that are started after it
 * inherit its name.
 * @param install puts into it what every library starts with.
 * @returns what removes it.
 */
export async function createTemplate(
  serverUrl: string,
  install: (database: Database) => Promise<void>,
): Promise<() => Promise<void>> {
  const name = `cartouche_template_${randomUUID().replaceAll('-', '')}`
  await execute(serverUrl, `create database ${name} template template0`)
  const url = toDatabaseUrl(serverUrl, name)
  await migrate(url)
  const database = createDatabase(url, { connections: 2 })
  try {
    await install(database)
  } finally {
    await database.destroy()
  }
  process.env['TEST_DATABASE_TEMPLATE'] = name
  return () => execute(serverUrl, `drop database if exists ${name} with (force)`)
}

/** @throws Error outside a test run that `test-server.ts` has prepared. */
function readVariable(name: 'TEST_DATABASE_URL' | 'TEST_DATABASE_TEMPLATE'): string {
  const value = process.env[name]
  if (!value)
    throw new Error(
      'There is no database server for tests: name the file *.db.test.ts, or set TEST_DATABASE_URL.',
    )
  return value
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
