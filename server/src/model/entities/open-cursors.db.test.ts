import { checkAnswer, type EntityData } from '@cartouche/contract'
import { calls } from '@cartouche/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, type Client } from '../../../../client/src/client.ts'
import { startTestApplication, type TestApplication } from '../../http/test-application.ts'

let application: TestApplication
let client: Client
const boats = 'dam/data/boat'

beforeAll(async () => {
  application = await startTestApplication()
  client = createClient({ mode: 'bearer', baseUrl: `${application.cartouche.url}/api`, checkAnswer })
  await client.session.signIn({ login: 'admin', password: 'a password of the tests' })
  const schema = await create('data/schema', { name: 'boat', label: 'Boat' })
  await create('data/schemafield', {
    schema: schema.id,
    name: 'name',
    type: 'text',
    label: 'Name',
    sortable: true,
    fulltext: 'A',
  })
  await addColour(schema.id)
  for (const [name, colour] of [
    ['Ann', 'red'],
    ['Bob', 'blue'],
    ['Cid', 'red'],
    ['Dot', 'red'],
    ['Eve', 'blue'],
  ])
    await create(boats, { name, colour })
})
afterAll(async () => {
  client.session.dispose()
  await application.stop()
})

async function create(path: string, json: Readonly<Record<string, unknown>>): Promise<EntityData> {
  return (await client.call(calls.createEntity, { path, json })).response.data
}
const addColour = (schema: number): Promise<EntityData> =>
  create('data/schemafield', {
    schema,
    name: 'colour',
    type: 'text',
    label: 'Colour',
    sortable: true,
    facet: true,
  })

/** The field `colour` and the schema that it is of, as they are now. */
async function colourField(): Promise<{ readonly id: number; readonly schema: number }> {
  const {
    response: {
      data: [schema],
    },
  } = await client.call(calls.findEntities, { path: 'data/schema', query: { name: 'boat' } })
  if (typeof schema !== 'object') throw new Error('The schema is missing')
  const {
    response: {
      data: [field],
    },
  } = await client.call(calls.findEntities, {
    path: 'data/schemafield',
    query: { and: [{ schema: schema.id }, { name: 'colour' }] },
  })
  return { id: typeof field === 'object' ? field.id : 0, schema: schema.id }
}

test('a field that goes while a list is open by it: it is asked again by what there is, with no page of both', async () => {
  const { cursors, schemas } = client
  cursors.register({
    name: 'boats',
    path: boats,
    max: 2,
    orderby: 'colour asc, name asc',
    staticQuery: {},
    constraints: { colour: { field: 'colour', operator: 'in', values: ['red'] } },
  })
  await cursors.fetch('boats')
  const names = (): readonly unknown[] => cursors.get('boats').data.map(({ name }) => name)
  expect([cursors.get('boats').total, names()]).toEqual([3, ['Ann', 'Cid']])

  const { id, schema } = await colourField()
  await client.call(calls.deleteEntity, { path: 'data/schemafield', id })
  await expect(client.call(calls.findEntities, { path: boats, orderby: 'colour asc' })).rejects.toMatchObject(
    { code: 'unknown_field', data: { field: 'colour' } },
  )
  // The next page is refused, too: the schema is read again, and the first page asked again, without the
  // order and with what cannot be finding nothing.
  await cursors.next('boats')
  expect(schemas.get(boats).fields).not.toHaveProperty('colour')
  expect(cursors.get('boats')).toMatchObject({ status: 'loaded', error: null, total: 0 })
  cursors.constrain('boats', 'colour', null)
  await cursors.fetch('boats')
  await cursors.next('boats')
  expect([cursors.get('boats').total, names()]).toEqual([5, ['Ann', 'Bob', 'Cid', 'Dot']])

  await addColour(schema)
  await schemas.refresh(boats)
  cursors.constrain('boats', 'colour', { field: 'colour', operator: 'in', values: ['blue'] })
  await expect
    .poll(
      async () => {
        await cursors.refresh('boats')
        return names()
      },
      { timeout: 10_000 },
    )
    .toEqual(['Bob', 'Eve'])
})

test('a page token of before a change of the order or the query is refused, also after entities came and went', async () => {
  const first = await client.call(calls.findEntities, { path: boats, max: 2, orderby: 'name asc' })
  const after = first.links.nextResultsToken
  await client.call(calls.deleteEntity, {
    path: boats,
    id: typeof first.response.data[1] === 'object' ? first.response.data[1].id : 0,
  })
  await create(boats, { name: 'Abe' })
  const next = await client.call(calls.findEntities, { path: boats, max: 2, orderby: 'name asc', after })
  expect(next.response.data.map((boat) => (typeof boat === 'object' ? boat.name : boat))).toEqual([
    'Cid',
    'Dot',
  ])
  await expect(
    client.call(calls.findEntities, { path: boats, max: 2, orderby: 'name desc', after }),
  ).rejects.toMatchObject({ code: 'token_mismatch' })
})

test('whoever goes away in the middle of an answer stops nobody else', async () => {
  const controller = new AbortController()
  const gone = expect(
    client.call(calls.findEntities, { path: boats }, { signal: controller.signal }),
  ).rejects.toMatchObject({ code: 'error.canceled' })
  controller.abort()
  await gone
  expect((await client.call(calls.findEntities, { path: boats })).response.total).toBe(5)
})
