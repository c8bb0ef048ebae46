import { calls } from '@cartouche/contract'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ExifTool } from 'exiftool-vendored'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import yauzl from 'yauzl'
import type { SignedIn } from '../../access/identity.ts'
import { cartRoutes } from '../carts/test-carts.ts'
import { createTestLibrary, type TestLibrary } from '../carts/test-library.ts'
import { setFocalPoint } from '../pictures/focal-points.ts'
import { archiveTasks } from './archive-tasks.ts'
import { downloadRoutes } from './downloads.routes.ts'
import { bytesBesideFile } from './guess-size.ts'

let library: TestLibrary
let admin: SignedIn
let editor: SignedIn
let viewer: SignedIn
let exiftool: ExifTool
let folder: string
let cartId: number
let original: Buffer

beforeAll(async () => {
  library = await createTestLibrary()
  ;[admin, editor, viewer] = await Promise.all([
    library.addUser('Ada', 'administrator'),
    library.addUser('Ed', 'editor'),
    library.addUser('Vera', 'viewer'),
  ])
  exiftool = new ExifTool({ maxProcs: 1 })
  folder = await mkdtemp(join(tmpdir(), 'cartouche-profiles-'))
  original = await sharp({
    create: { width: 900, height: 600, channels: 3, background: { r: 220, g: 60, b: 40 } },
  })
    .jpeg()
    .toBuffer()
  const keyword = await library.createNode('assetkeyword', 'Dunes')
  const picture = await library.addAsset({
    name: 'Été à la mer',
    bytes: original,
    fileName: 'beach.jpg',
    props: {
      description: 'A “long” beach',
      creator: 'Ana Lindqvist',
      copyright: '© 2026 Ana',
      city: 'Brest',
    },
    links: { keywords: [keyword] },
  })
  const text = await library.addAsset({
    name: 'Notes',
    bytes: Buffer.from('notes'),
    fileName: 'notes.txt',
    nature: 'OTHER',
    mediaType: 'text/plain',
  })
  ;[{ id: cartId }] = await cartRoutes.createCart(library.as(editor), {
    name: 'Profiles',
    private: false,
    items: [picture, text].map((id) => ({ type: 'asset', id })),
  })
})
afterAll(async () => {
  await exiftool.end()
  await rm(folder, { recursive: true, force: true })
  await library.services.mediaWorkers.close()
  await library.close()
})

const code = (name: string) => expect.objectContaining({ code: name })
const body = (change: object = {}) =>
  calls.createDownloadProfile.input.parse({
    code: 'large',
    names: { en: 'Large', fr: 'Grand' },
    recipe: { format: 'png', boxPx: 300, quality: 90, colourSpace: 'srgb', watermark: false },
    embedsMetadata: false,
    ...change,
  })

/** The files of the cart's archive under a profile, by name. */
async function take(profile: string, who = editor, id = cartId): Promise<Map<string, Buffer>> {
  const uuid = await downloadRoutes.zipCart(library.as(who), {
    id,
    profile,
    withContactSheet: false,
    withAssetsDescriptions: false,
  })
  const run = archiveTasks['prepare-archive']
  if (typeof run !== 'function') throw new Error('There is such a task')
  await run(library.services, { uuid }, new AbortController().signal)
  const source = await downloadRoutes.downloadArchive(library.as(who), { uuid })
  if ('pending' in source) throw new Error('The archive is pending')
  const zip = await yauzl.fromBufferPromise(await buffer(source.open(0, source.sizeBytes)), {})
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

const only = (files: Map<string, Buffer>, pattern: RegExp): Buffer =>
  [...files].find(([name]) => pattern.test(name))?.[1] ?? Buffer.alloc(0)

async function tagsOf(bytes: Buffer, extension: string): Promise<Record<string, unknown>> {
  const path = join(folder, `file-${bytes.length}.${extension}`)
  await writeFile(path, bytes)
  return { ...(await exiftool.read(path)) }
}

test('P7.33 the product comes with originals, print, and its renditions; administrators see how they are made', async () => {
  expect((await downloadRoutes.listDownloadProfiles(library.as(editor))).map((one) => one.code)).toEqual([
    'originals',
    'print',
    'preview',
    'web',
    'thumbnailBig',
  ])
  expect((await downloadRoutes.listDownloadProfiles({ ...library.as(editor), locale: 'fr' }))[0]).toEqual({
    code: 'originals',
    name: 'Fichiers originaux',
  })
  const all = calls.findDownloadProfiles.answers.parse(
    await downloadRoutes.findDownloadProfiles(library.as(admin)),
  )
  expect(all[1]).toMatchObject({
    code: 'print',
    isBuiltIn: true,
    embedsMetadata: true,
    recipe: { format: 'jpeg', boxPx: null },
  })
})

test('an administrator adds a profile, and archives hold what its recipe makes', async () => {
  await downloadRoutes.createDownloadProfile(library.as(admin), body())
  await expect(downloadRoutes.createDownloadProfile(library.as(admin), body())).rejects.toEqual(
    code('profile_exists'),
  )
  const picture = only(await take('large'), /^beach/)
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 300, height: 200 })
  const recipe = { format: 'jpeg', boxPx: 200, quality: 80, colourSpace: 'gray', watermark: false } as const
  await downloadRoutes.updateDownloadProfile(library.as(admin), { ...body(), recipe })
  const gray = only(await take('large'), /^beach.*\.jpg$/)
  expect(await sharp(gray).metadata()).toMatchObject({ format: 'jpeg', width: 200, space: 'b-w' })
  expect(await downloadRoutes.deleteDownloadProfile(library.as(admin), { code: 'large' })).toEqual({
    code: 'large',
    deleted: true,
  })
  await expect(take('large')).rejects.toEqual(code('invalid_parameter'))
  expect(
    await library.database
      .selectFrom('rendition')
      .select('name')
      .where('name', 'like', 'profile:large%')
      .execute(),
  ).toEqual([])
})

