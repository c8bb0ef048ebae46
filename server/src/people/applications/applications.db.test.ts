import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type AnyJson, type TestApplication } from '../../http/test-application.ts'
import { notifyOfKeyEnds } from './notify-of-key-ends.ts'

let application: TestApplication
const room = '/rest/administration'
const administrator = 11

beforeAll(async () => {
  application = await startTestApplication()
})
afterAll(() => application.stop())

const database = () => application.cartouche.services.database
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()
const make = async (name: string): Promise<{ id: number; key: string; secret: string }> =>
  (await application.ask('POST', `${room}/applications`, { json: { name, role: 5 } })).body
const keysOf = async (id: number): Promise<AnyJson[]> =>
  (await application.ask('GET', `${room}/applications/${id}/keys`, { call: 'listApplicationKeys' })).body
const addKey = async (id: number, json: object): Promise<AnyJson> =>
  (await application.ask('POST', `${room}/applications/${id}/keys`, { json, call: 'createApplicationKey' }))
    .body
const enter = (name: string, login: string, password: string) =>
  application.ask('POST', '/rest/signin', { json: { application: name, login, password }, who: 'nobody' })
const tokenOf = async (name: string, login: string, password: string): Promise<string> =>
  (await enter(name, login, password)).body.accessToken
const ask = (token: string, path = '/json/whoami') =>
  application.ask('GET', path, { who: 'nobody', headers: { authorization: `Bearer ${token}` } })
const usageOf = async (id: number): Promise<AnyJson> => {
  await application.cartouche.services.applicationCalls.flush()
  return (await application.ask('GET', `${room}/applications/${id}/usage`, { call: 'getApplicationUsage' }))
    .body
}

test('an application has several keys, each with a name and an end, its secret shown once and kept as a hash', async () => {
  const { id, key, secret } = await make('Several')
  const { key: second, secret: other } = await addKey(id, { name: 'Shop', expiresAt: inDays(90) })
  expect(second).toMatchObject({ name: 'Shop', state: 'active', lastUsedOn: null })
  expect((await enter('Several', key, secret)).status).toBe(201)
  expect((await enter('Several', second.key, other)).status).toBe(201)
  expect((await enter('Several', second.key, secret)).status).toBe(401)
  expect((await enter('portal', second.key, other)).status).toBe(401)
  await application.cartouche.services.applicationCalls.flush()
  const today = new Date().toISOString().slice(0, 10)
  expect(await keysOf(id)).toMatchObject([
    { name: 'Shop', key: second.key, lastUsedOn: today },
    { name: '', key, expiresAt: null, lastUsedOn: today },
  ])
  const stored = await database().selectFrom('application_key').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(other)
  expect(JSON.stringify(await keysOf(id))).not.toMatch(/argon2/)
  const past = await application.ask('POST', `${room}/applications/${id}/keys`, {
    json: { name: 'Past', expiresAt: inDays(-1) },
  })
  expect(past.status).toBe(400)
})

test('an application is made with an end of its first key, which is not over', async () => {
  const expiresAt = inDays(90)
  const json = { name: 'Campaign', role: 5, expiresAt }
  const { body } = await application.ask('POST', `${room}/applications`, { json, call: 'createApplication' })
  expect(await keysOf(body.id)).toMatchObject([{ key: body.key, expiresAt, state: 'active' }])
  const over = await application.ask('POST', `${room}/applications`, {
    json: { ...json, expiresAt: inDays(-1) },
  })
  expect(over).toMatchObject({ status: 400, body: { data: { parameter: 'expiresAt' } } })
})

test('a revoked key and its sessions end at once, and those of the others go on', async () => {
  const { id, key, secret } = await make('Revoked')
  const { key: second, secret: other } = await addKey(id, { name: 'Lost' })
  const [first, lost] = [await tokenOf('Revoked', key, secret), await tokenOf('Revoked', second.key, other)]
  expect([(await ask(first)).status, (await ask(lost)).status]).toEqual([200, 200])
  const path = `${room}/applications/${id}/keys/${second.id}`
  expect((await application.ask('DELETE', path, { call: 'revokeApplicationKey' })).status).toBe(200)
  expect([(await ask(first)).status, (await ask(lost)).status]).toEqual([200, 419])
  expect(await keysOf(id)).toHaveLength(1)
  expect((await application.ask('DELETE', path)).status).toBe(404)
})

