import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type Answered,
  type TestApplication,
  type Who,
} from '../../http/test-application.ts'
import { commentsPerMinute } from './write-comments.ts'

let application: TestApplication
const ask: TestApplication['ask'] = (...options) => application.ask(...options)
const people = new Map<Who, number>()

beforeAll(async () => {
  application = await startTestApplication()
  for (const who of ['admin', 'editor', 'contributor', 'viewer'] as const)
    people.set(who, (await ask('GET', '/json/whoami', { who })).body.response.data.id)
}, 120_000)
afterAll(() => application.stop())

const idOf = (who: Who): number => people.get(who) ?? 0
const at = (id: number, more = '') => `/api/wedia/dam/comments/asset/${id}${more}`

async function createAsset(name: string, who: Who = 'editor', isPublished = false): Promise<number> {
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  const form = new FormData()
  form.append('json', JSON.stringify({ name, binary: 'cid:binary' }))
  form.append('binary', new File([new Uint8Array(await picture.jpeg().toBuffer())], `${name}.jpg`))
  const id = (await ask('POST', '/api/rest/dam/data/asset', { form, who })).body.response.data.id as number
  if (isPublished)
    await ask('POST', `/api/rest/dam/data/asset/${id}/workflow`, { json: { workflowAction: 'publish' } })
  return id
}
const comment = (id: number, who: Who, json: object): Promise<Answered> =>
  ask('POST', at(id), { who, json, call: 'createComment' })
const list = async (id: number, who: Who = 'editor'): Promise<AnyJson> =>
  (await ask('GET', at(id), { who, call: 'listComments' })).body
const notices = async (who: Who): Promise<AnyJson[]> =>
  (await ask('GET', '/api/rest/usernotif', { who })).body.response.data
const forget = () =>
  sql`update comment set created_at = created_at - interval '2 minutes'`.execute(
    application.cartouche.services.database,
  )

test('a thread on a place of a picture: replies, an own text changed, resolved and opened again', async () => {
  const id = await createAsset('Harbour', 'editor', true)
  const place = { x: 0.25, y: 0.5, width: 0.1, height: 0.2 }
  const first = (await comment(id, 'contributor', { text: '  Too dark here  ', place })).body
  expect(first).toMatchObject({ text: 'Too dark here', place, version: 1, thread: null, isMine: true })
  const reply = (await comment(id, 'editor', { text: 'Better?', thread: first.id, place })).body
  const nested = (await comment(id, 'contributor', { text: 'Yes', thread: reply.id })).body
  expect([reply.thread, reply.place, nested.thread]).toEqual([first.id, null, first.id])
  const edited = await ask('PUT', at(id, `/${first.id}`), {
    who: 'contributor',
    json: { text: 'Too dark' },
    call: 'updateComment',
  })
  expect(edited.body).toMatchObject({ text: 'Too dark', place, editedAt: expect.any(String) })
  expect((await ask('PUT', at(id, `/${first.id}`), { who: 'editor', json: { text: 'Mine' } })).status).toBe(
    403,
  )
  const resolve = (resolved: boolean, of = first.id) =>
    ask('POST', at(id, `/${of}/resolve`), { who: 'editor', json: { resolved }, call: 'resolveComment' })
  expect((await resolve(true)).body.resolved).toMatchObject({ by: expect.stringMatching(/\w/) })
  expect((await resolve(false)).body.resolved).toBeNull()
  expect((await resolve(true, reply.id)).status).toBe(404)
  expect((await list(id)).comments.map(({ text }: AnyJson) => text)).toEqual(['Too dark', 'Better?', 'Yes'])
})

