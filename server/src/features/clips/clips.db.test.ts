import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApplication, type TestApplication, type Who } from '../../http/test-application.ts'
import { findProgram } from '../../media/run-program.ts'
import { makeByFfmpeg } from '../../media/sample-files.ts'
import { clipsPerMinute } from './clip-services.ts'

const hasFfmpeg = (await findProgram('ffmpeg')) !== null

let application: TestApplication
let folder: string
let film: number
let published: number
const ask: TestApplication['ask'] = (...options) => application.ask(...options)

beforeAll(async () => {
  application = await startTestApplication()
  folder = await mkdtemp(join(tmpdir(), 'cartouche-clips-'))
  if (!hasFfmpeg) return
  // Larger than what plays: 1400 pixels wide, 10 s of 25 frames.
  const path = join(folder, 'film.mp4')
  const sound = ['-f', 'lavfi', '-i', 'sine=d=10', '-c:a', 'aac']
  const fast = ['-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
  const bytes = await readFile(await makeByFfmpeg('testsrc2=s=1400x800:r=25:d=10', path, ...sound, ...fast))
  film = await create('Harbour: at night.mp4', bytes)
  published = await create('Published.mp4', Buffer.concat([bytes, Buffer.from('free')]))
  await ask('PATCH', `/json/workflow/asset/${published}?action=publish`, { json: {} })
}, 120_000)
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

const addressOf = (id: number, query: string) => `/wedia/dam/clip/asset/${id}?${query}`

interface Facts {
  readonly streams: readonly string[]
  readonly width: number
  readonly seconds: number
}
async function take(path: string, who: Who | 'ticket' = 'editor') {
  const headers: Record<string, string> =
    who === 'ticket' ? {} : { authorization: application.authorizationOf(who) }
  const ask = () => fetch(application.cartouche.url + path, { headers })
  let answer = await ask()
  // Where its making takes long, whoever waits is asked to come again.
  while (answer.status === 202) answer = await ask()
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, bytes, headers: answer.headers }
}
async function probe(bytes: Buffer): Promise<Facts> {
  const path = join(folder, 'taken.mp4')
  await writeFile(path, bytes)
  const shown = ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', path]
  const { stdout } = await promisify(execFile)('ffprobe', shown)
  const { streams, format } = JSON.parse(stdout) as {
    streams: { codec_name: string; width?: number }[]
    format: { duration: string }
  }
  return {
    streams: streams.map(({ codec_name: codec }) => codec),
    width: streams[0]?.width ?? 0,
    seconds: Number(format.duration),
  }
}
const within = (a: number, b: number) => Math.abs(a - b) <= 0.041

