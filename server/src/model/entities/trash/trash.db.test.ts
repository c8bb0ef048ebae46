import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type AnyJson, type TestApplication } from '../../../http/test-application.ts'
import { sweepBlobs } from '../../../media/renditions/sweep-blobs.ts'
import { trashTasks } from './trash-tasks.ts'

let application: TestApplication
let keyword: number
const ask: TestApplication['ask'] = (...options) => application.ask(...options)

beforeAll(async () => {
  application = await startTestApplication()
  keyword = (await ask('POST', '/api/rest/dam/data/assetkeyword', { json: { json: { name: 'Harbour' } } }))
    .body.response.data.id as number
})
afterAll(() => application.stop())

const assetAt = (id: number) => `/api/rest/dam/data/asset/${id}`
const names = async (who: 'admin' | 'editor' | 'contributor' = 'editor', query = '') =>
  ((await ask('GET', `/api/rest/trash?${query}`, { who, call: 'listTrash' })).body.list as AnyJson[]).map(
    ({ name }) => name as string,
  )
const restore = (id: number, who: 'admin' | 'editor' = 'editor') =>
  ask('POST', `/api/rest/trash/${id}/restore`, { json: {}, who, call: 'restoreFromTrash' })

/** An asset of the editor's with a file, a keyword, an embed and a place in a cart, and its cart. */
async function createAsset(name: string): Promise<{ readonly asset: AnyJson; readonly cart: AnyJson }> {
  const form = new FormData()
  form.append('json', JSON.stringify({ name, keywords: [keyword], binary: 'cid:binary' }))
  form.append('binary', new File([`the bytes of ${name}`], `${name}.txt`))
  const { body } = await ask('POST', '/api/rest/dam/data/asset', { form, who: 'editor' })
  const asset = body.response.data as AnyJson
  const cart = (
    await ask('POST', '/api/wedia/cart/createCart/', {
      json: { name: `Cart of ${name}`, items: { asset: [asset.id] } },
      who: 'editor',
    })
  ).body[0] as AnyJson
  await ask('POST', '/api/rest/embed', { json: { id: asset.id }, who: 'editor', call: 'createEmbed' })
  return { asset, cart }
}
const remove = async (id: number, who: 'editor' | 'admin' = 'editor') =>
  expect((await ask('DELETE', assetAt(id), { who })).status).toBe(200)
const itemsOf = async (cart: AnyJson): Promise<number> => {
  const { body } = await ask('GET', `/api/wedia/cart/viewCart/${cart.id}?output=list`, { who: 'editor' })
  return (body.items as AnyJson[]).length
}
const embedsOf = async (id: number): Promise<AnyJson[]> =>
  (await ask('GET', `/api/rest/embed?id=${id}`, { who: 'editor' })).body
const found = async (words: string): Promise<number> =>
  (await ask('GET', `/api/rest/dam/data/asset?fulltext=${words}`, { who: 'editor' })).body.response
    .total as number

test('a deleted asset is gone for everybody, and comes back whole: fields, file, keywords, cart, embed', async () => {
  const { asset, cart } = await createAsset('Lighthouse')
  const before = (await ask('GET', assetAt(asset.id), { who: 'editor' })).body.response.data
  const embeds = await embedsOf(asset.id)
  expect(embeds).toHaveLength(1)
  await remove(asset.id)
  expect((await ask('GET', assetAt(asset.id))).status).toBe(404)
  expect(await found('lighthouse')).toBe(0)
  expect(await itemsOf(cart)).toBe(0)
  const { body } = await ask('GET', '/api/rest/trash', { who: 'editor', call: 'listTrash' })
  expect(body).toMatchObject({ total: 1, sizeBytes: 'the bytes of Lighthouse'.length, next: null })
  const [entry] = body.list
  expect(entry).toMatchObject({ id: asset.id, name: 'Lighthouse', deletedBy: { name: 'Editor' } })
  expect(Date.parse(entry.endsAt) - Date.parse(entry.deletedAt)).toBe(30 * 86_400_000)

  expect((await restore(asset.id)).body).toEqual({ restored: true, missing: 0 })
  expect((await ask('GET', assetAt(asset.id), { who: 'editor' })).body.response.data).toEqual(before)
  expect(await found('lighthouse')).toBe(1)
  expect(await itemsOf(cart)).toBe(1)
  expect(await embedsOf(asset.id)).toEqual(embeds)
  const file = await fetch(
    `${application.cartouche.url}/api/wedia/dam/variation/asset/${asset.id}/original`,
    { headers: { authorization: application.authorizationOf('editor') } },
  )
  expect(await file.text()).toBe('the bytes of Lighthouse')
  expect(await names()).toEqual([])
  expect((await restore(asset.id)).body.code).toBe('trash_not_found')
})

