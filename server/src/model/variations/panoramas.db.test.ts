import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type TestApplication,
  type Who,
} from '../../http/test-application.ts'
import { findProgram } from '../../media/run-program.ts'
import { createTestFolder, makeByFfmpeg, withXmp, type TestFolder } from '../../media/sample-files.ts'

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
async function send(method: string, path: string, field: string, json: object | null, bytes: Buffer) {
  const form = new FormData()
  if (json) form.append('json', JSON.stringify({ ...json, binary: `cid:${field}` }))
  form.append(field, new File([new Uint8Array(bytes)], 'picture.jpg'))
  return application.ask(method, path, { form, who: 'editor' })
}
/** A published asset. */
async function create(name: string, bytes: Buffer): Promise<number> {
  const { body } = await send('POST', '/api/rest/dam/data/asset', 'binary', { name }, bytes)
  const id = body.response.data.id as number
  const json = { workflowAction: 'publish' }
  await application.ask('POST', `/api/rest/dam/data/asset/${id}/workflow`, { json, who: 'editor' })
  return id
}
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

test('a panorama says where it lies, is found as one, and its player draws it by no script but its own', async () => {
  const id = await create('Around', withXmp(await draw(400, 200), 'GPano:ProjectionType="equirectangular"'))
  const panorama = { left: 0, top: 0, width: 1, height: 1, yaw: 0, pitch: 0, fov: null, flat: false }
  expect((await dataOf(id))['metadata']).toMatchObject({ form: '360°', panorama })
  expect(await found('360°')).toEqual([id])
  const { bytes, csp } = await get(`player/fo.player/asset/${id}`)
  const page = bytes.toString()
  expect(page).toContain(`/variation/asset/${id}/panoramaSmall,preview,thumbnailBig"`)
  expect(csp).not.toMatch(/unsafe|https?:|\*/)
  for (const [, kind, text = ''] of page.matchAll(/<(script|style)>([^]*?)<\/\1>/g)) {
    const hash = createHash('sha256').update(text).digest('base64')
    expect(csp, kind).toMatch(`'sha256-${hash}'`)
  }
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
    expect(
      (await send('POST', `/api/wedia/dam/versions/asset/${id}`, 'file', null, await draw(640, 360))).status,
    ).toBe(201)
    expect((await dataOf(id))['metadata'].form).toBeNull()
    expect((await get(address)).status).toBe(422)
    expect(await found('Live')).toEqual([])
  },
)
