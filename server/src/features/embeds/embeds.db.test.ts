import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProgram } from '../../media/run-program.ts'
import { makeByFfmpeg } from '../../media/sample-files.ts'
import { recipeFor } from '../../media/rendition-recipes.ts'
import { upsertBlob, upsertRenditions } from '../../media/renditions/renditions.sql.ts'
import { rollUpUsage } from '../analytics/roll-up.sql.ts'
import { startTestApplication, type AnyJson, type TestApplication } from '../../http/test-application.ts'

const hasFfmpeg = (await findProgram('ffmpeg')) !== null
let application: TestApplication
let asset: AnyJson
const ask: TestApplication['ask'] = (...options) => application.ask(...options)

beforeAll(async () => {
  application = await startTestApplication()
  asset = await createAsset('Quay')
})
afterAll(() => application.stop())

async function createAsset(
  name: string,
  file?: { readonly bytes: Uint8Array; readonly extension: string },
): Promise<AnyJson> {
  const form = new FormData()
  form.append('json', JSON.stringify({ name, binary: 'cid:binary' }))
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()
  form.append(
    'binary',
    new File([new Uint8Array(file?.bytes ?? bytes)], `${name}.${file?.extension ?? 'jpg'}`),
  )
  return (await ask('POST', '/api/rest/dam/data/asset', { form })).body.response.data
}
const embed = async (json: object = {}, who: 'admin' | 'editor' = 'admin'): Promise<AnyJson> =>
  (await ask('POST', '/api/rest/embed', { json: { id: asset.id, ...json }, who, call: 'createEmbed' })).body
/** As a browser asks for what a page of another site shows. */
const load = (url: string, referer?: string, relation = 'cross-site') =>
  fetch(url, { headers: { 'sec-fetch-site': relation, ...(referer === undefined ? {} : { referer }) } })

test('D1.13 an embed is shown to everybody by its token, with pictures up to its size', async () => {
  const { url, frameHtml, pictureHtml, pictureUrl } = await embed({ variation: 'web' })
  expect(url).toMatch(/\/embed\/[\w-]{32}$/)
  expect(frameHtml).toContain(`<iframe src="${url}"`)
  expect(pictureHtml).toContain(`${url}/thumbnailBig 640w, ${url}/web 1200w`)
  const page = await load(url, 'https://blog.example/page')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self' *;")
  expect(await page.text()).toContain(`src="${url}/web"`)
  const picture = await load(pictureUrl, 'https://blog.example/page')
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  for (const name of ['preview', 'original', 'tiles', 'preview,web'])
    expect((await load(`${url}/${name}`)).status, name).toBe(404)
})

test('what is kept of a token opens nothing, and a token opens nothing but its embed', async () => {
  const { url } = await embed()
  const token = url.split('/').at(-1) as string
  const { rows } = await sql<{ hash: string }>`select encode(token_hash, 'hex') hash from embed`.execute(
    application.cartouche.services.database,
  )
  for (const { hash } of rows) expect((await load(url.replace(token, hash))).status).toBe(404)
  expect(JSON.stringify(rows)).not.toContain(token)
  const { url: base } = application.cartouche
  for (const path of [`/wedia/dam/variation/asset/${asset.id}/web`, `/rest/dam/data/asset/${asset.id}`])
    expect((await fetch(`${base}${path}?ticket=${token}&token=${token}`)).status).toBe(404)
})

test.skipIf(!hasFfmpeg)(
  'a film of an embed has a time line with frames, and they are there',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cartouche-embeds-'))
    const path = await makeByFfmpeg(
      'testsrc=s=320x180:r=10:d=3',
      join(folder, 'film.mp4'),
      '-pix_fmt',
      'yuv420p',
    )
    const film = await createAsset('Film', { bytes: await readFile(path), extension: 'mp4' })
    await rm(folder, { recursive: true })
    const { url } = await embed({ id: film.id, sites: ['https://blog.example'] })
    const page = await (await load(url, 'https://blog.example/')).text()
    const frames = /data-frames="([^"]+)"/.exec(page)?.[1] ?? ''
    expect(frames).toBe(`${url}/frames`)
    expect(page).toContain('<input type="range"')
    // The page asks for them from its own address.
    const answer = await load(frames, url, 'same-origin')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([width, height]).toEqual([1600, 900])
    expect((await load(frames, 'https://evil.example/')).status).toBe(403)
  },
  60_000,
)

