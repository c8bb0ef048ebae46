import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import {
  startTestApplication,
  type AnyJson,
  type TestApplication,
  type Who,
} from '../../http/test-application.ts'
import { findProgram } from '../../media/run-program.ts'
import { sweepBlobs } from '../../media/renditions/sweep-blobs.ts'
import { makeByFfmpeg } from '../../media/sample-files.ts'

const hasFfmpeg = (await findProgram('ffmpeg')) !== null

let application: TestApplication
let folder: string
/** Four seconds each of red, green and blue: left to itself, its picture is red. */
let film: Buffer
const ask: TestApplication['ask'] = (...options) => application.ask(...options)

const colour = (name: string, seconds: number) => `color=c=${name}:s=320x180:r=25:d=${seconds}`

beforeAll(async () => {
  application = await startTestApplication()
  folder = await mkdtemp(join(tmpdir(), 'cartouche-posters-'))
  if (!hasFfmpeg) return
  const graph = `${colour('red', 4)}[a];${colour('lime', 4)}[b];${colour('blue', 4)}[c];[a][b][c]concat=n=3`
  film = await readFile(await makeByFfmpeg(graph, join(folder, 'film.mp4'), '-pix_fmt', 'yuv420p'))
}, 60_000)
afterAll(async () => {
  await application.stop()
  await rm(folder, { recursive: true, force: true })
})

async function create(name: string, bytes: Uint8Array): Promise<number> {
  const form = new FormData()
  form.append('json', JSON.stringify({ name, binary: 'cid:binary' }))
  form.append('binary', new File([new Uint8Array(bytes)], name))
  const { body, status } = await ask('POST', '/api/rest/dam/data/asset', { form })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.response.data.id
}

interface Seen {
  readonly status: number
  readonly etag: string
  readonly colour: string
}

