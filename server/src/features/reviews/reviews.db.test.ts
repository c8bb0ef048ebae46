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
import { remindReviewers } from './review-tasks.ts'

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
const database = () => application.cartouche.services.database
const draw = async (background: string) =>
  new Uint8Array(
    await sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  )

async function createDraft(name: string, who: Who = 'contributor'): Promise<number> {
  const form = new FormData()
  form.append('json', JSON.stringify({ name, binary: 'cid:binary' }))
  form.append('binary', new File([await draw('teal')], `${name}.jpg`))
  return (await ask('POST', '/api/rest/dam/data/asset', { form, who })).body.response.data.id
}
async function replaceFile(id: number, who: Who, colour: string): Promise<number> {
  const form = new FormData()
  form.append('file', new File([await draw(colour)], 'new.jpg'))
  return (await ask('POST', `/api/wedia/dam/versions/asset/${id}`, { form, who })).status
}
const act = (id: number, workflowAction: string, who: Who, reason?: string): Promise<Answered> =>
  ask('POST', `/api/rest/dam/data/asset/${id}/workflow`, {
    who,
    json: { workflowAction, ...(reason === undefined ? {} : { reason }) },
  })
const submit = (assets: readonly number[], json: object = {}, who: Who = 'contributor') =>
  ask('POST', '/api/rest/reviews', { who, json: { assets, ...json }, call: 'submitForReview' })
const decide = (assets: readonly number[], verdict: string, who: Who = 'editor', reason = '') =>
  ask('POST', '/api/rest/reviews/decide', { who, json: { assets, verdict, reason }, call: 'decideReviews' })
const statusOf = async (id: number): Promise<string> =>
  (await ask('GET', `/api/rest/dam/data/asset/${id}`)).body.response.data.status.name
const reviews = async (id: number, who: Who = 'contributor'): Promise<AnyJson> =>
  (await ask('GET', `/api/wedia/dam/reviews/asset/${id}`, { who, call: 'listReviews' })).body
const toReview = async (who: Who): Promise<number[]> =>
  (await ask('GET', '/api/rest/todo/reviews', { who, call: 'listToReview' })).body.requests.flatMap(
    ({ items }: AnyJson) => items.map(({ id }: AnyJson) => id),
  )
const counts = async (who: Who): Promise<AnyJson> =>
  (await ask('GET', '/api/rest/todo', { who, call: 'getTodoCounts' })).body
const notices = async (who: Who): Promise<AnyJson[]> =>
  (await ask('GET', '/api/rest/usernotif', { who })).body.response.data
const day = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('clients that just take actions: what is submitted waits for whoever may decide, and is decided by them', async () => {
  const [one, two] = [await createDraft('Alone 1'), await createDraft('Alone 2')]
  await act(one, 'submit', 'contributor')
  await act(two, 'submit', 'contributor')
  expect(await toReview('editor')).toEqual(expect.arrayContaining([one, two]))
  expect(await toReview('admin')).toEqual(expect.arrayContaining([one, two]))
  for (const who of ['contributor', 'viewer'] as const) expect(await toReview(who)).toEqual([])
  expect((await act(one, 'publish', 'editor')).status).toBe(200)
  expect((await act(two, 'reject', 'editor', 'Too dark')).status).toBe(200)
  expect(await toReview('admin')).not.toContain(one)
  expect((await reviews(one)).request.items[0]).toMatchObject({
    state: 'approved',
    decidedBy: expect.stringMatching(/\w/),
  })
  expect(await reviews(two)).toMatchObject({
    request: { items: [{ state: 'rejected', reason: 'Too dark' }] },
    decisions: [{ verdict: 'reject', reason: 'Too dark', version: 1, by: { id: idOf('editor') } }],
  })
  expect((await notices('contributor'))[0]).toMatchObject({ type: 'review_decided', data: { id: two } })
  expect(await counts('contributor')).toMatchObject({ rejected: 1, toReview: 0 })
  // A draft that is published without having been submitted was nobody's decision.
  const direct = await createDraft('Direct', 'editor')
  await act(direct, 'publish', 'editor')
  expect(await reviews(direct, 'editor')).toEqual({ request: null, decisions: [] })
})

