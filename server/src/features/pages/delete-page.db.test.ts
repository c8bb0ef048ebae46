import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type Answered, type TestApplication } from '../../http/test-application.ts'

let application: TestApplication
beforeAll(async () => {
  application = await startTestApplication()
})
afterAll(() => application.stop())

async function create(resource: string, json: object): Promise<number> {
  return (await application.ask('POST', `/rest/data/${resource}`, { json: { json } })).body.response.data
    .id as number
}
const publish = (id: number): Promise<Answered> =>
  application.ask('PATCH', `/json/workflow/data.page.workflow/${id}?action=validate`, { json: {} })
const copyOf = async (id: number): Promise<number> =>
  Number((await application.ask('GET', `/rest/bs/clubwed_getWorkCopy/page/${id}`)).body.response.data)
const remove = (page: number, versions: readonly number[]): Promise<Answered> =>
  application.ask(
    'DELETE',
    `/rest/page-with-versions/${page}${versions.length === 0 ? '' : `?versions=${versions.join(',')}`}`,
    { call: 'deletePageWithVersions' },
  )
const isThere = async (id: number): Promise<boolean> =>
  (await application.ask('GET', `/rest/data/page/${id}`)).status === 200
const countParts = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from entity where resource = 'pagewidget' and props ->> 'parent' <> ''`.execute(
    application.cartouche.services.database,
  )
  return rows[0]?.count ?? -1
}

/** A published page with an earlier version and a working copy, a widget in each. */
async function build(): Promise<{ readonly page: number; readonly versions: readonly number[] }> {
  const page = await create('page', { name: 'Quay', path: '/quay' })
  await create('pagewidget', { parent: `clubwedpagedesc_${page}`, component: 'text' })
  await publish(page)
  const earlier = await copyOf(page)
  await publish(earlier)
  return { page, versions: [earlier, await copyOf(page)] }
}

test('a page goes with its working copy and its earlier versions, and all that stands in them', async () => {
  const parts = await countParts()
  const { page, versions } = await build()
  expect(await countParts()).toBe(parts + 3)
  const { status, body } = await remove(page, versions)
  expect([status, body.deleted.at(-1)]).toEqual([200, page])
  for (const id of [page, ...versions]) expect(await isThere(id)).toBe(false)
  expect(await countParts()).toBe(parts)
})

test('where there are other versions than those that were named, nothing goes', async () => {
  const { page, versions } = await build()
  for (const named of [[], versions.slice(1), [...versions, 999_999]]) {
    const { status, body } = await remove(page, named)
    expect([status, body.code]).toEqual([409, 'page_versions_changed'])
  }
  for (const id of [page, ...versions]) expect(await isThere(id)).toBe(true)
})

test('what other pages stand below stays, whole', async () => {
  const { page, versions } = await build()
  await create('page', { name: 'Below', parent: page })
  const { status, body } = await remove(page, versions)
  expect([status, body.code]).toEqual([403, 'entity_in_use'])
  for (const id of [page, ...versions]) expect(await isThere(id)).toBe(true)
})
