import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type TestApplication,
  type RequestOptions,
} from '../../http/test-application.ts'
import { startCartouche, type Cartouche } from '../../start/start-cartouche.ts'

let application: TestApplication
let other: Cartouche
const ask: TestApplication['ask'] = (...options) => application.ask(...options)

beforeAll(async () => {
  application = await startTestApplication()
  // A second process on the same library would hear of the same changes: another pool, another registry,
  // another listener.
  const { settings } = application.cartouche.services
  other = await startCartouche({ settings, log: { info: () => {}, warn: () => {}, error: () => {} } })
})
afterAll(async () => {
  await other.stop()
  await application.stop()
})

async function create(path: string, json: object, options: RequestOptions = {}): Promise<AnyJson> {
  const { status, body } = await ask('POST', `/rest/${path}`, { json: { json }, ...options })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.response.data
}
const refused = async (path: string, json: object): Promise<string> => {
  const { body } = await ask('POST', `/rest/${path}`, { json: { json } })
  return `${body.code} ${body.data?.parameter ?? body.data?.field ?? ''}`.trim()
}
const find = async (path: string, query: object, more = ''): Promise<AnyJson> =>
  (await ask('GET', `/rest/${path}?query=${encodeURIComponent(JSON.stringify(query))}${more}`)).body
const headers = async (path: string): Promise<AnyJson> =>
  (await ask('GET', `/rest/${path}/headers`)).body.headers

async function settled(schemaId: number): Promise<AnyJson> {
  for (;;) {
    const { $projection, $purge } = (await ask('GET', `/rest/data/schema/${schemaId}`)).body.response.data
    if ($projection.state === 'done' && $purge?.state !== 'running') return $projection
    await wait(50)
  }
}

