import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type Answered,
  type TestApplication,
} from '../../http/test-application.ts'
import { visitorLimits } from './limit-visitors.ts'

let application: TestApplication
const ask: TestApplication['ask'] = (...options) => application.ask(...options)
let cart: number
const anna = { name: 'Anna Berg', email: 'anna@example.org', message: 'For the annual report' }

beforeAll(async () => {
  application = await startTestApplication()
  cart = (await ask('POST', '/wedia/cart/createCart/', { who: 'editor', json: { name: 'Press' } })).body[0].id
}, 120_000)
beforeEach(async () => {
  for (const table of ['share', 'mail', 'notification'])
    await sql`delete from ${sql.table(table)}`.execute(application.cartouche.services.database)
})
afterAll(() => application.stop())

const makeShare = async (draft: object = {}): Promise<string> =>
  (
    await ask('POST', `/wedia/cart/shareCart/${cart}`, {
      who: 'editor',
      json: { name: 'Press kit', ...draft },
    })
  ).body.id
const end = (id: string) =>
  sql`update share set created_at = now() - interval '7 days', expires_at = now() where id = ${id}`.execute(
    application.cartouche.services.database,
  )
const askForLink = (id: string, who: object = anna): Promise<Answered> =>
  ask('POST', `/wedia/cart/askForLink/${id}`, { who: 'nobody', json: who })
const listed = async (id: string): Promise<AnyJson> =>
  (await ask('GET', `/wedia/cart/listShares/${cart}?ended=true`, { who: 'editor' })).body.find(
    (share: AnyJson) => share.id === id,
  )
const notices = async (): Promise<AnyJson[]> =>
  (await ask('GET', '/api/rest/usernotif', { who: 'editor' })).body.response.data.filter(
    ({ type }: AnyJson) => type === 'link_request',
  )

test('the sharer is notified of a request for another link, and sends one by one call', async () => {
  const share = await makeShare({ actions: ['view', 'comment'], password: 'lighthouse-by-night' })
  await end(share)
  expect(await askForLink(share)).toMatchObject({ status: 200, body: { asked: true } })
  expect(await notices()).toMatchObject([
    { title: 'Anna Berg asks for another link to “Press kit”', link: `/carts/${cart}?links=1` },
  ])
  const { message, ...who } = anna
  expect((await listed(share)).requests).toEqual([{ ...who, message, at: expect.any(String) }])
  const renewed = await ask('POST', `/wedia/cart/shareCart/${cart}/${share}/renew`, {
    who: 'editor',
    json: {},
  })
  expect(renewed.body).toMatchObject({
    name: 'Press kit',
    actions: ['view', 'comment'],
    hasPassword: true,
    sentTo: 1,
    state: 'living',
  })
  expect(renewed.body.id).not.toBe(share)
  // As long as the first was, and under its password.
  const days = (Date.parse(renewed.body.expires) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThan(7.1)
  const opened = await ask('POST', `/wedia/cart/withShare/${renewed.body.id}/view`, {
    who: 'nobody',
    headers: { authorization: `Basic ${btoa(':lighthouse-by-night')}` },
  })
  expect(opened.status).toBe(200)
  expect((await listed(share)).requests).toEqual([])
  const { rows } =
    await sql<AnyJson>`select recipient, text_body from mail where recipient = ${anna.email}`.execute(
      application.cartouche.services.database,
    )
  expect(rows).toEqual([{ recipient: anna.email, text_body: expect.stringContaining(renewed.body.id) }])
})

test('the answer is the same for no such link, an open one, one that ended', async () => {
  const [open, ended, revoked] = [await makeShare(), await makeShare(), await makeShare()]
  await end(ended)
  await ask('DELETE', `/wedia/cart/shareCart/${cart}/${revoked}`, { who: 'editor' })
  const answers = []
  for (const id of ['made-up', open, ended, revoked]) answers.push(await askForLink(id))
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
  expect(new Set((await notices()).map(({ data }) => data.share))).toEqual(new Set([ended, revoked]))
  expect((await listed(open)).requests).toEqual([])
})

test('a link without places left counts as ended; a sharer who can no longer share is not notified', async () => {
  const full = await makeShare({ maxUses: 1 })
  await askForLink(full)
  expect(await notices()).toEqual([])
  await ask('POST', `/wedia/cart/withShare/${full}/view`, { who: 'nobody' })
  await askForLink(full)
  expect(await notices()).toHaveLength(1)
  const other = await makeShare()
  await end(other)
  const { database } = application.cartouche.services
  const id = (await ask('GET', '/json/whoami', { who: 'viewer' })).body.response.data.id as number
  await sql`update share set sharer_id = ${id} where id = ${other}`.execute(database)
  await askForLink(other)
  expect((await sql`select from link_request where share_id = ${other}`.execute(database)).rows).toEqual([])
})

test('a second request of one person notifies nobody; a network asks so often, and all so often', async () => {
  const share = await makeShare()
  await end(share)
  for (let time = 0; time < 2; time += 1) await askForLink(share, { ...anna, email: 'Anna@example.org' })
  expect(await notices()).toHaveLength(1)
  for (let one = 0; one < 5; one += 1) await askForLink(share, { ...anna, email: `anna-${one}@example.org` })
  expect((await listed(share)).requests.length).toBe(visitorLimits.link.byNetwork - 1)
  for (const wrong of [{ name: '' }, { email: 'x' }, { message: 'x'.repeat(1001) }, { name: 'a\nb' }])
    expect((await askForLink(share, { ...anna, ...wrong })).status).toBe(400)
})

test('requests are seen, answered and dismissed by people who can share the cart, and of its own shares', async () => {
  const share = await makeShare()
  await end(share)
  await askForLink(share)
  const at = `/wedia/cart/shareCart/${cart}/${share}`
  expect((await ask('POST', `${at}/renew`, { who: 'contributor', json: {} })).status).toBe(404)
  expect((await ask('DELETE', `${at}/requests`, { who: 'contributor' })).status).toBe(404)
  const own = (await ask('POST', '/wedia/cart/createCart/', { who: 'contributor', json: { name: 'Own' } }))
    .body[0].id
  for (const [way, path] of [
    ['POST', 'renew'],
    ['DELETE', 'requests'],
  ] as const)
    expect(
      (await ask(way, `/wedia/cart/shareCart/${own}/${share}/${path}`, { who: 'contributor', json: {} }))
        .status,
    ).toBe(404)
  expect((await listed(share)).requests).toHaveLength(1)
  expect((await ask('DELETE', `${at}/requests`, { who: 'editor' })).body).toEqual({ dismissed: true })
  expect((await listed(share)).requests).toEqual([])
})
