import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer } from '../../http/create-server.ts'
import { handlers } from '../../start/handlers.ts'
import type { Handlers } from '../../http/answer-call.ts'
import { startTestApplication, type AnyJson, type TestApplication } from '../../http/test-application.ts'
import { deleteUnusedBlobRows } from '../../media/renditions/sweep-blobs.sql.ts'

let application: TestApplication
beforeAll(async () => {
  application = await startTestApplication()
})
afterAll(() => application.stop())

const infos = async (): Promise<AnyJson> =>
  (await application.ask('GET', '/wedia/app/infos/getInfos', { who: 'nobody', call: 'getInfos' })).body.infos
const change = (json: object, who: 'admin' | 'editor' = 'admin') =>
  application.ask('PUT', '/rest/administration/branding', {
    json,
    who,
    ...(who === 'admin' ? { call: 'updateBranding' as const } : {}),
  })
const dataUrl = (bytes: Buffer, type = 'image/png'): string =>
  `data:${type};base64,${bytes.toString('base64')}`
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#c04060' } })
    .png()
    .toBuffer()

test('D7.68 D3.40 the infos name the application, with addresses of its pictures, before anybody signs in', async () => {
  expect(await infos()).toMatchObject({
    appName: 'Cartouche',
    background: '',
    logo: '',
    favicon: '',
    colour: null,
    colours: null,
    availability: { available: true },
  })
  const { body } = await change({
    name: 'Musée du Port',
    colour: '#C00000',
    images: { logo: dataUrl(await picture(2000, 500)), favicon: dataUrl(await picture(300, 200)) },
  })
  expect(body.infos).toEqual(await infos())
  expect(body.infos).toMatchObject({ appName: 'Musée du Port', colour: '#c00000', background: '' })
  expect((await application.ask('GET', '/rest/config', { who: 'nobody' })).body.organisation).toBe(
    'Musée du Port',
  )
})

test('D3.40 D7.68 D7.69 the other site and the keys of editors are an administrator’s to set, and known to the interface', async () => {
  const keys = (who: 'editor' | 'nobody') =>
    application.ask('GET', '/api/wedia/froala/config', { who, call: 'getEditorKeys' })
  expect((await keys('editor')).body).toEqual({ richTextEditorKey: '', spellcheckerKey: '' })
  const settings = {
    dxmUrl: 'https://dxm.example/start',
    richTextEditorKey: 'aB3-x/y+z==',
    spellcheckerKey: '1-abc.def',
  }
  expect((await change(settings)).body.infos).toMatchObject(settings)
  expect(await infos()).toMatchObject(settings)
  const { dxmUrl: _other, ...licences } = settings
  expect((await keys('editor')).body).toEqual(licences)
  expect((await keys('nobody')).status).toBe(401)
  for (const wrong of [{ dxmUrl: 'javascript:alert(1)' }, { richTextEditorKey: '"><script>' }])
    expect((await change(wrong)).status).toBe(400)
  expect((await change({ dxmUrl: '', richTextEditorKey: '' })).body.infos).toMatchObject({
    dxmUrl: '',
    richTextEditorKey: '',
    spellcheckerKey: '1-abc.def',
  })
})

test('P7.40 D7.81 pictures are drawn again, unsecured, kept for ever under their address, and survive the sweep', async () => {
  const { logo, favicon } = await infos()
  const answer = await fetch(logo)
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'image/png',
    'public, max-age=31536000, immutable',
  ])
  expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
    width: 640,
    height: 160,
  })
  expect(await sharp(Buffer.from(await (await fetch(favicon)).arrayBuffer())).metadata()).toMatchObject({
    width: 128,
    height: 128,
  })
  expect(await deleteUnusedBlobRows(application.cartouche.services.database, -1000, 100)).toEqual([])
  const unsecured = (path: string) => fetch(`${application.cartouche.url}${path}`)
  const servlet = await unsecured('/api/__imageservlet/branding/logo?variation=thumbnailBig')
  expect([servlet.status, servlet.headers.get('cache-control')]).toEqual([200, 'public, no-cache'])
  expect(await servlet.bytes()).toEqual(await (await fetch(logo)).bytes())
  for (const path of [
    '/__imageservlet/branding/unknown',
    '/__imageservlet/asset/1?variation=original',
    '/__imageservlet/../data/blobs',
  ])
    expect((await unsecured(path)).status).not.toBe(200)
  expect((await change({ images: { favicon: null } })).body.infos.favicon).toBe('')
  expect((await fetch(favicon)).status).toBe(404)
})

