import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type AnyJson, type TestApplication } from '../../http/test-application.ts'

let application: TestApplication
const ask: TestApplication['ask'] = (...options) => application.ask(...options)
const room = '/rest/administration/synonyms'

beforeAll(async () => {
  application = await startTestApplication()
  for (const name of [
    'Bicycle at the quay',
    'Two old wheelers',
    'Vélo rouge',
    'New York by night',
    'York in May',
  ])
    await ask('POST', '/rest/dam/data/asset', { json: { json: { name } } })
})
afterAll(() => application.stop())

const create = async (json: object): Promise<AnyJson> =>
  (await ask('POST', room, { json, call: 'createSynonym' })).body
const found = async (
  fulltext: string,
  { who = 'admin' as const, more = '' }: AnyJson = {},
): Promise<string[]> =>
  (
    await ask(
      'GET',
      `/rest/dam/data/asset?orderby=name%20asc&fulltext=${encodeURIComponent(fulltext)}${more}`,
      { who },
    )
  ).body.response.data.map(({ name }: AnyJson) => name as string)
const clear = async () => {
  for (const { id } of (await ask('GET', room)).body) await ask('DELETE', `${room}/${id}`)
}

test('a two-way synonym finds each word by the others, at once; changed and deleted, it no longer does', async () => {
  expect(await found('bike ')).toEqual([])
  const { id } = await create({ words: ['bike', 'bicycle', 'VELO', 'bicycle '] })
  expect((await ask('GET', room, { call: 'listSynonyms' })).body).toMatchObject([
    { id, from: [], words: ['bike', 'bicycle', 'VELO'] },
  ])
  expect(await found('bike ')).toEqual(['Bicycle at the quay', 'Vélo rouge'])
  expect(await found('Vélo')).toEqual(['Bicycle at the quay', 'Vélo rouge'])
  expect(await found('red bike ')).toEqual([])
  expect(await found('bike quay ')).toEqual(['Bicycle at the quay'])
  const changed = await ask('PUT', `${room}/${id}`, {
    json: { from: ['bike'], words: ['two wheelers'] },
    call: 'updateSynonym',
  })
  expect(changed.body).toMatchObject({ from: ['bike'], words: ['two wheelers'] })
  expect(await found('bike ')).toEqual(['Two old wheelers'])
  expect(await found('two wheelers ')).toEqual(['Two old wheelers'])
  expect((await ask('DELETE', `${room}/${id}`, { call: 'deleteSynonym' })).body).toEqual({ deleted: true })
  expect(await found('bike ')).toEqual([])
  const { rows } = await sql`select kind from audit_entry where kind like 'synonym.%' order by id`.execute(
    application.cartouche.services.database,
  )
  expect(rows.map((row) => (row as { kind: string }).kind)).toEqual([
    'synonym.created',
    'synonym.updated',
    'synonym.deleted',
  ])
})

test('a one-way synonym leads one way, also from and to several words', async () => {
  await create({ from: ['nyc', 'big apple'], words: ['New York'] })
  expect(await found('nyc ')).toEqual(['New York by night'])
  expect(await found('big apple ')).toEqual(['New York by night'])
  expect(await found('big ')).toEqual([])
  expect(await found('york ')).toEqual(['New York by night', 'York in May'])
  expect(await found('nyc may ', { more: '&fulltextMode=should' })).toEqual([
    'New York by night',
    'York in May',
  ])
  await clear()
})

test('whoever sees few rows finds no more of them by a synonym than by its words', async () => {
  await create({ words: ['bike', 'bicycle'] })
  expect(await found('bike ', { who: 'contributor' })).toEqual(
    await found('bicycle ', { who: 'contributor' }),
  )
  const [hidden] = ['Hidden keyword']
  await ask('POST', '/rest/dam/data/assetkeyword', { json: { json: { name: hidden } } })
  await create({ words: ['secret', 'hidden'] })
  expect(await found('secret ', { who: 'contributor' })).toEqual(
    await found('hidden ', { who: 'contributor' }),
  )
  await clear()
})

test('another server hears of a synonym', async () => {
  await found('bike ')
  const { database } = application.cartouche.services
  // Written by whom this server knows nothing of.
  await sql`insert into synonym (sources, words) values ('{}', '{bike,bicycle}')`.execute(database)
  await expect.poll(() => found('bike '), { timeout: 3000 }).toEqual(['Bicycle at the quay'])
  await clear()
})

test('what leads nowhere, or to too much, is refused', async () => {
  for (const json of [
    {},
    { words: [] },
    { words: ['bike'] },
    { words: ['Bike', 'bike!'] },
    { words: ['!', 'bike'] },
    { words: ['a b c d e f', 'bike'] },
    { words: Array.from({ length: 21 }, (_none, at) => `w${at}`) },
    { from: ['x'.repeat(101)], words: ['bike'] },
  ])
    expect((await ask('POST', room, { json })).body.code, JSON.stringify(json)).toBe('invalid_parameter')
  const { database } = application.cartouche.services
  await sql`insert into synonym (sources, words) select '{}', array['a' || n, 'b' || n] from generate_series(1, 500) n`.execute(
    database,
  )
  expect((await ask('POST', room, { json: { words: ['bike', 'bicycle'] } })).body.code).toBe('synonyms_full')
  await sql`delete from synonym`.execute(database)
  expect((await ask('PUT', `${room}/1`, { json: { words: ['bike', 'bicycle'] } })).body.code).toBe(
    'synonym_not_found',
  )
})