test('whoever deletes a comment with replies leaves a gap, which goes with the last of them', async () => {
  const id = await createAsset('Gap', 'editor', true)
  const first = (await comment(id, 'contributor', { text: 'A secret' })).body
  const reply = (await comment(id, 'editor', { text: 'Reply', thread: first.id })).body
  const remove = (of: number, who: Who) => ask('DELETE', at(id, `/${of}`), { who })
  expect((await remove(reply.id, 'contributor')).status).toBe(403)
  expect((await remove(first.id, 'contributor')).status).toBe(200)
  expect((await list(id)).comments[0]).toMatchObject({
    isDeleted: true,
    text: '',
    by: { id: null, name: '' },
  })
  expect((await comment(id, 'editor', { text: 'To nobody', thread: first.id })).status).toBe(404)
  expect((await remove(reply.id, 'editor')).status).toBe(200)
  expect((await list(id)).comments).toEqual([])
  const rude = (await comment(id, 'contributor', { text: 'Rude' })).body
  expect((await remove(rude.id, 'editor')).status).toBe(200)
  const { rows } = await sql<{
    before: AnyJson
  }>`select before from audit_entry where kind = 'comment.deleted'`.execute(
    application.cartouche.services.database,
  )
  expect(rows.map(({ before }) => before)).toEqual([{ by: idOf('contributor'), text: 'Rude' }])
})

test('seeing and writing follow the view of the asset and their own grants', async () => {
  const draft = await createAsset('Draft')
  const own = await createAsset('Own', 'contributor')
  await comment(draft, 'editor', { text: 'Inside' })
  expect((await ask('GET', at(draft), { who: 'contributor' })).status).toBe(404)
  expect((await comment(draft, 'contributor', { text: 'x' })).status).toBe(404)
  expect((await comment(own, 'contributor', { text: 'Mine' })).status).toBe(201)
  const published = await createAsset('Published', 'editor', true)
  expect((await ask('GET', at(published), { who: 'viewer' })).status).toBe(403)
  expect((await comment(published, 'viewer', { text: 'x' })).status).toBe(403)
  expect((await ask('GET', at(published), { who: 'nobody' })).status).toBe(401)
  expect(await list(own, 'contributor')).toMatchObject({ mayComment: true, mayModerate: true })
  expect(await list(published, 'contributor')).toMatchObject({ mayComment: true, mayModerate: false })
  expect((await ask('GET', '/api/wedia/dam/comments/assetkeyword/1')).status).toBe(404)
  expect((await ask('GET', '/api/wedia/dam/comments/user/1')).status).toBe(404)
})

test('only people who may read it are offered and named; they are notified, and the name is that of today', async () => {
  const draft = await createAsset('Mentions')
  const offered = async (text: string) =>
    (
      await ask('GET', `/api/wedia/dam/mentionable/asset/${draft}?text=${encodeURIComponent(text)}`, {
        who: 'editor',
        call: 'findMentionable',
      })
    ).body as AnyJson[]
  expect((await offered('')).map(({ id }) => id)).toEqual(
    expect.arrayContaining([idOf('admin'), idOf('editor')]),
  )
  expect(await offered('contributor')).toEqual([])
  expect(await offered('%')).toEqual([])
  const named = (who: Who) => ({ text: `Look, @[${idOf(who)}] <b>&amp;</b>`, mentions: [idOf(who)] })
  expect((await comment(draft, 'editor', named('contributor'))).status).toBe(400)
  expect((await comment(draft, 'editor', { text: 'x', mentions: [999_999] })).status).toBe(400)
  const made = (await comment(draft, 'editor', named('admin'))).body
  const [notice] = await notices('admin')
  expect(notice).toMatchObject({
    type: 'mention',
    link: `/browse/${draft}?comment=${made.id}`,
    data: { comment: made.id },
  })
  await sql`update entity set props = props || '{"name": "Somebody Else"}' where id = ${idOf('admin')}`.execute(
    application.cartouche.services.database,
  )
  expect((await list(draft)).comments[0].mentions).toEqual([{ id: idOf('admin'), name: 'Somebody Else' }])
})

test('a reply notifies those who take part, once, by notification and mail, and not who wrote it', async () => {
  const id = await createAsset('Commented', 'editor', true)
  const { database } = application.cartouche.services
  await sql`update entity set props = props || '{"email": "c@example.org", "locale": "fr"}' where id = ${idOf('contributor')}`.execute(
    database,
  )
  const first = (await comment(id, 'contributor', { text: 'One' })).body
  const before = (await notices('contributor')).length
  await comment(id, 'editor', { text: 'Two <script>', thread: first.id })
  await comment(id, 'contributor', { text: 'Three', thread: first.id })
  const after = await notices('contributor')
  expect([after.length - before, after[0].type]).toEqual([1, 'comment'])
  expect((await notices('editor'))[0].title).toContain('replied')
  const { rows } =
    await sql<AnyJson>`select subject, text_body, html_body from mail where recipient = 'c@example.org'`.execute(
      database,
    )
  expect(rows).toEqual([
    {
      subject: expect.stringContaining('a répondu'),
      text_body: expect.stringContaining('Two <script>'),
      html_body: expect.stringContaining('Two &lt;script&gt;'),
    },
  ])
})