test('a profile crops around the focal point of each asset, and an archive after another one has the new picture', async () => {
  // Red on the left, green in the middle, blue on the right.
  const stripes = await sharp(Buffer.from([200, 0, 0, 0, 200, 0, 0, 0, 200]), {
    raw: { width: 3, height: 1, channels: 3 },
  })
    .resize(900, 300, { kernel: 'nearest', fit: 'fill' })
    .png()
    .toBuffer()
  const id = await library.addAsset({
    name: 'Stripes',
    bytes: stripes,
    fileName: 'stripes.png',
    mediaType: 'image/png',
  })
  const [{ id: cart }] = await cartRoutes.createCart(library.as(editor), {
    name: 'Stripes',
    items: [{ type: 'asset', id }],
  })
  const recipe = {
    format: 'png',
    crop: '1:1',
    boxPx: 100,
    quality: 90,
    colourSpace: 'srgb',
    watermark: false,
  }
  await downloadRoutes.createDownloadProfile(library.as(admin), body({ code: 'square', recipe }))
  const square = async (): Promise<{ size: number; middle: number[]; bytes: number }> => {
    const files = await take('square', editor, cart)
    const bytes = only(files, /^stripes-square\.png$/)
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    const middle = (info.height / 2) * info.width + info.width / 2
    expect(info.width).toBe(info.height)
    return {
      size: info.width,
      middle: [...data.subarray(middle * info.channels, middle * info.channels + 3)],
      bytes: bytes.length,
    }
  }
  expect(await square()).toMatchObject({ size: 100, middle: [0, 200, 0] })
  const reference = { object: 'asset', id: String(id) }
  for (const [x, colour] of [
    [0.9, [0, 0, 200]],
    [0.1, [200, 0, 0]],
  ] as const) {
    await setFocalPoint(library.as(editor), { ...reference, focalPoint: { x, y: 0.5 } })
    const made = await square()
    expect(made).toMatchObject({ size: 100, middle: colour })
    const options = { profile: 'square', withContactSheet: false, withAssetsDescriptions: false }
    const { sizes } = await downloadRoutes.sizeZipCart(
      library.as(editor),
      calls.sizeZipCart.input.parse({ id: cart, ...options }),
    )
    // Of what was made, not a guess.
    expect(sizes).toEqual([
      made.bytes + bytesBesideFile({ withContactSheet: false, withDescriptions: false }),
    ])
  }
  await setFocalPoint(library.as(editor), { ...reference, focalPoint: null })
  expect((await square()).middle).toEqual([0, 200, 0])
  await downloadRoutes.deleteDownloadProfile(library.as(admin), { code: 'square' })
  expect(
    await library.database
      .selectFrom('rendition')
      .select('name')
      .where('name', 'like', 'profile:square%')
      .execute(),
  ).toEqual([])
})

test('a ratio that is none is refused', () => {
  for (const crop of ['16x9', '0:1', '1:101', '', null])
    expect(() =>
      body({
        recipe: { format: 'png', crop, boxPx: 100, quality: 90, colourSpace: 'srgb', watermark: false },
      }),
    ).toThrow()
})

