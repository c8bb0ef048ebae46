import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchChanges, type Changes } from '../../ground/changes.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import type { Database } from '../../ground/database/database.ts'
import { createFacetValues, type FacetValues } from './facet-values.ts'

let library: TestLibrary
let changes: Changes
let values: FacetValues
let database: Database

beforeAll(async () => {
  library = await createTestLibrary()
  database = library.services.database
  changes = await watchChanges(library.url, { warn: () => {} })
  values = createFacetValues(changes)
})
afterAll(async () => {
  await changes.stop()
  await library.close()
})

const city = { resource: 'asset', name: 'city' }
const keywords = { resource: 'asset', name: 'keywords', target: 'assetkeyword' }
const make = async (field: string, key: string, where = database): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    insert into facet_value (resource, field, key) values ('asset', ${field}, ${key}) returning id`.execute(
    where,
  )
  return rows[0]?.id
}

test('a value that nothing had is found once something has it', async () => {
  expect(await values.idsOf(database, city, ['Brest', 'Toulon'])).toEqual([])
  const brest = await make('city', 'Brest')
  expect(await values.idsOf(database, city, ['Brest', 'Toulon'])).toEqual([brest])
  const toulon = await make('city', 'Toulon')
  expect(await values.idsOf(database, city, ['Brest', 'Toulon'])).toEqual([brest, toulon])
  expect(await values.idsOf(database, { ...city, name: 'country' }, ['Brest'])).toEqual([])
})

test('what a transaction made and took back is nowhere afterwards', async () => {
  const taken = database.transaction().execute(async (transaction) => {
    const id = await make('city', 'Nowhere', transaction)
    expect(await values.idsOf(transaction, city, ['Nowhere'])).toEqual([id])
    throw new Error('taken back')
  })
  await expect(taken).rejects.toThrow('taken back')
  expect(await values.idsOf(database, city, ['Nowhere'])).toEqual([])
})

test('one that was merged stands for the one in its place, which may get its value later', async () => {
  const [old, kept] = [
    await library.createNode('assetkeyword', 'Haven'),
    await library.createNode('assetkeyword', 'Harbour'),
  ]
  const oldValue = await make('keywords', String(old))
  expect(await values.idsOf(database, keywords, [String(old)])).toEqual([oldValue])
  await sql`insert into merged_entity (resource, id, into_id) values ('assetkeyword', ${old}, ${kept})`.execute(
    database,
  )
  await changes.catchUp()
  expect(await values.idsOf(database, keywords, [String(old)])).toEqual([oldValue])
  const keptValue = await make('keywords', String(kept))
  expect((await values.idsOf(database, keywords, [String(old)])).toSorted((a, b) => a - b)).toEqual([
    oldValue,
    keptValue,
  ])
})