test.each([
  [
    'a drawing in SVG',
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>',
    ),
    'image/svg+xml',
  ],
  [
    'a drawing that says it is PNG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'),
    'image/png',
  ],
  ['a text', Buffer.from('not a picture'), 'image/png'],
])('%s is refused with its reason, and nothing is changed', async (_what, bytes, type) => {
  const { version } = await infos()
  const { status, body } = await application.ask('PUT', '/rest/administration/branding', {
    json: { name: 'Never', images: { background: dataUrl(bytes, type) } },
  })
  expect([status, JSON.stringify(body)]).toEqual([
    400,
    expect.stringContaining('This picture cannot be used'),
  ])
  expect(await infos()).toMatchObject({ version, appName: 'Musée du Port', background: '' })
})

test('a change that is based on an older one is refused, and so is whoever may not', async () => {
  const { version } = await infos()
  expect((await change({ name: 'Second', version })).status).toBe(200)
  expect((await change({ name: 'Third', version })).status).toBe(409)
  expect((await change({ name: 'Mine' }, 'editor')).status).toBe(403)
  expect((await change({ colour: 'red' })).status).toBe(400)
})

test('the page comes with the brand in it, and a name cannot write into it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-web-'))
  await writeFile(
    join(folder, 'index.html'),
    '<html><head><link rel="icon" href="/mark.svg" type="image/svg+xml" /><title>Cartouche</title></head><body></body></html>',
  )
  await change({ name: '</script><b>&', images: { favicon: dataUrl(await picture(64, 64)) } })
  const server = await createServer(application.cartouche.services, handlers as unknown as Handlers, folder)
  try {
    for (const address of ['/', '/carts/12', '/index.html']) {
      const { body, headers } = await server.inject({ url: address, headers: { accept: 'text/html' } })
      expect(headers['cache-control']).toBe('no-cache')
      expect(body).toContain('<title>&lt;/script&gt;&lt;b&gt;&amp;</title>')
      expect(body.match(/<\/script>/g)).toHaveLength(1)
      expect(
        JSON.parse(/<script type="application\/json" id="brand">(.*?)<\/script>/.exec(body)?.[1] ?? ''),
      ).toMatchObject({
        appName: '</script><b>&',
        colour: '#c00000',
        logo: expect.stringMatching(/^\/api\/wedia\/app\/infos\/image\/logo\?v=/),
      })
      expect(body).toMatch(/<link rel="icon" href="\/api\/wedia\/app\/infos\/image\/favicon\?v=\w{16}" \/>/)
      expect(body).toContain('--accent-text:#')
    }
  } finally {
    await server.close()
    await rm(folder, { recursive: true })
  }
})

test('a browser that installs the application gets the name and the icon of the brand', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-web-'))
  await writeFile(join(folder, 'index.html'), '<html><head></head><body></body></html>')
  await writeFile(join(folder, 'service-worker.js'), '')
  await change({ name: 'Musée "du Port"', images: { favicon: dataUrl(await picture(64, 64)) } })
  const server = await createServer(application.cartouche.services, handlers as unknown as Handlers, folder)
  try {
    const { headers, body } = await server.inject('/manifest.webmanifest')
    expect(headers['content-type']).toMatch(/^application\/manifest\+json/)
    expect(JSON.parse(body)).toMatchObject({
      name: 'Musée "du Port"',
      display: 'standalone',
      icons: [
        { src: expect.stringMatching(/^\/api\/wedia\/app\/infos\/image\/favicon\?v=/) },
        { sizes: '192x192' },
        { sizes: '512x512' },
        { purpose: 'maskable' },
      ],
      share_target: { action: '/import/shared' },
    })
    // An old service worker would keep an old application.
    expect((await server.inject('/service-worker.js')).headers['cache-control']).toBe('no-cache')
    const shared = await server.inject({
      method: 'POST',
      url: '/import/shared',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--\r\n',
    })
    expect([shared.statusCode, shared.headers.location]).toEqual([303, '/import?shared=1'])
  } finally {
    await server.close()
    await rm(folder, { recursive: true })
  }
})
