import { allShareActions, calls, type Call } from '@cartouche/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type Answered, type TestApplication } from '../../http/test-application.ts'

/**
 * Every call of the contract that a visitor makes by the address of a share, over HTTP: what it reveals to
 * who opens a share that has ended, is used up, or is another one. A call that is added later is tried too.
 */
const visitorCalls = Object.values(calls).filter(({ access }) => access.startsWith('share/'))
const password = 'open-sesame-by-far'
let application: TestApplication
let cart: number
let inside: number
let outside: number

beforeAll(async () => {
  application = await startTestApplication()
  ;[inside, outside] = (await Promise.all(
    ['Inside the share', 'Outside of it'].map((name) => makeAsset(name)),
  )) as [number, number]
  cart = (
    await application.ask('POST', '/wedia/cart/createCart/', {
      json: { name: 'Visited', items: { asset: [inside] } },
    })
  ).body[0].id
}, 120_000)
afterAll(() => application.stop())

async function makeAsset(name: string): Promise<number> {
  const { body } = await application.ask('POST', '/rest/dam/data/asset', { json: { json: { name } } })
  const { id } = body.response.data
  await application.ask('POST', `/rest/dam/data/asset/${id}/workflow`, {
    json: { workflowAction: 'publish' },
  })
  const { database, blobs } = application.cartouche.services
  const { sha256, sizeBytes, crc32 } = await blobs.write(Buffer.from(name))
  await database.insertInto('blob').values({ sha256, size_bytes: sizeBytes, crc32 }).execute()
  await database
    .insertInto('entity_file')
    .values({
      resource: 'asset',
      id,
      sha256,
      file_name: `${name}.txt`,
      media_type: 'text/plain',
      facts: '{"nature":"OTHER","extension":"txt"}',
    })
    .execute()
  return id
}

/** A share that allows everything, unless the draft says how far visitors may go. */
const makeShare = async (draft: object = {}): Promise<string> =>
  (
    await application.ask('POST', `/wedia/cart/shareCart/${cart}`, {
      json: 'shareMode' in draft ? draft : { actions: allShareActions, ...draft },
    })
  ).body.id
