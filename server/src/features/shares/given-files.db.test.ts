import { calls, type CallName } from '@cartouche/contract'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { startTestApplication, type TestApplication } from '../../http/test-application.ts'

/**
 * Which files a link gives, over HTTP, by every call that answers bytes: a link of small pictures alone shows
 * and gives nothing larger, by none of them. A call of bytes that is added later needs a row here.
 * @source decision 0236
 */
let application: TestApplication
let photograph: number
let film: number
let cart: number
let original: Buffer

beforeAll(async () => {
  application = await startTestApplication()
  const noise = { create: { width: 2400, height: 1600, channels: 3, background: '#888' } } as const
  original = await sharp(noise).jpeg({ quality: 70 }).toBuffer()
  photograph = await addAsset('A photograph', original, 'IMAGE', 'image/jpeg')
  film = await addAsset('A film', Buffer.from('no film that could be decoded'), 'VIDEO', 'video/mp4')
  cart = (
    await application.ask('POST', '/wedia/cart/createCart/', {
      json: { name: 'Given', items: { asset: [photograph, film] } },
    })
  ).body[0].id
}, 120_000)
afterAll(() => application.stop())

async function addAsset(name: string, bytes: Buffer, nature: string, mediaType: string): Promise<number> {
  const { body } = await application.ask('POST', '/rest/dam/data/asset', { json: { json: { name } } })
  const { id } = body.response.data
  await application.ask('POST', `/rest/dam/data/asset/${id}/workflow`, {
    json: { workflowAction: 'publish' },
  })
  const { database, blobs } = application.cartouche.services
  const { sha256, sizeBytes, crc32 } = await blobs.write(bytes)
  await database.insertInto('blob').values({ sha256, size_bytes: sizeBytes, crc32 }).execute()
  await database
    .insertInto('entity_file')
    .values({
      resource: 'asset',
      id,
      sha256,
      file_name: `${name}.jpg`,
      media_type: mediaType,
      facts: JSON.stringify({ nature, extension: 'jpg' }),
    })
    .execute()
  return id
}

interface Link {
  readonly id: string
  readonly ticket: string
  readonly shared: Readonly<Record<string, unknown>>
}
async function makeLink(draft: object): Promise<Link> {
  const made = await application.ask('POST', `/wedia/cart/shareCart/${cart}`, { json: draft })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const { body } = await application.ask('POST', `/wedia/cart/withShare/${made.body.id}/view`, {
    who: 'nobody',
    json: {},
  })
  return { id: made.body.id, ticket: body.ticket, shared: body }
}

interface Taken {
  readonly status: number
  readonly bytes: Buffer
  readonly type: string
}
async function take(method: string, path: string, body?: object): Promise<Taken> {
  const answer = await fetch(`${application.cartouche.url}${path}`, {
    method,
    redirect: 'manual',
    headers: { 'content-type': 'application/json', accept: 'image/jpeg' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, bytes, type: answer.headers.get('content-type') ?? '' }
}

const under = (path: string, { ticket }: Link): string =>
  `${path}${path.includes('?') ? '&' : '?'}ticket=${encodeURIComponent(ticket)}`

async function prepare({ id }: Link, json: object): Promise<{ status: number; body: unknown }> {
  return application.ask('POST', `/wedia/cart/withShare/${id}/zipUuid`, { who: 'nobody', json })
}

const noSheet = { withContactSheet: false, withAssetsDescriptions: false }

/** What a visitor asks each call of bytes for: as much as it could give. */
const asked: Partial<Readonly<Record<CallName, (link: Link) => readonly Promise<Taken>[]>>> = {
  getVariation: (link) =>
    ['', '&variation=original', '&variation=original,preview', '&variation=tiles', '&download=true'].map(
      (more) => take('GET', under(`/wedia/dam/variation?object=asset&id=${photograph}${more}`, link)),
    ),
  getVariationByPath: (link) =>
    [
      'original',
      'original_w',
      'preview',
      'preview.avif',
      'web',
      'tiles',
      'pages',
      'text',
      'film.m3u8',
      'film-1080.m3u8',
      'film-1080.mp4',
      'original?download=true',
      'preview?download=true',
    ].flatMap((name) =>
      [photograph, film].map((id) => take('GET', under(`/wedia/dam/variation/asset/${id}/${name}`, link))),
    ),
  getCartItemVariation: (link) =>
    ['original', 'preview'].map((name) =>
      take('GET', under(`/wedia/cart/itemPreview/variation/${name}/${cart}/asset/${photograph}`, link)),
    ),
  getPicture: (link) =>
    ['w=2000', 'w=2000&download=true', 'crop=0,0,100,100', 'metadata=all', 'format=png'].map((options) =>
      take('GET', under(`/wedia/dam/picture/asset/${photograph}?${options}`, link)),
    ),
  getClip: (link) =>
    ['proxy', 'original'].flatMap((source) =>
      [photograph, film].map((id) =>
        take('GET', under(`/wedia/dam/clip/asset/${id}?startMs=0&endMs=500&source=${source}`, link)),
      ),
    ),
  getPlayer: (link) => [take('GET', under(`/wedia/dam/player/fo.player/asset/${film}`, link))],
  getEntityFile: (link) => [take('GET', under(`/wedia/dam/file/asset/${photograph}/binary`, link))],
  getVersionFile: (link) => [take('GET', under(`/wedia/dam/versions/asset/${photograph}/1/original`, link))],
  getTrashPicture: (link) => [take('GET', under(`/rest/trash/${photograph}/picture`, link))],
  getTrack: (link) => [take('GET', under(`/wedia/dam/tracks/asset/${film}/1`, link))],
  downloadSharedItem: ({ id }) => [
    take('POST', `/wedia/cart/withShare/${id}/download/asset/${photograph}`, {}),
  ],
  zipShare: ({ id }) =>
    [noSheet, { ...noSheet, profile: 'originals' }, { ...noSheet, profile: 'preview' }].map((body) =>
      take('POST', `/wedia/cart/withShare/${id}/zip`, body),
    ),
  downloadArchive: (link) =>
    ['', '?unzip=true'].map(async (more) => {
      const { body } = await prepare(link, noSheet)
      return takeArchive(String(body), more)
    }),
}

/** An archive once it is ready. */
async function takeArchive(uuid: string, more = ''): Promise<Taken> {
  return expect
    .poll(() => take('GET', `/wedia/cart/downloadCart/${uuid}${more}`), { timeout: 30_000, interval: 100 })
    .toMatchObject({ status: 200 })
    .then(() => take('GET', `/wedia/cart/downloadCart/${uuid}${more}`))
}

/** Bytes that no share gives: of pages, embeds, the brand and reports, or of a call that is asked above. */
const ofOthers: ReadonlySet<CallName> = new Set<CallName>([
  'getSamlMetadata',
  'getPublishedPage',
  'getPageFile',
  'getPageFeed',
  'getSitemap',
  'openPageLink',
  'enterPageLink',
  'headArchive',
  'getPlayerScript',
  'getHlsScript',
  'getEmbed',
  'getEmbedFile',
  'getEmbedTrack',
  'getEmbedPicture',
  'getReverseSearchReport',
  'getBrandImage',
  'getUnsecuredImage',
])

test('every call of bytes is asked here', () => {
  const names = Object.values(calls).flatMap(({ name, answers }) =>
    'value' in answers && answers.value === 'bytes' ? [name] : [],
  )
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !(name in asked) && !ofOthers.has(name))).toEqual([])
})