test('an asset that comes back from the trash has its threads; permanently deleted, it has none', async () => {
  const id = await createAsset('Trash')
  const first = (await comment(id, 'editor', { text: 'First' })).body
  await comment(id, 'editor', { text: 'Reply', thread: first.id })
  await ask('DELETE', `/api/rest/dam/data/asset/${id}`, { who: 'editor' })
  expect((await ask('GET', at(id), { who: 'editor' })).status).toBe(404)
  const { database } = application.cartouche.services
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int n from comment where id = ${id}`.execute(database)).rows[0]
      ?.n
  expect(await count()).toBe(0)
  await sql`select restore_from_trash('asset', ${id})`.execute(database)
  expect(await count()).toBe(2)
})

test('somebody who is gone has no name any more, and what they wrote stays', async () => {
  const id = await createAsset('Erased', 'editor', true)
  const account = { login: 'gone', name: 'Gone Person', role: 2 }
  const { body } = await ask('POST', '/api/rest/administration/users', { json: account })
  const gone = body.id as number
  await sql`
    insert into comment (resource, id, author_kind, author_id, body, mentions)
    values ('asset', ${id}, 'user', ${gone}, ${`By me, @[${gone}]`}, ${[gone]})`.execute(
    application.cartouche.services.database,
  )
  expect((await list(id)).comments[0].by.name).toBe('Gone Person')
  expect((await ask('DELETE', `/api/rest/administration/accounts/${gone}`)).status).toBe(200)
  expect((await list(id)).comments[0]).toMatchObject({ by: { name: '' }, mentions: [{ id: gone, name: '' }] })
  expect(JSON.stringify(await list(id))).not.toContain('Gone Person')
})

test('hostile texts and places are refused or kept as they are', async () => {
  const id = await createAsset('Hostile')
  const status = async (json: object) => (await comment(id, 'editor', json)).status
  expect(await status({ text: ' \n ' })).toBe(400)
  expect(await status({ text: 'x'.repeat(4001) })).toBe(400)
  expect(await status({ text: 'a\0b' })).toBe(400)
  for (const place of [
    { x: 2, y: 0 },
    { x: 0.1 },
    { x: 0.9, y: 0, width: 0.5, height: 0.5 },
    { timeMs: 9, endMs: 3 },
    { zoom: 1 },
    { endMs: 3 },
  ])
    expect(await status({ text: 'x', place }), JSON.stringify(place)).toBe(400)
  expect(await status({ text: 'x', version: 7 })).toBe(404)
  const other = (await comment(await createAsset('Other'), 'editor', { text: 'x' })).body.id
  expect(await status({ text: 'x', thread: other })).toBe(404)
  const text = '<img src=x onerror=alert(1)> \u202Eabc 𝕏 @[1] {0} %s'
  expect((await comment(id, 'editor', { text })).body).toMatchObject({ text, mentions: [] })
})

test('two people at once, too many in a minute, too many in all', async () => {
  await forget()
  const id = await createAsset('Many', 'editor', true)
  const both = await Promise.all(
    ['editor', 'contributor', 'admin', 'editor'].map((who) => comment(id, who as Who, { text: 'At once' })),
  )
  expect(both.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  await sql`
    insert into comment (resource, id, author_kind, author_id, body)
    select 'asset', ${id}, 'user', ${idOf('editor')}, 'x' from generate_series(3, ${commentsPerMinute})`.execute(
    application.cartouche.services.database,
  )
  const limited = await comment(id, 'editor', { text: 'One more' })
  expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await comment(id, 'admin', { text: 'Another person' })).status).toBe(201)
  await sql`
    insert into comment (resource, id, author_kind, author_id, body, created_at)
    select 'asset', ${id}, 'user', ${idOf('editor')}, 'x', now() - interval '1 day' from generate_series(1, 1000)`.execute(
    application.cartouche.services.database,
  )
  expect((await comment(id, 'admin', { text: 'Full' })).status).toBe(409)
})