test('its bytes stay while it is in the trash, and go when it is deleted for good', async () => {
  const { services } = application.cartouche
  const { asset } = await createAsset('Bytes')
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from entity_file where resource = 'asset' and id = ${asset.id}`.execute(services.database)
  const sha256 = rows[0]?.sha256 ?? ''
  await remove(asset.id)
  await sweepBlobs(services, 1)
  expect(await services.blobs.sizeOf(sha256)).toBe('the bytes of Bytes'.length)
  await ask('DELETE', `/api/rest/trash/${asset.id}`, { who: 'editor', call: 'deleteFromTrash' })
  expect(await names()).toEqual([])
  await sweepBlobs(services, 1)
  expect(await services.blobs.sizeOf(sha256)).toBeUndefined()
  expect((await restore(asset.id)).status).toBe(404)
})

test('its picture is shown to whoever can restore it, and to nobody else', async () => {
  const background = { r: 20, g: 120, b: 200 }
  const jpeg = await sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.append('json', JSON.stringify({ name: 'Seen', binary: 'cid:binary' }))
  form.append('binary', new File([new Uint8Array(jpeg)], 'seen.jpg'))
  const { id } = (await ask('POST', '/api/rest/dam/data/asset', { form, who: 'editor' })).body.response
    .data as { id: number }
  const picture = (who: 'admin' | 'editor' | 'contributor', of = id) =>
    fetch(`${application.cartouche.url}/api/rest/trash/${of}/picture`, {
      headers: { authorization: application.authorizationOf(who) },
    })
  expect((await picture('editor')).status, 'before it is deleted').toBe(404)
  await remove(id)
  const { asset: text } = await createAsset('Written')
  const { id: bare } = (
    await ask('POST', '/api/rest/dam/data/asset', {
      json: { json: { name: 'Without a file' } },
      who: 'editor',
    })
  ).body.response.data as { id: number }
  for (const one of [text.id as number, bare]) await remove(one)
  const { body } = await ask('GET', '/api/rest/trash', { who: 'editor', call: 'listTrash' })
  expect(body.list).toMatchObject([
    { name: 'Without a file', hasPicture: false },
    { name: 'Written', hasPicture: true },
    { name: 'Seen', hasPicture: true },
  ])
  for (const who of ['editor', 'admin'] as const) {
    const answer = await picture(who)
    expect(answer.status, who).toBe(200)
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect(width / height).toBeCloseTo(4 / 3, 1)
  }
  expect((await picture('contributor')).status).toBe(404)
  expect((await picture('editor', text.id)).status, 'a text is drawn').toBe(200)
  expect((await picture('editor', bare)).status).toBe(404)
  for (const one of [id, text.id as number, bare])
    await ask('DELETE', `/api/rest/trash/${one}`, { who: 'editor', call: 'deleteFromTrash' })
  expect((await picture('editor')).status, 'once it is deleted for good').toBe(404)
})

test('what it belonged to and is gone by now stays away, and is counted', async () => {
  const { asset, cart } = await createAsset('Orphan')
  const other = (
    await ask('POST', '/api/rest/dam/data/assetkeyword', { json: { json: { name: 'Passing' } } })
  ).body.response.data as AnyJson
  await ask('PATCH', assetAt(asset.id), { json: { json: { keywords: [keyword, other.id] } }, who: 'editor' })
  await remove(asset.id)
  await ask('DELETE', `/api/wedia/cart/deleteCart/${cart.id}`, { who: 'editor' })
  await ask('DELETE', `/api/rest/dam/data/assetkeyword/${other.id}`)
  expect((await restore(asset.id)).body).toEqual({ restored: true, missing: 2 })
  const { keywords } = (await ask('GET', assetAt(asset.id), { who: 'editor' })).body.response.data
  expect((keywords as AnyJson[]).map(({ name }) => name)).toEqual(['Harbour'])
  await remove(asset.id)
  await ask('DELETE', `/api/rest/trash/${asset.id}`, { who: 'editor' })
})

test('people see what they deleted themselves, administrators all of it, by name and page by page', async () => {
  const ids: number[] = []
  for (const name of ['Été one', 'été 2%', 'Third']) ids.push((await createAsset(name)).asset.id as number)
  await remove(ids[0] ?? 0)
  await remove(ids[1] ?? 0)
  await remove(ids[2] ?? 0, 'admin')
  expect(await names('editor')).toEqual(['été 2%', 'Été one'])
  expect(await names('contributor')).toEqual([])
  expect(await names('admin')).toEqual(['Third', 'été 2%', 'Été one'])
  expect(await names('admin', 'name=ETE')).toEqual(['été 2%', 'Été one'])
  expect(await names('admin', 'name=%25')).toEqual(['été 2%'])
  const first = (await ask('GET', '/api/rest/trash?max=2')).body
  expect(first.total).toBe(3)
  expect(await names('admin', `max=2&after=${first.next}`)).toEqual(['Été one'])
  expect((await ask('GET', '/api/rest/trash?after=nonsense')).body.code).toBe('token_mismatch')
  expect((await restore(ids[2] ?? 0, 'editor')).status).toBe(404)
  for (const id of ids) expect((await restore(id, 'admin')).status).toBe(200)
  for (const id of ids) await remove(id, 'admin')
})

test('two who restore at once bring it back once; nothing comes back over another', async () => {
  const { asset } = await createAsset('Twice')
  await remove(asset.id)
  const answers = await Promise.all([restore(asset.id), restore(asset.id, 'admin')])
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 404]))
  const { database } = application.cartouche.services
  await remove(asset.id)
  await sql`insert into entity (resource, id) values ('asset', ${asset.id})`.execute(database)
  expect((await restore(asset.id)).body.code).toBe('trash_occupied')
  expect(await names('admin', 'name=twice')).toEqual(['Twice'])
})

test('what was in the trash for long enough is deleted for good, the rest stays', async () => {
  const { services } = application.cartouche
  await sql`update trash set deleted_at = now() - interval '29 days'`.execute(services.database)
  const { rows } = await sql<{ id: number }>`
    update trash set deleted_at = now() - interval '31 days'
    where id = (select max(id) from trash) returning id`.execute(services.database)
  const count = (await names('admin')).length
  const task = trashTasks['empty-trash']
  if (!task || typeof task === 'function') throw new Error('It is run at set times')
  await task.run(services, {}, new AbortController().signal)
  expect(await names('admin')).toHaveLength(count - 1)
  expect((await restore(rows[0]?.id ?? 0, 'admin')).status).toBe(404)
})

test('every table whose rows go with an entity is one of the parts', async () => {
  const { rows } = await sql<{ name: string }>`select name from entity_part order by name`.execute(
    application.cartouche.services.database,
  )
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['cart_item', 'embed', 'entity_attachment', 'entity_file', 'link', 'track']),
  )
  expect(rows.map(({ name }) => name)).not.toContain('search')
})
