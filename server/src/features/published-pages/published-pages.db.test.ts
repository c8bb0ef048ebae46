import { partPath } from '@cartouche/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type TestApplication,
  type Who,
} from '../../http/test-application.ts'
import { upsertRenditions } from '../../media/renditions/renditions.sql.ts'
import { pagesAt, selectPagesAt } from './published-pages.sql.ts'

let application: TestApplication
let asset: number
const ask: TestApplication['ask'] = (...options) => application.ask(...options)

beforeAll(async () => {
  application = await startTestApplication()
  asset = await createAsset('Quay', { description: 'A quay at dawn' })
})
afterAll(() => application.stop())

async function createAsset(name: string, json: object = {}): Promise<number> {
  const form = new FormData()
  form.append('json', JSON.stringify({ name, binary: 'cid:binary', ...json }))
  const bytes = await sharp({ create: { width: 1800, height: 1200, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()
  form.append('binary', new File([new Uint8Array(bytes)], `${name}.jpg`))
  const { status, body } = await ask('POST', '/api/rest/dam/data/asset', { form })
  expect(status, JSON.stringify(body)).toBe(201)
  await act('asset', body.response.data.id, 'publish')
  return body.response.data.id as number
}
const copyOf = async (id: number): Promise<number> =>
  Number((await ask('GET', `/rest/bs/clubwed_getWorkCopy/page/${id}`)).body.response.data)
async function act(resource: string, id: number, action: string, who: Who = 'admin'): Promise<AnyJson> {
  const answer = await ask('PATCH', `/json/workflow/${resource}/${id}?action=${action}`, { json: {}, who })
  return answer
}
async function create(resource: string, json: object, who: Who = 'admin'): Promise<number> {
  const { status, body } = await ask('POST', `/rest/data/${resource}`, { json: { json }, who })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.response.data.id as number
}
interface PartJson {
  readonly component?: string | undefined
  readonly props?: object | string
  readonly children?: readonly PartJson[]
  readonly [name: string]: unknown
}
const pathOf = (page: number): string => partPath({ resource: 'page', id: page })
async function build(parent: string, parts: readonly PartJson[]): Promise<void> {
  for (const [position, { props = {}, children = [], ...part }] of parts.entries()) {
    const text = typeof props === 'string' ? props : JSON.stringify(props)
    const id = await create('pagewidget', { parent, position, props: text, ...part })
    await build(partPath({ resource: 'pagewidget', id }, parent), children)
  }
}
/** A page that everybody may read, at an address of its own, with these widgets. */
async function publishPage(
  parts: readonly PartJson[],
  json: object = {},
): Promise<{ id: number; path: string }> {
  const path = `page-${crypto.randomUUID()}`
  const id = await create('page', { name: 'A page', path: `/${path}`, public: true, ...json })
  await build(pathOf(id), parts)
  expect((await act('page', id, 'validate')).status).toBe(200)
  return { id, path }
}
interface Got {
  readonly status: number
  readonly html: string
  readonly headers: Headers
}
async function get(
  path: string,
  who: Who = 'nobody',
  headers: Readonly<Record<string, string>> = {},
): Promise<Got> {
  const answer = await fetch(`${application.cartouche.url}${path}`, {
    headers: { ...(who === 'nobody' ? {} : { authorization: application.authorizationOf(who) }), ...headers },
  })
  return { status: answer.status, html: await answer.text(), headers: answer.headers }
}
const text = (html: string): PartJson => ({ component: 'text', props: { html } })

describe('a page', () => {
  test('is whole, says what it is, and runs nothing', async () => {
    const { path } = await publishPage(
      [text('<p>Hello</p>'), { component: 'picture', props: { asset, first: true } }],
      {
        props: JSON.stringify({
          title: 'Harbours & quays',
          description: 'All of "them"',
          language: 'fr',
          picture: asset,
        }),
      },
    )
    const { status, html, headers } = await get(`/p/${path}`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).toMatch(/^<!doctype html><html lang="fr">/)
    expect(html).toContain('<title>Harbours &amp; quays – ')
    expect(html).toContain('<meta name="description" content="All of &quot;them&quot;"/>')
    expect(html).toContain(`<link rel="canonical" href="${application.cartouche.url}/p/${path}"/>`)
    expect(html).toMatch(/<meta property="og:image" content="http[^"]+\/page-files\/\d+\/\d+\/web"\/>/)
    expect(html).toContain('<h1>Harbours &amp; quays</h1><div class="text"><p>Hello</p></div>')
    expect(html).not.toMatch(/<script|style=|\son\w+=/)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('script-src')
  })
  test('has its pictures in every size, each with its width and height', async () => {
    const { id, path } = await publishPage([
      {
        component: 'picture',
        props: { asset, shape: 'square', focus: { x: 12, y: 100 }, caption: '<b>no</b>' },
      },
    ])
    const { html } = await get(`/p/${path}`)
    const at = `/page-files/${id}/${asset}`
    expect(html).toContain(
      `srcSet="${at}/thumbnailSmall 320w, ${at}/thumbnailBig 640w, ${at}/web 1200w, ${at}/preview 1600w"`,
    )
    expect(html).toContain('width="1600" height="1067"')
    expect(html).toContain('alt="A quay at dawn"')
    expect(html).toContain('class="picture square fx10 fy100"')
    expect(html).toContain('<figcaption>&lt;b&gt;no&lt;/b&gt;</figcaption>')
    for (const [name, width, height] of [
      ['thumbnailSmall', 320, 213],
      ['preview', 1600, 1067],
    ] as const) {
      const answer = await fetch(`${application.cartouche.url}${at}/${name}`)
      expect(answer.status).toBe(200)
      expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ width, height })
    }
  })
  test('has its pictures in AVIF and WebP as soon as they were made, and JPEG for whoever takes neither', async () => {
    const { id, path } = await publishPage([{ component: 'picture', props: { asset } }])
    const at = `/page-files/${id}/${asset}`
    const sources = (format: string): string =>
      `<source type="image/${format}" srcSet="${[
        ['thumbnailSmall', 320],
        ['thumbnailBig', 640],
        ['web', 1200],
        ['preview', 1600],
      ]
        .map(([name, width]) => `${at}/${name}.${format} ${width}w`)
        .join(', ')}"`
    await vi.waitFor(
      async () => {
        const { html } = await get(`/p/${path}`)
        expect(html).toContain(`<picture>${sources('avif')}`)
        expect(html).toContain(sources('webp'))
        expect(html).toContain(`<img src="${at}/preview"`)
      },
      { timeout: 25_000, interval: 500 },
    )
    for (const [format, found] of [
      ['avif', 'heif'],
      ['webp', 'webp'],
    ]) {
      const answer = await fetch(`${application.cartouche.url}${at}/web.${format}`)
      expect(answer.headers.get('content-type')).toBe(`image/${format}`)
      const metadata = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect(metadata).toMatchObject({ format: found, width: 1200, height: 800 })
    }
    for (const name of ['original.avif', 'tiles.webp', 'web.png', 'web.avif.webp', 'thumbnailsmall.avif'])
      expect((await fetch(`${application.cartouche.url}${at}/${name}`)).status, name).toBe(404)
  })
  test('has its widgets in their slots and their order', async () => {
    const { path } = await publishPage([
      {
        component: 'columns',
        children: [
          { ...text('left'), slot: '' },
          { ...text('right'), slot: 'second' },
          { ...text('lost'), slot: 'nowhere' },
        ],
      },
      text('last'),
    ])
    expect((await get(`/p/${path}`)).html).toContain(
      '<div class="columns columns2"><div class="column"><div class="text">left</div><div class="text">lost</div></div><div class="column"><div class="text">right</div></div></div><div class="text">last</div>',
    )
  })
  test('shows nothing that is switched off, has no component, or one that nobody knows', async () => {
    const { path } = await publishPage([
      { ...text('off'), enabled: false },
      { props: { html: 'none' } },
      { component: 'constructor', props: { html: 'unknown' } },
      { component: 'columns', enabled: false, children: [text('inside')] },
      text('shown'),
    ])
    const { html } = await get(`/p/${path}`)
    expect(html.match(/class="text"/g)).toHaveLength(1)
    expect(html).toContain('shown')
  })
  test('is found by an address of several words, with and without slashes at its ends, and by /p alone', async () => {
    const { id } = await publishPage([text('deep')], { path: '/about/the team/é/' })
    for (const path of [
      '/p/about/the%20team/%C3%A9',
      '/p/about/the%20team/é/',
      '/api/p/about/the%20team/%C3%A9',
    ])
      expect((await get(path)).html, path).toContain('deep')
    expect((await get('/p/about')).status).toBe(404)
    expect((await get(`/p/${id}`)).status).toBe(404)
    expect((await get('/p')).status).toBe(404)
    await publishPage([text('the home page')], { path: '/' })
    for (const path of ['/p', '/p/']) expect((await get(path)).html, path).toContain('the home page')
  })
})

describe('who may read', () => {
  test('a page that is not open to all: those who may see it; others get the same answer as for none', async () => {
    const { path } = await publishPage([text('inside')], { public: false })
    expect((await get(`/p/${path}`, 'viewer')).html).toContain('inside')
    const [refused, none] = [await get(`/p/${path}`), await get('/p/there-is-none')]
    expect(refused.status).toBe(404)
    expect(refused.html).toBe(none.html)
    expect(refused.html).toContain('Page not found')
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect((await get('/p/there-is-none', 'nobody', { 'accept-language': 'fr' })).html).toContain(
      'Page introuvable',
    )
  })
  test('drafts, models and pages that were taken back: nobody', async () => {
    const path = `draft-${crypto.randomUUID()}`
    await create('page', { name: 'Draft', path, public: true })
    expect((await get(`/p/${path}`, 'admin')).status).toBe(404)
    const model = await publishPage([], { ismodel: true })
    expect((await get(`/p/${model.path}`)).status).toBe(404)
    const page = await publishPage([])
    expect((await get(`/p/${page.path}`)).status).toBe(200)
    await act('page', page.id, 'unpublish')
    expect((await get(`/p/${page.path}`)).status).toBe(404)
  })
  test('an editor publishes pages, and opens none to all; changes of one that is open they publish', async () => {
    const page = await create('page', { name: 'Mine', path: '/mine', public: true }, 'editor')
    expect((await act('page', page, 'validate', 'editor')).status).toBe(403)
    expect((await act('page', page, 'validate')).status).toBe(200)
    const copyOf = async (): Promise<number> =>
      Number(
        (await ask('GET', `/rest/bs/clubwed_getWorkCopy/page/${page}`, { who: 'editor' })).body.response.data,
      )
    await build(pathOf(await copyOf()), [text('changed')])
    expect((await act('page', await copyOf(), 'validate', 'editor')).status).toBe(200)
    expect((await get('/p/mine')).html).toContain('changed')
    const hidden = await publishPage([], { public: false })
    const { body } = await ask('GET', `/rest/bs/clubwed_getWorkCopy/page/${hidden.id}`, { who: 'editor' })
    const copy = Number(body.response.data)
    const written = await ask('PATCH', `/rest/data/page/${copy}`, {
      json: { json: { public: true } },
      who: 'editor',
    })
    expect(written.status).toBe(200)
    expect((await act('page', copy, 'validate', 'editor')).status).toBe(403)
    expect((await get(`/p/${hidden.path}`)).status).toBe(404)
  })
})

describe('what a page shows', () => {
  const shows = async (path: string, id: number): Promise<boolean> =>
    (await get(`/p/${path}`)).html.includes(`/${id}/`)

  test('an asset that is recalled is gone at once, its file too, and comes back', async () => {
    const own = await createAsset('Recalled')
    const { id, path } = await publishPage([{ component: 'picture', props: { asset: own } }])
    const file = `/page-files/${id}/${own}/web`
    expect([await shows(path, own), (await get(file)).status]).toEqual([true, 200])
    expect((await get(`/p/${path}`)).html).not.toContain('class="unavailable')
    await act('asset', own, 'unpublish')
    expect([await shows(path, own), (await get(file)).status]).toEqual([false, 404])
    expect((await get(`/p/${path}`)).html).toContain('This image is not available.')
    await act('asset', own, 'publish')
    expect([await shows(path, own), (await get(file)).status]).toEqual([true, 200])
    await ask('PATCH', `/rest/dam/data/asset/${own}`, {
      json: { json: { validuntil: '2020-01-01T00:00:00Z' } },
    })
    expect([await shows(path, own), (await get(file)).status]).toEqual([false, 404])
  })
  test('files are those of assets on the page alone, and never originals', async () => {
    const other = await createAsset('Elsewhere')
    const { id } = await publishPage([{ component: 'picture', props: { asset } }])
    for (const file of [
      `${other}/web`,
      `${asset}/original`,
      `${asset}/tiles`,
      `${asset}/web,original`,
      '999999999/web',
    ])
      expect((await get(`/page-files/${id}/${file}`)).status, file).toBe(404)
    expect((await get(`/page-files/${id}/${asset}/web`)).status).toBe(200)
    expect((await get(`/page-files/999999999/${asset}/web`)).status).toBe(404)
  })
  test('of a page that is open, no more than its owner may show', async () => {
    const path = `by-contributor-${crypto.randomUUID()}`
    const { id } = await publishPage([{ component: 'picture', props: { asset } }], { path })
    const { database } = application.cartouche.services
    expect(await shows(path, asset)).toBe(true)
    const viewer = sql`(select id from credential where login = 'viewer')`
    await sql`update entity set owner_id = ${viewer} where resource = 'page' and id = ${id}`.execute(database)
    await ask('PATCH', `/rest/dam/data/asset/${asset}`, { json: { json: { credit: 'touched' } } })
    expect(await shows(path, asset)).toBe(false)
  })
  test('of a page for those who sign in, what each of them may see', async () => {
    const draft = await createAsset('Draft')
    await act('asset', draft, 'unpublish')
    const { id, path } = await publishPage([{ component: 'picture', props: { asset: draft } }], {
      public: false,
    })
    expect((await get(`/p/${path}`, 'editor')).html).toContain(`/page-files/${id}/${draft}/web`)
    expect((await get(`/p/${path}`, 'viewer')).html).not.toContain(`/${draft}/`)
    expect((await get(`/page-files/${id}/${draft}/web`, 'editor')).status).toBe(200)
    expect((await get(`/page-files/${id}/${draft}/web`, 'viewer')).status).toBe(404)
    expect((await get(`/page-files/${id}/${draft}/web`)).status).toBe(404)
  })
})

describe('components', () => {
  test('a gallery shows what its query finds of what may be shown, in its order; without a query nothing', async () => {
    const word = `series${Date.now()}`
    const [b, a, hidden] = [
      await createAsset('B', { creator: word }),
      await createAsset('A', { creator: word }),
      await createAsset('C', { creator: word }),
    ]
    await act('asset', hidden, 'unpublish')
    const props = { title: 'Series', query: { creator: word }, orderby: 'name', max: 10 }
    const { path, id } = await publishPage([{ component: 'gallery', props }])
    const { html } = await get(`/p/${path}`)
    expect(html).toContain('<h2>Series</h2><ul class="gallery">')
    expect(html.match(/<figcaption>(\w)/g)).toEqual(['<figcaption>A', '<figcaption>B'])
    expect((await get(`/page-files/${id}/${a}/web`)).status).toBe(200)
    expect((await get(`/page-files/${id}/${hidden}/web`)).status).toBe(404)
    await act('asset', b, 'unpublish')
    expect((await get(`/p/${path}`)).html.match(/<figcaption>(\w)/g)).toEqual(['<figcaption>A'])
    for (const query of [{}, { nofield: 1 }, { and: 'x' }, { creator: { nothing: 1 } }]) {
      const other = await publishPage([{ component: 'gallery', props: { query } }, text('last')])
      const answer = await get(`/p/${other.path}`)
      expect([answer.status, answer.html.includes('<img'), answer.html.includes('last')]).toEqual([
        200,
        false,
        true,
      ])
    }
  })
  test('a document and a list of files offer originals, and nothing else does', async () => {
    const { id, path } = await publishPage([
      { component: 'document', props: { asset, title: 'The paper' } },
      { component: 'files', props: { assets: [asset, asset, 999_999_999] } },
    ])
    const { html } = await get(`/p/${path}`)
    const file = `/page-files/${id}/${asset}/original`
    expect(html).toMatch(new RegExp(`<a href="${file}">The paper \\([\\d.]+ [kM]B\\)</a>`))
    expect(html.match(/<li>/g)).toHaveLength(1)
    const taken = await fetch(`${application.cartouche.url}${file}`)
    expect([taken.status, taken.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('attachment'),
    ])
  })
  test('a call to action leads nowhere that runs a script', async () => {
    const addresses = [
      'javascript:alert(1)',
      ' JaVaScript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      '/p/next',
      'https://example.org/',
    ]
    const { path } = await publishPage(
      addresses.map((address) => ({ component: 'action', props: { label: 'Go', address } })),
    )
    expect((await get(`/p/${path}`)).html.match(/<a href="[^"]*"/g)).toEqual([
      '<a href="/p/next"',
      '<a href="https://example.org/"',
    ])
  })
  test('links are kept by id: a page that moves, or is taken back, an asset, a share', async () => {
    const other = await publishPage([])
    const asset = await createAsset('Linked')
    const closed = await publishPage([], { public: false })
    const links = ['page', 'page', 'page', 'asset'].map(
      (kind, at) => `${kind}:${[other.id, closed.id, 999_999, asset][at]}`,
    )
    const { path } = await publishPage([
      text(links.map((link, at) => `<p><a href="${link}">Link ${at}</a></p>`).join('')),
      { component: 'action', props: { label: 'Go', address: links[0] } },
    ])
    const linksFor = async (who: Who): Promise<string[]> =>
      [...(await get(`/p/${path}`, who)).html.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href)
    const [first, second, last] = await linksFor('nobody')
    expect([first, last]).toEqual([`/p/${other.path}`, `/p/${other.path}`])
    expect(second).toMatch(new RegExp(`^/page-files/\\d+/${asset}/`))
    expect((await get(second ?? '')).status).toBe(200)
    // Whoever reads an open page, the same.
    expect(await linksFor('admin')).toEqual([first, second, last])
    const copy = await copyOf(other.id)
    const moved = `moved-${crypto.randomUUID()}`
    await application.ask('PATCH', `/json/update/page/${copy}?prop_path=/${moved}`, {})
    await act('page', copy, 'validate')
    expect((await linksFor('nobody'))[0]).toBe(`/p/${moved}`)
    await act('page', other.id, 'unpublish')
    await act('asset', asset, 'unpublish')
    expect(await linksFor('nobody')).toEqual([])
    expect((await get(`/p/${path}`)).html).toContain('<span>Link 0</span>')
  })
  test('a page for those who sign in leads them to what they may see; a share leads everybody while it is active', async () => {
    const cart = (await application.ask('POST', '/wedia/cart/createCart/', { json: { name: 'Quays' } })).body
    const [{ id: cartId }] = [cart].flat()
    const share = (
      await application.ask('POST', `/wedia/cart/shareCart/${cartId}`, { json: { name: 'For all' } })
    ).body
    const shareId = [share].flat()[0].id as string
    const asset = await createAsset('Linked')
    const links = [`cart:${cartId}`, `share:${shareId}`, `asset:${asset}`]
    const parts = [text(links.map((link) => `<a href="${link}">x</a>`).join(''))]
    const [open, closed] = [await publishPage(parts), await publishPage(parts, { public: false })]
    const linksOf = async (path: string, who: Who): Promise<string[]> =>
      [...(await get(`/p/${path}`, who)).html.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href)
    expect(await linksOf(closed.path, 'admin')).toEqual([
      `/carts/${cartId}`,
      `/s/${shareId}`,
      `/browse/${asset}`,
    ])
    expect(await linksOf(closed.path, 'viewer')).toEqual([`/s/${shareId}`, `/browse/${asset}`])
    expect((await linksOf(open.path, 'admin'))[0]).toBe(`/s/${shareId}`)
    expect((await ask('DELETE', `/wedia/cart/shareCart/${cartId}/${shareId}`)).status).toBe(200)
    await vi.waitFor(
      async () => expect(await linksOf(closed.path, 'viewer')).toEqual([`/browse/${asset}`]),
      7000,
    )
  })
  test('a film that was made in sizes has two sources: a playlist, and the one file', async () => {
    const { database, blobs } = application.cartouche.services
    const film = await createAsset('Ferry')
    const facts = '{"nature": "VIDEO", "extension": "mp4"}'
    const { rows } = await sql<{ sha256: string }>`
      update entity_file set media_type = 'video/mp4', facts = ${facts}::jsonb where resource = 'asset' and id = ${film} returning sha256`.execute(
      database,
    )
    await sql`update entity set props = props || '{"width": 1280, "height": 720, "duration": 30}' where resource = 'asset' and id = ${film}`.execute(
      database,
    )
    const { path, id } = await publishPage([{ component: 'video', props: { asset: film } }])
    const at = `/page-files/${id}/${film}`
    expect((await get(`/p/${path}`)).html).toContain(`src="${at}/proxy"`)
    for (const [name, width, height] of [
      ['film-360', 640, 360],
      ['film-540', 960, 540],
      ['film-720', 1280, 720],
    ] as const)
      await upsertRenditions(database, rows[0]?.sha256 ?? '', [
        {
          name,
          version: 1,
          blob: await blobs.write(Buffer.from(name)),
          mediaType: 'video/mp4',
          width,
          height,
          isPlaceholder: false,
        },
      ])
    await act('page', id, 'unpublish')
    await act('page', id, 'validate')
    expect((await get(`/p/${path}`)).html).toContain(
      `<source src="${at}/film.m3u8" type="application/vnd.apple.mpegurl"/><source src="${at}/proxy" type="video/mp4"/>`,
    )
    const part = await get(`${at}/film-540.mp4`, 'nobody', { range: 'bytes=0-3' })
    expect([part.status, part.html]).toEqual([206, 'film'])
    expect((await get(`${at}/film-1080.mp4`)).status).toBe(404)
  })
  test('subtitles of a film are offered, those in the language of the page shown, and read by nobody else', async () => {
    const film = await createAsset('Ferry with words')
    await sql`update entity_file set media_type = 'video/mp4', facts = '{"nature": "VIDEO", "extension": "mp4"}' where resource = 'asset' and id = ${film}`.execute(
      application.cartouche.services.database,
    )
    const add = async (about: string, words: string): Promise<number> => {
      const form = new FormData()
      form.append('file', new File([`1\n00:00:01,000 --> 00:00:02,000\n${words}`], 'film.srt'))
      return (await ask('POST', `/wedia/dam/tracks/asset/${film}?${about}`, { form })).body.id
    }
    const english = await add('language=en', 'All aboard')
    const french = await add('language=fr&kind=captions', 'En voiture')
    const chapters = await add('language=en&kind=chapters', 'Departure')
    const { path, id } = await publishPage([{ component: 'video', props: { asset: film } }])
    const inFrench = await publishPage([{ component: 'video', props: { asset: film } }], {
      props: JSON.stringify({ language: 'fr' }),
    })
    const tracksOf = async (page: string): Promise<string[]> =>
      (await get(`/p/${page}`)).html.match(/<track[^>]*>/g) ?? []
    const at = `/page-files/${id}/${film}`
    expect(await tracksOf(path)).toEqual([
      `<track src="${at}/track-${english}" kind="subtitles" srcLang="en" label="English" default=""/>`,
      `<track src="${at}/track-${french}" kind="captions" srcLang="fr" label="French (Captions)"/>`,
    ])
    expect((await tracksOf(inFrench.path)).map((track) => track.match(/label="([^"]*)"/)?.[1])).toEqual([
      'Français (Sous-titres codés)',
      'Anglais',
    ])
    const words = await get(`${at}/track-${french}`, 'nobody')
    expect([words.status, words.html]).toEqual([200, expect.stringContaining('En voiture')])
    expect(words.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
    const other = await createAsset('Another film')
    for (const address of [`${at}/track-${chapters + 1}`, `/page-files/${id}/${other}/track-${english}`])
      expect((await get(address, 'nobody')).status).toBe(404)
    await act('asset', film, 'unpublish')
    expect((await get(`${at}/track-${english}`, 'nobody')).status).toBe(404)
  })
  test('what is no film and no sound is not played', async () => {
    const { path } = await publishPage(
      ['video', 'audio'].map((component) => ({ component, props: { asset } })),
    )
    expect((await get(`/p/${path}`)).html).not.toMatch(/<video|<audio|<figure/)
  })
  test('another page stands in it, as far as the reader may read that; pages in a circle stand once', async () => {
    const [one, two] = [`one-${crypto.randomUUID()}`, `two-${crypto.randomUUID()}`]
    await publishPage([text('first'), { component: 'page', props: { path: `/${two}` } }], { path: one })
    await publishPage(
      [
        text('second'),
        { component: 'picture', props: { asset } },
        { component: 'page', props: { path: one } },
      ],
      { path: two },
    )
    const { status, html } = await get(`/p/${one}`)
    expect(status).toBe(200)
    expect([
      html.match(/>first</g)?.length,
      html.match(/>second</g)?.length,
      html.match(/<img/g)?.length,
    ]).toEqual([1, 1, 1])
    expect((await get(/src="([^"]+)"/.exec(html)?.[1] ?? '')).status).toBe(200)
    const inner = await publishPage([text('for colleagues')], { public: false })
    const outer = await publishPage([{ component: 'page', props: { path: inner.path } }])
    expect((await get(`/p/${outer.path}`, 'admin')).html).not.toContain('for colleagues')
    const colleagues = await publishPage([{ component: 'page', props: { path: inner.path } }], {
      public: false,
    })
    expect((await get(`/p/${colleagues.path}`, 'viewer')).html).toContain('for colleagues')
  })
})

describe('bad input', () => {
  test('properties that are no JSON, of another kind, or too long: the others stay', async () => {
    const { id, path } = await publishPage([text('one'), text('two'), text('three'), text('last')])
    const { database } = application.cartouche.services
    const broken = ['{"html":', '[1]', `{"html":"${'x'.repeat(5_000_000)}"}`]
    for (const [position, props] of broken.entries())
      await sql`update entity set props = props || jsonb_build_object('props', ${props}::text)
        where resource = 'pagewidget' and props ->> 'parent' = ${pathOf(id)} and (props ->> 'position')::int = ${position}`.execute(
        database,
      )
    const { status, html } = await get(`/p/${path}`)
    expect(status).toBe(200)
    expect(html.match(/class="text"/g)).toHaveLength(1)
    expect(html).toContain('last')
    expect(html.length).toBeLessThan(20_000)
  })
  test('assets that are none', async () => {
    const parts = [0, -1, 1.5, 1e300, '1 or 1=1', null, 999_999_999].map((id) => ({
      component: 'picture',
      props: { asset: id },
    }))
    const { path } = await publishPage([...parts, text('last')])
    const { status, html } = await get(`/p/${path}`)
    expect(status).toBe(200)
    expect(html).not.toContain('<img')
    expect(html).toContain('last')
  })
  test('widgets that name each other as their place are reached by no path', async () => {
    const { id, path } = await publishPage([
      { component: 'columns', children: [text('far below')] },
      text('last'),
    ])
    const { database } = application.cartouche.services
    const { rows } = await sql<{
      id: number
    }>`select id from entity where resource = 'pagewidget' and props ->> 'parent' = ${pathOf(id)} order by id`.execute(
      database,
    )
    const [columns, last] = rows.map((row) => row.id)
    const of = (one?: number, two?: number): string =>
      `${pathOf(id)}_clubwedwidget_${one}_clubwedwidget_${two}`
    await sql`update entity set props = props || jsonb_build_object('parent', ${of(last, columns)}::text) where id = ${columns}`.execute(
      database,
    )
    const { status, html } = await get(`/p/${path}`)
    expect(status).toBe(200)
    expect(html).toContain('last')
    expect(html).not.toContain('far below')
  })
  test('10,000 widgets are drawn, and no more', async () => {
    const { id, path } = await publishPage([])
    const { database } = application.cartouche.services
    await sql`insert into entity (resource, status, props)
      select 'pagewidget', 6, jsonb_build_object('parent', ${pathOf(id)}::text, 'props', '{"html":"<p>many</p>"}', 'component', '{"name":"text"}'::jsonb, 'position', n) from generate_series(1, 10050) n`.execute(
      database,
    )
    const { status, html } = await get(`/p/${path}`)
    expect(status).toBe(200)
    expect(html.match(/many/g)).toHaveLength(10_000)
  })
  test('addresses that no page has', async () => {
    for (const path of [
      '/p/%00',
      '/p/..%2f..%2fetc',
      `/p/${'a'.repeat(3000)}`,
      "/p/'%20or%201=1--",
      '/p/%E0%A4%A',
    ])
      expect([400, 404, 414], path).toContain((await get(path)).status)
    const strange = await get('/p/%3Cscript%3Ealert(1)%3C/script%3E')
    expect(strange.status).toBe(404)
    expect(strange.html).not.toContain('alert')
  })
})

describe('a page that was read before', () => {
  test('is not sent twice while what it shows is the same', async () => {
    const { id, path } = await publishPage([text('first')])
    const before = await get(`/p/${path}`)
    const etag = before.headers.get('etag') ?? ''
    expect(before.headers.get('cache-control')).toBe('public, no-cache')
    await createAsset('Something else')
    const again = await get(`/p/${path}`, 'nobody', { 'if-none-match': etag })
    expect([again.status, again.html]).toEqual([304, ''])
    expect(again.headers.get('content-security-policy')).toBe(before.headers.get('content-security-policy'))
    const { body } = await ask('GET', `/rest/bs/clubwed_getWorkCopy/page/${id}`)
    await build(pathOf(Number(body.response.data)), [text('second')])
    await act('page', Number(body.response.data), 'validate')
    const after = await get(`/p/${path}`, 'nobody', { 'if-none-match': etag })
    expect(after.status).toBe(200)
    expect(after.html).toContain('second')
  })
})

describe('for machines', () => {
  test('the site map has the pages that are open to all, and no others', async () => {
    const shown = await publishPage([], { name: 'Shown' })
    await publishPage([], { path: `/a & b/${crypto.randomUUID()}` })
    const [inside, hidden, recalled] = [
      await publishPage([], { public: false }),
      await publishPage([], { props: '{"hidden":true}' }),
      await publishPage([]),
    ]
    await act('page', recalled.id, 'unpublish')
    const { status, html, headers } = await get('/sitemap.xml')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
    expect(html).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?><urlset [^<]+>(<url><loc>[^<&]+<\/loc><lastmod>[^<]+<\/lastmod><\/url>)+<\/urlset>$/,
    )
    expect(html).toContain(`<loc>${application.cartouche.url}/p/${shown.path}</loc>`)
    expect(html).toContain(`/p/a%20%26%20b/`)
    for (const { path } of [inside, hidden, recalled]) expect(html).not.toContain(path)
    expect((await get(`/p/${hidden.path}`)).html).toContain('<meta name="robots" content="noindex"/>')
  })
  test('a gallery has a feed of what it shows, which its page names', async () => {
    const word = `feed${Date.now()}`
    const [one, two] = [
      await createAsset('One & <two>', { creator: word }),
      await createAsset('Recalled later', { creator: word }),
    ]
    const { path } = await publishPage([
      { component: 'gallery', props: { title: 'News', query: { creator: word }, orderby: 'id' } },
    ])
    const page = await get(`/p/${path}`)
    const feed = /<link rel="alternate" type="application\/rss\+xml" title="News" href="([^"]+)"/.exec(
      page.html,
    )?.[1]
    const read = () => get(new URL(feed ?? '').pathname)
    const { status, html, headers } = await read()
    expect([status, headers.get('content-type')]).toEqual([200, 'application/rss+xml; charset=utf-8'])
    expect(html).toContain('<title>One &#38; &#60;two&#62;</title>')
    expect(html).toContain(`<link>${application.cartouche.url}/p/${path}</link>`)
    expect(html).toMatch(
      new RegExp(`<media:content url="http[^"]+/${one}/web" type="image/jpeg" width="1200" height="800"/>`),
    )
    expect(html.match(/<item>/g)).toHaveLength(2)
    await act('asset', two, 'unpublish')
    expect((await read()).html.match(/<item>/g)).toHaveLength(1)
    expect((await get('/page-feeds/1/999999999')).status).toBe(404)
    const inside = await publishPage([{ component: 'gallery', props: { query: { creator: word } } }], {
      public: false,
    })
    expect((await get(`/p/${inside.path}`, 'viewer')).html).not.toContain('rss+xml')
  })
})

test('of 20,000 pages, the one at an address is found without a look at the others', async () => {
  const { database } = application.cartouche.services
  await sql`
    insert into entity (resource, id, status, props)
    select 'page', nextval('entity_id'), 6, jsonb_build_object('name', 'Many', 'path', '/many/' || n) from generate_series(1, 20000) n`.execute(
    database,
  )
  await sql`analyze entity`.execute(database)
  expect((await selectPagesAt(database, 'many/777')).map(({ path }) => path)).toEqual(['many/777'])
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${pagesAt('many/777')}`.execute(database)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  // By the address itself: the index could be read from end to end, too.
  expect(plan).toMatch(/entity_page_path[^]*Index Cond: [^\n]*TRIM\(/)
  expect(plan).not.toContain('Seq Scan')
})
