import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { searchIn } from './search-in.ts'

let library: TestLibrary
beforeAll(async () => {
  library = await createTestLibrary()
})
afterAll(() => library.close())

test('a search has the numbers in memory and takes turns, within a transaction neither', async () => {
  const { services } = library
  const { searchColumns: columns, searchTurns: turns } = services
  expect(await searchIn(services)).toMatchObject({ columns, turns })
  const within = await services.database
    .transaction()
    .execute((transaction) => searchIn({ ...services, database: transaction }))
  expect([within.columns, within.turns]).toEqual([undefined, undefined])
})
