import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication, type Who } from '../../http/test-application.ts'

let application: TestApplication
/** An asset with a contract and a portrait beside its original. */
let asset: number
let cart: number
const contract = Buffer.from('%PDF-1.4 release of a model')
const room = '/rest/administration/roles'
const viewer = 4

beforeAll(async () => {
  application = await startTestApplication()
  const schemas = (await application.ask('GET', '/rest/data/schema?max=200')).body.response.data as {
    id: number
    name: string
  }[]
  const schema = schemas.find(({ name }) => name === 'asset')?.id
  for (const name of ['release', 'portrait'])
    await application.ask('POST', '/rest/data/schemafield', {
      json: { json: { schema, name, label: name, type: 'binary' } },
    })
  const form = new FormData()
  form.append(
    'json',
    JSON.stringify({ name: 'Ada by the sea', release: 'cid:first', portrait: 'cid:second' }),
  )
  form.append('first', new Blob([contract], { type: 'application/pdf' }), 'release.pdf')
  form.append(
    'second',
    new Blob([
      new Uint8Array(
        await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
          .jpeg()
          .toBuffer(),
      ),
    ]),
    'portrait.jpg',
  )
  const made = await application.ask('POST', '/rest/dam/data/asset', { form })
  expect(made.status).toBe(201)
  asset = made.body.response.data.id
  await application.ask('POST', `/rest/dam/data/asset/${asset}/workflow`, {
    json: { workflowAction: 'publish' },
  })
  cart = (
    await application.ask('POST', '/wedia/cart/createCart/', {
      json: { name: 'Shared', items: { asset: [asset] } },
    })
  ).body[0].id
}, 120_000)
afterAll(() => application.stop())

const take = (who: Who, field: string, more = '') =>
  application.ask('GET', `/wedia/dam/file/asset/${asset}/${field}${more}`, { who })
const statuses = async (who: Who, more = '') =>
  Promise.all(['release', 'portrait'].map(async (field) => (await take(who, field, more)).status))

test('a file beside the original is taken by whoever may download, and by nobody who may look alone', async () => {
  expect(await statuses('nobody')).toEqual([401, 401])
  expect(await statuses('editor')).toEqual([200, 200])
  expect((await take('editor', 'release')).body).toContain('release of a model')
  const { grants } = (await application.ask('GET', `${room}/${viewer}`)).body as {
    grants: { resource: string; action: string }[]
  }
  const set = (kept: object[], watermark: boolean) =>
    application.ask('PUT', `${room}/${viewer}`, { json: { grants: kept, watermark } })
  await set(
    grants.filter(({ resource, action }) => resource !== 'asset' || action !== 'download'),
    false,
  )
  expect(await statuses('viewer')).toEqual([403, 403])
  expect((await application.ask('GET', `/rest/dam/data/asset/${asset}`, { who: 'viewer' })).status).toBe(200)
  await set(grants, false)
  expect(await statuses('viewer')).toEqual([200, 200])
  // Whoever sees watermarked pictures alone gets no other one here.
  await set(grants, true)
  expect(await statuses('viewer')).toEqual([200, 403])
})

test('a visitor takes a file beside the original where the share gives files, and nothing else', async () => {
  const ticketOf = async (draft: object): Promise<string> => {
    const { id } = (await application.ask('POST', `/wedia/cart/shareCart/${cart}`, { json: draft })).body
    return (await application.ask('POST', `/wedia/cart/withShare/${id}/view`, { who: 'nobody', json: {} }))
      .body.ticket
  }
  expect(
    await statuses('nobody', `?ticket=${encodeURIComponent(await ticketOf({ shareMode: 'view' }))}`),
  ).toEqual([403, 403])
  expect(await statuses('nobody', `?ticket=${encodeURIComponent(await ticketOf({}))}`)).toEqual([200, 200])
})