/** Which of the three colours a picture is of, by what it has most of. */
async function see(path: string, who: Who = 'editor', headers: Record<string, string> = {}): Promise<Seen> {
  const url = path.startsWith('/') ? application.cartouche.url + path : path
  const answer = await fetch(url, {
    headers: { authorization: application.authorizationOf(who), ...headers },
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const etag = answer.headers.get('etag') ?? ''
  return { status: answer.status, etag, colour: answer.status === 200 ? await colourOf(bytes) : '' }
}

async function colourOf(bytes: Buffer): Promise<string> {
  const { channels } = await sharp(bytes).stats()
  const means = channels.slice(0, 3).map(({ mean }) => mean)
  return ['red', 'green', 'blue'][means.indexOf(Math.max(...means))] ?? ''
}

const poster = (id: number) => `/wedia/dam/poster/asset/${id}`
const picture = (id: number, name = 'thumbnailBig') => `/wedia/dam/variation/asset/${id}/${name}`
const choose = (id: number, value: unknown, who: Who = 'editor') =>
  ask('PUT', poster(id), { json: { poster: value }, who, call: 'setPoster' })

describe.skipIf(!hasFfmpeg)('the picture of a video', () => {
  test('is the frame that was chosen, wherever it is shown, and the default one again', async () => {
    const id = await create('Film.mp4', film)
    expect((await ask('GET', poster(id), { call: 'getPoster' })).body).toEqual({ poster: null })
    const before = await see(picture(id))
    expect(before.colour).toBe('red')
    const made = `/wedia/dam/picture/asset/${id}?w=100&format=png`
    expect((await see(made)).colour).toBe('red')
    const { url, pictureUrl } = (await ask('POST', '/rest/embed', { json: { id } })).body as AnyJson
    expect((await see(pictureUrl)).colour).toBe('red')

    expect((await choose(id, { timeMs: 5000 })).body).toEqual({ poster: { timeMs: 5000 }, former: null })
    expect((await ask('GET', poster(id))).body).toEqual({ poster: { timeMs: 5000 } })
    // No copy answers for it: the same address has another ETag, whoever asks with the former one.
    const after = await see(picture(id), 'editor', { 'if-none-match': before.etag })
    expect([after.status, after.colour]).toEqual([200, 'green'])
    expect(after.etag).not.toBe(before.etag)
    const shown = ['thumbnailsmall', 'web', 'preview', 'preview_w', 'web.avif'].map((name) =>
      picture(id, name),
    )
    for (const path of [...shown, made, pictureUrl, `${url}/picture?w=100`])
      expect((await see(path)).colour, path).toBe('green')
    // Whoever sees watermarks sees them on this frame, too.
    await ask('PATCH', `/json/workflow/asset/${id}?action=publish`, { json: {} })
    expect((await see(picture(id), 'viewer')).colour).toBe('green')
    // What it lists is what was made of this frame.
    const listed = (await ask('GET', `/wedia/dam/variations/asset/${id}`, { who: 'editor' })).body as AnyJson
    expect(JSON.stringify(listed)).not.toContain('@')

    expect((await choose(id, { timeMs: 9000 })).body.former).toEqual({ timeMs: 5000 })
    expect((await see(picture(id))).colour).toBe('blue')
    expect((await choose(id, null)).body).toEqual({ poster: null, former: { timeMs: 9000 } })
    expect(await see(picture(id))).toEqual(before)
    const { body } = await ask('GET', '/rest/administration/audit?kind=poster.updated')
    expect(JSON.stringify(body)).toContain('9000')
  })

  test('is the very frame that a player shows at that time', async () => {
    const id = await create('Exact.mp4', film)
    for (const [timeMs, expected] of [
      [3990, 'red'],
      [4000, 'green'],
      [7999, 'green'],
      [8000, 'blue'],
      [8020, 'blue'],
      // Stopped at its end, and a little beyond, as players may say.
      [12_000, 'blue'],
      [12_500, 'blue'],
    ] as const) {
      expect((await choose(id, { timeMs })).status, `${timeMs}`).toBe(200)
      expect((await see(picture(id))).colour, `${timeMs}`).toBe(expected)
    }
  })

  test('belongs to the file: another one starts without, a restored one has it again, and the trash keeps it', async () => {
    const id = await create('Versions.mp4', film)
    await choose(id, { timeMs: 5000 })
    // Blue, and red where the other one was chosen.
    const graph = `${colour('blue', 4)}[a];${colour('red', 4)}[b];[a][b]concat`
    const other = await makeByFfmpeg(graph, join(folder, 'b.mp4'), '-pix_fmt', 'yuv420p')
    const form = new FormData()
    form.append('file', new File([new Uint8Array(await readFile(other))], 'b.mp4'))
    expect((await ask('POST', `/wedia/dam/versions/asset/${id}`, { form })).status).toBe(201)
    expect((await ask('GET', poster(id))).body).toEqual({ poster: null })
    expect((await see(picture(id))).colour).toBe('blue')
    expect((await see(`/wedia/dam/versions/asset/${id}/1/thumbnailBig`)).colour).toBe('green')
    expect((await ask('POST', `/wedia/dam/versions/asset/${id}/1/restore`, { json: {} })).status).toBe(200)
    expect((await see(picture(id))).colour).toBe('green')
    expect((await ask('DELETE', `/api/rest/dam/data/asset/${id}`)).status).toBe(200)
    expect((await ask('GET', poster(id))).status).toBe(404)
    expect((await ask('POST', `/rest/trash/${id}/restore`, { json: { object: 'asset' } })).status).toBe(200)
    expect((await see(picture(id))).colour).toBe('green')
  })

  test('is that of one asset: another with the same bytes has its own', async () => {
    const [one, other] = [await create('One.mp4', film), await create('Other.mp4', film)]
    await choose(one, { timeMs: 9000 })
    expect((await see(picture(one))).colour).toBe('blue')
    expect((await see(picture(other))).colour).toBe('red')
  })

  test('is asked for by nobody under its own name', async () => {
    const id = await create('Names.mp4', film)
    await choose(id, { timeMs: 5000 })
    for (const name of ['preview@9000', 'thumbnailBig@5000', 'preview_w@5000'])
      expect((await see(picture(id, name))).status, name).toBe(404)
  })

  test('is refused where there is none, and nothing changes', async () => {
    const id = await create('Refused.mp4', film)
    await choose(id, { timeMs: 5000 })
    for (const wrong of [{ timeMs: -1 }, { page: 1 }, { timeMs: 'x' }, {}, 'none'])
      expect((await ask('PUT', poster(id), { json: { poster: wrong } })).status, JSON.stringify(wrong)).toBe(
        400,
      )
    // There is nothing to be drawn of it.
    expect((await ask('PUT', poster(id), { json: { poster: { timeMs: 60_000 } } })).status).toBe(422)
    for (const who of ['viewer', 'nobody'] as const)
      expect((await ask('PUT', poster(id), { json: { poster: null }, who })).status).toBeGreaterThan(400)
    // Who may see a published asset of somebody else, and edit own ones.
    await ask('PATCH', `/json/workflow/asset/${id}?action=publish`, { json: {} })
    expect((await ask('PUT', poster(id), { json: { poster: null }, who: 'contributor' })).status).toBe(403)
    expect((await ask('GET', poster(id))).body).toEqual({ poster: { timeMs: 5000 } })
    const photograph = await create('a.png', await sharp(film.subarray(0, 300), raw).png().toBuffer())
    for (const value of [{ timeMs: 0 }, { page: 1 }])
      expect((await ask('PUT', poster(photograph), { json: { poster: value } })).status).toBe(400)
  })

  test('is announced to every screen, and the asset has another revision', async () => {
    const id = await create('Announced.mp4', film)
    const { database } = application.cartouche.services
    const revision = async (): Promise<string | undefined> =>
      (
        await sql<{
          at: string
        }>`select xmin::text at from search where resource = 'asset' and id = ${id}`.execute(database)
      ).rows[0]?.at
    const before = await revision()
    const leaving = new AbortController()
    const stream = await fetch(`${application.cartouche.url}/api/rest/live`, {
      headers: { authorization: application.authorizationOf('viewer') },
      signal: leaving.signal,
    })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    await choose(id, { timeMs: 5000 })
    let heard = ''
    while (!heard.includes('"picture"')) heard += (await reader?.read())?.value ?? ''
    expect(heard).toContain(JSON.stringify({ kind: 'picture', resource: 'asset', id }))
    leaving.abort()
    // What is remembered of assets by their revisions, as archives do, is read again.
    expect(await revision()).not.toBe(before)
  })

  test('is in the archives that are made after it', async () => {
    const id = await create('Archived.mp4', film)
    const taken = async (): Promise<string> => {
      const json = { path: 'dam/data/asset', query: { id }, profile: 'web', withContactSheet: false }
      const { body: uuid } = await ask('POST', '/wedia/cart/zipSearch', { json, who: 'editor' })
      const state = () => ask('GET', `/wedia/cart/archives/${uuid}`, { who: 'editor' })
      await expect.poll(async () => (await state()).body.status, { timeout: 30_000 }).toBe('ready')
      const answer = await fetch(`${application.cartouche.url}/wedia/cart/downloadCart/${uuid}`)
      const zip = await yauzl.fromBufferPromise(Buffer.from(await answer.arrayBuffer()), {})
      for await (const entry of zip.eachEntry())
        if (entry.fileName.endsWith('.jpg'))
          return colourOf(await buffer(await zip.openReadStreamPromise(entry)))
      return ''
    }
    expect(await taken()).toBe('red')
    await choose(id, { timeMs: 5000 })
    expect(await taken()).toBe('green')
    await choose(id, null)
    expect(await taken()).toBe('red')
  }, 60_000)

  test('what nobody chose any more is swept a while after', async () => {
    const id = await create('Swept.mp4', film)
    const { services } = application.cartouche
    await choose(id, { timeMs: 4600 })
    await choose(id, { timeMs: 9200 })
    await services.database
      .updateTable('rendition')
      .set({ created_at: new Date(0) })
      .execute()
    await sweepBlobs(services)
    const names = await services.database
      .selectFrom('rendition')
      .select('name')
      .where('name', 'like', 'preview@%')
      .execute()
    expect(names.map(({ name }) => name)).toContain('preview@9200')
    expect(names.map(({ name }) => name)).not.toContain('preview@4600')
  })
})

const raw = { raw: { width: 10, height: 10, channels: 3 as const } }
