import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type Answered,
  type TestApplication,
  type Who,
} from '../../http/test-application.ts'
import { visitorLimits } from '../shares/limit-visitors.ts'

let application: TestApplication
const ask: TestApplication['ask'] = (...options) => application.ask(...options)
let asset: number
let other: number
let cart: number
const anna = { name: 'Anna Berg', email: 'anna@example.org' }

beforeAll(async () => {
  application = await startTestApplication()
  asset = await createAsset('Harbour')
  other = await createAsset('Not shared')
  cart = (
    await ask('POST', '/wedia/cart/createCart/', {
      who: 'editor',
      json: { name: 'Press', items: { asset: [asset] } },
    })
  ).body[0].id
}, 120_000)
beforeEach(() => sql`delete from comment`.execute(application.cartouche.services.database))
afterAll(() => application.stop())

async function createAsset(name: string): Promise<number> {
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  const form = new FormData()
  form.append('json', JSON.stringify({ name, binary: 'cid:binary' }))
  form.append('binary', new File([new Uint8Array(await picture.jpeg().toBuffer())], `${name}.jpg`))
  const id = (await ask('POST', '/api/rest/dam/data/asset', { form })).body.response.data.id as number
  await ask('POST', `/api/rest/dam/data/asset/${id}/workflow`, { json: { workflowAction: 'publish' } })
  return id
}
const makeShare = async (draft: object = {}): Promise<string> =>
  (
    await ask('POST', `/wedia/cart/shareCart/${cart}`, {
      who: 'editor',
      json: { name: 'Press kit', actions: ['view', 'comment'], ...draft },
    })
  ).body.id
const as = (shareId: string, way: string, more: string, json: object): Promise<Answered> =>
  ask(way, `/wedia/cart/withShare/${shareId}/${more}`, { who: 'nobody', json })
const introduce = async (shareId: string, who = anna): Promise<string> =>
  (await as(shareId, 'POST', 'visitor', who)).body.visitor
const write = (shareId: string, visitor: string, json: object, of = asset): Promise<Answered> =>
  as(shareId, 'POST', `comments/asset/${of}`, { visitor, ...json })
const read = (shareId: string, visitor?: string, of = asset): Promise<Answered> =>
  as(shareId, 'POST', `comments/asset/${of}/list`, visitor === undefined ? {} : { visitor })
const texts = ({ body }: Answered): string[] => body.comments.map(({ text }: AnyJson) => text)
const colleague = (who: Who, json: object): Promise<Answered> =>
  ask('POST', `/api/wedia/dam/comments/asset/${asset}`, { who, json })
const colleagues = async (): Promise<AnyJson[]> =>
  (await ask('GET', `/api/wedia/dam/comments/asset/${asset}`, { who: 'editor' })).body.comments

test('a visitor says who they are once, comments on a region, changes and deletes their own', async () => {
  const share = await makeShare()
  const visitor = await introduce(share)
  const place = { x: 0.1, y: 0.2, width: 0.3, height: 0.3 }
  const made = (await write(share, visitor, { text: ' The logo is too small ', place })).body
  expect(made).toMatchObject({
    text: 'The logo is too small',
    place,
    version: 1,
    isMine: true,
    by: { kind: 'visitor', id: null, name: 'Anna Berg' },
  })
  const ben = await introduce(share, { name: 'Ben', email: 'ben@example.org' })
  const reply = (await write(share, ben, { text: 'And blurred', thread: made.id })).body
  expect(reply).toMatchObject({ thread: made.id, isMine: true })
  expect((await read(share, ben)).body.comments.map(({ isMine }: AnyJson) => isMine)).toEqual([false, true])
  expect((await read(share)).body.comments.map(({ isMine }: AnyJson) => isMine)).toEqual([false, false])
  const at = `comments/asset/${asset}/${made.id}`
  expect((await as(share, 'PUT', at, { visitor: ben, text: 'Mine' })).status).toBe(403)
  expect((await as(share, 'DELETE', at, { visitor: ben })).status).toBe(403)
  expect((await as(share, 'PUT', at, { visitor, text: 'Too small' })).body).toMatchObject({
    text: 'Too small',
    editedAt: expect.any(String),
  })
  expect((await as(share, 'DELETE', at, { visitor })).status).toBe(200)
  expect((await read(share)).body.comments[0]).toMatchObject({ isDeleted: true, text: '', by: { name: '' } })
})

