import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../ground/database/database.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { createSchemaRegistry, getSchemaOf, listSchemas } from './schema-registry.ts'
import { upsertField } from './schemas.sql.ts'

let library: TestLibrary
beforeAll(async () => {
  library = await createTestLibrary()
})
afterAll(() => library.close())

test('schemas are read once until they are forgotten', async () => {
  const { services } = library
  const [one, other] = await Promise.all([listSchemas(services), listSchemas(services)])
  expect(other).toBe(one)
  services.schemaRegistry.forget()
  expect(await listSchemas(services)).not.toBe(one)
})

test('what a transaction reads of a schema that it changed is its own alone', async () => {
  const { services } = library
  const { fields } = await getSchemaOf(services, 'asset')
  const city = fields.get('city')
  if (!city) throw new Error('assets have a city')
  services.schemaRegistry.forget()
  const transaction = await services.database.startTransaction().execute()
  await upsertField(transaction, 'asset', { ...city, name: 'harbour' })
  const within = await getSchemaOf({ ...services, database: transaction }, 'asset')
  expect(within.fields.has('harbour')).toBe(true)
  expect((await getSchemaOf(services, 'asset')).fields.has('harbour')).toBe(false)
  await transaction.rollback().execute()
})

test('transactions that hold every connection wait for none of them', async () => {
  const database = createDatabase(library.url, { connections: 2 })
  const schemaRegistry = createSchemaRegistry(undefined)
  const transactions = [
    await database.startTransaction().execute(),
    await database.startTransaction().execute(),
  ]
  const waiting = listSchemas({ database, schemaRegistry })
  for (const transaction of transactions) {
    const { resource } = await getSchemaOf({ schemaRegistry, database: transaction }, 'asset')
    expect(resource).toBe('asset')
  }
  for (const transaction of transactions) await transaction.rollback().execute()
  await waiting
  await database.destroy()
})