const basic = (text: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`:${text}`).toString('base64')}`,
})

const visitor = { name: 'Anna Berg', email: 'anna@example.org' }

function fileOf(known: string): FormData {
  const form = new FormData()
  form.append('json', JSON.stringify({ visitor: known, key: 'one', size: 6 }))
  form.append('file', new File(['a note'], 'note.txt'))
  return form
}

const success = (call: Call): number => call.status ?? 200

/** Asks one visitor's call of a share, for one item and an own comment where it names one. */
async function visit(
  { path, method }: { readonly path: string; readonly method: string },
  shareId: string,
  { item = inside, headers = {}, json = { withContactSheet: false } as object } = {},
): Promise<Answered> {
  const ask = (way: string, at: string, body: object): Promise<Answered> =>
    application.ask(way, at.replace('{id}', shareId).replace('{typeAsset}', 'asset'), {
      who: 'nobody',
      headers,
      ...(body instanceof FormData ? { form: body } : { json: body }),
    })
  if (path.includes('/files')) {
    const introduced = await ask('POST', calls.introduceVisitor.path, visitor)
    // Each time would count as a guess of the password.
    if (introduced.status === 401 && 'authorization' in headers) return introduced
    const known = introduced.body.visitor ?? 'none'
    return ask(method, path, path.endsWith('/files') ? fileOf(known) : { visitor: known })
  }
  if (!path.includes('/comments/'))
    return ask(method, path.replace('{idAsset}', String(item)), { ...visitor, ...json })
  const { visitor: known } = (await ask('POST', calls.introduceVisitor.path, visitor)).body
  const own = { visitor: known ?? 'none', text: 'Lovely' }
  // Without the password nothing more is asked for: each time would count as a guess of it.
  const made = known
    ? await ask('POST', calls.createSharedComment.path.replace('{idAsset}', String(inside)), own)
    : undefined
  return ask(
    method,
    path.replace('{idAsset}', String(item)).replace('{comment}', String(made?.body.id ?? 1)),
    own,
  )
}

test.each(visitorCalls)('P7.34 P8.04 $name answers a share that is open, and no other', async (call) => {
  const open = await makeShare()
  expect((await visit(call, open)).status).toBe(success(call))
  const ended = await makeShare()
  await application.ask('DELETE', `/wedia/cart/shareCart/${cart}/${ended}`)
  const expired = await makeShare()
  await sql`update share set expires_at = now() where id = ${expired}`.execute(
    application.cartouche.services.database,
  )
  for (const id of [ended, expired, 'made-up'])
    expect(await visit(call, id)).toMatchObject({ status: 404, body: { error: '404/2044' } })
  const usedUp = await makeShare({ maxUses: 1 })
  expect((await visit(call, usedUp, { headers: { 'user-agent': 'First' } })).status).toBe(success(call))
  expect(await visit(call, usedUp, { headers: { 'user-agent': 'Second' } })).toMatchObject({
    status: 404,
    body: { error: '404/2100' },
  })
})

test.each(visitorCalls)('P6.06 $name asks for the password, whoever is signed in', async (call) => {
  const closed = await makeShare({ password })
  expect((await visit(call, closed)).status).toBe(401)
  expect((await visit(call, closed, { headers: basic('wrong password') })).status).toBe(401)
  expect((await visit(call, closed, { headers: basic(password) })).status).toBe(success(call))
  expect(
    (
      await application.ask(
        call.method,
        call.path
          .replace('{id}', closed)
          .replace('{typeAsset}', 'asset')
          .replace('{idAsset}', String(inside)),
        { json: {} },
      )
    ).status,
  ).toBe(401)
})

test.each(visitorCalls)('$name reveals nothing of what is not in the cart', async (call) => {
  const open = await makeShare()
  const only = [{ type: 'asset', id: outside }]
  const answer = await visit(call, open, {
    item: outside,
    json: { items: only, selection: only, withContactSheet: false },
  })
  if (call.path.includes('{idAsset}')) expect(answer.status).toBe(404)
  expect(JSON.stringify(answer.body)).not.toContain('Outside of it')
})

test.each(visitorCalls.filter(({ access }) => access !== 'share/view'))(
  '$name is refused by a share that allows to look alone',
  async (call) => {
    expect(await visit(call, await makeShare({ shareMode: 'view' }))).toMatchObject({
      status: 403,
      body: { error: '403/2047' },
    })
  },
)

test('by a ticket no other route shows more than the cart holds', async () => {
  const {
    body: { ticket },
  } = await visit(calls.viewShare, await makeShare())
  const ask = (path: string): Promise<Answered> =>
    application.ask('GET', `${path}${path.includes('?') ? '&' : '?'}ticket=${encodeURIComponent(ticket)}`, {
      who: 'nobody',
    })
  for (const path of [
    '/rest/dam/data/asset?max=200',
    '/rest/dam/asset?max=200',
    '/rest/dam/data/asset?fulltext=outside',
    '/rest/dam/data/asset?suggest=words&fulltext=out',
    '/rest/dam/data/asset?withAggregates=true',
  ]) {
    expect(JSON.stringify((await ask(path)).body), path).not.toMatch(/outside of it/i)
  }
  for (const path of [
    `/rest/dam/data/asset/${outside}`,
    `/wedia/dam/variation?object=asset&id=${outside}`,
    `/wedia/dam/variations/asset/${outside}`,
    `/wedia/dam/player/fo.player/asset/${outside}`,
  ])
    expect((await ask(path)).status, path).toBe(404)
  for (const path of [
    '/wedia/cart/listCarts',
    '/wedia/cart/archives',
    `/wedia/cart/viewCart/${cart}`,
    `/wedia/cart/listShares/${cart}`,
    '/rest/usernotif',
    '/rest/mail/outbox',
  ])
    expect((await ask(path)).status, path).toBe(403)
})