test('expired, revoked, unknown and wrong are one answer', async () => {
  const { id, key, secret } = await make('Ends')
  const { key: second, secret: other } = await addKey(id, { name: 'Short', expiresAt: inDays(0.5) })
  const { body: opened } = await enter('Ends', second.key, other)
  // A session gives its client no later end than the key has.
  const { body: long } = await application.ask('POST', '/rest/signin', {
    json: { application: 'Ends', login: second.key, password: other, exp: 86_400 },
    who: 'nobody',
  })
  expect(long.exp * 1000).toBeLessThanOrEqual(Date.parse(second.expiresAt) + 1000)
  await application.ask('PATCH', `${room}/applications/${id}/keys/${second.id}`, {
    json: { expiresAt: inDays(-1) },
    call: 'updateApplicationKey',
  })
  const answers = [
    await enter('Ends', second.key, other),
    await enter('Ends', second.key, 'wrong'),
    await enter('Ends', 'nobody-knows', other),
    await enter('Ends', key, other),
  ].map(({ status, body: { requestId: _request, ...body } }) => ({ status, body }))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]?.status).toBe(401)
  expect((await ask(opened.accessToken)).status).toBe(419)
  const renewed = await application.ask('POST', '/rest/token', {
    json: { token: opened.refreshToken },
    who: 'nobody',
  })
  expect(renewed.status).toBe(419)
  expect((await enter('Ends', key, secret)).status).toBe(201)
  expect(await keysOf(id)).toMatchObject([{ state: 'expired' }, { state: 'active' }])
})

test('a key is rotated: the secret before is good until an instant, and never longer than it was to be', async () => {
  const { id } = await make('Rotated')
  const { key, secret } = await addKey(id, { name: 'Turning', expiresAt: inDays(3) })
  const rotate = (keyId: number, json: object) =>
    application.ask('POST', `${room}/applications/${id}/keys/${keyId}/rotation`, {
      json,
      call: 'rotateApplicationKey',
    })
  const { body: second } = await rotate(key.id, { endsAt: inDays(30) })
  expect(second.key).toMatchObject({ name: 'Turning', key: key.key, expiresAt: null, state: 'active' })
  expect((await keysOf(id)).slice(0, 2)).toMatchObject([
    { id: second.key.id },
    { id: key.id, state: 'replaced', expiresAt: key.expiresAt },
  ])
  expect([
    (await enter('Rotated', key.key, secret)).status,
    (await enter('Rotated', key.key, second.secret)).status,
  ]).toEqual([201, 201])
  const running = await tokenOf('Rotated', key.key, secret)
  const { body: third } = await rotate(second.key.id, { endsAt: null })
  expect([
    (await enter('Rotated', key.key, secret)).status,
    (await enter('Rotated', key.key, second.secret)).status,
    (await enter('Rotated', key.key, third.secret)).status,
  ]).toEqual([401, 401, 201])
  expect((await ask(running)).status).toBe(419)
  expect(await keysOf(id)).toHaveLength(2)
})

