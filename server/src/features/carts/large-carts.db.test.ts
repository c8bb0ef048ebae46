import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '../../access/identity.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import type { LoadedColumns } from '../../model/search/columns/columns.ts'
import { project } from '../../model/search/project.ts'
import { cartRoutes } from './test-carts.ts'
import { createTestLibrary, type TestLibrary } from './test-library.ts'

/** More than an index finds sooner: their sight is asked of the numbers in memory. */
const many = 700
const [published, draft] = [6, 1]

let library: TestLibrary
let columns: LoadedColumns
let editor: SignedIn
let viewer: SignedIn
let ids: readonly number[]

beforeAll(async () => {
  library = await createTestLibrary()
  ;[editor, viewer] = [await library.addUser('Ed', 'editor'), await library.addUser('Vera', 'viewer')]
  const { database } = library.services
  const { rows } = await sql<{
    id: number
  }>`insert into entity (resource, status, props) select 'asset', ${published}::int, jsonb_build_object('name', 'Asset ' || n) from generate_series(1, ${many}::int) n returning id`.execute(
    database,
  )
  ids = rows.map(({ id }) => id)
  await project(database, await getSchemaOf(library.services, 'asset'), ids)
  columns = library.services.searchColumns.start(library.url, {
    info: () => {},
    warn: () => {},
    error: (...said: unknown[]) => {
      throw new Error(JSON.stringify(said))
    },
  })
  await columns.loaded
})
afterAll(async () => {
  await columns.stop()
  await library.close()
})

async function setStatus(id: number, status: number): Promise<void> {
  const { database } = library.services
  await database
    .updateTable('entity')
    .set({ status })
    .where('resource', '=', 'asset')
    .where('id', '=', id)
    .execute()
  await project(database, await getSchemaOf(library.services, 'asset'), [id])
}

test('of a large cart everybody sees what they may, in its order, from the very next moment', async () => {
  expect(library.services.searchColumns.isReady()).toBe(true)
  const [{ id }] = await cartRoutes.createCart(library.as(editor), {
    name: 'Large',
    items: ids.map((one) => ({ type: 'asset', id: one })),
    private: false,
  })
  const seenBy = async (who: SignedIn): Promise<readonly unknown[]> => {
    const { items, total } = await cartRoutes.viewCart(library.as(who), { id, records: false })
    expect(total).toBe(many)
    return Array.isArray(items) ? items : (items['asset'] ?? [])
  }
  expect(await seenBy(viewer)).toEqual(ids)
  const [first = 0, second = 0, third = 0] = ids
  await setStatus(second, draft)
  const others = ids.filter((one) => one !== second)
  expect([await seenBy(editor), await seenBy(viewer)]).toEqual([ids, others])
  // Places are counted among what someone sees; what they do not see can be neither moved nor named.
  await cartRoutes.moveCartItems(library.as(editor), {
    id,
    items: [{ type: 'asset', id: third }],
    before: { type: 'asset', id: first },
  })
  expect(await seenBy(editor)).toEqual([third, first, second, ...ids.slice(3)])
  expect(await seenBy(viewer)).toEqual([third, first, ...ids.slice(3)])
  await library.services.database
    .deleteFrom('entity')
    .where('resource', '=', 'asset')
    .where('id', '=', first)
    .execute()
  expect((await cartRoutes.viewCart(library.as(viewer), { id, records: false })).items).toEqual({
    asset: [third, ...ids.slice(3)],
  })
})
