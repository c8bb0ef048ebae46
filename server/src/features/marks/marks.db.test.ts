import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type TestApplication,
  type Who,
} from '../../http/test-application.ts'

/** Ratings, colour labels and picks. @source decision 0207 */

let application: TestApplication
const ask: TestApplication['ask'] = (...options) => application.ask(...options)
beforeAll(async () => {
  application = await startTestApplication()
}, 60_000)
afterAll(() => application.stop())

const path = '/rest/dam/data/asset'
async function create(name: string, publish = true): Promise<number> {
  const id = (await ask('POST', path, { json: { json: { name } } })).body.response.data.id as number
  if (publish) await ask('POST', `${path}/${id}/workflow`, { json: { workflowAction: 'publish' } })
  return id
}
const mark = async (ids: readonly number[], change: object, who: Who = 'editor'): Promise<AnyJson> =>
  (await ask('POST', '/rest/marks', { json: { ids, ...change }, who, call: 'setMarks' })).body
const marksOf = async (id: number, who: Who = 'editor'): Promise<AnyJson> =>
  (await ask('GET', `${path}/${id}?withMarks=true`, { who, call: 'getEntity' })).body.response.data.$marks
interface Found {
  readonly ids: readonly number[]
  readonly total: number
  readonly facets: Readonly<Record<string, Readonly<Record<string, number>>>>
}
async function find(query: object, who: Who = 'editor', more: object = {}): Promise<Found> {
  const { status, body } = await ask('POST', path, {
    as: 'GET',
    json: {
      query,
      withMarks: true,
      withAggregates: true,
      aggFields: ['$rating', '$label', '$pick'],
      ...more,
    },
    who,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  const { data, total, aggregates } = body.response
  const facets = Object.fromEntries(
    Object.entries(aggregates as Record<string, AnyJson[]>).map(([field, values]) => [
      field,
      Object.fromEntries(values.map(({ count, data: value }) => [String(value.id), count as number])),
    ]),
  )
  return { ids: data.map(({ id }: AnyJson) => id as number), total, facets }
}
const none = { rating: 0, label: null, pick: null }

test('everybody has their own marks, answered to them alone, and only where they ask', async () => {
  const id = await create('Own')
  expect(await mark([id], { rating: 4, label: 'red' })).toEqual({
    marked: [{ id, before: none, marks: { rating: 4, label: 'red', pick: null } }],
    failed: [],
  })
  expect(await mark([id], { pick: 'rejected' })).toMatchObject({
    marked: [{ before: { rating: 4, label: 'red', pick: null }, marks: { rating: 4, pick: 'rejected' } }],
  })
  expect(await marksOf(id)).toEqual({ rating: 4, label: 'red', pick: 'rejected' })
  expect(await marksOf(id, 'viewer')).toEqual(none)
  expect(await marksOf(id, 'admin')).toEqual(none)
  expect((await ask('GET', `${path}/${id}`)).body.response.data).not.toHaveProperty('$marks')
  expect((await find({ $rating: { gte: 1 }, id }, 'viewer')).total).toBe(0)
  await mark([id], { rating: 0, label: null, pick: null })
  expect(await marksOf(id)).toEqual(none)
  const { rows } = await sql`select from mark where id = ${id}`.execute(
    application.cartouche.services.database,
  )
  expect(rows, 'nothing is stored of what has no mark').toHaveLength(0)
})

test('what cannot be marked is said by id, and the others are marked', async () => {
  const [seen, hidden] = [await create('Seen'), await create('Hidden', false)]
  const { marked, failed } = await mark([hidden, seen, 999_999_999, seen], { rating: 2 }, 'viewer')
  expect(marked).toMatchObject([{ id: seen, marks: { rating: 2 } }])
  expect(failed).toMatchObject([
    { id: hidden, code: 'entity_not_found' },
    { id: 999_999_999, code: 'entity_not_found' },
  ])
  for (const bad of [
    { ids: [seen] },
    { ids: [], rating: 1 },
    { ids: [seen], rating: 6 },
    { ids: [seen], rating: 1.5 },
    { ids: [seen], label: 'pink' },
    { ids: [seen], rating: 1, resource: 'assetkeyword' },
    { ids: Array.from({ length: 1001 }, (_, at) => at + 1), rating: 1 },
  ])
    expect((await ask('POST', '/rest/marks', { json: bad })).body.code).toBe('invalid_parameter')
})

test('searches find by marks, and count them, alone and together with all else', async () => {
  const ids: number[] = []
  for (const name of ['Tag A', 'Tag B', 'Tag C', 'Tag D', 'Tag E']) ids.push(await create(name))
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = ids
  await mark([one], { rating: 1, label: 'red' })
  await mark([two, three], { rating: 3, pick: 'picked' })
  await mark([four], { rating: 5, label: 'blue', pick: 'rejected' })
  await mark([five], { rating: 5 }, 'admin')
  const among = (query: object): object => ({ and: [{ id: { in: ids } }, query] })
  const found = async (query: object, who: Who = 'editor'): Promise<readonly number[]> =>
    (await find(among(query), who, { orderby: 'id asc' })).ids
  expect(await found({ $rating: { gte: 3 } })).toEqual([two, three, four])
  expect(await found({ $rating: { gt: 1, lt: 5 } })).toEqual([two, three])
  expect(await found({ $rating: 0 })).toEqual([five])
  expect(await found({ $rating: { lte: 1 } })).toEqual([one, five])
  expect(await found({ $rating: { in: [1, 5] } })).toEqual([one, four])
  expect(await found({ $label: { in: ['red', 'blue'] } })).toEqual([one, four])
  expect(await found({ $label: { neq: 'red' } })).toEqual([two, three, four, five])
  expect(await found({ $label: null })).toEqual([two, three, five])
  expect(await found({ $pick: 'picked' })).toEqual([two, three])
  expect(await found({ $pick: { nin: ['rejected'] } })).toEqual([one, two, three, five])
  expect(await found({ not: { $pick: 'none' } })).toEqual([two, three, four])
  expect(await found({ or: [{ $label: 'red' }, { $pick: 'picked' }] })).toEqual([one, two, three])
  expect(await found({ $rating: 5 }, 'admin')).toEqual([five])
  expect((await find(among({}))).facets).toEqual({
    $rating: { 0: 1, 1: 1, 3: 2, 5: 1 },
    $label: { none: 3, red: 1, blue: 1 },
    $pick: { none: 2, picked: 2, rejected: 1 },
  })
  expect((await find(among({ $rating: { gte: 3 } }))).facets.$pick).toEqual({ picked: 2, rejected: 1 })
  expect((await find(among({}), 'editor', { orderby: '$rating desc, id' })).ids).toEqual([
    four,
    two,
    three,
    one,
    five,
  ])
  const first = await ask('POST', path, {
    as: 'GET',
    json: { query: among({}), orderby: '$rating desc, id', max: 2 },
    who: 'editor',
  })
  const { nextResultsToken: after } = first.body.links
  expect((await find(among({}), 'editor', { orderby: '$rating desc, id', max: 2, after })).ids).toEqual([
    three,
    one,
  ])
  const counted = await ask('POST', `${path}/aggs`, {
    as: 'GET',
    json: {
      query: {
        '$meta-query': {
          among: { constraint: { id: { in: ids } } },
          stars: {
            constraint: { $rating: { in: [5] } },
            unconstrainedAggregate: { field: '$rating', ids: [3, 5] },
          },
        },
      },
    },
    who: 'editor',
    call: 'findAggregates',
  })
  expect(counted.body.response.aggregates.stars).toEqual([
    { count: 0, total: 2, data: { id: 3, name: '3' } },
    { count: 1, total: 1, data: { id: 5, name: '5' } },
  ])
  for (const query of [{ $rating: 6 }, { $label: { gt: 'red' } }, { $pick: 'maybe' }, { $other: 1 }])
    expect((await ask('POST', path, { as: 'GET', json: { query } })).body.code, JSON.stringify(query)).toBe(
      'query_syntax',
    )
})

test('a rule of rows cannot rest on marks: they are nobody’s there', async () => {
  const answer = await ask('POST', '/rest/administration/roles', {
    json: { name: 'By stars', grants: [{ resource: 'asset', action: 'view', rows: { $rating: 5 } }] },
  })
  expect(answer.status).toBe(400)
})

test('shared marks are one for all, set by whoever may change the asset', async () => {
  const id = await create('Shared')
  await mark([id], { rating: 2 })
  const [schema] = (await ask('POST', '/rest/data/schema', { as: 'GET', json: { query: { name: 'asset' } } }))
    .body.response.data as AnyJson[]
  const set = async (marks: string): Promise<AnyJson> =>
    ask('PATCH', `/rest/data/schema/${schema.id}`, { json: { json: { marks } } })
  expect(schema.marks).toBe('own')
  expect((await set('nobody')).body.code).toBe('invalid_parameter')
  expect((await set('shared')).status).toBe(200)
  expect(await marksOf(id), 'one’s own are not the shared ones').toEqual(none)
  expect((await mark([id], { rating: 5 }, 'viewer')).failed).toMatchObject([{ id, code: 'access_denied' }])
  expect((await mark([id], { rating: 5, pick: 'picked' })).failed).toEqual([])
  expect(await marksOf(id, 'viewer')).toEqual({ rating: 5, label: null, pick: 'picked' })
  expect((await find({ id, $pick: 'picked' }, 'viewer')).total).toBe(1)
  expect((await set('own')).status).toBe(200)
  expect(await marksOf(id), 'switching loses nothing').toEqual({ rating: 2, label: null, pick: null })
})

test('marks go to the trash and come back, and end with the person', async () => {
  const { database } = application.cartouche.services
  const count = async (id: number): Promise<number> =>
    Number(
      (await sql<{ count: number }>`select count(*) count from mark where id = ${id}`.execute(database))
        .rows[0]?.count,
    )
  const [kept, gone] = [await create('Kept'), await create('Gone')]
  const { body: made } = await ask('POST', '/rest/administration/users', {
    json: { login: 'leaving', name: 'Leaving', role: 4, password: 'a password of somebody' },
  })
  const { id: person } = made as { id: number }
  await sql`insert into mark (person_id, resource, id, rating) values (${person}, 'asset', ${kept}, 3), (${person}, 'asset', ${gone}, 3)`.execute(
    database,
  )
  await mark([gone], { rating: 1, label: 'green' })
  await ask('DELETE', `${path}/${gone}`)
  expect(await count(gone)).toBe(0)
  expect((await ask('DELETE', `/rest/administration/accounts/${person}`)).status).toBe(200)
  expect(await count(kept)).toBe(0)
  await ask('POST', `/rest/trash/${gone}/restore`, { json: {} })
  expect(await marksOf(gone)).toEqual({ rating: 1, label: 'green', pick: null })
  expect(await count(gone), 'what was in the trash of a person who left is gone, too').toBe(1)
})

test('marks follow a merge: what the one in its place has stays, and the rest is added', async () => {
  const { database } = application.cartouche.services
  const [gone, kept] = await Promise.all(
    ['Gone', 'Kept'].map(
      async (name) =>
        (await ask('POST', '/rest/dam/data/assetkeyword', { json: { json: { name } } })).body.response.data
          .id as number,
    ),
  )
  await sql`insert into mark (person_id, resource, id, rating, label, pick) values
    (1, 'assetkeyword', ${gone}, 1, 'green', null), (1, 'assetkeyword', ${kept}, 4, null, null),
    (2, 'assetkeyword', ${gone}, 0, null, 'picked')`.execute(database)
  expect(
    (await ask('POST', `/rest/dam/data/assetkeyword/${gone}/merge`, { json: { into: kept } })).status,
  ).toBe(200)
  const { rows } =
    await sql`select person_id, id, rating, label, pick from mark where resource = 'assetkeyword' order by person_id`.execute(
      database,
    )
  expect(rows).toEqual([
    { person_id: 1, id: kept, rating: 4, label: 'green', pick: null },
    { person_id: 2, id: kept, rating: 0, label: null, pick: 'picked' },
  ])
})

test('the person’s other screens hear of it, nobody else’s', async () => {
  const id = await create('Heard')
  const listen = async (who: Who): Promise<{ events: string[]; leave: () => void }> => {
    const leaving = new AbortController()
    const { body } = await fetch(`${application.cartouche.url}/api/rest/live`, {
      headers: { authorization: application.authorizationOf(who) },
      signal: leaving.signal,
    })
    const events: string[] = []
    const read = async (): Promise<void> => {
      for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? [])
        events.push(...text.split('\n').filter((line) => line.startsWith('data: ')))
    }
    read().catch(() => undefined)
    return { events, leave: () => leaving.abort() }
  }
  const [own, other] = [await listen('editor'), await listen('viewer')]
  await mark([id], { rating: 1 })
  await vi.waitFor(
    () => expect(own.events).toEqual([`data: {"kind":"marks","resource":"asset","ids":[${id}]}`]),
    10_000,
  )
  await mark([id], { rating: 1 }, 'viewer')
  await vi.waitFor(() => expect(other.events).toHaveLength(1), 10_000)
  expect(own.events).toHaveLength(1)
  own.leave()
  other.leave()
})
