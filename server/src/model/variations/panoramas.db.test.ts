import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type TestApplication,
  type Who,
} from '../../http/test-application.ts'
import type { LivePart } from '../live-photos/live-photos.sql.ts'
import { playedBy } from '../live-photos/played-by.ts'
import { findProgram } from '../../media/run-program.ts'
import {
  createTestFolder,
  liveFilm,
  makeByFfmpeg,
  withAppleNotes,
  withXmp,
  type TestFolder,
} from '../../media/sample-files.ts'

let application: TestApplication
let folder: TestFolder
beforeAll(async () => {
  application = await startTestApplication()
  folder = await createTestFolder()
}, 120_000)
afterAll(async () => {
  await application.stop()
  await folder.remove()
})
const hasFfmpeg = (await findProgram('ffmpeg')) !== null

const draw = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
async function send(
  method: string,
  path: string,
  field: string,
  json: object | null,
  bytes: Buffer,
  fileName = 'picture.jpg',
) {
  const form = new FormData()
  if (json) form.append('json', JSON.stringify({ ...json, binary: `cid:${field}` }))
  form.append(field, new File([new Uint8Array(bytes)], fileName))
  return application.ask(method, path, { form, who: 'editor' })
}
async function createDraft(name: string, bytes: Buffer, fileName?: string): Promise<number> {
  const { body } = await send('POST', '/api/rest/dam/data/asset', 'binary', { name }, bytes, fileName)
  return body.response.data.id as number
}
async function publish(id: number): Promise<void> {
  const json = { workflowAction: 'publish' }
  await application.ask('POST', `/api/rest/dam/data/asset/${id}/workflow`, { json, who: 'editor' })
}
/** A published asset. */
async function create(name: string, bytes: Buffer): Promise<number> {
  const id = await createDraft(name, bytes)
  await publish(id)
  return id
}
const replace = (id: number, bytes: Buffer, fileName?: string) =>
  send('POST', `/api/wedia/dam/versions/asset/${id}`, 'file', null, bytes, fileName)
const dataOf = async (id: number): Promise<AnyJson> =>
  (await application.ask('GET', `/api/rest/dam/data/asset/${id}`, { who: 'editor' })).body.response.data
const get = async (path: string, who: Who = 'editor') => {
  const answer = await fetch(`${application.cartouche.url}/api/wedia/dam/${path}`, {
    headers: { authorization: application.authorizationOf(who) },
  })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    csp: answer.headers.get('content-security-policy') ?? '',
    bytes: Buffer.from(await answer.bytes()),
  }
}
const found = async (form: string): Promise<number[]> => {
  const query = encodeURIComponent(JSON.stringify({ 'metadata.form': form }))
  const { body } = await application.ask('GET', `/api/rest/dam/data/asset?query=${query}`, { who: 'editor' })
  return (body.response.data as { id: number }[]).map(({ id }) => id)
}

function expectHashes(page: string, policy: string): void {
  for (const [, kind, text = ''] of page.matchAll(/<(script|style)>([^]*?)<\/\1>/g)) {
    const hash = createHash('sha256').update(text).digest('base64')
    expect(policy, kind).toMatch(`'sha256-${hash}'`)
  }
}

test('a panorama says where it lies, is found as one, and its player draws it by no script but its own', async () => {
  const id = await create('Around', withXmp(await draw(400, 200), 'GPano:ProjectionType="equirectangular"'))
  const panorama = { left: 0, top: 0, width: 1, height: 1, yaw: 0, pitch: 0, fov: null, flat: false }
  expect((await dataOf(id))['metadata']).toMatchObject({ form: '360°', panorama })
  expect(await found('360°')).toEqual([id])
  const { bytes, csp } = await get(`player/fo.player/asset/${id}`)
  const page = bytes.toString()
  expect(page).toContain(`/variation/asset/${id}/panoramaSmall,preview,thumbnailBig"`)
  expect(csp).not.toMatch(/unsafe|https?:|\*/)
  expectHashes(page, csp)
  const flat = await create('Flat', await draw(400, 200))
  expect((await get(`player/fo.player/asset/${flat}`)).bytes.toString()).not.toContain('<canvas')
})