test('a visitor sees what was written in this share and no other comment', async () => {
  const [share, second] = [await makeShare(), await makeShare()]
  const [visitor, stranger] = [await introduce(share), await introduce(second)]
  const inside = (await colleague('editor', { text: 'Between us' })).body
  const made = (await write(share, visitor, { text: 'In the first' })).body
  await write(second, stranger, { text: 'In the second' })
  expect(texts(await read(share, visitor))).toEqual(['In the first'])
  expect(texts(await read(second, stranger))).toEqual(['In the second'])
  // By no number of another's, and with no token of another share.
  expect((await write(share, visitor, { text: 'x', thread: inside.id })).status).toBe(404)
  expect((await write(second, stranger, { text: 'x', thread: made.id })).status).toBe(404)
  for (const id of [inside.id, made.id])
    expect(
      (await as(second, 'PUT', `comments/asset/${asset}/${id}`, { visitor: stranger, text: 'x' })).status,
    ).toBe(404)
  expect(await write(share, stranger, { text: 'x' })).toMatchObject({
    status: 403,
    body: { error: '403/2292' },
  })
  expect((await read(share, visitor, other)).status).toBe(404)
  expect((await write(share, visitor, { text: 'x' }, other)).status).toBe(404)
  // A ticket opens the comments of colleagues as little.
  const { ticket } = (await as(share, 'POST', 'view', {})).body
  const generic = await ask('GET', `/api/wedia/dam/comments/asset/${asset}?ticket=${ticket}`, {
    who: 'nobody',
  })
  expect(generic.status).toBe(403)
})

test('replies of colleagues are read where the share shows them, with names and no numbers', async () => {
  const [open, closed] = [await makeShare(), await makeShare({ showsReplies: false })]
  const admin = (await ask('GET', '/json/whoami', { who: 'admin' })).body.response.data
  for (const share of [open, closed]) {
    const visitor = await introduce(share)
    const thread = (await write(share, visitor, { text: 'Larger?' })).body.id
    const text = `It is, @[${admin.id}]`
    expect((await colleague('editor', { text, mentions: [admin.id], thread })).status).toBe(201)
    const mine = (await colleagues()).find(({ id }) => id === thread)
    expect(mine).toMatchObject({ share: 'Press kit', visitorsRead: share === open, isMine: false })
    const { comments } = (await read(share, visitor)).body
    expect(comments).toHaveLength(share === open ? 2 : 1)
    if (share !== open) continue
    expect(comments[1]).toMatchObject({ by: { kind: 'user', id: null }, text: `It is, @${admin.name}` })
    await ask('POST', `/api/wedia/dam/comments/asset/${asset}/${thread}/resolve`, { who: 'editor', json: {} })
    expect((await read(share)).body.comments[0].resolved).toEqual({ at: expect.any(String), by: '' })
  }
})

test('the sharer is notified, and reads in the log of the link who wrote', async () => {
  const share = await makeShare()
  const visitor = await introduce(share)
  const { id } = (await write(share, visitor, { text: 'Too dark' })).body
  const [notice] = (await ask('GET', '/api/rest/usernotif', { who: 'editor' })).body.response.data
  expect(notice).toMatchObject({
    type: 'comment',
    title: 'Anna Berg (visitor of “Press kit”) commented on “Harbour”',
    link: `/browse/${asset}?comment=${id}`,
  })
  const { visits } = (await ask('GET', `/wedia/cart/shareVisits/${cart}/${share}`, { who: 'editor' })).body
  expect(visits[0]).toMatchObject({ kind: 'comment', item: { id: asset }, visitor: anna })
  const { threads } = (await ask('GET', '/rest/todo/threads', { who: 'editor' })).body
  expect(threads.map(({ first }: AnyJson) => first.id)).toContain(id)
})