test('a request names reviewers, a day and a note; any one of them decides', async () => {
  const ids = [await createDraft('Asked 1'), await createDraft('Asked 2'), await createDraft('Asked 3')]
  const offered = await ask('GET', `/api/rest/reviews/reviewers?assets=${ids.join(',')}`, {
    who: 'contributor',
    call: 'findReviewers',
  })
  expect(new Set(offered.body.map(({ id }: AnyJson) => id))).toEqual(new Set([idOf('admin'), idOf('editor')]))
  expect((await submit(ids, { reviewers: [idOf('viewer')] })).status).toBe(400)
  expect((await submit(ids, { due: '2020-01-01' })).status).toBe(400)
  const due = day(48)
  const made = await submit(ids, { reviewers: [idOf('editor')], due, note: 'For Friday <b>' })
  expect(made.body).toMatchObject({
    note: 'For Friday <b>',
    dueAt: due,
    reviewers: [{ id: idOf('editor') }],
    requester: { id: idOf('contributor') },
    items: [{ state: 'waiting' }, { state: 'waiting' }, { state: 'waiting' }],
  })
  expect((await notices('editor'))[0]).toMatchObject({
    type: 'review_requested',
    title: expect.stringContaining('3 assets'),
    link: `/todo?request=${made.body.id}`,
  })
  expect(await toReview('admin')).not.toContain(ids[0])
  expect(await toReview('editor')).toEqual(expect.arrayContaining(ids))
  expect((await submit(ids)).status).toBe(409)
  expect((await decide(ids.slice(0, 1), 'reject')).status).toBe(400)
  expect((await decide(ids.slice(0, 1), 'reject', 'editor', 'No')).body.decided).toEqual(ids.slice(0, 1))
  expect((await decide(ids, 'approve')).body).toEqual({
    decided: ids.slice(1),
    waiting: [],
    skipped: ids.slice(0, 1),
  })
  expect(await Promise.all(ids.map(statusOf))).toEqual(['draft', 'published', 'published'])
  expect((await notices('contributor'))[0].title).toContain('approved 2')
})

test('where all must approve the last one publishes, and one who rejects is enough', async () => {
  const [one, two] = [await createDraft('All 1'), await createDraft('All 2')]
  await submit([one, two], { reviewers: [idOf('editor'), idOf('admin')], needsAll: true })
  expect((await decide([one, two], 'approve', 'editor')).body).toMatchObject({
    decided: [],
    waiting: [one, two],
  })
  expect(await statusOf(one)).toBe('submitted')
  expect(await toReview('editor')).not.toContain(one)
  expect(await toReview('admin')).toContain(one)
  expect((await reviews(one)).request.items[0].approvedBy.map(({ id }: AnyJson) => id)).toEqual([
    idOf('editor'),
  ])
  expect((await decide([one], 'approve', 'admin')).body.decided).toEqual([one])
  expect(await statusOf(one)).toBe('published')
  expect((await reviews(one)).decisions).toHaveLength(2)
  expect((await decide([two], 'reject', 'admin', 'Wrong logo')).body.decided).toEqual([two])
  expect(await statusOf(two)).toBe('draft')
})

test('a new version of the file makes what was decided void, and the asset waits again', async () => {
  const [waiting, rejected] = [await createDraft('Version 1'), await createDraft('Version 2')]
  const both = { reviewers: [idOf('editor'), idOf('admin')], needsAll: true }
  await submit([waiting], both)
  await submit([rejected], { reviewers: [idOf('editor')] })
  await decide([waiting], 'approve', 'editor')
  await decide([rejected], 'reject', 'editor', 'Blurred')
  expect(await replaceFile(waiting, 'contributor', 'red')).toBe(201)
  expect((await reviews(waiting)).request.items[0]).toMatchObject({
    state: 'waiting',
    approvedBy: [],
    reopenedAt: expect.any(String),
  })
  expect(await toReview('editor')).toContain(waiting)
  expect(await replaceFile(rejected, 'contributor', 'blue')).toBe(201)
  expect(await statusOf(rejected)).toBe('submitted')
  expect(await toReview('editor')).toContain(rejected)
  expect((await notices('editor'))[0].title).toContain('new version')
  expect((await reviews(rejected)).decisions[0]).toMatchObject({ isVoid: true, version: 1 })
  // Words alone change nothing.
  await decide([rejected], 'approve', 'editor')
  await ask('PATCH', `/api/rest/dam/data/asset/${rejected}`, {
    json: { json: { city: 'Brest' } },
    who: 'contributor',
  })
  expect((await reviews(rejected)).request.items[0].state).toBe('approved')
  // Published: it stays so until the new version is rejected.
  expect(await replaceFile(rejected, 'contributor', 'green')).toBe(201)
  expect([await statusOf(rejected), (await reviews(rejected)).request.items[0].state]).toEqual([
    'published',
    'waiting',
  ])
  expect((await decide([rejected], 'reject', 'editor', 'Worse')).body.decided).toEqual([rejected])
  expect(await statusOf(rejected)).toBe('draft')
})

