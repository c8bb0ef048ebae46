import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { executeAt, startPostgresPair, type PostgresPair } from '../../testing/cluster/postgres-pair.ts'
import { createDatabase, type Database } from './database.ts'
import { createStandby, type Standby } from './standby.ts'

// A real primary and a real standby: nobody reads less than what was committed before they asked.
let pair: PostgresPair
let primary: Database
let standby: Standby
const reads: string[] = []

beforeAll(async () => {
  pair = await startPostgresPair()
  const urlOf = (port: number): string => `postgres://cartouche:${pair.password}@127.0.0.1:${port}/cartouche`
  primary = createDatabase(urlOf(pair.primaryPort()), { connections: 8 })
  standby = createStandby(primary, createDatabase(urlOf(pair.standbyPort), { connections: 4 }), {
    log: { warn: () => {} },
    onRead: (at) => reads.push(at),
  })
  await sql`create table written (person int, n int)`.execute(primary)
})
afterAll(async () => {
  await standby?.stop()
  await primary?.destroy()
  await pair?.stop()
})

const write = (person: number, n: number): Promise<unknown> =>
  sql`insert into written values (${person}, ${n})`.execute(primary)

const lastOf = (person: number): Promise<number | undefined> =>
  standby.read(
    async (database) =>
      (await sql<{ n: number }>`select max(n) n from written where person = ${person}`.execute(database))
        .rows[0]?.n,
  )

const atStandby = (statement: string): Promise<unknown> =>
  executeAt(pair.standbyPort, pair.password, 'cartouche', statement)

test('people who write and read at once read what they wrote, at the standby', async () => {
  reads.length = 0
  const wrong: unknown[] = []
  const work = async (person: number): Promise<void> => {
    for (let n = 1; n <= 40; n++) {
      await write(person, n)
      const found = await lastOf(person)
      if (found !== n) wrong.push({ person, n, found })
    }
  }
  await Promise.all([1, 2, 3, 4].map(work))
  expect(wrong).toEqual([])
  expect(reads.filter((at) => at === 'standby').length).toBeGreaterThan(reads.length / 2)
})

test('a standby that is late is waited for, and where that takes long the primary answers', async () => {
  await atStandby('select pg_wal_replay_pause()')
  await write(9, 1)
  reads.length = 0
  expect(await lastOf(9)).toBe(1)
  expect(reads).toEqual(['primary'])
  await write(9, 2)
  const reading = lastOf(9)
  await sleep(100)
  await atStandby('select pg_wal_replay_resume()')
  expect(await reading).toBe(2)
  expect(reads).toEqual(['primary', 'standby'])
})

test('what is cancelled at the standby, or is away, is read at the primary; a standby that is back is used', async () => {
  reads.length = 0
  const cut = standby.read(async (database) => {
    const { rows } = await sql<{ isStandby: boolean }>`select pg_is_in_recovery() "isStandby"`.execute(
      database,
    )
    if (rows[0]?.isStandby) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(database)
    return rows[0]?.isStandby
  })
  expect(await cut).toBe(false)
  await pair.killStandby()
  const waiting = write(9, 3)
  expect(await lastOf(8)).toBeNull()
  await pair.startStandby()
  await waiting
  await expect
    .poll(() => lastOf(9).then((n) => [n, reads.at(-1)]), { timeout: 20_000, interval: 500 })
    .toEqual([3, 'standby'])
})

test('a standby that became the primary is none', async () => {
  await pair.killPrimary()
  await pair.promote()
  await expect(lastOf(9)).rejects.toThrow()
  const promoted = createDatabase(
    `postgres://cartouche:${pair.password}@127.0.0.1:${pair.primaryPort()}/cartouche`,
  )
  const both = createStandby(
    promoted,
    createDatabase(`postgres://cartouche:${pair.password}@127.0.0.1:${pair.standbyPort}/cartouche`),
    { log: { warn: () => {} }, onRead: (at) => reads.push(at) },
  )
  expect(await both.read(async (database) => database === promoted)).toBe(true)
  await both.stop()
  await promoted.destroy()
})
