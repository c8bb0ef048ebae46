import { calls } from '@cartouche/contract'
import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../../ground/services.ts'
import { codeOf } from '../../testing/refusal.ts'
import { endSession, endSessions, listSessions } from './list-sessions.ts'
import { noteSeen } from '../session/note-use.ts'
import { refreshSession } from './refresh-session.ts'
import { signIn } from './sign-in.ts'
import { createAccountLibrary, testPassword, type AccountLibrary } from '../session/test-accounts.ts'
import { openTestBrowser } from '../session/test-browser.ts'

let library: AccountLibrary
let services: Services
const password = testPassword

beforeAll(async () => {
  library = await createAccountLibrary()
  services = library.services
})
afterAll(() => library.close())

const createPerson = async () => {
  const { id, login } = await library.addAccount()
  const enter = async (agent: string, address = '192.0.2.77') => {
    const browser = openTestBrowser(services, address, { agent })
    const tokens = await signIn(await browser.ask(), { login, password, exp: 900 })
    return { tokens, ask: () => browser.ask({ bearer: tokens.accessToken }) }
  }
  return { id, login, enter }
}
const asAdmin = async () => {
  const browser = openTestBrowser(services)
  const { accessToken } = await signIn(await browser.ask(), { login: 'admin', password })
  return browser.ask({ bearer: accessToken })
}

test('sessions are listed with device, shortened address, start, last use and which one is this', async () => {
  const { enter } = await createPerson()
  const phone = await enter('Phone/1.0', '2001:db8:1:2:3:4:5:6')
  const desk = await enter('Desk/2.0')
  const answer = await listSessions(await desk.ask(), {})
  expect(calls.listSessions.answers.parse(answer)).toEqual(answer)
  expect(
    answer.response.data.map(({ device, network, own, method }) => ({ device, network, own, method })),
  ).toEqual(
    expect.arrayContaining([
      { device: 'Phone/1.0', network: '2001:db8:1:2::/64', own: false, method: 'password' },
      { device: 'Desk/2.0', network: '192.0.2.0/24', own: true, method: 'password' },
    ]),
  )
  expect(JSON.stringify(answer)).not.toContain(phone.tokens.accessToken)
  await refreshSession(await desk.ask(), { token: desk.tokens.refreshToken })
  expect((await listSessions(await phone.ask(), {})).response.data).toHaveLength(2)
})

test('a session is ended by itself: its token is no longer valid, the others are', async () => {
  const { enter } = await createPerson()
  const [phone, desk] = [await enter('Phone'), await enter('Desk')]
  const {
    response: { data },
  } = await listSessions(await desk.ask(), {})
  const id = data.find(({ device }) => device === 'Phone')?.id ?? ''
  expect(await endSession(await desk.ask(), { id })).toEqual({ ended: 1 })
  expect((await phone.ask()).identity).toEqual({ kind: 'anonymous', sessionGone: true })
  expect(await codeOf(endSession(await desk.ask(), { id }))).toBe('session_not_found')
  expect((await listSessions(await desk.ask(), {})).response.data).toHaveLength(1)
})

test('nobody sees or ends a session of somebody else but who may', async () => {
  const [one, other] = [await createPerson(), await createPerson()]
  const [mine, theirs] = [await one.enter('Mine'), await other.enter('Theirs')]
  const id = (await listSessions(await theirs.ask(), {})).response.data[0]?.id ?? ''
  expect(await codeOf(endSession(await mine.ask(), { id }))).toBe('session_not_found')
  expect(await codeOf(listSessions(await mine.ask(), { user: other.id }))).toBe('access_denied')
  expect(await codeOf(endSessions(await mine.ask(), { user: other.id }))).toBe('access_denied')
  expect((await listSessions(await asAdmin(), { user: other.id })).response.data).toMatchObject([
    { id, own: false },
  ])
  expect(await endSession(await asAdmin(), { id })).toEqual({ ended: 1 })
  expect((await theirs.ask()).identity).toMatchObject({ sessionGone: true })
})

test('sign-out everywhere ends all sessions but this one, or this one too', async () => {
  const { id, enter } = await createPerson()
  const [phone, tablet, desk] = [await enter('Phone'), await enter('Tablet'), await enter('Desk')]
  expect(await endSessions(await desk.ask(), {})).toEqual({ ended: 2 })
  for (const gone of [phone, tablet]) expect((await gone.ask()).identity).toMatchObject({ sessionGone: true })
  expect((await desk.ask()).identity).toMatchObject({ kind: 'user' })
  expect(await endSessions(await asAdmin(), { user: id })).toEqual({ ended: 1 })
  const again = await enter('Again')
  expect(await endSessions(await again.ask(), { all: true })).toEqual({ ended: 1 })
  expect((await again.ask()).identity).toMatchObject({ sessionGone: true })
})

test('nobody without a session has any', async () => {
  const nobody = await openTestBrowser(services).ask()
  expect([
    await codeOf(listSessions(nobody, {})),
    await codeOf(endSessions(nobody, {})),
    await codeOf(endSession(nobody, { id: '00000000-0000-4000-8000-000000000000' })),
  ]).toEqual(['sign_in_needed', 'sign_in_needed', 'sign_in_needed'])
})

test('the last use is noted once in five minutes', async () => {
  const { enter } = await createPerson()
  const { ask } = await enter('Noted')
  const { identity } = await ask()
  const family = 'session' in identity ? identity.session.key : ''
  const age = async (): Promise<number> =>
    (
      await sql<{
        seconds: number
      }>`select extract(epoch from now() - seen_at)::float seconds from session_use where family = ${family}::uuid`.execute(
        services.database,
      )
    ).rows[0]?.seconds ?? -1
  const letPass = () =>
    sql`update session_use set seen_at = now() - interval '1 hour' where family = ${family}::uuid`.execute(
      services.database,
    )
  await wait(50)
  await letPass()
  noteSeen(services, family, performance.now() + 200_000)
  await wait(50)
  expect(await age()).toBeGreaterThan(3000)
  noteSeen(services, family, performance.now() + 301_000)
  await wait(50)
  expect(await age()).toBeLessThan(3000)
})
