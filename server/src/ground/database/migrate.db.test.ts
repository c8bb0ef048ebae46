import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let own: TestDatabase
let folder: string
let client: pg.Client

beforeEach(async () => {
  own = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'cartouche-migrations-'))
  client = new pg.Client({ connectionString: own.url })
  await client.connect()
  // The template comes migrated; these tests bring their own files.
  await client.query('drop schema public cascade')
  await client.query('create schema public')
})

afterEach(async () => {
  await client.end()
  await own.drop()
  await rm(folder, { recursive: true, force: true })
})

const write = (name: string, sql: string): Promise<void> => writeFile(join(folder, name), sql)

test('files are applied in order, once', async () => {
  await write('0001-first.sql', 'create table first (id integer); insert into first values (1)')
  await write('0002-second.sql', 'alter table first add column note text')
  expect(await migrate(own.url, { folder })).toEqual(['0001-first.sql', '0002-second.sql'])
  expect(await migrate(own.url, { folder })).toEqual([])
  expect((await client.query('select * from first')).rows).toEqual([{ id: 1, note: null }])
})

test('servers that start at the same time apply each file once', async () => {
  await write('0001-first.sql', 'create table first (id integer); select pg_sleep(0.05)')
  const applied = await Promise.all([1, 2, 3].map(() => migrate(own.url, { folder })))
  expect(applied.flat()).toEqual(['0001-first.sql'])
})

test('a statement that fails undoes its file and all that were applied with it, and says where', async () => {
  await write('0001-first.sql', 'create table first (id integer)')
  await migrate(own.url, { folder })
  await write('0002-second.sql', 'create table second (id integer)')
  await write('0003-third.sql', 'create table third (id integer);\n\nalter table absent add column note text')
  await expect(migrate(own.url, { folder })).rejects.toThrow(
    '0003-third.sql failed: relation "absent" does not exist',
  )
  expect(await tablesNow()).toEqual(['first', 'migration'])
  await write('0003-third.sql', 'create table third (id integer);\n\nselct 1')
  await expect(migrate(own.url, { folder })).rejects.toThrow('0003-third.sql failed at line 3')
  await write('0003-third.sql', 'create table third (id integer)')
  expect(await migrate(own.url, { folder })).toEqual(['0002-second.sql', '0003-third.sql'])
})

async function tablesNow(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  )
  return rows.map(({ name }) => name)
}

test('a process that is killed while it migrates leaves nothing, and the next one begins again', async () => {
  await write('0001-first.sql', 'create table first (id integer)')
  await write('0002-second.sql', 'create table second (id integer); select pg_sleep(60)')
  const script = `import { migrate } from ${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))}
    await migrate(${JSON.stringify(own.url)}, { folder: ${JSON.stringify(folder)} })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  const asleep = "select from pg_stat_activity where query like '%pg_sleep(60)' and pid <> pg_backend_pid()"
  while ((await client.query(asleep)).rowCount === 0) await sleep(20)
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
  await write('0002-second.sql', 'create table second (id integer)')
  expect(await tablesNow()).toEqual([])
  const startedAtMs = performance.now()
  expect(await migrate(own.url, { folder })).toEqual(['0001-first.sql', '0002-second.sql'])
  // PostgreSQL noticed: it does not hold the lock until its statement is over.
  expect(performance.now() - startedAtMs).toBeLessThan(30_000)
})

test('what the version writes after its migrations goes with them, and only where there were some', async () => {
  await write('0001-first.sql', 'create table first (id integer)')
  const finish = async (transaction: Transaction<Tables>): Promise<void> => {
    await sql`insert into first values (1)`.execute(transaction)
  }
  const fail = async (transaction: Transaction<Tables>): Promise<void> => {
    await finish(transaction)
    throw new Error('in the middle')
  }
  await expect(migrate(own.url, { folder, finish: fail })).rejects.toThrow('in the middle')
  expect(await tablesNow()).toEqual([])
  await migrate(own.url, { folder, finish })
  await migrate(own.url, { folder, finish })
  expect((await client.query('select * from first')).rows).toEqual([{ id: 1 }])
})

test('an applied file that was changed is refused, with nothing applied', async () => {
  await write('0001-first.sql', 'create table first (id integer)')
  await migrate(own.url, { folder })
  await write('0001-first.sql', 'create table first (id bigint)')
  await write('0002-second.sql', 'create table second (id integer)')
  await expect(migrate(own.url, { folder })).rejects.toThrow(
    '0001-first.sql was changed after it had been applied',
  )
  expect((await client.query(`select to_regclass('second') as second`)).rows).toEqual([{ second: null }])
})

test('a database of a newer version is refused', async () => {
  await write('0001-first.sql', 'create table first (id integer)')
  await write('0002-second.sql', 'create table second (id integer)')
  await migrate(own.url, { folder })
  await rm(join(folder, '0002-second.sql'))
  await expect(migrate(own.url, { folder })).rejects.toThrow('newer version of Cartouche (0002-second.sql)')
})

test.for(['0002-first.sql', '1-first.sql', 'first.sql', '0001_first.sql'])(
  'a file named %s is refused',
  async (name) => {
    await write(name, 'select 1')
    await expect(migrate(own.url, { folder })).rejects.toThrow('should be numbered 0001-name.sql')
  },
)

test('a migration that was released stays as it is', async () => {
  const migrations = join(import.meta.dirname, 'migrations')
  const frozen = (await readFile(join(migrations, 'frozen.sha256'), 'utf8')).trimEnd().split('\n')
  expect(frozen.length).toBeGreaterThanOrEqual(16)
  for (const line of frozen) {
    const [hash, name = ''] = line.split(/\s+/)
    const text = await readFile(join(migrations, name))
    expect(createHash('sha256').update(text).digest('hex'), `${name} was released: add another`).toBe(hash)
  }
})
