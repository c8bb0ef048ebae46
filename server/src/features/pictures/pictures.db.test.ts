import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { picturesPerMinute } from './picture-services.ts'
import {
  startTestApplication,
  type AnyJson,
  type TestApplication,
  type Who,
} from '../../http/test-application.ts'

let application: TestApplication
let asset: AnyJson
const ask: TestApplication['ask'] = (...options) => application.ask(...options)

/** Red, green, blue and white quarters, with a little of everything in their middles. */
async function quarters(width: number, height: number) {
  const [w, h] = [Math.round(width / 2), Math.round(height / 2)]
  const colours = ['#ff0000', '#00ff00', '#0000ff', '#ffffff']
  const layers = colours.map((background, at) => ({
    input: { create: { width: w, height: h, channels: 3 as const, background } },
    left: (at % 2) * w,
    top: Math.floor(at / 2) * h,
  }))
  return sharp({ create: { width, height, channels: 3, background: '#000' } }).composite(layers)
}

async function createAsset(name: string, bytes: Uint8Array): Promise<AnyJson> {
  const form = new FormData()
  form.append('json', JSON.stringify({ name, binary: 'cid:binary' }))
  form.append('binary', new File([new Uint8Array(bytes)], name))
  return (await ask('POST', '/api/rest/dam/data/asset', { form })).body.response.data
}

beforeAll(async () => {
  application = await startTestApplication()
  asset = await createAsset('Quay.jpg', await (await quarters(2400, 1600)).jpeg({ quality: 95 }).toBuffer())
})
afterAll(() => application.stop())

const address = (query: string, id: number = asset.id) => `/wedia/dam/picture/asset/${id}?${query}`

