import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type TestApplication,
  type RequestOptions,
} from '../../../http/test-application.ts'

let application: TestApplication
const ask: TestApplication['ask'] = (...options) => application.ask(...options)

beforeAll(async () => {
  application = await startTestApplication()
})
afterAll(() => application.stop())

async function create(
  resource: string,
  json: object,
  who: RequestOptions['who'] = 'editor',
): Promise<number> {
  const { status, body } = await ask('POST', `/rest/dam/data/${resource}`, { json: { json }, who })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.response.data.id
}
const keyword = (name: string, parent?: number): Promise<number> =>
  create('assetkeyword', { name, ...(parent === undefined ? {} : { parent }) })
const asset = (
  name: string,
  keywords: readonly number[],
  who: RequestOptions['who'] = 'editor',
): Promise<number> => create('asset', { name, keywords }, who)
const merge = (id: number, into: number, who: RequestOptions['who'] = 'editor'): ReturnType<typeof ask> =>
  ask('POST', `/rest/dam/data/assetkeyword/${id}/merge`, { json: { into }, who })
const uses = async (id: number, who: RequestOptions['who'] = 'editor'): Promise<AnyJson> =>
  (await ask('GET', `/rest/dam/data/assetkeyword/${id}/uses`, { who, call: 'getEntityUses' })).body.response
    .data
const keywordsOf = async (id: number): Promise<string[]> =>
  (await ask('GET', `/rest/dam/data/asset/${id}`)).body.response.data.keywords.map((one: AnyJson) => one.name)
const found = async (search: string): Promise<number> =>
  (await ask('GET', `/rest/dam/data/asset?max=0&${search}`)).body.response.total
const withKeyword = (id: number): string => `query=${encodeURIComponent(JSON.stringify({ keywords: id }))}`