test('beyond its quota an application hears 429 and when to come back; others and people are not held back', async () => {
  const { id, key, secret } = await make('Busy')
  const other = await make('Calm')
  const token = await tokenOf('Busy', key, secret)
  const limit = (json: object) =>
    application.ask('PUT', `${room}/applications/${id}/quota`, { json, call: 'setApplicationQuota' })
  const until = async (): Promise<number> => 60_000 - (Date.now() % 60_000)
  if ((await until()) < 5000) await new Promise((done) => setTimeout(done, 5100))
  await limit({ callsPerMinute: 3, callsPerDay: null })
  const statuses: number[] = []
  for (const _one of Array.from({ length: 5 })) statuses.push((await ask(token)).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  const refused = await ask(token)
  expect(refused.body).toMatchObject({ code: 'quota_exceeded' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect((await ask(await tokenOf('Calm', other.key, other.secret))).status).toBe(200)
  expect((await usageOf(id)).calls).toMatchObject([{ call: 'whoami', count: 6, failures: 3, refused: 3 }])
  // Counted before: of the day three are spent.
  await limit({ callsPerMinute: null, callsPerDay: 5 })
  expect([(await ask(token)).status, (await ask(token)).status, (await ask(token)).status]).toEqual([
    200, 200, 429,
  ])
  expect((await usageOf(id)).quota).toEqual({ callsPerMinute: null, callsPerDay: 5 })
  expect((await ask(token)).status).toBe(429)
  await limit({ callsPerMinute: null, callsPerDay: null })
  expect((await ask(token)).status).toBe(200)
  expect((await limit({ callsPerMinute: 0, callsPerDay: null })).status).toBe(400)
})

test('what it called is counted by call and day, with failures, for thirty days', async () => {
  const { id, key, secret } = await make('Counted')
  const token = await tokenOf('Counted', key, secret)
  for (const path of ['/json/whoami', '/json/whoami', '/rest/administration/storage', '/rest/dam/data/asset'])
    await ask(token, path)
  await database()
    .insertInto('application_call_day')
    .values(
      [29, 30].map((days) => ({
        application_id: id,
        day: inDays(-days).slice(0, 10),
        call: 'whoami',
        count: 10,
        failures: 1,
        refused: 0,
        last_at: new Date(inDays(-days)),
      })),
    )
    .execute()
  const { calls, days } = await usageOf(id)
  expect(calls).toMatchObject([
    { call: 'whoami', count: 12, failures: 1 },
    { call: 'findEntities', count: 1, failures: 0 },
    { call: 'getStorage', count: 1, failures: 1 },
  ])
  expect(Date.parse(calls[0].lastAt)).toBeGreaterThan(Date.now() - 60_000)
  expect(days.map(({ count }: AnyJson) => count)).toEqual([10, 1, 1, 2])
  // What people do is not counted here.
  const rows = await database().selectFrom('application_call_day').select('application_id').execute()
  expect(rows.every((row) => row.application_id !== administrator)).toBe(true)
})

test('administrators are notified once of keys that end within 14 days, and of none that has a successor', async () => {
  const { id } = await make('Ending')
  const soon = await addKey(id, { name: 'Soon', expiresAt: inDays(10) })
  const replaced = await addKey(id, { name: 'Replaced', expiresAt: inDays(10) })
  await application.ask('POST', `${room}/applications/${id}/keys/${replaced.key.id}/rotation`, {
    json: { endsAt: inDays(5) },
  })
  await addKey(id, { name: 'Later', expiresAt: inDays(20) })
  const { body: ending } = await application.ask('GET', `${room}/applications/keys/ending`, {
    call: 'listEndingKeys',
  })
  const own = ending.filter((key: AnyJson) => key.application.id === id)
  expect(own).toMatchObject([{ id: soon.key.id, name: 'Soon', state: 'ending' }])
  const noticeTitles = async (): Promise<string[]> => {
    await notifyOfKeyEnds(database())
    const { body } = await application.ask('GET', '/rest/usernotif?max=200')
    return body.response.data
      .filter(({ type }: AnyJson) => type === 'expiry_near')
      .map(({ title }: AnyJson) => title)
  }
  // Made for ten days, it is no surprise; made long ago, it is.
  expect(await noticeTitles()).toEqual([])
  await sql`update application_key set created_at = now() - interval '1 year' where application_id = ${id}`.execute(
    database(),
  )
  const titles = await noticeTitles()
  expect(titles).toHaveLength(1)
  expect(titles[0]).toMatch(/^The key “Soon” of the application “Ending” expires on /)
  expect(await noticeTitles()).toHaveLength(1)
})

test('all of it is in the audit log, and no secret is', async () => {
  const entries = await database().selectFrom('audit_entry').selectAll().execute()
  const kinds = entries.map(({ kind }) => kind)
  for (const kind of [
    'application.keyCreated',
    'application.keyUpdated',
    'application.keyRevoked',
    'application.secretRotated',
    'application.quota',
  ])
    expect(kinds).toContain(kind)
  expect(entries.find(({ kind }) => kind === 'application.keyRevoked')).toMatchObject({
    actor_id: administrator,
    target_name: 'Revoked',
    before: { keyName: 'Lost' },
  })
  expect(JSON.stringify(entries)).not.toContain('argon2')
})