test('colour spaces of print and of wide screens are real, and refused where a format cannot hold them', async () => {
  for (const [format, colourSpace, expected] of [
    ['tiff', 'cmyk', { format: 'tiff', space: 'cmyk', channels: 4 }],
    ['jpeg', 'cmyk', { format: 'jpeg', space: 'cmyk' }],
    ['webp', 'p3', { format: 'webp', hasProfile: true }],
  ] as const) {
    const own = `own-${format}`
    await downloadRoutes.createDownloadProfile(
      library.as(admin),
      body({ code: own, recipe: { format, boxPx: 100, quality: 90, colourSpace, watermark: false } }),
    )
    expect(await sharp(only(await take(own), /^beach/)).metadata()).toMatchObject(expected)
    await downloadRoutes.deleteDownloadProfile(library.as(admin), { code: own })
  }
  await expect(
    downloadRoutes.createDownloadProfile(
      library.as(admin),
      body({
        code: 'wrong',
        recipe: { format: 'png', boxPx: 100, quality: 90, colourSpace: 'cmyk', watermark: false },
      }),
    ),
  ).rejects.toEqual(code('invalid_parameter'))
})

test('the profile for print has the description inside, in letters of every kind; a later edit is in the next archive', async () => {
  const tags = await tagsOf(only(await take('print'), /^beach-print\.jpg$/), 'jpg')
  expect(tags).toMatchObject({
    Title: 'Été à la mer',
    Description: 'A “long” beach',
    Creator: 'Ana Lindqvist',
    Rights: '© 2026 Ana',
    City: 'Brest',
    ImageWidth: 900,
  })
  expect([tags['Subject'], tags['Keywords']].flat()).toContain('Dunes')
})

test('originals with the description inside are the originals beside it; what takes none is as it was; originals stay untouched', async () => {
  await downloadRoutes.createDownloadProfile(
    library.as(admin),
    body({ code: 'described', recipe: null, embedsMetadata: true }),
  )
  const files = await take('described')
  const described = only(files, /^beach/)
  expect(described.equals(original)).toBe(false)
  expect(await tagsOf(described, 'jpg')).toMatchObject({ Title: 'Été à la mer' })
  expect((await sharp(described).raw().toBuffer()).equals(await sharp(original).raw().toBuffer())).toBe(true)
  expect(only(files, /^notes/).toString()).toBe('notes')
  expect(only(await take('originals'), /^beach/).equals(original)).toBe(true)
  const again = await downloadRoutes.zipCart(library.as(editor), {
    id: cartId,
    profile: 'described',
    withContactSheet: false,
    withAssetsDescriptions: false,
  })
  expect(await downloadRoutes.headArchive(library.as(editor), { uuid: again })).not.toHaveProperty('pending')
})

test('P6.02 who sees everything watermarked gets it so under every profile', async () => {
  await downloadRoutes.createDownloadProfile(
    library.as(admin),
    body({
      code: 'clean',
      recipe: { format: 'jpeg', boxPx: 600, quality: 90, colourSpace: 'srgb', watermark: false },
    }),
  )
  await downloadRoutes.createDownloadProfile(
    library.as(admin),
    body({
      code: 'marked',
      recipe: { format: 'jpeg', boxPx: 600, quality: 90, colourSpace: 'srgb', watermark: true },
    }),
  )
  const deviation = async (profile: string, who: SignedIn): Promise<number> =>
    Math.max(
      ...(await sharp(only(await take(profile, who), /^beach/)).stats()).channels.map(({ stdev }) => stdev),
    )
  expect(await deviation('clean', editor)).toBeLessThan(0.5)
  for (const profile of ['clean', 'print', 'described', 'originals'])
    expect(await deviation(profile, viewer), profile).toBeGreaterThan(0.5)
  expect(await deviation('marked', editor)).toBeGreaterThan(0.5)
})

test('what belongs to the product stays, and nobody else changes profiles', async () => {
  await expect(
    downloadRoutes.updateDownloadProfile(library.as(admin), body({ code: 'originals' })),
  ).rejects.toEqual(code('profile_built_in'))
  await expect(downloadRoutes.deleteDownloadProfile(library.as(admin), { code: 'print' })).rejects.toEqual(
    code('profile_built_in'),
  )
  await expect(downloadRoutes.deleteDownloadProfile(library.as(admin), { code: 'none' })).rejects.toEqual(
    code('profile_not_found'),
  )
  for (const call of [
    () => downloadRoutes.findDownloadProfiles(library.as(editor)),
    () => downloadRoutes.createDownloadProfile(library.as(editor), body()),
    () => downloadRoutes.deleteDownloadProfile(library.as(editor), { code: 'clean' }),
  ])
    await expect(call()).rejects.toEqual(code('access_denied'))
  for (const bad of [{ code: '../x' }, { names: { en: '' } }, { recipe: { format: 'exe' } }])
    expect(() => body(bad)).toThrow()
})
