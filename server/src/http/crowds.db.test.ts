import fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitForLocks } from '../testing/wait-for-locks.ts'
import { guardMemory } from './guard-memory.ts'
import { sendError } from './send-error.ts'
import { startTestApplication, type TestApplication } from './test-application.ts'

let application: TestApplication
let share: string
beforeAll(async () => {
  application = await startTestApplication()
  const cart = await application.ask('POST', '/wedia/cart/createCart/', { json: { name: 'For a crowd' } })
  share = (await application.ask('POST', `/wedia/cart/shareCart/${cart.body[0].id}`, { json: {} })).body.id
}, 120_000)
afterAll(() => application.stop())

test('while strangers stand still, those who come are refused with a moment to come again, and nobody else', async () => {
  const { database } = application.cartouche.services
  const view = () => application.ask('POST', `/wedia/cart/withShare/${share}/view`, { who: 'nobody' })
  let hold = (): void => {}
  const held = new Promise<void>((resolve) => {
    hold = resolve
  })
  // Their visits cannot be written down.
  const holding = database.transaction().execute(async (transaction) => {
    await sql`lock table share_visit in exclusive mode`.execute(transaction)
    await held
  })
  const crowd = Array.from({ length: 11 }, view)
  await waitForLocks(database)
  const [refused, known, config, health] = await Promise.all([
    Promise.race(crowd),
    application.ask('GET', '/rest/dam/data/asset?max=1'),
    application.ask('GET', '/json/whoami'),
    application.ask('GET', '/health', { who: 'nobody' }),
  ])
  hold()
  await holding
  expect([known.status, config.status, health.status]).toEqual([200, 200, 200])
  expect(refused).toMatchObject({
    status: 503,
    body: { code: 'server_busy', error: '503/2091', data: { seconds: expect.any(Number) } },
  })
  expect(Number(refused.headers.get('retry-after'))).toBe(refused.body.data.seconds)
  const statuses = (await Promise.all(crowd)).map(({ status }) => status)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([
    ...Array.from({ length: 10 }, () => 200),
    503,
  ])
  expect((await view()).status).toBe(200)
})

test('a process without memory refuses whatever comes, but who watches over it', async () => {
  const server = fastify()
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  server.setErrorHandler((error, request, reply) => sendError(log, error, request, reply))
  await guardMemory(server, { maxHeapBytes: 1 })
  server.get('/call', () => 'answered')
  server.get('/health', { config: { byAnyName: true } }, () => 'well')
  await expect.poll(async () => (await server.inject('/call')).statusCode, { timeout: 10_000 }).toBe(503)
  const refused = await server.inject('/call')
  expect(refused.json()).toMatchObject({ code: 'server_busy' })
  expect(refused.headers['retry-after']).toBe('5')
  expect((await server.inject('/health')).body).toBe('well')
  await server.close()
})