test('a recalled share ends it for visitors, colleagues keep the comments and may delete them', async () => {
  const share = await makeShare()
  const visitor = await introduce(share)
  const { id } = (await write(share, visitor, { text: 'Before the end' })).body
  await ask('DELETE', `/wedia/cart/shareCart/${cart}/${share}`, { who: 'editor' })
  expect((await read(share, visitor)).status).toBe(404)
  expect((await write(share, visitor, { text: 'After' })).status).toBe(404)
  expect((await colleagues()).map(({ text }) => text)).toEqual(['Before the end'])
  await sql`delete from share where id = ${share}`.execute(application.cartouche.services.database)
  expect((await colleagues())[0]).toMatchObject({ by: { kind: 'visitor', name: 'Anna Berg' }, share: null })
  expect(
    (await ask('DELETE', `/api/wedia/dam/comments/asset/${asset}/${id}`, { who: 'editor' })).status,
  ).toBe(200)
})

test('comments are off by default, and only people who read comments can allow them', async () => {
  const plain = await makeShare({ actions: undefined })
  expect((await as(plain, 'POST', 'visitor', anna)).body).toMatchObject({ error: '403/2047' })
  expect((await read(plain)).status).toBe(403)
  const own = (
    await ask('POST', '/wedia/cart/createCart/', {
      who: 'viewer',
      json: { name: 'Own', items: { asset: [asset] } },
    })
  ).body[0].id
  const refused = await ask('POST', `/wedia/cart/shareCart/${own}`, {
    who: 'viewer',
    json: { actions: ['view', 'comment'] },
  })
  expect(refused.status).toBe(403)
  // Of a share that says so although its sharer may not (any more), the kernel lets nobody in.
  const { id } = (
    await ask('POST', `/wedia/cart/shareCart/${own}`, { who: 'viewer', json: { actions: ['view'] } })
  ).body
  await sql`update share set actions = '{view,comment}' where id = ${id}`.execute(
    application.cartouche.services.database,
  )
  expect((await read(id)).status).toBe(403)
})

test('hostile names and texts are refused; too many in a minute, by one network and in all', async () => {
  const share = await makeShare()
  const { database } = application.cartouche.services
  for (const wrong of [
    { name: ' ' },
    { name: 'a\nb' },
    { name: 'a\u202Eb' },
    { name: 'x'.repeat(101) },
    { email: 'nobody' },
  ])
    expect((await as(share, 'POST', 'visitor', { ...anna, ...wrong })).status, JSON.stringify(wrong)).toBe(
      400,
    )
  const visitor = await introduce(share)
  expect((await write(share, visitor, { text: ' ' })).status).toBe(400)
  expect((await write(share, visitor, { text: '@[1] <b>' })).body).toMatchObject({
    text: '@[1] <b>',
    mentions: [],
  })
  const many = (network: string, count: number) =>
    sql`insert into share_limit (share_id, kind, network)
      select ${share}, 'comment', ${network} from generate_series(1, ${count})`.execute(database)
  const { byNetwork, inAll } = visitorLimits.comment
  await many('elsewhere', inAll - 2)
  const last = await Promise.all([1, 2, 3].map(() => write(share, visitor, { text: 'At once' })))
  expect(last.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(Number(last.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(0)
  await sql`update share_limit set at = at - interval '2 minutes'`.execute(database)
  const each = await Promise.all(
    Array.from({ length: byNetwork + 1 }, () => write(share, visitor, { text: 'One after the other' })),
  )
  expect(each.filter(({ status }) => status === 429)).toHaveLength(1)
  await sql`insert into share_limit (share_id, kind, network)
    select ${share}, 'visitor', 'elsewhere' from generate_series(1, ${visitorLimits.visitor.inAll})`.execute(
    database,
  )
  const refused = await as(share, 'POST', 'visitor', anna)
  expect([refused.status, refused.body]).toMatchObject([429, { error: '429/2310' }])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})