describe.skipIf(!hasFfmpeg)('a part of a film over HTTP', () => {
  test('is of what plays or of the original, is announced when it is there, and downloaded under a name', async () => {
    const body = { startMs: 2500, endMs: 4000 }
    const path = `/wedia/dam/clip/asset/${film}`
    await expect
      .poll(async () => (await ask('POST', path, { json: body, who: 'editor', call: 'prepareClip' })).body, {
        timeout: 60_000,
      })
      .toEqual({ isReady: true, sizeBytes: expect.any(Number), share: 1 })
    const { status, bytes, headers } = await take(addressOf(film, 'startMs=2500&endMs=4000'))
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('video/mp4')
    expect(headers.get('content-disposition')).toContain('(0.00.02.5-0.00.04).mp4')
    const { seconds, ...facts } = await probe(bytes)
    expect([facts, within(seconds, 1.5)]).toEqual([{ streams: ['h264', 'aac'], width: 1280 }, true])
    const whole = await probe((await take(addressOf(film, 'startMs=2500&endMs=4000&source=original'))).bytes)
    expect([whole.width, within(whole.seconds, 1.5)]).toEqual([1400, true])
    // It is kept: the same bytes, by ranges too; a download is recorded once within ten minutes.
    const again = await fetch(application.cartouche.url + addressOf(film, 'startMs=2500&endMs=4000'), {
      headers: { authorization: application.authorizationOf('editor'), range: 'bytes=0-99' },
    })
    expect([again.status, again.headers.get('etag')]).toEqual([206, headers.get('etag')])
    await again.body?.cancel()
    const { body: audit } = await ask('GET', '/rest/administration/audit?kind=asset.downloaded')
    expect(
      audit.entries.filter(({ target }: { target: { id: unknown } }) => Number(target.id) === film),
    ).toMatchObject([{ after: { rendition: 'proxy 0.00.02.5-0.00.04' } }])
  }, 90_000)

  test('can be chosen by how long the film plays', async () => {
    const path = `/api/wedia/cloud/describeMedia?object=asset&id=${film}`
    const { body } = await ask('GET', path, { call: 'describeMedia' })
    expect(body.durationSeconds).toBeCloseTo(10, 1)
  })

  test('is refused for what is no part, no film or no right', async () => {
    const refused = async (query: string, id = film, who: Who = 'editor') => {
      const { status, body } = await ask('GET', addressOf(id, query), { who })
      return [status, body.error, body.data?.problem]
    }
    expect(await refused('startMs=4000&endMs=4000')).toEqual([400, '400/2298', 'end_before_start'])
    expect(await refused('startMs=5000&endMs=4000')).toEqual([400, '400/2298', 'end_before_start'])
    expect(await refused('startMs=9000&endMs=10300')).toEqual([400, '400/2298', 'end_after_film'])
    expect(await refused('startMs=1000&endMs=1099')).toEqual([400, '400/2298', 'too_short'])
    for (const query of [
      'startMs=NaN&endMs=4000',
      'startMs=-1&endMs=4000',
      'endMs=4000',
      'startMs=0&endMs=1e12',
    ])
      expect(await refused(query)).toEqual([400, '400/2000', undefined])
    const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#123' } })
      .png()
      .toBuffer()
    const sound = await readFile(await makeByFfmpeg('sine=d=2', join(folder, 'sound.m4a')))
    for (const [name, bytes] of [
      ['Picture.png', picture],
      ['Sound.m4a', sound],
    ] as const)
      expect(await refused('startMs=0&endMs=1000', await create(name, bytes))).toEqual([
        404,
        '404/2060',
        undefined,
      ])
    expect((await refused('startMs=0&endMs=1000', film, 'contributor'))[0]).toBe(404)
    expect((await refused('startMs=0&endMs=1000', published, 'nobody'))[0]).toBe(401)
  }, 60_000)

  test('of a damaged film says why', async () => {
    const { database, blobs } = application.cartouche.services
    const { sha256, sizeBytes, crc32 } = await blobs.write(Buffer.from('no film'))
    await database.insertInto('blob').values({ sha256, size_bytes: sizeBytes, crc32 }).execute()
    const { body } = await ask('POST', '/rest/dam/data/asset', { json: { json: { name: 'Damaged' } } })
    const { id } = body.response.data
    const facts = JSON.stringify({ nature: 'VIDEO', extension: 'mp4' })
    const file = { sha256, file_name: 'damaged.mp4', media_type: 'video/mp4', facts }
    await database
      .insertInto('entity_file')
      .values({ resource: 'asset', id, ...file })
      .execute()
    for (const source of ['original', 'proxy']) {
      const answer = await ask('GET', addressOf(id, `startMs=0&endMs=1000&source=${source}`))
      expect([answer.status, answer.body.error]).toEqual([422, '422/2061'])
      expect(answer.body.message).toContain('The file is damaged')
    }
  }, 60_000)

  test('has the watermark for those who see watermarks, whatever they name', async () => {
    const tagOf = async (source: string, who: Who): Promise<string | null> => {
      const { status, headers } = await take(
        addressOf(published, `startMs=0&endMs=500&source=${source}`),
        who,
      )
      expect(status).toBe(200)
      return headers.get('etag')
    }
    const marked = await tagOf('proxy', 'viewer')
    expect(await tagOf('original', 'viewer')).toBe(marked)
    expect(await tagOf('proxy', 'editor')).not.toBe(marked)
  }, 60_000)

  test('a link gives parts of what it gives', async () => {
    const { body } = await ask('POST', '/wedia/cart/createCart/', {
      json: { name: 'Films', items: { asset: [published] } },
    })
    const ticketOf = async (draft: object): Promise<string> => {
      const made = await ask('POST', `/wedia/cart/shareCart/${body[0].id}`, { json: draft })
      expect(made.status, JSON.stringify(made.body)).toBe(200)
      const path = `/wedia/cart/withShare/${made.body.id}/view`
      return (await ask('POST', path, { who: 'nobody', json: {} })).body.ticket
    }
    const widthUnder = async (ticket: string, source: string): Promise<number> => {
      const query = `startMs=0&endMs=800&source=${source}&ticket=${encodeURIComponent(ticket)}`
      const { status, bytes } = await take(addressOf(published, query), 'ticket')
      return status === 200 ? (await probe(bytes)).width : status
    }
    const outcome = async (draft: object): Promise<number[]> => {
      const ticket = await ticketOf(draft)
      return [await widthUnder(ticket, 'proxy'), await widthUnder(ticket, 'original')]
    }
    expect(await outcome({})).toEqual([1280, 1400])
    const address = addressOf(published, `ticket=${encodeURIComponent(await ticketOf({}))}`)
    const prepare = () => ask('POST', address, { who: 'nobody', json: { startMs: 0, endMs: 900 } })
    await expect
      .poll(async () => (await prepare()).body, { timeout: 60_000 })
      .toMatchObject({ isReady: true, share: 1 })
    expect(await outcome({ profiles: ['web'] })).toEqual([1280, 403])
    expect(await outcome({ profiles: ['thumbnailBig'] })).toEqual([403, 403])
    expect(await outcome({ actions: ['view'] })).toEqual([403, 403])
  }, 90_000)

  test('says how much of it is done while it is made', async () => {
    const { making } = application.cartouche.services.clips
    const json = { startMs: 500, endMs: 9500, source: 'original' }
    const prepare = () => ask('POST', `/wedia/dam/clip/asset/${film}`, { json, who: 'editor' })
    const first = prepare()
    await expect.poll(() => making.size).toBe(1)
    const [work] = making.values()
    await expect.poll(() => work?.share, { timeout: 60_000 }).toBeGreaterThan(0)
    expect((await prepare()).body.share).toBeGreaterThan(0)
    expect((await first).status).toBe(200)
    await expect
      .poll(async () => (await prepare()).body, { timeout: 60_000 })
      .toMatchObject({ isReady: true, share: 1 })
  }, 90_000)

  test('whoever leaves cancels it; whoever asks for too many hears when to come again', async () => {
    const { making } = application.cartouche.services.clips
    const leaving = new AbortController()
    const asking = fetch(
      application.cartouche.url + addressOf(film, 'startMs=0&endMs=9000&source=original'),
      { headers: { authorization: application.authorizationOf('admin') }, signal: leaving.signal },
    ).catch(() => 'left')
    await expect.poll(() => making.size).toBe(1)
    const [work] = making.values()
    leaving.abort()
    expect(await asking).toBe('left')
    await expect.poll(() => making.size).toBe(0)
    await expect(work?.done).rejects.toMatchObject({ code: 'cancelled' })
    // Nothing of it stays in the folder.
    const { dataFolder } = application.cartouche.services.settings
    expect((await readdir(join(dataFolder, 'clips'))).filter((name) => name.startsWith('making-'))).toEqual(
      [],
    )
    // One is made at once, others wait, and as many as wait at most: the next are refused.
    const answers: (readonly [number, boolean])[] = []
    const over = new AbortController()
    const headers = { authorization: application.authorizationOf('admin') }
    const asked = Array.from({ length: clipsPerMinute.signedIn + 5 }, async (_, at) => {
      const path = application.cartouche.url + addressOf(film, `startMs=${at}&endMs=9000`)
      const { status, headers: said } = await fetch(path, { headers, signal: over.signal })
      answers.push([status, Number(said.get('retry-after')) > 0])
    }).map((one) => one.catch(() => undefined))
    const answered = (status: number) => answers.filter((one) => one[0] === status && one[1]).length
    await expect.poll(() => answered(429), { timeout: 20_000 }).toBeGreaterThanOrEqual(5)
    await expect.poll(() => answered(503), { timeout: 20_000 }).toBeGreaterThan(0)
    over.abort()
    await Promise.all(asked)
    await expect.poll(() => making.size, { timeout: 20_000 }).toBe(0)
  }, 60_000)
})
