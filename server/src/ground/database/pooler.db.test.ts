import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDatabase } from './check-database.ts'
import { planned, whileReading } from './create-pool.ts'
import { createDatabase, withTransaction, type Database } from './database.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { hasPooler, startTestPooler, withoutPooler, type TestPooler } from './test-pooler.ts'

// Through a real PgBouncer, where there is one: transactions of all connections share two sessions.
let own: TestDatabase
let pooler: TestPooler
let pooled: Database

beforeAll(async () => {
  if (!hasPooler) return
  own = await createTestDatabase()
  pooler = await startTestPooler(own.url, 2)
  pooled = createDatabase(pooler.transactionUrl, { isPooled: true, readTimeoutMs: 300 })
})
afterAll(async () => {
  await pooled?.destroy()
  await pooler?.stop()
  await own?.drop()
})

const through = (title: string, run: () => Promise<void>): void =>
  test.skipIf(!hasPooler)(`${title}${withoutPooler}`, run)

const limitsOf = async (database: Database): Promise<unknown> =>
  (
    await sql`select current_setting('statement_timeout') statement, current_setting('lock_timeout') lock,
      current_setting('idle_in_transaction_session_timeout') idle`.execute(database)
  ).rows[0]

through('statements have their limits, alone and in transactions, and leave none behind', async () => {
  const limits = { statement: '30s', lock: '10s', idle: '1min' }
  expect(await limitsOf(pooled)).toEqual(limits)
  expect(await withTransaction(pooled, limitsOf)).toEqual(limits)
  const reading = { ...limits, statement: '300ms' }
  expect(await whileReading(() => limitsOf(pooled))).toEqual(reading)
  expect(await whileReading(() => withTransaction(pooled, limitsOf))).toEqual(reading)
  expect(await pooled.transaction().setIsolationLevel('serializable').execute(limitsOf)).toEqual(limits)
  const slow = (): Promise<unknown> => sql`select pg_sleep(2)`.execute(pooled)
  await expect(whileReading(slow)).rejects.toMatchObject({ code: '57014' })
  const bare = createDatabase(pooler.sessionUrl, { isPooled: true, connections: 1 })
  // Tests beside this one have databases of their own in the same cluster.
  const { rows } = await sql`
    select count(*) count from pg_stat_activity
    where state like 'idle in%' and datname = current_database()`.execute(bare)
  expect(rows).toEqual([{ count: 0 }])
  await bare.destroy()
})

through(
  'what fails is reported as it is, what is answered is committed, and the connection goes on',
  async () => {
    await sql`create table counted (n int primary key, other int references counted deferrable initially deferred)`.execute(
      pooled,
    )
    await sql`insert into counted values (1, null)`.execute(pooled)
    await expect(sql`insert into counted values (1, null)`.execute(pooled)).rejects.toMatchObject({
      code: '23505',
    })
    // Refused when it is committed only.
    await expect(sql`insert into counted values (2, 9)`.execute(pooled)).rejects.toMatchObject({
      code: '23503',
    })
    await expect(
      withTransaction(pooled, async (transaction) => {
        await sql`insert into counted values (3, null)`.execute(transaction)
        throw new Error('stop')
      }),
    ).rejects.toThrow('stop')
    const { rows } = await sql`select n from counted`.execute(own.database)
    expect(rows).toEqual([{ n: 1 }])
  },
)

through('many at once share few sessions, also statements that are planned once elsewhere', async () => {
  const read = (n: number, database: Database = pooled): Promise<unknown> =>
    sql`${sql.raw(planned)} select ${n}::int n, pg_sleep(0.01)`.execute(database).then(({ rows }) => rows[0])
  const all = await Promise.all(Array.from({ length: 200 }, (_, n) => read(n)))
  expect(all.map((row) => (row as { n: number }).n)).toEqual(Array.from({ length: 200 }, (_, n) => n))
  const mixed = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      withTransaction(pooled, async (transaction) => {
        await sql`insert into counted values (${100 + n}, null)`.execute(transaction)
        return read(n, transaction)
      }),
    ),
  )
  expect(mixed).toHaveLength(60)
})

through('a pooler that keeps no sessions is found at the start', async () => {
  await expect(
    checkDatabase({ databaseUrl: pooler.transactionUrl, databaseDirectUrl: undefined }),
  ).rejects.toThrow(/set DATABASE_DIRECT_URL/)
  for (const databaseDirectUrl of [own.url, pooler.sessionUrl])
    await expect(
      checkDatabase({ databaseUrl: pooler.transactionUrl, databaseDirectUrl }),
    ).resolves.toBeUndefined()
  await expect(checkDatabase({ databaseUrl: own.url, databaseDirectUrl: undefined })).resolves.toBeUndefined()
  const other = await createTestDatabase()
  await expect(
    checkDatabase({ databaseUrl: pooler.transactionUrl, databaseDirectUrl: other.url }),
  ).rejects.toThrow(/must lead to the same database/)
  await other.drop()
})