test.skipIf(!hasFfmpeg)(
  'the video of a motion photo is given as its pictures are, and goes with its file',
  async () => {
    const source = 'testsrc=size=320x180:rate=25:duration=0.5'
    const film = await readFile(await makeByFfmpeg(source, folder.path('film.mp4'), '-pix_fmt', 'yuv420p'))
    const photograph = withXmp(
      await draw(640, 360),
      `GCamera:MicroVideo="1" GCamera:MicroVideoOffset="${film.length}"`,
      '',
      film,
    )
    const id = await create('Moment', photograph)
    expect((await dataOf(id))['metadata']).toMatchObject({ form: 'Live' })
    expect(await found('Live')).toEqual([id])
    const address = `variation/asset/${id}/motion`
    const [clean, marked, named] = [
      await get(address),
      await get(address, 'viewer'),
      await get(`${address}_w`, 'viewer'),
    ]
    expect([clean.status, marked.status, clean.type]).toEqual([200, 200, 'video/mp4'])
    expect(marked.bytes.equals(clean.bytes)).toBe(false)
    expect(named.bytes.equals(marked.bytes)).toBe(true)
    expect((await fetch(`${application.cartouche.url}/api/wedia/dam/${address}`)).status).toBe(401)
    expect((await replace(id, await draw(640, 360))).status).toBe(201)
    expect((await dataOf(id))['metadata'].form).toBeNull()
    expect((await get(address)).status).toBe(422)
    expect(await found('Live')).toEqual([])
  },
)

