import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SignedIn } from '../../access/identity.ts'
import { createAccount } from '../accounts/create-account.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { createApplicationCalls, type ApplicationCalls } from './call-counter.ts'
import { selectCallDays } from './calls.sql.ts'

let library: TestLibrary
let id: number
let nowMs: number
const limited = (limits: Partial<SignedIn['application']> = {}): SignedIn => ({
  kind: 'application',
  id,
  login: 'one',
  name: 'One',
  locale: 'en',
  role: { id: 5, name: 'application', watermark: false, grants: [] },
  session: { key: 'one', csrfToken: '', cookie: false },
  application: { keyId: 1, callsPerMinute: null, callsPerDay: null, ...limits },
})
const counter = (): ApplicationCalls => createApplicationCalls(library.services, () => nowMs)
const call = async (calls: ApplicationCalls, who: SignedIn): Promise<boolean> => {
  try {
    await calls.admit(who)
  } catch {
    calls.note(who, 'whoami', 'refused')
    return false
  }
  calls.note(who, 'whoami', 'answered')
  return true
}

beforeEach(async () => {
  library = await createTestLibrary()
  // Reads the built-in roles into the library.
  const { database } = library.services
  await database
    .insertInto('entity')
    .values({ resource: 'role', id: 5, props: JSON.stringify({ name: 'application' }) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  id = await createAccount(library.services, {
    kind: 'application',
    login: 'one',
    password: 'a secret of one',
    name: 'One',
    roleId: 5,
  })
  nowMs = Date.parse(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`)
})
afterEach(() => library.close())

test('a server that starts again knows what was called on this day, and two servers share the quota of a day', async () => {
  const who = limited({ callsPerDay: 4 })
  const [one, two] = [counter(), counter()]
  expect([await call(one, who), await call(one, who)]).toEqual([true, true])
  await one.flush()
  expect(await call(two, who)).toBe(true)
  await two.flush()
  // The first has not read what the second wrote, but does when it writes itself.
  expect(await call(one, who)).toBe(true)
  await one.flush()
  expect([await call(one, who), await call(two, who)]).toEqual([false, true])
  await two.flush()
  expect([await call(two, who), await call(counter(), who)]).toEqual([false, false])
})

test('servers share the quota of a minute: it is never passed, and one alone may use all of it', async () => {
  const who = limited({ callsPerMinute: 100 })
  const alone = counter()
  for (let made = 0; made < 100; made++) expect(await call(alone, who), `call ${made}`).toBe(true)
  expect([await call(alone, who), await call(counter(), who)]).toEqual([false, false])
  nowMs += 60_000
  const servers = [counter(), counter(), counter()]
  const outcomes = await Promise.all(
    Array.from({ length: 240 }, (_one, at) => call(servers[at % 3] ?? alone, who)),
  )
  const admitted = outcomes.filter(Boolean).length
  expect(admitted).toBeLessThanOrEqual(100)
  expect(admitted).toBeGreaterThan(90)
  expect(await call(alone, limited({ callsPerMinute: 200 }))).toBe(true)
})

test('a server whose clock is late counts in the minute of the others', async () => {
  const who = limited({ callsPerMinute: 1 })
  expect(await call(counter(), who)).toBe(true)
  nowMs -= 60_000
  expect(await call(counter(), who)).toBe(false)
})

test('after the clock was set back, minutes that are yet to come take nothing away', async () => {
  const who = limited({ callsPerMinute: 1 })
  expect(await call(counter(), who)).toBe(true)
  nowMs -= 3_600_000
  const calls = counter()
  expect([await call(calls, who), await call(calls, who)]).toEqual([true, false])
})

test('a minute and a day begin again at their hour', async () => {
  const calls = counter()
  const who = limited({ callsPerMinute: 1, callsPerDay: 2 })
  expect([await call(calls, who), await call(calls, who)]).toEqual([true, false])
  nowMs += 60_000
  expect([await call(calls, who), await call(calls, who)]).toEqual([true, false])
  nowMs += 60_000
  expect(await call(calls, who)).toBe(false)
  nowMs += 86_400_000
  expect(await call(calls, who)).toBe(true)
})

test('a quota that is set during the day counts what was called before it, written or not', async () => {
  const calls = counter()
  await call(calls, limited())
  await calls.flush()
  await call(calls, limited())
  const who = limited({ callsPerDay: 3 })
  expect([await call(calls, who), await call(calls, who)]).toEqual([true, false])
  await calls.flush()
  expect(await call(calls, who)).toBe(false)
})

test('calls that run at once do not pass the quota together', async () => {
  const calls = counter()
  const who = limited({ callsPerDay: 5, callsPerMinute: 100 })
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => calls.admit(who)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
})

test('what could not be written is written later, once; what is of nobody any more holds nothing up', async () => {
  const { database, log } = library.services
  let isAway = true
  const shaky = new Proxy(database, {
    get: (target, name) => {
      if (isAway && name === 'getExecutor') throw new Error('the database is away')
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value
    },
  })
  const calls = createApplicationCalls({ database: shaky, log }, () => nowMs)
  await call(calls, limited())
  await calls.flush()
  await call(calls, limited())
  isAway = false
  calls.note({ ...limited(), id: 999_999 }, 'whoami', 'answered')
  await calls.flush()
  await calls.flush()
  expect(await selectCallDays(database, id)).toMatchObject([{ call: 'whoami', count: 2 }])
})