describe('an administrator', () => {
  let place: AnyJson
  let visit: AnyJson
  const field = (schema: number, name: string, type: string, more: object = {}): Promise<AnyJson> =>
    create('data/schemafield', { schema, name, type, label: name.toUpperCase(), ...more })

  test('D1.05 D3.13 makes a resource with fields of every type, and lists, forms, trees and search know it at once', async () => {
    place = await create('data/schema', { name: 'place', label: 'Place', label_fr: 'Lieu' })
    visit = await create('data/schema', { name: 'visit', label: 'Visit', workflow: true })
    await field(place.id, 'name', 'text', { mandatorycreate: true, fulltext: 'A', sortable: true })
    await field(place.id, 'parent', 'object', { target: place.id, tree: true })
    await field(visit.id, 'name', 'text', {
      mandatorycreate: true,
      mandatorypatch: true,
      fulltext: 'a',
      sortable: true,
      i18n: true,
    })
    await field(visit.id, 'name_fr', 'text', { i18nfor: 'name', fulltext: 'A' })
    for (const type of ['longtext', 'number', 'boolean', 'date', 'datetime', 'geo', 'json', 'binary'])
      await field(visit.id, `a${type}`, type, type === 'longtext' ? { fulltext: 'C' } : {})
    await field(visit.id, 'where', 'object', { target: place.id, facet: true, fulltext: 'B' })
    await field(visit.id, 'assets', 'array', {
      target: (await find('data/schema', { name: 'asset' })).response.data[0].id,
    })
    await field(visit.id, 'mood', 'text', { facet: true })

    const known = await headers('dam/data/visit')
    expect(known).toMatchObject({
      name: { type: 'text', i18n: true, cud: { mandatoryCreate: true } },
      where: { type: 'object', href: expect.stringMatching(/\/api\/rest\/dam\/data\/place$/) },
      assets: { type: 'array' },
      ageo: { type: 'geo' },
    })
    expect((await ask('GET', '/rest/dam/data/place/headers?lang=fr')).body).toMatchObject({
      name: 'Lieu',
      tree: true,
      headers: { parent: { tree: true } },
    })
    expect(
      (await ask('GET', '/rest/dam', { call: 'listResources' })).body.response.data.map(
        (one: AnyJson) => one.resource,
      ),
    ).toEqual(expect.arrayContaining(['asset', 'place', 'visit']))

    const france = await create('dam/data/place', { name: 'France' })
    const brest = await create('dam/data/place', { name: 'Brest', parent: france.id })
    const file = new FormData()
    file.set(
      'json',
      JSON.stringify({
        name: 'Harbour at night',
        name_fr: 'Port la nuit',
        alongtext: 'Cranes and gulls',
        anumber: 3,
        aboolean: true,
        adate: '2024-05-06',
        adatetime: '2024-05-06T07:08:09Z',
        ageo: { lat: 48, lon: -4 },
        ajson: { a: [1, null] },
        abinary: 'cid:f',
        where: brest.id,
        assets: [],
        mood: 'calm',
      }),
    )
    file.set('f', new Blob(['bytes of a visit']), 'visit.txt')
    const { body } = await ask('POST', '/rest/dam/data/visit', { form: file, call: 'createEntity' })
    expect(body.response.data).toMatchObject({
      name: 'Harbour at night',
      anumber: 3,
      aboolean: true,
      adatetime: '2024-05-06T07:08:09.000Z',
      ageo: { lat: 48, lon: -4 },
      ajson: { a: [1, null] },
      abinary: { name: 'visit.txt', filesize: 16, mediatype: 'text/plain' },
      where: { id: brest.id, name: 'Brest' },
      status: { name: 'draft' },
    })
    const kept = await ask('GET', body.response.data.abinary.uri.slice(application.cartouche.url.length))
    expect([kept.body, kept.headers.get('content-disposition')]).toEqual([
      'bytes of a visit',
      expect.stringContaining('visit.txt'),
    ])
    expect(
      (
        await ask('GET', body.response.data.abinary.uri.slice(application.cartouche.url.length), {
          who: 'viewer',
        })
      ).status,
    ).toBe(403)
    expect((await ask('GET', `/wedia/dam/file/visit/${body.response.data.id}/name`)).body.code).toBe(
      'unknown_field',
    )
    await create('dam/data/visit', { name: 'Other', mood: 'loud' })
    for (const query of [
      { where: { dof: [france.id] } },
      { mood: 'calm' },
      { anumber: { gt: 2 } },
      { adate: { lt: '2024-06-01' } },
      { name: { sw: 'harb' } },
      { aboolean: true },
    ]) {
      expect(
        (await find('dam/data/visit', query)).response.data.map((one: AnyJson) => one.name),
        JSON.stringify(query),
      ).toEqual(['Harbour at night'])
    }
    expect((await find('dam/data/visit', {}, '&fulltext=gulls%20bre')).response.total).toBe(1)
    expect(
      (await find('dam/data/visit', {}, '&withAggregates=true&orderby=name')).response.aggregates,
    ).toMatchObject({
      mood: [{ count: 1 }, { count: 1 }],
      where: [{ count: 1, data: { id: brest.id, name: 'Brest' } }],
    })
    expect(
      (
        await ask('POST', `/json/workflow/dam.data.visit.update/${body.response.data.id}?action=publish`, {
          as: 'PATCH',
        })
      ).body.response.data.status.name,
    ).toBe('published')
    const tree = (await ask('GET', '/rest/dam/data/place/tree')).body.response.data
    expect(tree).toMatchObject([{ name: 'France', parent: { $children: [{ name: 'Brest' }] } }])
  })

  test('another server knows it with its next request', async () => {
    const signedIn = await fetch(`${other.url}/rest/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: 'admin', password: 'a password of the tests' }),
    })
    const { accessToken } = (await signedIn.json()) as { accessToken: string }
    const there = async (path: string): Promise<AnyJson> =>
      (await fetch(`${other.url}${path}`, { headers: { authorization: `Bearer ${accessToken}` } })).json()
    expect((await there('/rest/dam/data/visit/headers')).headers.weather).toBeUndefined()
    await field(visit.id, 'weather', 'text', { facet: true })
    // The notification has a connection of its own: milliseconds, and no five seconds.
    for (let tries = 0; tries < 40 && !(await there('/rest/dam/data/visit/headers')).headers.weather; tries++)
      await wait(25)
    expect((await there('/rest/dam/data/visit/headers')).headers.weather).toMatchObject({
      type: 'text',
      facet: true,
    })
  })

  test('a facet added to entities is counted once their search rows followed, with the progress to read', async () => {
    expect(await settled(visit.id)).toEqual({ state: 'done', done: 2, total: 2 })
    const answer = await find('dam/data/visit', { weather: null }, '&withAggregates=true')
    expect(answer.response.total).toBe(2)
    const [first] = answer.response.data
    await ask('PATCH', `/rest/dam/data/visit/${first.id}`, { json: { json: { weather: 'rain' } } })
    expect(
      (await find('dam/data/visit', { weather: 'rain' }, '&withAggregates=true')).response,
    ).toMatchObject({ total: 1, aggregates: { weather: [{ count: 1, data: { name: 'rain' } }] } })
  })

  test('a text that becomes a facet, sortable and part of the full text is so for what is stored', async () => {
    const { id } = (await find('data/schemafield', { and: [{ schema: visit.id }, { name: 'alongtext' }] }))
      .response.data[0]
    expect(
      (await ask('PATCH', `/rest/data/schemafield/${id}`, { json: { json: { facet: true } } })).body.data
        .parameter,
    ).toBe('facet')
    expect(
      (
        await ask('PATCH', `/rest/data/schemafield/${id}`, {
          json: { json: { type: 'text', facet: true, sortable: true } },
        })
      ).status,
    ).toBe(200)
    await settled(visit.id)
    expect(
      (
        await find(
          'dam/data/visit',
          { alongtext: 'Cranes and gulls' },
          '&withAggregates=true&orderby=alongtext',
        )
      ).response,
    ).toMatchObject({ total: 1, aggregates: { alongtext: [{ data: { name: 'Cranes and gulls' } }] } })
  })

  test('a removed field is unknown to queries, its values stay until they are purged', async () => {
    const of = async (name: string): Promise<number> =>
      (await find('data/schemafield', { and: [{ schema: visit.id }, { name }] })).response.data[0]
        .id as number
    for (const name of ['mood', 'where', 'abinary'])
      expect((await ask('DELETE', `/rest/data/schemafield/${await of(name)}`)).status).toBe(200)
    expect((await find('dam/data/visit', { mood: 'calm' })).code).toBe('unknown_field')
    expect((await ask('GET', '/rest/dam/data/visit?orderby=mood')).body.code).toBe('unknown_field')
    expect(await headers('dam/data/visit')).not.toHaveProperty('mood')
    expect((await find('dam/data/visit', {})).response.data[0]).not.toHaveProperty('mood')
    expect(
      await refused('data/schemafield', { schema: visit.id, name: 'mood', type: 'number', label: 'x' }),
    ).toBe('invalid_parameter type')
    await field(visit.id, 'mood', 'text', { facet: true })
    await settled(visit.id)
    expect((await find('dam/data/visit', { mood: 'calm' })).response.total).toBe(1)

    await ask('DELETE', `/rest/data/schemafield/${await of('mood')}`)
    expect((await find('data/schema', { name: 'visit' })).response.data[0].$removed).toEqual([
      'abinary',
      'mood',
      'where',
    ])
    expect(
      (await ask('GET', '/rest/data/schema/workflow')).body.response.data[0].actions.map(
        (one: AnyJson) => one.name,
      ),
    ).toEqual(['reproject', 'purge'])
    expect((await ask('POST', `/rest/data/schema/${visit.id}/workflow?workflowAction=purge`)).status).toBe(
      200,
    )
    await settled(visit.id)
    const { database } = application.cartouche.services
    expect(
      (await database.selectFrom('entity').select('props').where('resource', '=', 'visit').execute()).flatMap(
        ({ props }) => Object.keys(props),
      ),
    ).not.toContain('mood')
    expect(
      await database
        .selectFrom('link')
        .select('id')
        .where('resource', '=', 'visit')
        .where('field', '=', 'where')
        .execute(),
    ).toEqual([])
    expect(
      await database.selectFrom('entity_attachment').select('id').where('resource', '=', 'visit').execute(),
    ).toEqual([])
    expect((await ask('GET', `/rest/data/schema/${visit.id}`)).body.response.data).toMatchObject({
      $removed: [],
      $purge: { state: 'done', done: 2, total: 2 },
    })
    await field(visit.id, 'mood', 'text')
    await settled(visit.id)
    expect((await find('dam/data/visit', {})).response.data.map((one: AnyJson) => one.mood)).toEqual([
      null,
      null,
    ])
  })

  test('a field by language stays so while it has a variant; links that go in a circle make no tree', async () => {
    const of = async (name: string): Promise<AnyJson> =>
      (await find('data/schemafield', { and: [{ schema: visit.id }, { name }] })).response.data[0]
    const { id } = await of('name')
    expect(
      (await ask('PATCH', `/rest/data/schemafield/${id}`, { json: { json: { i18n: false } } })).body.data,
    ).toMatchObject({ parameter: 'i18n', reason: expect.stringContaining('name_fr') })
    const ring = await create('data/schema', { name: 'ring', label: 'Ring' })
    await field(ring.id, 'name', 'text')
    const next = await field(ring.id, 'next', 'object', { target: ring.id })
    const [a, b] = [
      await create('dam/data/ring', { name: 'A' }),
      await create('dam/data/ring', { name: 'B' }),
    ]
    await ask('PATCH', `/rest/dam/data/ring/${a.id}`, { json: { json: { next: b.id } } })
    await ask('PATCH', `/rest/dam/data/ring/${b.id}`, { json: { json: { next: a.id } } })
    const turn = async (): Promise<AnyJson> =>
      (await ask('PATCH', `/rest/data/schemafield/${next.id}`, { json: { json: { tree: true } } })).body
    expect((await turn()).data).toMatchObject({ parameter: 'tree' })
    await ask('PATCH', `/rest/dam/data/ring/${b.id}`, { json: { json: { next: null } } })
    expect((await turn()).response.data.tree).toBe(true)
    expect((await ask('GET', '/rest/dam/data/ring/tree')).body.response.data).toMatchObject([
      { name: 'B', next: { $children: [{ name: 'A' }] } },
    ])
    expect(
      (await ask('PATCH', `/rest/dam/data/ring/${b.id}`, { json: { json: { next: a.id } } })).body,
    ).toMatchObject({ code: 'tree_circle' })
  })

  test('D3.14 D5.16 the rules of a field: mandatory, defaults, create and update alone, never empty', async () => {
    const rule = await create('data/schema', { name: 'rule', label: 'Rule' })
    await field(rule.id, 'name', 'text', { mandatorystructure: true })
    await field(rule.id, 'state', 'text', {
      mandatorycreate: true,
      defaultcreate: 'new',
      mandatorypatch: true,
      defaultpatch: 'seen',
    })
    await field(rule.id, 'once', 'number', { update: false })
    await field(rule.id, 'later', 'number', { create: false })
    await field(rule.id, 'count', 'number', { create: false, defaultcreate: 7 })
    await field(rule.id, 'place', 'array', { target: place.id, mandatorypatch: true })
    const made = await create('dam/data/rule', { name: 'A', once: 1 })
    expect(made).toMatchObject({ state: 'new', once: 1, count: 7, later: null })
    const patch = async (json: object): Promise<AnyJson> =>
      (await ask('PATCH', `/rest/dam/data/rule/${made.id}`, { json: { json } })).body
    expect(await refused('dam/data/rule', {})).toBe('field_mandatory name')
    expect(await refused('dam/data/rule', { name: 'A', later: 1 })).toBe('field_read_only later')
    expect((await create('dam/data/rule', { name: 'B', state: '' })).state).toBe('new')
    expect((await patch({ once: 2 })).code).toBe('field_read_only')
    expect((await patch({ later: 2, count: 8 })).response.data).toMatchObject({ later: 2, count: 8 })
    expect((await patch({ name: null })).code).toBe('field_mandatory')
    expect((await patch({ state: null })).response.data.state).toBe('seen')
    expect((await patch({ place: [] })).code).toBe('field_mandatory')
    const france = (await find('dam/data/place', { name: 'France' })).response.data[0].id
    expect((await patch({ place: [france] })).response.data.place).toHaveLength(1)
    expect((await patch({ place: { $mode: 'remove', $values: [france] } })).code).toBe('field_mandatory')
    expect((await patch({ place: { $mode: 'clear' } })).code).toBe('field_mandatory')
    await application.cartouche.services.database
      .updateTable('entity')
      .set({ props: '{"name":"A"}' })
      .where('resource', '=', 'rule')
      .where('id', '=', made.id)
      .execute()
    expect((await patch({ later: 3 })).response.data).toMatchObject({ later: 3, state: 'seen' })
    expect((await headers('dam/data/rule')).state.cud).toEqual({
      create: true,
      update: true,
      mandatoryCreate: true,
      defaultCreate: 'new',
      mandatoryPatch: true,
      defaultPatch: 'seen',
      mandatoryStructure: false,
    })
  })

  test('names are checked, duplicates refused, links and types kept', async () => {
    for (const name of [
      '',
      'A',
      'asset',
      '1st',
      'with space',
      'data',
      'constructor',
      '__proto__',
      'massimportjob',
      'x'.repeat(41),
      'semi;colon',
      'user',
    ])
      expect(await refused('data/schema', { name, label: 'x' }), name).toMatch(
        /^(invalid_parameter name|field_mandatory name)$/,
      )
    expect(await refused('data/schema', { name: 'fine', label: 'x', domain: 'massimport' })).toBe(
      'invalid_parameter domain',
    )
    for (const name of [
      'id',
      'status',
      'and',
      'constructor',
      'Upper',
      'a-b',
      'a.b',
      'name',
      '$x',
      'validfrom',
      'title_fr',
      "a'b",
    ])
      expect(
        await refused('data/schemafield', { schema: place.id, name, type: 'text', label: 'x' }),
        name,
      ).toBe('invalid_parameter name')
    for (const [wrong, parameter] of [
      [{ type: 'blob' }, 'type'],
      [{ type: 'object' }, 'target'],
      [{ type: 'text', target: place.id }, 'target'],
      [{ type: 'text', tree: true }, 'tree'],
      [{ type: 'object', target: place.id, tree: true }, 'tree'],
      [{ type: 'geo', facet: true }, 'facet'],
      [{ type: 'json', sortable: true }, 'sortable'],
      [{ type: 'number', i18n: true }, 'i18n'],
      [{ type: 'number', defaultcreate: 'many' }, 'defaultcreate'],
      [{ type: 'boolean', fulltext: 'A' }, 'fulltext'],
    ] as const) {
      expect(
        await refused('data/schemafield', { schema: place.id, name: 'wrong', label: 'x', ...wrong }),
        JSON.stringify(wrong),
      ).toBe(`invalid_parameter ${parameter}`)
    }
    expect(await headers('dam/data/place')).not.toHaveProperty('wrong')
    expect(
      await refused('data/schemafield', { schema: 999_999, name: 'x', type: 'text', label: 'x' }),
    ).toMatch(/^entity_not_found/)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        ask('POST', '/rest/data/schemafield', {
          json: { json: { schema: place.id, name: 'twin', type: 'text', label: 'x' } },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400])
    const created = answers.find(({ status }) => status === 201)?.body.response.data.id as number
    expect(
      (await ask('PATCH', `/rest/data/schemafield/${created}`, { json: { json: { type: 'number' } } })).body
        .data.parameter,
    ).toBe('type')
    expect(
      (await ask('PATCH', `/rest/data/schemafield/${created}`, { json: { json: { name: 'other' } } })).body
        .code,
    ).toBe('field_read_only')
    expect((await ask('DELETE', `/rest/data/schemafield/${created}`)).status).toBe(200)
    const empty = await create('data/schema', { name: 'empty', label: 'Empty' })
    const gone = await field(empty.id, 'gone', 'text')
    await ask('DELETE', `/rest/data/schemafield/${gone.id}`)
    expect((await field(empty.id, 'gone', 'number')).type).toBe('number')
    expect(
      (
        await ask('POST', '/rest/data/schemafield?simu=true', {
          json: { json: { schema: place.id, name: 'simulated', type: 'text', label: 'x' } },
        })
      ).status,
    ).toBe(201)
    expect(await headers('dam/data/place')).not.toHaveProperty('simulated')
  })

  test('what is built in keeps what the server relies on', async () => {
    const of = async (schema: string, name: string): Promise<AnyJson> =>
      (await find('data/schemafield', { and: [{ 'schema.name': schema }, { name }] })).response.data[0]
    const name = await of('asset', 'name')
    expect(name).toMatchObject({ builtin: true, type: 'text', schema: { name: 'asset' } })
    for (const [change, code] of [
      [{ type: 'longtext' }, 'field_read_only'],
      [{ create: false }, 'field_read_only'],
      [{ builtin: false }, 'field_read_only'],
      [{ i18n: false }, 'field_read_only'],
    ] as const) {
      expect(
        (await ask('PATCH', `/rest/data/schemafield/${name.id}`, { json: { json: change } })).body.code,
        JSON.stringify(change),
      ).toBe(code)
    }
    expect((await ask('DELETE', `/rest/data/schemafield/${name.id}`)).body.code).toBe('delete_refused')
    expect((await ask('DELETE', `/rest/data/schema/${name.schema.id}`)).body.code).toBe('delete_refused')
    expect(
      await refused('data/schemafield', {
        schema: (await find('data/schema', { name: 'schema' })).response.data[0].id,
        name: 'more',
        type: 'text',
        label: 'x',
      }),
    ).toBe('invalid_parameter schema')
    const city = await of('asset', 'city')
    expect(
      (
        await ask('PATCH', `/rest/data/schemafield/${city.id}`, {
          json: { json: { label: 'Town', group: 9 } },
        })
      ).status,
    ).toBe(200)
    expect((await headers('dam/data/asset')).city).toMatchObject({ name: 'Town', group: { id: 9 } })
  })

  test('roles that a schema names see its entities, or make and change them; the others do not', async () => {
    const [viewer, contributor] = (await ask('GET', '/rest/data/role?orderby=name')).body.response.data
      .filter((one: AnyJson) => ['viewer', 'contributor'].includes(one.name))
      .toSorted((a: AnyJson, b: AnyJson) => b.name.localeCompare(a.name))
    expect((await ask('GET', '/rest/dam/data/place', { who: 'viewer' })).status).toBe(403)
    expect(
      (
        await ask('PATCH', `/rest/data/schema/${place.id}`, {
          json: { json: { readers: [viewer.id], writers: [contributor.id] } },
        })
      ).status,
    ).toBe(200)
    expect((await ask('GET', '/rest/dam/data/place', { who: 'viewer' })).body.response.total).toBe(2)
    expect(
      (await ask('GET', '/rest/dam?headers=true', { who: 'viewer' })).body.response.data.map(
        (one: AnyJson) => one.resource,
      ),
    ).toContain('place')
    expect(
      (await ask('POST', '/rest/dam/data/place', { who: 'viewer', json: { json: { name: 'No' } } })).status,
    ).toBe(403)
    const made = await ask('POST', '/rest/dam/data/place', {
      who: 'contributor',
      json: { json: { name: 'Yes' } },
    })
    expect(made.status).toBe(201)
    expect(
      (await ask('DELETE', `/rest/dam/data/place/${made.body.response.data.id}`, { who: 'contributor' }))
        .status,
    ).toBe(200)
    expect((await ask('GET', '/rest/dam/data/place', { who: 'editor' })).status).toBe(403)
    expect(
      (
        await ask('PATCH', `/rest/data/schema/${place.id}`, {
          json: { json: { readers: { $mode: 'clear' } } },
        })
      ).status,
    ).toBe(200)
    expect((await ask('GET', '/rest/dam/data/place', { who: 'viewer' })).status).toBe(403)
    const { id: user } = (await find('data/schema', { name: 'user' })).response.data[0]
    await ask('PATCH', `/rest/data/schema/${user}`, { json: { json: { readers: [viewer.id] } } })
    expect((await ask('GET', '/rest/data/user', { who: 'viewer' })).status).toBe(403)
  })

  test('a schema goes with its fields, and only without entities', async () => {
    expect((await ask('DELETE', `/rest/data/schema/${visit.id}`)).body.code).toBe('entity_in_use')
    expect((await ask('DELETE', `/rest/data/schema/${place.id}`)).body.code).toBe('entity_in_use')
    for (const { id } of (await find('dam/data/visit', {})).response.data)
      await ask('DELETE', `/rest/dam/data/visit/${id}`)
    expect((await ask('DELETE', `/rest/data/schema/${visit.id}`)).status).toBe(200)
    expect((await ask('GET', '/rest/dam/data/visit')).body.code).toBe('unknown_resource')
    expect((await find('data/schemafield', { 'schema.name': 'visit' })).response.total).toBe(0)
  })

  test('others neither see nor change schemas', async () => {
    for (const who of ['editor', 'contributor', 'viewer'] as const) {
      expect((await ask('GET', '/rest/data/schema', { who })).status).toBe(403)
      expect(
        (
          await ask('POST', '/rest/data/schemafield', {
            who,
            json: { json: { schema: place.id, name: 'x', type: 'text', label: 'x' } },
          })
        ).status,
      ).toBe(403)
      expect(
        (await ask('POST', `/rest/data/schema/${place.id}/workflow?workflowAction=purge`, { who })).status,
      ).toBe(403)
    }
  })
})

describe('headers', () => {
  test('D7.45 D6.01 the scopes of rscSecurity, the customary ones without it', async () => {
    expect(
      (
        await ask('GET', '/rest/dam/data/asset/headers?rscSecurity=insert', {
          call: 'getSchema',
          who: 'viewer',
        })
      ).body.$security,
    ).toEqual({ 'objectdata/insert': false })
    expect((await ask('GET', '/rest/dam/data/asset/headers', { call: 'getSchema' })).body.$security).toEqual({
      'objectdata/insert': true,
      'objectactions/create': true,
      'objectactions/multiupdate': true,
      'objectactions/delete': true,
      'objectactions/view': true,
    })
  })
  test('D5.05 D9.10 several at once under resources, twenty at most', async () => {
    for (const path of [
      '/rest/search/asset,assetkeyword/headers',
      '/rest/dam/data/asset,assetkeyword/headers',
    ]) {
      const { body } = await ask('GET', path, { call: 'getSchema' })
      expect(body).not.toHaveProperty('resource')
      expect(Object.keys(body.headers)).toEqual(['asset', 'assetkeyword'])
    }
    const many = Array.from({ length: 21 }, () => 'asset').join(',')
    expect((await ask('GET', `/rest/dam/data/${many}/headers`)).body.code).toBe('invalid_parameter')
  })
  test('D7.46 the resources of a domain, with their headers', async () => {
    const { body } = await ask('GET', '/rest/dam?headers=true&rscSecurity=insert', {
      call: 'listResources',
      who: 'editor',
    })
    expect(body.response.data.map((one: AnyJson) => one.resource)).toEqual([
      'assetnature',
      'assetkeyword',
      'assetcollection',
      'asset',
    ])
    expect(body.response.data[1]).toMatchObject({
      path: 'dam/data/assetkeyword',
      tree: true,
      $security: { 'objectdata/insert': true },
      headers: { parent: { tree: true } },
    })
    expect(
      (await ask('GET', '/rest/data', { who: 'contributor' })).body.response.data.map(
        (one: AnyJson) => one.resource,
      ),
    ).toEqual(['role', 'user', 'page', 'pagewidget', 'pagefile'])
    expect((await ask('GET', '/rest/nothing')).body.code).toBe('unknown_resource')
  })
  test('D7.47 the fields of a form that changes an entity', async () => {
    const { body } = await ask('GET', '/json/update/dam.data.asset.update/headers', {
      call: 'getUpdateFields',
    })
    expect(body.inputs.properties.name).toEqual({ position: expect.any(Number), group: { id: 1 } })
    expect(body.inputs.properties).not.toHaveProperty('width')
  })
})
