import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planned, refuseSlow, whileReading } from './create-pool.ts'
import { createDatabase, withTransaction, type Database } from './database.ts'
import { isOneOf } from './is-one-of.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let own: TestDatabase
let database: Database

beforeAll(async () => {
  own = await createTestDatabase()
  database = own.database
  await sql`create table account (name text primary key, amount bigint not null)`.execute(database)
  await sql`insert into account values ('a', 1), ('b', 1)`.execute(database)
})

afterAll(() => own.drop())

const readAmount = async (name: string): Promise<number | undefined> => {
  const { rows } = await sql<{ amount: number }>`select amount from account where name = ${name}`.execute(
    database,
  )
  return rows[0]?.amount
}
const setAmount = (on: Database, name: string, amount: number): Promise<unknown> =>
  sql`update account set amount = ${amount} where name = ${name}`.execute(on)

test('int8 values, counts and lists arrive as numbers', async () => {
  const { rows } =
    await sql`select 9007199254740991::int8 as most, count(*) as count, array[1, null, 3]::int8[] as list from account`.execute(
      database,
    )
  expect(rows).toEqual([{ most: 9007199254740991, count: 2, list: [1, null, 3] }])
})

test('an int8 that a number cannot hold is refused, not rounded', async () => {
  await expect(sql`select 9007199254740993::int8`.execute(database)).rejects.toThrow('9007199254740993')
})

test('a transaction is committed as a whole or not at all', async () => {
  await withTransaction(database, (transaction) => setAmount(transaction, 'a', 5))
  expect(await readAmount('a')).toBe(5)
  const failing = withTransaction(database, async (transaction) => {
    await setAmount(transaction, 'a', 6)
    throw new Error('stop')
  })
  await expect(failing).rejects.toThrow('stop')
  expect(await readAmount('a')).toBe(5)
})

test('work inside a transaction joins it', async () => {
  const failing = withTransaction(database, async (outer) => {
    await withTransaction(outer, (inner) => setAmount(inner, 'b', 9))
    throw new Error('stop')
  })
  await expect(failing).rejects.toThrow('stop')
  expect(await readAmount('b')).toBe(1)
})

test('transactions that block each other both end well', async () => {
  let waiting = 0
  let release = (): void => {}
  const bothHold = new Promise<void>((resolve) => {
    release = resolve
  })
  const update = (first: string, second: string): Promise<void> =>
    withTransaction(database, async (transaction) => {
      await sql`update account set amount = amount + 10 where name = ${first}`.execute(transaction)
      if (++waiting >= 2) release()
      await bothHold
      await sql`update account set amount = amount + 10 where name = ${second}`.execute(transaction)
    })
  const before = [await readAmount('a'), await readAmount('b')]
  await Promise.all([update('a', 'b'), update('b', 'a')])
  expect(waiting).toBeGreaterThanOrEqual(3)
  expect([await readAmount('a'), await readAmount('b')]).toEqual(before.map((amount) => Number(amount) + 20))
})

test('every test database starts empty of what others wrote', async () => {
  const other = await createTestDatabase()
  try {
    const { rows } = await sql`select to_regclass('account') as account`.execute(other.database)
    expect(rows).toEqual([{ account: null }])
  } finally {
    await other.drop()
  }
})

test('a statement that is planned once is one for every value, and knows of changed tables', async () => {
  await database.connection().execute(async (connection) => {
    const read = async (amount: number): Promise<unknown[]> =>
      (
        await sql`${sql.raw(planned)} select name from account where amount = ${amount} order by name`.execute(
          connection,
        )
      ).rows
    await sql`insert into account select 'n' || n, 1000 + n from generate_series(1, 20) n`.execute(connection)
    for (let n = 1; n <= 12; n++) expect(await read(1000 + n)).toEqual([{ name: `n${n}` }])
    await sql`create index account_amount on account (amount)`.execute(connection)
    expect(await read(1013)).toEqual([{ name: 'n13' }])
    const { rows } = await sql<{
      count: number
    }>`select count(*) count from pg_prepared_statements where statement like '%from account%'`.execute(
      connection,
    )
    expect(rows).toEqual([{ count: 1 }])
    await sql`delete from account where amount > 1000`.execute(connection)
  })
})

test('what is planned once for one id is not planned again at each call', async () => {
  await database.connection().execute(async (connection) => {
    await sql`create temporary table one (id bigint primary key)`.execute(connection)
    await sql`insert into one select n from generate_series(1, 10000) n`.execute(connection)
    await sql`analyze one`.execute(connection)
    const read = async (wanted: readonly number[]): Promise<number> =>
      (
        await sql`${sql.raw(planned)} select id from one r where ${isOneOf(sql.ref('r.id'), wanted)}`.execute(
          connection,
        )
      ).rows.length
    for (let n = 1; n <= 8; n++) expect([await read([n]), await read([n, n + 1])]).toEqual([1, 2])
    const { rows } = await sql<{ single: boolean }>`
      select statement like '%= $1::bigint' single from pg_prepared_statements
      where statement like '%from one r%' and generic_plans > 0`.execute(connection)
    expect(rows).toEqual([{ single: true }])
  })
})

test('ids are found among many, also the largest', async () => {
  const among = async (ids: readonly number[]) => {
    const { rows } = await sql<{ id: number }>`
      select id from unnest(array[-1, 0, 1, 4294967296, 9007199254740991]::bigint[]) id
      where ${isOneOf(sql.ref('id'), ids)} order by id`.execute(database)
    return rows.map(({ id }) => id)
  }
  expect(await among([])).toEqual([])
  expect(await among([0])).toEqual([0])
  expect(await among([9007199254740991, -1, 5, 4294967296])).toEqual([-1, 4294967296, 9007199254740991])
})

test('what a request reads by ends sooner than other statements, on the same connection and in a transaction', async () => {
  const one = createDatabase(own.url, { connections: 1, readTimeoutMs: 100 })
  const sleep = (on: Database): Promise<unknown> => sql`select pg_sleep(0.4)`.execute(on)
  const timeout = async (): Promise<string | undefined> =>
    (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(one)).rows[0]?.statement_timeout
  try {
    await expect(whileReading(() => sleep(one))).rejects.toMatchObject({ code: '57014' })
    await expect(whileReading(() => withTransaction(one, sleep)).catch(refuseSlow)).rejects.toMatchObject({
      code: 'query_too_slow',
    })
    await sleep(one)
    expect([await timeout(), await whileReading(timeout), await timeout()]).toEqual(['30s', '100ms', '30s'])
  } finally {
    await one.destroy()
  }
})

test('a connection that broke is given back, whoever uses it next', async () => {
  const one = createDatabase(own.url, { connections: 1 })
  try {
    await expect(sql`select pg_terminate_backend(pg_backend_pid())`.execute(one)).rejects.toThrow()
    // The pool learns of it by the statement that fails on it.
    await whileReading(() => sql`select 1`.execute(one)).catch(() => undefined)
    await expect(whileReading(() => sql`select 1`.execute(one))).resolves.toBeDefined()
  } finally {
    await one.destroy()
  }
})