/** The longest side of what was taken, px: of a ZIP, that of its largest picture. */
async function sideOf({ bytes, type }: Taken): Promise<number> {
  if (type.startsWith('image/')) {
    const { width, height } = await sharp(bytes).metadata()
    return Math.max(width, height)
  }
  if (!type.startsWith('application/zip')) return 0
  const zip = await yauzl.fromBufferPromise(bytes, {})
  let side = 0
  for await (const entry of zip.eachEntry()) {
    if (!/\.(jpg|png)$/.test(entry.fileName)) continue
    const content = await buffer(await zip.openReadStreamPromise(entry))
    side = Math.max(side, await sideOf({ status: 200, bytes: content, type: 'image/x' }))
  }
  return side
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

test.each(Object.entries(asked))(
  'by %s a link of small pictures gives nothing larger',
  async (_name, ask) => {
    const link = await makeLink({ profiles: ['thumbnailBig'] })
    for (const taken of await Promise.all(ask(link))) {
      if (taken.status !== 200) {
        expect(taken.status, taken.bytes.toString().slice(0, 300)).toBeGreaterThanOrEqual(400)
        expect(taken.status).toBeLessThan(500)
        continue
      }
      expect(taken.bytes.includes(original.subarray(0, 2000))).toBe(false)
      expect(sha256(taken.bytes)).not.toBe(sha256(original))
      expect(await sideOf(taken)).toBeLessThanOrEqual(640)
      expect(taken.bytes.toString()).not.toContain('no film that could be decoded')
    }
  },
)

test('what a link of small pictures gives is there, by each way, and a film does not play', async () => {
  const link = await makeLink({ profiles: ['thumbnailBig'] })
  expect(link.shared).toMatchObject({
    largest: 'thumbnailBig',
    profiles: [{ code: 'thumbnailBig', name: expect.stringContaining('640') }],
  })
  const by = (name: string): Promise<Taken> =>
    take('GET', under(`/wedia/dam/variation/asset/${photograph}/${name}`, link))
  // Whoever names a larger one gets the largest that there is for them.
  for (const name of ['thumbnailBig', 'preview', 'original,preview', 'web?download=true'])
    expect([name, await sideOf(await by(name))]).toEqual([name, 640])
  expect(await sideOf(await by('thumbnailSmall'))).toBe(320)
  expect((await by('original')).status).toBe(403)
  expect((await by('tiles')).status).toBe(403)
  const item = await take('POST', `/wedia/cart/withShare/${link.id}/download/asset/${photograph}`, {})
  expect([item.status, await sideOf(item)]).toEqual([200, 640])
  expect(await sideOf(await take('GET', under(`/wedia/dam/picture/asset/${photograph}?w=2000`, link)))).toBe(
    640,
  )
  expect((await take('GET', under(`/wedia/dam/variation/asset/${film}/proxy`, link))).status).toBe(403)
  const player = await take('GET', under(`/wedia/dam/player/fo.player/asset/${film}`, link))
  expect(player.bytes.toString()).not.toContain('<video')
  const listed = await take('GET', under(`/wedia/dam/variations/asset/${photograph}`, link))
  expect((JSON.parse(listed.bytes.toString()) as { name: string }[]).map(({ name }) => name)).toEqual([
    'thumbnailsmall',
    'thumbnailSmall',
    'thumbnailBig',
  ])
})

test('an archive holds the files that the link gives: others are refused, the largest comes by default', async () => {
  const link = await makeLink({ profiles: ['thumbnailBig', 'web'] })
  const zipOf = async (json: object): Promise<number> =>
    sideOf(await take('POST', `/wedia/cart/withShare/${link.id}/zip`, { ...noSheet, ...json }))
  expect(await zipOf({})).toBe(1200)
  expect(await zipOf({ profile: 'thumbnailBig' })).toBe(640)
  for (const call of ['testZip', 'zipUuid', 'zip', 'zipSizes'])
    for (const profile of ['originals', 'preview', 'print', 'made-up'])
      expect(
        await application.ask('POST', `/wedia/cart/withShare/${link.id}/${call}`, {
          who: 'nobody',
          json: { ...noSheet, profile },
        }),
        `${call} ${profile}`,
      ).toMatchObject({ status: 403, body: { error: '403/2297' } })
})

test('one file is taken as an archive where the link gives single files alone', async () => {
  const link = await makeLink({ profiles: ['web'], actions: ['view', 'download'] })
  const one = { ...noSheet, selection: [{ type: 'asset', id: photograph }] }
  const { status, body } = await prepare(link, one)
  expect(status).toBe(200)
  expect(await sideOf(await takeArchive(String(body), '?unzip=true'))).toBe(1200)
  const both = [photograph, film].map((id) => ({ type: 'asset', id }))
  expect((await prepare(link, { ...one, selection: both })).status).toBe(403)
  expect((await prepare(link, noSheet)).status).toBe(403)
})

test('originals are given where they are chosen; what is no profile is refused; a renewed link gives the same', async () => {
  const link = await makeLink({ profiles: ['originals', 'web'] })
  expect(link.shared).toMatchObject({ largest: null, profiles: [{ code: 'originals' }, { code: 'web' }] })
  const taken = await take('GET', under(`/wedia/dam/variation/asset/${photograph}/original`, link))
  expect(sha256(taken.bytes)).toBe(sha256(original))
  expect(
    await application.ask('POST', `/wedia/cart/shareCart/${cart}`, { json: { profiles: ['web', 'none'] } }),
  ).toMatchObject({ status: 400 })
  const { body: renewed } = await application.ask(
    'POST',
    calls.renewShare.path.replace('{id}', String(cart)).replace('{shareId}', link.id),
    { json: {} },
  )
  expect(renewed.profiles).toEqual(['originals', 'web'])
  const { body: usual } = await application.ask('POST', `/wedia/cart/shareCart/${cart}`, { json: {} })
  expect(usual.profiles).toBeNull()
})

test('files of a recipe are given as it says: its size, its watermark; once it is deleted, nothing', async () => {
  const code = 'marked'
  await application.ask('POST', calls.createDownloadProfile.path, {
    json: {
      code,
      names: { en: 'Marked', fr: 'Marqué' },
      recipe: { format: 'jpeg', boxPx: 1300, quality: 80, colourSpace: 'srgb', watermark: true },
      embedsMetadata: false,
    },
  })
  const link = await makeLink({ profiles: [code] })
  expect(link.shared).toMatchObject({ largest: 'web' })
  const variationOf = async (name: string, of: Link): Promise<Buffer> =>
    (await take('GET', under(`/wedia/dam/variation/asset/${photograph}/${name}`, of))).bytes
  // Nobody sees without a watermark what they cannot take without one.
  const clean = await makeLink({ profiles: ['web'] })
  expect(sha256(await variationOf('web', link))).toBe(sha256(await variationOf('web_w', clean)))
  expect(sha256(await variationOf('web', link))).not.toBe(sha256(await variationOf('web', clean)))
  expect(await sideOf(await take('POST', `/wedia/cart/withShare/${link.id}/zip`, noSheet))).toBe(1300)
  await application.ask('DELETE', calls.deleteDownloadProfile.path.replace('{code}', code))
  const { body } = await application.ask('POST', `/wedia/cart/withShare/${link.id}/view`, {
    who: 'nobody',
    json: {},
  })
  expect(body).toMatchObject({ profiles: [], largest: 'thumbnailSmall' })
  expect((await take('POST', `/wedia/cart/withShare/${link.id}/zip`, noSheet)).status).toBe(403)
})