test('only its sites show it: browsers are instructed so, and who says it is of another is refused', async () => {
  const { url, pictureUrl, sites } = await embed({
    sites: ['https://Blog.example/some/page', '*.shop.example', 'Blog.example'],
  })
  expect(sites).toEqual(['https://blog.example', '*.shop.example', 'blog.example'])
  const policy = (await load(url, 'https://blog.example/')).headers.get('content-security-policy')
  expect(policy).toContain("frame-ancestors 'self' https://blog.example *.shop.example blog.example;")
  for (const [referer, status] of [
    ['https://blog.example/', 200],
    ['https://a.shop.example/', 200],
    [`${application.cartouche.url}/browse`, 200],
    ['https://evil.example/', 403],
    [undefined, 403],
  ] as const)
    for (const address of [url, pictureUrl])
      expect((await load(address, referer)).status, `${referer} ${address}`).toBe(status)
  expect((await load(url, undefined, 'none')).status).toBe(200)
  for (const site of ['*', "'self'; script-src *", 'a b', 'https://', 'javascript:x', ''])
    expect((await ask('POST', '/rest/embed', { json: { id: asset.id, sites: [site] } })).status, site).toBe(
      400,
    )
})

test('a revoked embed is gone at once, page and pictures, and so is one that has expired', async () => {
  const [kept, gone] = [await embed({}, 'editor'), await embed({}, 'editor')]
  expect((await load(gone.pictureUrl)).status).toBe(200)
  expect((await ask('DELETE', `/rest/embed/${gone.id}`, { who: 'contributor' })).status).toBe(404)
  expect((await ask('DELETE', `/rest/embed/${gone.id}`, { call: 'revokeEmbed' })).status).toBe(200)
  for (const address of [gone.url, gone.pictureUrl]) expect((await load(address)).status).toBe(404)
  expect((await ask('DELETE', `/rest/embed/${gone.id}`)).status).toBe(404)
  const listed = async () =>
    (await ask('GET', `/rest/embed?object=asset&id=${asset.id}`, { call: 'listEmbeds' })).body as AnyJson[]
  expect((await listed()).map(({ id }) => id as number)).toContain(kept.id)
  expect((await listed()).map(({ id }) => id as number)).not.toContain(gone.id)
  expect(JSON.stringify(await listed())).not.toContain(kept.url.split('/').at(-1))
  await sql`update embed set expires_at = now() where id = ${kept.id}`.execute(
    application.cartouche.services.database,
  )
  await expect.poll(async () => (await load(kept.url)).status).toBe(404)
  expect((await ask('POST', '/rest/embed', { json: { id: asset.id, expires: '2020-01-01' } })).status).toBe(
    400,
  )
})

test('whoever may not embed an asset makes none, and an embed shows no more than its author may', async () => {
  for (const who of ['contributor', 'viewer'] as const)
    expect((await ask('POST', '/rest/embed', { json: { id: asset.id }, who })).status).toBeGreaterThan(400)
  expect((await ask('GET', '/rest/embed?object=asset&id=999999')).status).toBe(404)
  const { url } = await embed({}, 'editor')
  await sql`update credential set disabled = true where login = 'editor'`.execute(
    application.cartouche.services.database,
  )
  await expect.poll(async () => (await load(url)).status).toBe(404)
  await sql`update credential set disabled = false where login = 'editor'`.execute(
    application.cartouche.services.database,
  )
  await expect.poll(async () => (await load(url)).status).toBe(200)
})

test('views and plays of an embed are counted, with the site that shows it', async () => {
  const counted = await createAsset('Counted')
  const { url } = await embed({ id: counted.id })
  await load(url, 'https://blog.example/a')
  const play = await fetch(`${url}/event`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      configuration: 'download',
      params: { object: 'asset', id: asset.id, position: 5, duration: 10, site: 'blog.example' },
    }),
  })
  expect(await play.json()).toEqual({ logged: true })
  const { database, usage } = application.cartouche.services
  await usage.flush(true)
  const { rows } = await sql`
    select kind, site, reached, actor_kind from usage_event where entity_id = ${counted.id} order by kind
  `.execute(database)
  expect(rows).toEqual([
    { kind: 'embed', site: 'blog.example', reached: 0, actor_kind: 'anonymous' },
    { kind: 'play', site: 'blog.example', reached: 50, actor_kind: 'anonymous' },
  ])
})

