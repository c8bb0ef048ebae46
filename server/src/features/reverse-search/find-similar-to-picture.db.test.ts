import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { maxSearchedPictureBytes } from '@cartouche/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startTestApplication,
  type Answered,
  type TestApplication,
  type Who,
} from '../../http/test-application.ts'
import { hasSamples, samplesFolder } from '../../media/sample-files.ts'
import { upsertBlob } from '../../media/renditions/renditions.sql.ts'
import { changed, changes, sceneOf } from './test-pictures.ts'

const path = '/packaged/reverse-search/similar'
let application: TestApplication
let scene: number
let draft: number

beforeAll(async () => {
  application = await startTestApplication()
  scene = await make('Scene', await sceneOf(1))
  draft = await make('Draft', await changed(await sceneOf(1), (picture) => picture.greyscale()), false)
  await make('Other', await sceneOf(2))
}, 60_000)
afterAll(() => application.stop())

/** An asset whose fingerprint is there. */
async function make(name: string, bytes: Buffer, isPublished = true): Promise<number> {
  const { database, blobs } = application.cartouche.services
  const { body } = await application.ask('POST', '/rest/dam/data/asset', { json: { json: { name } } })
  const { id, $uuid: uuid } = body.response.data
  const blob = await blobs.write(bytes)
  await upsertBlob(database, blob)
  await sql`insert into entity_file (resource, id, sha256, file_name, media_type, facts)
    values ('asset', ${id}, ${blob.sha256}, ${`${name}.jpg`}, 'image/jpeg', '{"nature": "IMAGE", "extension": "jpg"}')`.execute(
    database,
  )
  if (isPublished)
    await application.ask('POST', `/rest/dam/data/asset/${id}/workflow`, {
      json: { workflowAction: 'publish' },
    })
  expect((await application.ask('GET', `${path}/${uuid}`)).status).toBe(200)
  return id
}

function formOf(...files: readonly (Uint8Array | string)[]): FormData {
  const form = new FormData()
  for (const file of files)
    form.append('picture', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), 'picture.jpg')
  return form
}
const search = (form: FormData, who: Who = 'admin', query = ''): Promise<Answered> =>
  application.ask('POST', `${path}${query}`, { form, who, call: 'findSimilarToPicture' })
const found = ({ body }: Answered) =>
  body.data.map(({ id, mirrored }: { id: number; mirrored: boolean }) => [id, mirrored])

test('D1.12 a picture that is sent finds what is like it, cut, mirrored or grey, of what the asker may see', async () => {
  const sent = await changed(await sceneOf(1), changes['cut by a fifth in the middle'] ?? ((it) => it))
  const all = await search(formOf(sent))
  expect(found(all).toSorted()).toEqual([
    [scene, false],
    [draft, false],
  ])
  expect(found(await search(formOf(sent), 'admin', '?max=1'))).toHaveLength(1)
  const mirrored = await changed(await sceneOf(1), (picture) => picture.flop())
  expect(found(await search(formOf(mirrored), 'contributor'))).toEqual([[scene, true]])
  expect(found(await search(formOf(await sceneOf(7))))).toEqual([])
  expect((await search(formOf(sent), 'viewer')).status).toBe(403)
  expect((await search(formOf(sent), 'nobody')).status).toBe(401)
})

test('nothing of it is kept, whether it was found, refused or too large', async () => {
  const { database, settings } = application.cartouche.services
  const kept = async () => {
    const { rows } = await sql<object>`select (select count(*) from blob) blobs,
      (select count(*) from fingerprint) fingerprints, (select count(*) from entity) entities,
      (select count(*) from rendition) renditions`.execute(database)
    const files = await readdir(join(settings.dataFolder, 'blobs'), { recursive: true })
    return { rows, files: files.toSorted() }
  }
  const before = await kept()
  const lone = await sceneOf(9)
  expect((await search(formOf(lone), 'editor')).status).toBe(200)
  expect((await search(formOf(lone.subarray(0, lone.length / 2)), 'editor')).status).toBe(422)
  const large = await search(formOf(new Uint8Array(maxSearchedPictureBytes + 1)), 'editor')
  expect([large.status, large.body.error]).toEqual([413, '413/2071'])
  expect(await kept()).toEqual(before)
})

test('what cannot be searched by is refused by what is wrong with it', async () => {
  const lone = await sceneOf(9)
  const bomb = await sharp({ create: { width: 12_000, height: 9_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const drawing = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  const errorOf = async (...files: readonly (Uint8Array | string)[]) =>
    (await search(formOf(...files), 'editor')).body.error
  for (const file of ['a text', drawing, '<html><script>1</script>', Buffer.from('PK\u0003\u0004zip')])
    expect(await errorOf(file)).toBe('422/2163')
  expect(await errorOf(bomb)).toBe('422/2164')
  expect(await errorOf(lone.subarray(0, lone.length / 2))).toBe('422/2165')
  expect(await errorOf(Buffer.concat([lone.subarray(0, 200), Buffer.alloc(5000, 0x55)]))).toBe('422/2165')
  expect(await errorOf('')).toBe('400/17')
  expect(await errorOf()).toBe('400/17')
  expect(await errorOf(lone, lone)).toBe('400/9')
  expect((await application.ask('POST', path, { json: { max: 1 }, who: 'editor' })).body.error).toBe('400/9')
  expect((await search(formOf(lone), 'editor', '?max=101')).body.error).toBe('400/2000')
})

test.skipIf(!hasSamples)(
  'photographs of cameras and phones are searched by, and damaged ones refused',
  async () => {
    const sample = async (name: string) => readFile(join(samplesFolder, name))
    const photograph = await make('Photograph', await sample('photos/DSCN0010.jpg'))
    const small = await sharp(await sample('photos/DSCN0010.jpg'))
      .resize(500)
      .webp({ quality: 40 })
      .toBuffer()
    expect(found(await search(formOf(small)))).toEqual([[photograph, false]])
    for (const name of ['heic/IMG_5195.HEIC', 'photos/fox.avif', 'tiff/example.tif', 'raw/canon_eos_6d.dng'])
      expect([name, (await search(formOf(await sample(name)))).status]).toEqual([name, 200])
    expect((await search(formOf(await sample('broken/not-a-heic.heic')))).status).toBe(200)
    expect((await search(formOf(await sample('broken/corrupted.jpg')))).body.error).toBe('422/2165')
    expect((await search(formOf(await sample('video/blue-go-video.mp4')))).body.error).toBe('422/2163')
  },
)

test('a person searches by twenty pictures a minute', async () => {
  let answer = await search(formOf(), 'contributor')
  for (let time = 0; time < 20 && answer.status !== 429; time++) {
    expect(answer.body.error).toBe('400/17')
    answer = await search(formOf(), 'contributor')
  }
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
  expect((await search(formOf())).status).toBe(400)
})