test('two reviewers at once: one decides, the other hears that it was done', async () => {
  const ids = [await createDraft('Race 1'), await createDraft('Race 2')]
  await submit(ids, { reviewers: [idOf('editor'), idOf('admin')] })
  const answers = await Promise.all([decide(ids, 'approve', 'editor'), decide(ids, 'reject', 'admin', 'No')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(new Set(answers.map(({ body }) => body.decided.length))).toEqual(new Set([0, 2]))
})

test('reviewers are reminded once, the day before', async () => {
  const ids = [await createDraft('Due'), await createDraft('Due later')]
  await submit(ids.slice(0, 1), { reviewers: [idOf('admin')], due: day(12) })
  await submit(ids.slice(1), { reviewers: [idOf('admin')], due: day(72) })
  const reminders = async () => (await notices('admin')).filter(({ type }) => type === 'review_due').length
  await remindReviewers(application.cartouche.services)
  await remindReviewers(application.cartouche.services)
  expect(await reminders()).toBe(1)
})

test('an archived asset waits no more, one in the trash neither; whoever is gone asks nobody', async () => {
  const [archived, trashed, kept] = [await createDraft('A'), await createDraft('B'), await createDraft('C')]
  await submit([archived, trashed, kept], { reviewers: [idOf('editor')] })
  await act(archived, 'archive', 'editor')
  await ask('DELETE', `/api/rest/dam/data/asset/${trashed}`)
  const mine = await toReview('editor')
  expect(mine).toContain(kept)
  expect(mine).not.toContain(archived)
  expect(mine).not.toContain(trashed)
  await sql`select restore_from_trash('asset', ${trashed})`.execute(database())
  expect(
    (await sql`select from review_item where id = ${trashed} and state = 'waiting'`.execute(database())).rows,
  ).toHaveLength(1)
  await sql`delete from review_reviewer where user_id = ${idOf('editor')}`.execute(database())
  expect(await toReview('admin')).toContain(kept)
})

test('nobody decides or reads what they may not', async () => {
  const id = await createDraft('Rights')
  await submit([id], { reviewers: [idOf('editor')] })
  expect((await decide([id], 'approve', 'contributor')).status).toBe(403)
  expect((await decide([id], 'approve', 'viewer')).status).toBe(403)
  expect((await submit([await createDraft('Of another', 'editor')])).status).toBe(404)
  expect((await ask('GET', `/api/wedia/dam/reviews/asset/${id}`, { who: 'viewer' })).status).toBe(404)
  await decide([id], 'approve', 'editor')
  expect((await ask('GET', `/api/wedia/dam/reviews/asset/${id}`, { who: 'viewer' })).status).toBe(403)
  expect((await reviews(id)).request.items[0].state).toBe('approved')
  expect((await submit([id])).status).toBe(409)
})

test('open threads that concern somebody are listed until they are resolved', async () => {
  const id = await createDraft('Threads')
  const before = (await counts('contributor')).threads
  const { body } = await ask('POST', `/api/wedia/dam/comments/asset/${id}`, {
    who: 'editor',
    json: { text: `@[${idOf('admin')}] look`, mentions: [idOf('admin')] },
  })
  const threads = async (who: Who) =>
    (await ask('GET', '/api/rest/todo/threads', { who, call: 'listOwnThreads' })).body.threads.filter(
      (thread: AnyJson) => thread.id === id,
    )
  expect((await counts('contributor')).threads).toBe(before + 1)
  expect(await threads('admin')).toMatchObject([
    { isMentioned: true, name: 'Threads', first: { id: body.id }, replies: 0 },
  ])
  expect(await threads('contributor')).toMatchObject([{ isMentioned: false }])
  expect(await threads('viewer')).toEqual([])
  await ask('POST', `/api/wedia/dam/comments/asset/${id}/${body.id}/resolve`, {
    who: 'contributor',
    json: {},
  })
  expect(await threads('admin')).toEqual([])
})

test('hundreds of assets of one request are decided at once', async () => {
  const ids: number[] = []
  for (let number = 0; number < 5; number++)
    for (const { status, body } of await Promise.all(
      Array.from({ length: 50 }, () =>
        ask('POST', '/api/rest/dam/data/asset', { json: { json: { name: 'Many' } }, who: 'contributor' }),
      ),
    )) {
      expect(status).toBe(201)
      ids.push(body.response.data.id)
    }
  expect((await submit(ids, { reviewers: [idOf('editor')] })).status).toBe(201)
  expect((await decide(ids, 'approve')).body.decided).toHaveLength(250)
  expect((await notices('contributor'))[0].title).toContain('250')
  expect(
    (
      await decide(
        Array.from({ length: 501 }, (_one, at) => at + 1),
        'approve',
      )
    ).status,
  ).toBe(400)
}, 60_000)

// The last: the editors of this library may publish no longer what they may.
test('a reviewer who lost the right to these assets approves nothing, also where others have yet to', async () => {
  const id = await createDraft('Lost the right')
  await submit([id], { reviewers: [idOf('editor'), idOf('admin')], needsAll: true })
  const { rows } = await sql`
    update role_grant g set rows = '{"name":"Another"}' from credential c
    join link l on l.resource = c.resource and l.id = c.id and l.field = 'role'
    where c.login = 'editor' and g.role_id = l.target_id and g.resource = 'asset' and g.action = 'publish' returning g.role_id`.execute(
    database(),
  )
  expect(rows).toHaveLength(1)
  expect((await decide([id], 'approve', 'editor')).status).toBe(403)
  expect((await reviews(id)).request.items[0].approvedBy).toEqual([])
  expect((await reviews(id)).decisions).toEqual([])
})