interface Taken {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
}
async function load(url: string, headers: Record<string, string> = {}): Promise<Taken> {
  const answer = await fetch(url.startsWith('/') ? application.cartouche.url + url : url, { headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const take = (query: string, who: Who = 'admin', headers: Record<string, string> = {}, id?: number) =>
  load(address(query, id), { authorization: application.authorizationOf(who), ...headers })
async function sizeOf({ bytes }: Taken): Promise<[string, number, number]> {
  const { format, width, height, compression } = await sharp(bytes).metadata()
  return [compression === 'av1' ? 'avif' : format, width, height]
}
/** How far two pictures of one size are apart: the mean of all channels, 0 to 255. */
async function distance(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((bytes) => sharp(bytes).removeAlpha().toColourspace('srgb').raw().toBuffer()),
  )
  if (!a || !b || a.length !== b.length) return 255
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length
}
const makings = async (): Promise<number> =>
  (await readdir(join(application.cartouche.services.settings.dataFolder, 'pictures')).catch(() => [])).length

test('size, crop and format are as the address asks, and never larger than the original', async () => {
  const original = await (await quarters(2400, 1600)).png().toBuffer()
  for (const [query, expected] of [
    ['w=800', ['jpeg', 800, 533]],
    ['h=400&format=webp', ['webp', 600, 400]],
    ['w=800&crop=16:9&format=avif', ['avif', 800, 450]],
    ['w=500&h=500&format=png', ['png', 500, 333]],
    ['w=500&h=500&fit=cover&format=jpg', ['jpeg', 500, 500]],
    ['crop=0.5,0.5,0.25,0.25&format=png', ['png', 600, 400]],
    ['w=16383&format=jpeg', ['jpeg', 2400, 1600]],
    ['w=5000&h=100&format=jpeg', ['jpeg', 150, 100]],
    ['crop=1:100&format=png', ['png', 16, 1600]],
    ['w=1&format=png', ['png', 1, 1]],
    ['preset=instagram-post', ['jpeg', 1080, 1350]],
    ['preset=instagram-post&w=540', ['jpeg', 540, 675]],
    ['preset=instagram-post&crop=none&w=540', ['jpeg', 540, 360]],
  ] as const)
    expect(await sizeOf(await take(query)), query).toEqual(expected)
  const cut = await take('crop=0.5,0.5,0.25,0.25&format=png')
  const bare = await sharp(original)
    .extract({ left: 1200, top: 800, width: 600, height: 400 })
    .png()
    .toBuffer()
  expect(await distance(cut.bytes, bare)).toBeLessThan(2)
})

test('the smallest format that the request takes is answered, and said to caches', async () => {
  for (const [accept, format] of [
    ['image/avif,image/webp,*/*', 'avif'],
    ['image/webp,image/*;q=0.8', 'webp'],
    ['image/avif;q=0,image/webp;q=0.0,*/*', 'jpeg'],
    ['*/*', 'jpeg'],
  ] as const) {
    const taken = await take('w=90', 'admin', { accept })
    expect([(await sizeOf(taken))[0], taken.headers.get('vary')]).toEqual([format, 'accept'])
  }
  const written = await take('w=90&format=png', 'admin', { accept: 'image/avif' })
  expect([(await sizeOf(written))[0], written.headers.get('vary')]).toEqual(['png', null])
})

test('a picture is made once however many ask, is kept, and answers by ETag, date and range', async () => {
  const before = await makings()
  const all = await Promise.all(Array.from({ length: 20 }, () => take('w=333&format=webp')))
  expect(await makings()).toBe(before + 1)
  const [first] = all
  expect(new Set(all.map(({ headers }) => headers.get('etag'))).size).toBe(1)
  const etag = first?.headers.get('etag') ?? ''
  const modified = first?.headers.get('last-modified') ?? ''
  expect(first?.headers.get('cache-control')).toBe('private, no-cache')
  expect((await take('w=333&format=webp', 'admin', { 'if-none-match': etag })).status).toBe(304)
  expect((await take('w=333&format=webp', 'admin', { 'if-modified-since': modified })).status).toBe(304)
  const part = await take('w=333&format=webp', 'admin', { range: 'bytes=10-19' })
  expect([part.status, part.bytes]).toEqual([206, first?.bytes.subarray(10, 20)])
  expect(await makings()).toBe(before + 1)
  // The same in other words is the same picture.
  await take('w=333&format=webp&quality=80&crop=none&fit=inside&profile=srgb&metadata=none')
  expect(await makings()).toBe(before + 1)
})

test('whoever may not download gets no more than the largest rendition, by no crop', async () => {
  const { database } = application.cartouche.services
  await ask('POST', `/api/rest/dam/data/asset/${asset.id}/workflow`, { json: { workflowAction: 'publish' } })
  expect(await sizeOf(await take('w=4000&format=png', 'contributor'))).toEqual(['png', 2400, 1600])
  const ofOriginal = await take('w=1000&format=png', 'contributor')
  await sql`delete from role_grant where role_id = 3 and resource = 'asset' and action = 'download'`.execute(
    database,
  )
  expect(await sizeOf(await take('w=4000&format=png', 'contributor'))).toEqual(['png', 1600, 1067])
  expect(await sizeOf(await take('crop=0,0,0.5,0.5&format=png', 'contributor'))).toEqual(['png', 800, 534])
  expect((await take('w=100&metadata=all', 'contributor')).status).toBe(403)
  // What was made of the original for others is not theirs.
  const ofRendition = await take('w=1000&format=png', 'contributor')
  expect(ofRendition.headers.get('etag')).not.toBe(ofOriginal.headers.get('etag'))
})

test('a watermark is on every picture and every part, by the rendition that bears it', async () => {
  const [clean, marked] = [
    await take('crop=0,0,0.5,0.5&format=png'),
    await take('crop=0,0,0.5,0.5&format=png', 'viewer'),
  ]
  expect(await distance(marked.bytes, clean.bytes)).toBeGreaterThan(1)
  const whole = await load(`/wedia/dam/variation/asset/${asset.id}/original`, {
    authorization: application.authorizationOf('viewer'),
  })
  const part = { left: 0, top: 0, width: 1200, height: 800 }
  const bare = await sharp(whole.bytes).extract(part).png().toBuffer()
  expect(await distance(marked.bytes, bare)).toBeLessThan(1)
})

test('a crop by ratio keeps the focal point inside, of the present file alone', async () => {
  const point = { x: 0.95, y: 0.9 }
  const own = await createAsset('Focus.jpg', await (await quarters(900, 600)).jpeg().toBuffer())
  const path = `/wedia/dam/focalpoint/asset/${own.id}`
  const centre = await take('crop=1:2&format=png', 'admin', {}, own.id)
  expect((await ask('GET', path, { call: 'getFocalPoint' })).body).toEqual({ focalPoint: null })
  const set = await ask('PUT', path, { json: { focalPoint: point }, call: 'setFocalPoint' })
  expect(set.body).toEqual({ focalPoint: point })
  expect((await ask('GET', path)).body.focalPoint.x).toBeCloseTo(0.95)
  const focused = await take('crop=1:2&format=png', 'admin', {}, own.id)
  const right = await take('crop=0.6667,0,0.3333,1&format=png', 'admin', {}, own.id)
  expect(await distance(focused.bytes, right.bytes)).toBeLessThan(2)
  expect(await distance(focused.bytes, centre.bytes)).toBeGreaterThan(20)
  // Another file starts without; the former one has it again.
  const form = new FormData()
  form.append('file', new File([new Uint8Array(await (await quarters(901, 600)).jpeg().toBuffer())], 'b.jpg'))
  expect((await ask('POST', `/wedia/dam/versions/asset/${own.id}`, { form })).status).toBe(201)
  expect((await ask('GET', path)).body).toEqual({ focalPoint: null })
  expect(await sizeOf(await take('format=png', 'admin', {}, own.id))).toEqual(['png', 901, 600])
  expect((await ask('POST', `/wedia/dam/versions/asset/${own.id}/1/restore`, { json: {} })).status).toBe(200)
  expect((await ask('GET', path)).body.focalPoint.y).toBeCloseTo(0.9)
  // It goes to the trash with the asset, and comes back.
  expect((await ask('DELETE', `/api/rest/dam/data/asset/${own.id}`)).status).toBe(200)
  expect((await ask('GET', path)).status).toBe(404)
  expect((await ask('POST', `/rest/trash/${own.id}/restore`, { json: { object: 'asset' } })).status).toBe(200)
  expect((await ask('GET', path)).body.focalPoint.y).toBeCloseTo(0.9)
  expect((await ask('PUT', path, { json: { focalPoint: null } })).body).toEqual({ focalPoint: null })
  for (const wrong of [{ x: 2, y: 0 }, { x: -0.1, y: 0 }, { x: 'NaN', y: 0 }, { x: 0.5 }, 'none'])
    expect((await ask('PUT', path, { json: { focalPoint: wrong } })).status).toBe(400)
  const { body } = await ask('GET', '/rest/administration/audit?kind=focalpoint.updated')
  expect(JSON.stringify(body)).toContain('0.95')
})

test('what makes no sense is refused by its name', async () => {
  for (const query of [
    'w=0',
    'w=-5',
    'w=NaN',
    'w=1e9',
    'w=16384',
    'w=1.5',
    'w=Infinity',
    'w=',
    'h=0x',
    'w=10&w=20',
    'crop=0:1',
    'crop=1:0',
    'crop=1:1000',
    'crop=a:b',
    'crop=0,0,2,1',
    'crop=0.5,0,0.6,1',
    'crop=-0.1,0,1,1',
    'crop=0,0,0,0',
    'crop=0,0,1',
    'crop=../../etc',
    'crop=1e1:1',
    'crop=',
    'format=svg',
    'format=../png',
    'quality=0',
    'quality=101',
    'fit=fill',
    'metadata=gps',
    'profile=cmyk',
  ]) {
    const { status, bytes } = await take(query)
    expect([status, bytes.toString().includes('invalid') || status === 400], query).toEqual([400, true])
  }
  expect((await take('preset=none')).status).toBe(404)
  expect((await take("preset=' or 1=1 --")).status).toBe(404)
  expect(
    (
      await load(`/wedia/dam/picture/asset/..%2f..%2f${asset.id}?w=10`, {
        authorization: application.authorizationOf('admin'),
      })
    ).status,
  ).toBe(400)
  expect((await take('w=10', 'admin', {}, 99_999_999)).status).toBe(404)
  expect((await take('w=10', 'nobody')).status).toBe(401)
})

test('presets are the administrator’s, in their order, and change what addresses that name them answer', async () => {
  const values = { names: { en: 'Poster', fr: 'Affiche' }, crop: '2:3', width: 300, format: 'png' }
  const list = async () =>
    (await ask('GET', '/rest/picturepresets', { call: 'listPicturePresets' })).body as AnyJson[]
  const count = (await list()).length
  const made = await ask('POST', '/rest/picturepresets', {
    json: { code: 'poster', ...values },
    call: 'createPicturePreset',
  })
  expect(made.body).toMatchObject({ code: 'poster', crop: '2:3', width: 300, height: null, fit: 'inside' })
  expect((await list()).map(({ code }) => code as string).at(-1)).toBe('poster')
  expect((await ask('POST', '/rest/picturepresets', { json: { code: 'poster', ...values } })).status).toBe(
    409,
  )
  expect(
    (await ask('POST', '/rest/picturepresets', { json: { code: 'p2', ...values }, who: 'editor' })).status,
  ).toBe(403)
  expect(await sizeOf(await take('preset=poster'))).toEqual(['png', 300, 450])
  const changed = { ...values, crop: '1:1', quality: 50 }
  expect(
    (await ask('PUT', '/rest/picturepresets/poster', { json: changed, call: 'updatePicturePreset' })).status,
  ).toBe(200)
  expect(await sizeOf(await take('preset=poster'))).toEqual(['png', 300, 300])
  for (const wrong of [
    { crop: '1' },
    { crop: '0,0,1,1' },
    { width: 0 },
    { format: 'gif' },
    { names: { en: 'x' } },
  ])
    expect((await ask('PUT', '/rest/picturepresets/poster', { json: { ...values, ...wrong } })).status).toBe(
      400,
    )
  for (const code of ['Poster', 'a b', '-a', 'a'.repeat(41), ''])
    expect((await ask('POST', '/rest/picturepresets', { json: { code, ...values } })).status, code).toBe(400)
  expect((await ask('DELETE', '/rest/picturepresets/poster', { call: 'deletePicturePreset' })).status).toBe(
    200,
  )
  expect((await ask('DELETE', '/rest/picturepresets/poster')).status).toBe(404)
  expect((await take('preset=poster')).status).toBe(404)
  expect(await list()).toHaveLength(count)
})

test('an embed opens pictures of its asset up to its size to everybody, as long as it is active', async () => {
  const made = (await ask('POST', '/api/rest/embed', { json: { id: asset.id, variation: 'web' } }))
    .body as AnyJson
  const taken = await load(`${made.url}/picture?w=800&crop=16:9&format=avif`)
  expect(await sizeOf(taken)).toEqual(['avif', 800, 450])
  expect(taken.headers.get('cache-control')).toBe('public, no-cache')
  expect(taken.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(await sizeOf(await load(`${made.url}/picture?w=4000&format=png`))).toEqual(['png', 1200, 800])
  expect((await load(`${made.url}/picture?w=100&metadata=all`)).status).toBe(403)
  expect((await load(`${made.url}/picture?w=99999`)).status).toBe(400)
  const etag = taken.headers.get('etag') ?? ''
  const again = { 'if-none-match': etag }
  expect((await load(`${made.url}/picture?w=800&crop=16:9&format=avif`, again)).status).toBe(304)
  const bound = (await ask('POST', '/api/rest/embed', { json: { id: asset.id, sites: ['blog.example'] } }))
    .body as AnyJson
  const elsewhere = { referer: 'https://evil.example/' }
  expect((await load(`${bound.url}/picture?w=50`, elsewhere)).status).toBe(403)
  const onSite = await load(`${bound.url}/picture?w=50`, { referer: 'https://blog.example/' })
  expect([onSite.status, onSite.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
  expect((await ask('DELETE', `/rest/embed/${made.id}`)).status).toBe(200)
  expect((await load(`${made.url}/picture?w=800&crop=16:9&format=avif`, again)).status).toBe(404)
})

test('many different sizes are refused for a minute; what is kept is answered all the same', async () => {
  const { url } = (
    await ask('POST', '/api/rest/embed', { json: { id: asset.id, variation: 'thumbnailBig' } })
  ).body as AnyJson
  const statuses: number[] = []
  for (let w = 1; w <= picturesPerMinute.link + 5; w++)
    statuses.push((await load(`${url}/picture?w=${w}&h=3&format=jpeg`)).status)
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(picturesPerMinute.link)
  const refused = await load(`${url}/picture?w=600&format=jpeg`)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await load(`${url}/picture?w=1&h=3&format=jpeg`)).status).toBe(200)
})
