import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type Answered,
  type TestApplication,
} from '../../http/test-application.ts'
import { findProgram } from '../../media/run-program.ts'
import {
  createTestFolder,
  liveFilm,
  makeByFfmpeg,
  withAppleNotes,
  type TestFolder,
} from '../../media/sample-files.ts'

const hasFfmpeg = (await findProgram('ffmpeg')) !== null
const identifiers = ['570F1469-09C7-4E50-9875-05F21D5BD166', '670F1469-09C7-4E50-9875-05F21D5BD166']
let application: TestApplication
let folder: TestFolder
const ask: TestApplication['ask'] = (...options) => application.ask(...options)

beforeAll(async () => {
  application = await startTestApplication()
  folder = await createTestFolder()
}, 120_000)
afterAll(async () => {
  await application.stop()
  await folder.remove()
})

const filmOf = async (identifier: string): Promise<Buffer> =>
  readFile(
    await makeByFfmpeg(
      'testsrc=size=320x240:rate=25:duration=0.5',
      folder.path(`${identifier}.mov`),
      ...liveFilm(identifier),
    ),
  )
const stillOf = async (identifier: string, background: string): Promise<Buffer> =>
  withAppleNotes(
    await sharp({ create: { width: 320, height: 240, channels: 3, background } })
      .jpeg()
      .toBuffer(),
    identifier,
  )
async function create(fileName: string, bytes: Buffer, isPublished = true): Promise<number> {
  const form = new FormData()
  form.append('json', JSON.stringify({ name: fileName, binary: 'cid:binary' }))
  form.append('binary', new File([new Uint8Array(bytes)], fileName))
  const { body } = await ask('POST', '/rest/dam/data/asset', { form, who: 'editor' })
  const { id } = body.response.data
  if (isPublished)
    await ask('POST', `/rest/dam/data/asset/${id}/workflow`, {
      json: { workflowAction: 'publish' },
      who: 'editor',
    })
  return id as number
}
const formOf = async (id: number): Promise<unknown> =>
  (await ask('GET', `/rest/dam/data/asset/${id}`, { who: 'editor' })).body.response.data.metadata.form
const becomesLive = (id: number) =>
  vi.waitFor(async () => expect(await formOf(id)).toBe('Live'), { timeout: 20_000, interval: 50 })
const cartOf = async (items: number[], who: 'editor' | 'contributor' = 'editor'): Promise<number> =>
  (await ask('POST', '/wedia/cart/createCart/', { who, json: { name: 'Live', items: { asset: items } } }))
    .body[0].id
const options = { profile: 'originals', withContactSheet: false, withAssetsDescriptions: false }

/** Names of the files in an archive, in their order. */
async function namesIn(answer: Answered): Promise<string[]> {
  const { cartouche } = application
  const zip = Buffer.from(
    await (await fetch(`${cartouche.url}/wedia/cart/downloadCart/${answer.body}`)).bytes(),
  )
  const names: string[] = []
  const record = Buffer.from('PK\x01\x02', 'latin1')
  // Of each file's record in the directory, with its length at 28 and its name at 46.
  for (let at = zip.indexOf(record); at >= 0; at = zip.indexOf(record, at + 46))
    names.push(zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)))
  return names.filter((name) => !name.endsWith('.txt'))
}
const zip = (cart: number, json: object, who: 'editor' | 'contributor' = 'editor') =>
  ask('POST', `/wedia/cart/zipCart/${cart}`, { who, json: { ...options, ...json } })
const estimate = async (
  cart: number,
  json: object,
  who: 'editor' | 'contributor' = 'editor',
): Promise<AnyJson> =>
  (
    await ask('POST', `/wedia/cart/testZipCart/${cart}`, {
      who,
      json: { ...options, ...json },
      call: 'testZipCart',
    })
  ).body