describe('two keywords for one thing', () => {
  test('what links to one is counted, of what the asker may see', async () => {
    const harbour = await keyword('Harbour')
    await keyword('Quay', harbour)
    await asset('Cranes', [harbour])
    expect(await uses(harbour)).toEqual({
      mergeable: true,
      hidden: false,
      uses: [
        { resource: 'asset', field: 'keywords', name: 'Asset', fieldName: 'Keywords', tree: false, count: 1 },
        {
          resource: 'assetkeyword',
          field: 'parent',
          name: 'Keyword',
          fieldName: 'Parent',
          tree: true,
          count: 1,
        },
      ],
    })
    expect(await uses(harbour, 'viewer')).toMatchObject({
      mergeable: false,
      hidden: true,
      uses: [{ resource: 'assetkeyword', count: 1 }],
    })
    expect((await ask('GET', '/rest/dam/data/assetkeyword/999999/uses', { who: 'editor' })).body.code).toBe(
      'entity_not_found',
    )
  })

  test('are merged: every link goes to the other, once; search, facets and children follow; the one is gone', async () => {
    const [harbor, harbour, night] = [await keyword('Harbor'), await keyword('Haven'), await keyword('Night')]
    const basin = await keyword('Basin', harbor)
    const [one, both] = [await asset('One', [night, harbor]), await asset('Both', [harbour, night, harbor])]
    const { $version: before } = (await ask('GET', `/rest/dam/data/asset/${one}`)).body.response.data
    const { status, body } = await merge(harbor, harbour)
    expect([status, body.response.data]).toEqual([
      200,
      { state: 'done', done: 3, total: 3, into: { id: harbour, name: 'Haven' } },
    ])
    expect(await keywordsOf(one)).toEqual(['Night', 'Haven'])
    expect(await keywordsOf(both)).toEqual(['Haven', 'Night'])
    expect([
      await found(withKeyword(harbour)),
      await found('fulltext=haven'),
      await found('fulltext=harbor'),
    ]).toEqual([2, 2, 0])
    expect((await ask('GET', `/rest/dam/data/assetkeyword/${basin}`)).body.response.data.parent.name).toBe(
      'Haven',
    )
    expect((await ask('GET', `/rest/dam/data/assetkeyword/${harbor}`)).body.code).toBe('entity_not_found')
    // Who had read the asset before cannot write the old keyword back.
    expect(
      (
        await ask('PATCH', `/rest/dam/data/asset/${one}`, {
          json: { json: { keywords: [night, harbor], $version: before } },
        })
      ).body.code,
    ).toBe('version_conflict')
  })

  test('are one for every query that was kept before: what names the one that is gone finds what links to the other, merged once more or not', async () => {
    const places = await keyword('Places')
    const [old, kept, last] = [
      await keyword('Sea front', places),
      await keyword('Seafront', places),
      await keyword('Promenade'),
    ]
    const below = await keyword('Pier', kept)
    await asset('By the old word', [old])
    await asset('By the new word', [kept])
    await asset('Below', [below])
    const counts = async (id: number): Promise<number[]> =>
      Promise.all(
        [
          { keywords: id },
          { keywords: { nin: [id] } },
          { keywords: { dof: [id] } },
          { keywords: { ndof: [id] } },
        ].map((query) => found(`query=${encodeURIComponent(JSON.stringify(query))}`)),
      )
    const all = await found('')
    await merge(old, kept)
    expect(await counts(old)).toEqual([2, all - 2, 3, all - 3])
    expect(await counts(old)).toEqual(await counts(kept))
    await asset('Later', [kept])
    expect((await counts(old))[0]).toBe(3)
    await merge(kept, last)
    for (const gone of [old, kept]) expect(await counts(gone)).toEqual(await counts(last))
    expect((await counts(old))[0]).toBe(3)
    // No identifier: nothing links to it.
    expect(await counts(1.5)).toEqual([0, all + 1, 0, all + 1])
  })

  test('not into itself, nor into what lies below it, nor into what is gone, nor what is more than a word', async () => {
    const top = await keyword('Top')
    const below = await keyword('Below', await keyword('Middle', top))
    expect((await merge(top, top)).body.data).toMatchObject({ parameter: 'into' })
    expect((await merge(top, below)).body.code).toBe('tree_circle')
    expect((await merge(top, 999_999)).body.code).toBe('entity_not_found')
    expect((await merge(999_999, top)).body.code).toBe('entity_not_found')
    const [a, b] = [await asset('A', []), await asset('B', [])]
    expect((await ask('POST', `/rest/dam/data/asset/${a}/merge`, { json: { into: b } })).body.code).toBe(
      'delete_refused',
    )
    expect((await merge(below, top)).body.response.data.state).toBe('done')
  })

  test('by whoever may delete them and change everything that links, and nobody else', async () => {
    const [a, b] = [await keyword('Mine'), await keyword('Yours')]
    expect((await merge(a, b, 'contributor')).status).toBe(403)
    expect((await merge(a, b, 'viewer')).status).toBe(403)
    expect((await merge(a, b, 'nobody')).status).toBe(401)
    expect((await uses(a, 'contributor')).mergeable).toBe(false)
    // A resource that editors write, linked from one that they do not.
    const { database } = application.cartouche.services
    const {
      rows: [role],
    } = await sql<{
      id: number
    }>`select id from entity where resource = 'role' and props ->> 'name' = 'editor'`.execute(database)
    const made = async (path: string, json: object): Promise<number> =>
      (await ask('POST', `/rest/data/${path}`, { json: { json } })).body.response.data.id
    const word = await made('schema', { name: 'word', label: 'Word', writers: [role?.id] })
    const closed = await made('schema', { name: 'closed', label: 'Closed' })
    for (const schema of [word, closed])
      await made('schemafield', { schema, name: 'name', type: 'text', label: 'Name' })
    await made('schemafield', { schema: closed, name: 'word', type: 'object', target: word, label: 'Word' })
    const [x, y] = [await create('word', { name: 'X' }), await create('word', { name: 'Y' })]
    await create('closed', { name: 'Secret', word: x }, 'admin')
    expect((await ask('GET', `/rest/dam/data/word/${x}/uses`, { who: 'editor' })).body.response.data).toEqual(
      { uses: [], hidden: true, mergeable: false },
    )
    expect(
      (await ask('POST', `/rest/dam/data/word/${x}/merge`, { json: { into: y }, who: 'editor' })).body.code,
    ).toBe('access_denied')
    expect(
      (await ask('POST', `/rest/dam/data/word/${x}/merge`, { json: { into: y } })).body.response.data.done,
    ).toBe(1)
  })

  test('with more links than a request moves: in the background, with progress, until all of them have moved', async () => {
    const [many, other] = [await keyword('Many'), await keyword('Other')]
    const first = await asset('Model', [many])
    await sql`
      with made as (insert into entity (resource, props, status) select 'asset', '{"name": "Copy"}', 3 from generate_series(1, 1500) returning id)
      insert into link (resource, id, field, position, target_resource, target_id) select 'asset', id, 'keywords', 0, 'assetkeyword', ${many}::bigint from made`.execute(
      application.cartouche.services.database,
    )
    const { body } = await merge(many, other)
    expect(body.response.data).toEqual({
      state: 'running',
      done: 0,
      total: 1501,
      into: { id: other, name: 'Other' },
    })
    const seen: AnyJson[] = []
    for (;;) {
      const { status, body: answer } = await ask('GET', `/rest/dam/data/assetkeyword/${many}/uses`, {
        who: 'editor',
      })
      if (status === 404) break
      if (answer.response.data.merge) seen.push(answer.response.data.merge)
      await wait(10)
    }
    expect(seen.every((one) => one.state === 'running' && one.total === 1501 && one.into.id === other)).toBe(
      true,
    )
    expect(await keywordsOf(first)).toEqual(['Other'])
    expect(await found(withKeyword(other))).toBe(1501)
  })
})