test('each embed has its own views and plays, in all and of the last 30 days, with the sites that showed it', async () => {
  const counted = await createAsset('By embed')
  const [one, other] = [await embed({ id: counted.id }), await embed({ id: counted.id })]
  const play = ({ url }: AnyJson, site: string) =>
    fetch(`${url}/event`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ configuration: 'play', params: { position: 0, duration: 10, site } }),
    })
  for (const site of ['blog.example', 'shop.example']) await load(one.url, `https://${site}/`)
  await load(other.url, 'https://blog.example/')
  await load(other.url, 'https://blog.example/again')
  // Parts of a film that plays in sizes are no views.
  const parts = await embed({ id: counted.id })
  for (const name of ['film-360.m3u8', 'film-360.mp4'])
    await load(`${parts.url}/${name}`, 'https://a.example/')
  await play(one, 'shop.example')
  const { database, usage } = application.cartouche.services
  await usage.flush(true)
  while ((await rollUpUsage(database)) > 0);
  await sql`insert into usage_embed_day values (${one.id}, 'embed', current_date - 40, '', 7)`.execute(
    database,
  )
  const listed = (await ask('GET', `/rest/embed?id=${counted.id}`, { call: 'listEmbeds' })).body as AnyJson[]
  expect(listed.map(({ id, usage: counts }) => [id, counts])).toEqual([
    [parts.id, { views: 0, plays: 0, recentViews: 0, recentPlays: 0, sites: [] }],
    [
      other.id,
      {
        views: 1,
        plays: 0,
        recentViews: 1,
        recentPlays: 0,
        sites: [{ site: 'blog.example', views: 1, plays: 0 }],
      },
    ],
    [
      one.id,
      {
        views: 9,
        plays: 1,
        recentViews: 2,
        recentPlays: 1,
        sites: [
          { site: 'blog.example', views: 1, plays: 0 },
          { site: 'shop.example', views: 1, plays: 1 },
        ],
      },
    ],
  ])
})

test('a film that another site is receiving is cut when its embed is revoked', async () => {
  const film = await createAsset('Film')
  const { database, blobs } = application.cartouche.services
  const [original, proxy] = [
    await blobs.write(randomBytes(1000)),
    await blobs.write(randomBytes(64 * 1024 * 1024)),
  ]
  for (const blob of [original, proxy]) await upsertBlob(database, blob)
  await sql`update entity_file set sha256 = ${original.sha256}, media_type = 'video/mp4', facts = '{"nature": "VIDEO", "extension": "mp4"}'
    where resource = 'asset' and id = ${film.id}`.execute(database)
  const recipe = recipeFor('proxy', 'VIDEO')
  await upsertRenditions(database, original.sha256, [
    {
      name: 'proxy',
      version: recipe?.version ?? 0,
      blob: proxy,
      mediaType: 'video/mp4',
      width: 640,
      height: 360,
      isPlaceholder: false,
    },
  ])
  const [revoked, kept] = [await embed({ id: film.id }), await embed({ id: film.id })]
  const [cut, whole] = await Promise.all([receive(revoked.url), receive(kept.url)])
  expect((await ask('DELETE', `/rest/embed/${revoked.id}`)).status).toBe(200)
  // It is cut while nobody reads, or it would all have come: whoever reads on gets what was on its way.
  await wait(1000)
  const ended = new Promise((resolve) => {
    cut.once('close', resolve)
  })
  cut.resume()
  await ended
  expect([cut.complete, await sizeOf(whole)]).toEqual([false, 64 * 1024 * 1024])
}, 30_000)

/** A film of which the first bytes have come, read no further. */
async function receive(url: string): Promise<IncomingMessage> {
  const [answer] = (await once(get(`${url}/proxy`), 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  answer.on('error', () => undefined)
  await once(answer, 'readable')
  return answer
}

async function sizeOf(answer: IncomingMessage): Promise<number> {
  let sizeBytes = 0
  for await (const chunk of answer as AsyncIterable<Uint8Array>) sizeBytes += chunk.length
  return sizeBytes
}

test('oEmbed says what an address shows, and the page says where to ask', async () => {
  const { url, pictureUrl } = await embed()
  const page = await (await load(url)).text()
  const discovered = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)">/.exec(page)?.[1]
  const answer = await fetch(`${(discovered ?? '').replaceAll('&#38;', '&')}&format=json&maxwidth=450`)
  expect(await answer.json()).toEqual({
    version: '1.0',
    type: 'photo',
    title: 'Quay.jpg',
    provider_name: 'Cartouche',
    provider_url: application.cartouche.url,
    width: 450,
    height: 300,
    url: pictureUrl,
  })
  const elsewhere = url.replace(application.cartouche.url, 'https://evil.example')
  for (const wrong of [
    elsewhere,
    'https://evil.example/embed/x',
    `${application.cartouche.url}/embed/none`,
    'nothing',
  ])
    expect((await ask('GET', `/oembed?url=${encodeURIComponent(wrong)}`)).status).toBe(404)
  expect((await ask('GET', `/oembed?url=${encodeURIComponent(url)}&format=xml`)).status).toBe(400)
})