describe.skipIf(!hasFfmpeg)('videos of Live Photos in archives', () => {
  let [film, picture] = [0, 0]
  let filmBytes = 0
  beforeAll(async () => {
    const bytes = await filmOf(identifiers[0] ?? '')
    filmBytes = bytes.length
    film = await create('IMG_1.mov', bytes, false)
    picture = await create('IMG_1.jpg', await stillOf(identifiers[0] ?? '', 'teal'))
    await becomesLive(picture)
  }, 60_000)

  test('the picture takes its video along where that is wanted, once, and sizes say so', async () => {
    const [alone, both] = [await cartOf([picture]), await cartOf([film, picture])]
    expect(await namesIn(await zip(alone, {}))).toEqual(['IMG_1.jpg'])
    expect(await namesIn(await zip(alone, { withLiveVideos: true }))).toEqual(['IMG_1.jpg', 'IMG_1.mov'])
    expect((await namesIn(await zip(both, { withLiveVideos: true }))).length).toBe(2)
    const selection = [{ type: 'asset', id: picture }]
    expect(await namesIn(await zip(both, { withLiveVideos: true, selection }))).toEqual([
      'IMG_1.jpg',
      'IMG_1.mov',
    ])
    const [without, withVideos] = [await estimate(alone, {}), await estimate(alone, { withLiveVideos: true })]
    expect([without.liveVideos, withVideos.liveVideos]).toEqual([1, 1])
    expect(withVideos.size - without.size).toBeGreaterThan(filmBytes)
    expect((await estimate(both, { withLiveVideos: true })).liveVideos).toBeUndefined()
    const sizes = async (cart: number, json: object): Promise<number[]> =>
      (await ask('POST', `/wedia/cart/zipSizes/${cart}`, { who: 'editor', json: { ...options, ...json } }))
        .body.sizes
    const [plain = 0] = await sizes(alone, {})
    const [live = 0] = await sizes(alone, { withLiveVideos: true })
    expect(live - plain).toBeGreaterThan(filmBytes)
    expect(await sizes(both, { withLiveVideos: true })).toEqual(await sizes(both, {}))
  })

  test('whoever may not see the video gets the picture alone, and hears of no other', async () => {
    const cart = await cartOf([picture], 'contributor')
    expect(await namesIn(await zip(cart, { withLiveVideos: true }, 'contributor'))).toEqual(['IMG_1.jpg'])
    const [without, withVideos] = [
      await estimate(cart, {}, 'contributor'),
      await estimate(cart, { withLiveVideos: true }, 'contributor'),
    ]
    expect([withVideos.liveVideos, withVideos.size]).toEqual([undefined, without.size])
    const json = { ...options, withLiveVideos: true }
    const sizes = await ask('POST', `/wedia/cart/zipSizes/${cart}`, { who: 'contributor', json })
    const plain = await ask('POST', `/wedia/cart/zipSizes/${cart}`, { who: 'contributor', json: options })
    expect(sizes.body).toEqual(plain.body)
  })

  test('a visitor takes the video of a picture along where the link shows both', async () => {
    for (const [items, names] of [
      [[picture], ['IMG_1.jpg']],
      [
        [picture, film],
        ['IMG_1.jpg', 'IMG_1.mov'],
      ],
    ] as const) {
      const cart = await cartOf([...items])
      const draft = { json: {}, who: 'editor' } as const
      const { id } = (await ask('POST', `/wedia/cart/shareCart/${cart}`, draft)).body
      const json = { ...options, withLiveVideos: true, selection: [{ type: 'asset', id: picture }] }
      const made = await ask('POST', `/wedia/cart/withShare/${id}/zipUuid`, { who: 'nobody', json })
      expect(await namesIn(made), JSON.stringify(made.body)).toEqual(names)
    }
  })

  test('what was there before identifiers were read is paired later, once', async () => {
    const { database } = application.cartouche.services
    const identifier = identifiers[1] ?? ''
    const old = [
      await create('IMG_2.mov', await filmOf(identifier)),
      await create('IMG_2.jpg', await stillOf(identifier, 'olive')),
    ]
    await becomesLive(old[1] ?? 0)
    const until = Math.max(...old)
    await sql`update entity set props = props - 'metadata.livephoto' - 'metadata.form' where resource = 'asset' and id = any(${old}::bigint[])`.execute(
      database,
    )
    await sql`update live_photo_catch_up set last_id = 0, until_id = ${until}`.execute(database)
    await application.cartouche.services.addJob(database, 'find-live-photos', {})
    await becomesLive(old[1] ?? 0)
    await expect
      .poll(
        async () =>
          (await sql`select from live_photo_catch_up where last_id = until_id`.execute(database)).rows.length,
      )
      .toBe(1)
    expect(await namesIn(await zip(await cartOf([old[1] ?? 0]), { withLiveVideos: true }))).toEqual([
      'IMG_2.jpg',
      'IMG_2.mov',
    ])
  })
})
