import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Context } from '../../access/context.ts'
import type { SignedIn } from '../../access/identity.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { createLogs } from './create-logs.ts'
import { findLogs } from './find-logs.ts'
import { deleteOldLogs } from './logs.sql.ts'

let library: TestLibrary
let anna: SignedIn

beforeAll(async () => {
  library = await createTestLibrary()
  const user = await library.user('editor', 'anna')
  anna = { ...user, session: { ...user.session, key: crypto.randomUUID() } }
})
afterAll(async () => {
  await library.close()
})
beforeEach(async () => {
  await sql`truncate client_log`.execute(library.services.database)
})

const say = (identity: SignedIn | undefined, messages: unknown, agent = 'Firefox') => {
  const context = library.as(identity)
  const asked: Context = { ...context, request: { ...context.request, headers: { 'user-agent': agent } } }
  return createLogs(asked, {
    TYPE: 'LOGS',
    MESSAGE: typeof messages === 'string' ? messages : JSON.stringify(messages),
  })
}
const find = (query: Partial<Parameters<typeof findLogs>[1]> = {}) =>
  findLogs(library.as(anna), { level: 50, max: 50, ...query })
const said = async (query: Partial<Parameters<typeof findLogs>[1]> = {}) =>
  (await find(query)).response.data.map(({ message }) => message)

test('P7.56 a message is kept with who said it, in which session, with which browser', async () => {
  expect(await say(anna, [{ level: 10, message: 'It broke' }])).toEqual({ kept: 1 })
  await say(undefined, 'Nobody was signed in', 'Chrome')
  expect((await find()).response.data).toMatchObject([
    { level: 10, message: 'Nobody was signed in', user: null, session: null, userAgent: 'Chrome' },
    {
      level: 10,
      message: 'It broke',
      user: { id: anna.id, name: 'anna' },
      session: anna.session.key,
      userAgent: 'Firefox',
      count: 1,
    },
  ])
})

test('P9.12 what the same session says again is counted; another session is another message', async () => {
  await say(anna, [{ level: 10, message: 'It broke', count: 2 }])
  await say(anna, [{ level: 10, message: 'It broke', count: 3 }])
  await say({ ...anna, session: { ...anna.session, key: crypto.randomUUID() } }, [
    { level: 10, message: 'It broke' },
  ])
  await say(anna, [{ level: 20, message: 'It broke' }])
  expect((await find()).response.data.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual([1, 1, 5])
})

test('messages are found by words, level and time, page by page', async () => {
  await say(
    anna,
    Array.from({ length: 7 }, (_one, index) => ({
      level: index % 2 === 0 ? 10 : 30,
      message: `Message ${index} 100%`,
    })),
  )
  await sql`update client_log set last_at = now() - interval '2 days' where message like 'Message 0%'`.execute(
    library.services.database,
  )
  expect(await said({ text: 'message 3' })).toEqual(['Message 3 100%'])
  expect(await said({ text: '0%' })).toHaveLength(7)
  expect(await said({ text: '_ 100' })).toEqual([])
  expect((await said({ level: 20 })).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'Message 0 100%',
    'Message 2 100%',
    'Message 4 100%',
    'Message 6 100%',
  ])
  expect(await said({ until: new Date(Date.now() - 86_400_000).toISOString() })).toEqual(['Message 0 100%'])
  expect(await said({ from: new Date(Date.now() - 86_400_000).toISOString() })).toHaveLength(6)
  const pages: string[] = []
  for (let after: string | undefined; ;) {
    const { links, response } = await find({ max: 3, ...(after === undefined ? {} : { after }) })
    expect(response.total).toBe(7)
    pages.push(...response.data.map(({ message }) => message))
    after = links.nextResultsToken
    if (after === undefined) break
  }
  expect(new Set(pages).size).toBe(7)
  expect(pages).toHaveLength(7)
  await expect(find({ after: 'x' })).rejects.toMatchObject({ code: 'token_mismatch' })
})

test('old messages are swept', async () => {
  await say(anna, [{ message: 'old' }, { message: 'young' }])
  await sql`update client_log set last_at = now() - interval '31 days' where message = 'old'`.execute(
    library.services.database,
  )
  expect(await deleteOldLogs(library.services.database)).toBe(1)
  expect(await said()).toEqual(['young'])
})
