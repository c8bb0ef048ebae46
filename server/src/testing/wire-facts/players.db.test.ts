import { runInNewContext } from 'node:vm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApplication, type AnyJson, type TestApplication } from '../../http/test-application.ts'

/** Players and media, as existing clients ask for them. */

let application: TestApplication
let asset: AnyJson
const ask: TestApplication['ask'] = (...options) => application.ask(...options)

beforeAll(async () => {
  application = await startTestApplication()
  const form = new FormData()
  form.append('json', JSON.stringify({ name: 'Quay & "sea"', binary: 'cid:binary' }))
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()
  form.append('binary', new File([new Uint8Array(bytes)], 'quay.jpg'))
  asset = (await ask('POST', '/api/rest/dam/data/asset', { form })).body.response.data
})
afterAll(() => application.stop())

const evp = '/api/wedia/evp'
const described = (address = '/api/wedia/cloud/describeMedia', id: unknown = asset.id) =>
  ask('GET', `${address}?object=asset&id=${String(id)}`, { call: 'describeMedia' })

describe('players', () => {
  test('D1.13 D7.75 the player of an asset: its element, a script, the function in it and its options', async () => {
    const { status, body } = await ask(
      'GET',
      `${evp}/htmlAndJsPlayer.json?object=asset&id=${asset.id}&width=100%25&height=480&canLogView=true&canLogPlaying=false`,
      { call: 'getPlayerData' },
    )
    expect(status).toBe(200)
    expect(body.Dom).toMatch(
      /^<iframe src="[^"]+" width="100%" height="480" title="Quay &#38; &#34;sea&#34;"/,
    )
    expect(body.LauncherOptions.mediasJson).toMatchObject({ id: asset.id, nature: 'IMAGE' })
    const fetched = await fetch(body.LauncherOptions.mediasJsonUrl, {
      headers: { authorization: application.authorizationOf('admin') },
    })
    expect(await fetched.json()).toEqual((await described()).body)
    const page = await ask('GET', body.LauncherOptions.mediasJson.playerUrl.replace(/^.*?\/api/, '/api'))
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  })

  test('D7.75 the script puts the function on the window, and any page may load it', async () => {
    const { body } = await ask('GET', `${evp}/htmlAndJsPlayer.json?object=asset&id=${asset.id}`)
    const answer = await fetch(body.JavascriptUrl)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ])
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    const window: Record<string, unknown> = {}
    runInNewContext(await answer.text(), {
      window,
      document: {},
      location: { href: 'https://a.example/' },
      URL,
    })
    expect(typeof window[body.JSEndpoint]).toBe('function')
  })

  test('D7.75 lengths that are none, and what only its own rows may show', async () => {
    const path = `${evp}/htmlAndJsPlayer.json?object=asset&id=${asset.id}`
    for (const size of ['undefined', '"><script>', 'calc(1px)']) {
      const { body } = await ask('GET', `${path}&width=${encodeURIComponent(size)}&height=undefined`)
      expect(body.Dom).not.toContain('<script')
      expect(body.Dom).toMatch(/^<iframe src="[^"]+"( width="100%")? height="100%" title/)
    }
    expect((await ask('GET', path, { who: 'contributor' })).status).toBe(404)
    expect((await ask('GET', path, { who: 'nobody' })).status).toBe(401)
  })

  test('D7.77 a player without an asset is of the same shape', async () => {
    const { body } = await ask('GET', `${evp}/htmlAndJsFreePlayer.json?canLogView=true&canLogPlaying=true`, {
      call: 'getFreePlayer',
    })
    expect(body).toMatchObject({
      Dom: expect.stringMatching(/^<iframe width="100%" height="100%"/),
      JSEndpoint: 'cartouchePlayer',
      LauncherOptions: { mediasJson: null },
    })
    const { pathname } = new URL(body.LauncherOptions.mediasJsonUrl as string)
    expect((await described(pathname)).status).toBe(200)
  })

  test('D7.76 the code of a frame, for any options that a client has', async () => {
    const path = `${evp}/embed.json?object=asset&id=${asset.id}&width=640&height=undefined`
    const { status, body } = await ask('POST', path, {
      json: { Options: { autoplay: true, skin: { dark: 1 }, start: 12 }, PlayerUid: 'fo.player' },
      call: 'getEmbedCode',
    })
    expect([status, body.Url]).toEqual([
      200,
      `${application.cartouche.url}/api/wedia/dam/player/fo.player/asset/${asset.id}?width=640&start=12`,
    ])
    expect(body.Html).toContain(`src="${body.Url.replaceAll('&', '&#38;')}" width="640" height="100%"`)
    expect((await ask('POST', path, { json: { Options: '{}' } })).body.Url).toContain(
      'player/bo.player%2Cposter%2CthumbnailBig%2Cdefault/asset/',
    )
    expect((await ask('POST', path, { json: {}, who: 'contributor' })).status).toBe(404)
  })

  test('D7.78 a media is described at both addresses, by its number and its uuid; an unknown one is 404', async () => {
    const { status, body } = await described()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      resource: 'asset',
      name: 'Quay & "sea"',
      uuid: asset.$uuid,
      mediaType: 'image/jpeg',
      fileName: 'quay.jpg',
      width: 900,
      height: 600,
      durationSeconds: null,
    })
    expect((await described(`${evp}/describeMedia`, asset.$uuid)).body).toEqual(body)
    const original = (body.renditions as AnyJson[]).find(({ name }) => name === 'original')
    expect((await ask('GET', original.url.replace(/^.*?\/api/, '/api'))).headers.get('content-length')).toBe(
      String(body.sizeBytes),
    )
    expect((await described(undefined, 999_999)).status).toBe(404)
    expect((await described(undefined, 'no id')).status).toBe(404)
  })

  test('a player that must not count does not, and a film is chosen by the order of the names', async () => {
    const page = async (query: string): Promise<string> =>
      (await ask('GET', `/api/wedia/dam/player/bo.player,poster/asset/${asset.id}${query}`)).body as string
    expect(await page('')).toContain('data-log="../../../../analytics/log/event"')
    expect(await page('?canLogPlaying=false')).not.toContain('data-log')
    expect(await page('?canLogPlaying=false')).toContain('/preview,thumbnailBig"')
    expect(
      (await ask('GET', `/api/wedia/dam/player/thumbnailSmall,poster/asset/${asset.id}`)).body,
    ).toContain('/thumbnailSmall"')
  })
})