describe.skipIf(!hasFfmpeg)('a Live Photo of Apple, whose video is another asset', () => {
  const identifier = '570F1469-09C7-4E50-9875-05F21D5BD166'
  const live = async (id: number, who: Who = 'editor') =>
    (await application.ask('GET', `/api/wedia/dam/livephoto/asset/${id}`, { who, call: 'getLivePhoto' })).body
  const becomes = (id: number, form: string | null) =>
    expect.poll(async () => (await dataOf(id))['metadata'].form, { timeout: 20_000, interval: 50 }).toBe(form)
  let moving: Buffer
  let other: Buffer
  let still: Buffer
  beforeAll(async () => {
    const made = async (name: string, source: string, ...args: string[]) =>
      readFile(await makeByFfmpeg(`${source}=size=320x240:rate=25:duration=0.5`, folder.path(name), ...args))
    moving = await made('moving.mov', 'testsrc', ...liveFilm(identifier))
    other = await made('other.mov', 'testsrc2', '-pix_fmt', 'yuv420p')
    still = withAppleNotes(await draw(320, 240), identifier)
  })

  test('it plays for whoever may see both, whichever came first, until one of them goes', async () => {
    const film = await createDraft('Moving', moving, 'IMG_1.MOV')
    const picture = await create('Still', still)
    await becomes(picture, 'Live')
    expect(await found('Live')).toEqual([picture])
    const metadata = { livephoto: '570f146909c74e50987505f21d5bd166' }
    expect((await dataOf(film))['metadata']).toMatchObject({ ...metadata, form: null })
    expect(await live(picture)).toEqual({
      plays: true,
      parts: [{ id: film, name: 'Moving', nature: 'VIDEO' }],
    })
    expect(await live(film)).toMatchObject({ plays: false, parts: [{ id: picture, nature: 'IMAGE' }] })
    const address = `variation/asset/${picture}/motion`
    const player = `player/fo.player/asset/${picture}`
    const clean = await get(address)
    expect([clean.status, clean.type]).toEqual([200, 'video/mp4'])
    expect(clean.bytes.equals((await get(`variation/asset/${film}/proxy`)).bytes)).toBe(true)
    const { bytes, csp } = await get(player)
    expect(bytes.toString()).toContain(`/variation/asset/${picture}/motion"`)
    expectHashes(bytes.toString(), csp)

    // The film is a draft, which a viewer does not see.
    expect(await live(picture, 'viewer')).toEqual({ plays: false, parts: [] })
    expect((await get(address, 'viewer')).status).toBe(404)
    expect((await get(player, 'viewer')).bytes.toString()).not.toContain('data-live')
    await publish(film)
    expect(await live(picture, 'viewer')).toMatchObject({ plays: true, parts: [{ id: film }] })
    const marked = await get(address, 'viewer')
    expect([marked.status, marked.bytes.equals(clean.bytes)]).toEqual([200, false])

    await application.ask('DELETE', `/api/rest/dam/data/asset/${film}`)
    await becomes(picture, null)
    expect((await get(address)).status).toBe(404)
    expect(await live(picture)).toEqual({ plays: false, parts: [] })
    expect((await application.ask('POST', `/api/rest/trash/${film}/restore`)).status).toBe(200)
    await becomes(picture, 'Live')
    expect((await get(address)).status).toBe(200)
    expect((await replace(film, other, 'IMG_1.MOV')).status).toBe(201)
    await becomes(picture, null)
    expect((await replace(film, moving, 'IMG_1.MOV')).status).toBe(201)
    await becomes(picture, 'Live')
  })

  test('a link plays it where it shows both; an embed shows one asset, and plays what that holds', async () => {
    const [film, picture] = [await createDraft('Film', moving, 'IMG_2.MOV'), await create('Picture', still)]
    await publish(film)
    const inside = await create(
      'Inside',
      withXmp(
        await draw(320, 240),
        `GCamera:MicroVideo="1" GCamera:MicroVideoOffset="${moving.length}"`,
        '',
        moving,
      ),
    )
    await becomes(picture, 'Live')
    for (const [items, status] of [
      [[picture], 404],
      [[picture, film], 200],
    ] as const) {
      const { body } = await application.ask('POST', '/wedia/cart/createCart/', {
        json: { name: 'Live', items: { asset: items } },
      })
      const share = await application.ask('POST', `/wedia/cart/shareCart/${body[0].id}`, { json: {} })
      const view = `/wedia/cart/withShare/${share.body.id}/view`
      const { ticket } = (await application.ask('POST', view, { who: 'nobody', json: {} })).body
      const seen = await application.ask(
        'GET',
        `/wedia/dam/livephoto/asset/${picture}?ticket=${encodeURIComponent(ticket)}`,
        { who: 'nobody' },
      )
      expect(seen.body).toMatchObject({ plays: status === 200, parts: items.slice(1).map((id) => ({ id })) })
      const motion = `/wedia/dam/variation/asset/${picture}/motion?ticket=${encodeURIComponent(ticket)}`
      expect((await application.ask('GET', motion, { who: 'nobody' })).status).toBe(status)
    }
    for (const [id, status] of [
      [picture, 404],
      [inside, 200],
    ] as const) {
      const { url } = (await application.ask('POST', '/api/rest/embed', { json: { id } })).body
      const page = await fetch(url)
      const html = await page.text()
      expect(html.includes('data-live')).toBe(status === 200)
      expectHashes(html, page.headers.get('content-security-policy') ?? '')
      expect((await fetch(`${url}/motion`)).status).toBe(status)
    }
  })
})

test('of several films the picture plays the one of its name; where a name was copied to many files, none', () => {
  const part = (id: number, fileName: string, more: object = {}): LivePart => ({
    id,
    identifier: '',
    fileName,
    name: '',
    nature: 'VIDEO',
    durationSeconds: 3,
    isLive: false,
    isPanorama: false,
    ...more,
  })
  const picture = { isLive: true, nature: 'IMAGE', fileName: 'IMG_E1.HEIC' } as const
  const films = [part(1, 'IMG_1.MOV'), part(2, 'img_e1.mov'), part(3, 'IMG_2.JPG', { nature: 'IMAGE' })]
  expect(playedBy(picture, films)?.id).toBe(2)
  expect(playedBy({ ...picture, fileName: 'x.jpg' }, films)?.id).toBe(1)
  expect(playedBy(picture, [part(1, 'IMG_E1.MOV', { durationSeconds: 3600 })])).toBeUndefined()
  expect(
    playedBy(
      picture,
      Array.from({ length: 21 }, (_, id) => part(id, 'IMG_E1.MOV')),
    ),
  ).toBeUndefined()
})
