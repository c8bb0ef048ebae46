import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rollUpUsage } from '../../features/analytics/roll-up.sql.ts'
import { deleteOldUsage } from '../../features/analytics/usage.sql.ts'
import {
  startTestApplication,
  type AnyJson,
  type Answered,
  type RequestOptions,
  type TestApplication,
} from '../../http/test-application.ts'

/** Analytics, as existing clients report events and ask for counts; and what the server counts by itself. */

let application: TestApplication
let one: AnyJson
let two: AnyJson

beforeAll(async () => {
  application = await startTestApplication()
  one = await createAsset('One')
  two = await createAsset('Two')
})
afterAll(() => application.stop())

async function createAsset(name: string): Promise<AnyJson> {
  const form = new FormData()
  form.append('json', JSON.stringify({ name, binary: 'cid:binary' }))
  form.append('binary', new File([`bytes of ${name}`], `${name}.txt`))
  const { body } = await application.ask('POST', '/api/rest/dam/data/asset', { form })
  const asset = body.response.data as AnyJson
  await application.ask('POST', `/api/rest/dam/data/asset/${asset.id}/workflow?workflowAction=publish`)
  return asset
}

type Fields = Readonly<Record<string, string | readonly string[]>>

const formOf = (fields: Fields): FormData => {
  const form = new FormData()
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) form.append(name, value)
  return form
}
/** As existing clients write what has no value. */
const post = (path: string, fields: Fields, request: RequestOptions = {}): Promise<Answered> =>
  application.ask('POST', `/api/wedia/analytics/${path}`, { form: formOf(fields), ...request })
const rollUp = async (): Promise<void> => {
  const { database, usage } = application.cartouche.services
  await usage.flush(true)
  while ((await rollUpUsage(database)) > 0);
}
const countOf = async (top: string, id: number): Promise<number> => {
  await rollUp()
  const { body } = await post(top, { object: 'asset' })
  return (body.list as AnyJson[]).find(({ key }) => key === `asset_${id}`)?.count ?? 0
}
const allTime = { nbrDays: '0', max: '24', onlyCurrentUser: 'false' }

describe('analytics', () => {
  test('D7.62 what was done with an asset is reported by a form, and counted', async () => {
    const fields = { object: 'asset', id: String(one.id), actionId: 'view', sessionType: 'null' }
    const logged = await post('log/objectdata', fields, { call: 'logObjectData' })
    expect([logged.status, logged.body]).toEqual([200, { logged: true }])
    expect(await countOf('topDamView', one.id)).toBe(1)
  })
  test('D7.63 an event is reported by its configuration and parameters, as JSON text or absent', async () => {
    const params = JSON.stringify({
      object: 'asset',
      id: one.id,
      position: 30,
      duration: 60,
      whatever: { x: 1 },
    })
    const forms: readonly Fields[] = [
      { configuration: 'play', params },
      { configuration: 'custom', params: 'null' },
      { configuration: 'x' },
    ]
    for (const fields of forms)
      expect((await post('log/event', fields, { call: 'logEvent' })).status).toBe(200)
    expect((await post('log/event', { configuration: 'play', params: '{' })).status).toBe(400)
  })
  test('D7.64 D3.37 the four tops are asked by forms with object repeated; keys are resource and id', async () => {
    await post(
      'log/objectdata',
      { object: 'asset', id: String(two.id), actionId: 'download' },
      { who: 'editor' },
    )
    await rollUp()
    const objects = { ...allTime, object: ['asset', 'assetkeyword'] }
    const ask = async (top: string, fields: Fields, who: RequestOptions['who'] = 'admin') =>
      (await post(top, fields, { call: 'listTopAssets', who })).body.list as AnyJson
    expect(await ask('topDamView', objects)).toEqual([{ key: `asset_${one.id}`, count: 1 }])
    expect(await ask('topDamDownload', objects)).toEqual([{ key: `asset_${two.id}`, count: 1 }])
    expect(await ask('topDamDownloadUser', objects)).toEqual([])
    expect(await ask('topDamViewUser', objects)).toHaveLength(1)
    expect(await ask('topDamView', { ...objects, onlyCurrentUser: 'true' }, 'editor')).toEqual([])
    expect(await ask('topDamView', {})).toHaveLength(1)
  })
  test('D5.23 a top is of view or download; anything else is refused', async () => {
    for (const top of ['topDamPlay', 'topDam', 'nonsense']) {
      const { status, body } = await post(top, allTime)
      expect(status).toBe(400)
      expect(JSON.stringify(body)).toContain('view or download')
    }
  })
  test('D7.65 a top of any event is asked by its configuration and field', async () => {
    const fields = { ...allTime, configurationName: 'view', aggregationFieldname: 'object', query: 'null' }
    expect((await post('top', fields, { call: 'listTop' })).body).toEqual({
      list: [{ key: `asset_${one.id}`, count: 1 }],
    })
    expect((await post('top', { ...fields, aggregationFieldname: 'password' })).status).toBe(400)
  })
  test('D7.66 D9.07 events of an asset have key, count and caption; days and max may be left out', async () => {
    const { body } = await post(
      'assetEvents',
      { object: 'asset', id: String(one.id) },
      { call: 'listAssetEvents' },
    )
    expect(body.list).toContainEqual({ key: 'view', count: 1, caption: 'Views' })
    const limited = {
      object: 'asset',
      id: String(one.id),
      nbrDays: '-1',
      onlyDownloadAndView: 'true',
      max: '1',
    }
    expect((await post('assetEvents', limited)).body.list).toHaveLength(1)
  })
  test('D7.67 where an asset is shown is asked by its uuid', async () => {
    const params = JSON.stringify({ object: 'asset', id: one.id, site: 'https://blog.example/a' })
    await post('log/event', { configuration: 'embed', params })
    await rollUp()
    const { body } = await post(
      'whereDamBroadcasted',
      { max: '24', nbDays: '-1', uuid: one.$uuid as string },
      { call: 'listBroadcasts' },
    )
    expect(body).toEqual({ list: [{ key: 'blog.example', count: 1 }] })
  })
  test('D9.07 a top has 24 rows by default, of all that is kept', async () => {
    const { database } = application.cartouche.services
    for (let index = 0; index < 25; index++)
      await application.ask('POST', '/api/rest/dam/data/asset', { json: { json: { name: `No. ${index}` } } })
    await sql`insert into usage_uncounted
      select now() - interval '99 days', 'view', 'asset', id, 'anonymous', null, 0, null, null, 0
      from entity where resource = 'asset'`.execute(database)
    await rollUp()
    const { body } = await post('topDamView', { object: 'asset' })
    expect(body.list).toHaveLength(24)
    await deleteOldUsage(database, 90)
  })
  test('P7.01 nobody reports anything without a session', async () => {
    const fields = { object: 'asset', id: String(one.id), actionId: 'view' }
    expect((await post('log/objectdata', fields, { who: 'nobody' })).status).toBe(401)
  })
})

describe('what the server counts by itself', () => {
  test('files that are taken away, once for all ranges', async () => {
    const asset = await createAsset('Taken')
    const path = `/api/wedia/dam/variation?object=asset&id=${asset.id}&variation=original&download=true`
    for (const range of ['bytes=0-3', 'bytes=4-'])
      await application.ask('GET', path, { headers: { range }, who: 'viewer' })
    expect(await countOf('topDamDownload', asset.id)).toBe(1)
    expect(await countOf('topDamView', asset.id)).toBe(0)
  })
  test('assets of an archive, for whom it was made, whoever fetches it', async () => {
    const asset = await createAsset('Zipped')
    const cart = (
      await application.ask('POST', '/api/wedia/cart/createCart/', {
        json: { name: 'Cart', items: { asset: [asset.id] }, output: 'list' },
      })
    ).body[0] as AnyJson
    const { body: uuid } = await application.ask('POST', `/api/wedia/cart/zipCart/${cart.id}`, { json: {} })
    await expect
      .poll(
        async () =>
          (await application.ask('GET', `/api/wedia/cart/downloadCart/${uuid}`, { who: 'nobody' })).status,
        { timeout: 20_000 },
      )
      .toBe(200)
    await expect.poll(() => countOf('topDamDownloadUser', asset.id)).toBe(1)
  }, 30_000)
  test('the player, and on which site it stands', async () => {
    const asset = await createAsset('Played')
    const path = `/api/wedia/dam/player/bo.player/asset/${asset.id}`
    await application.ask('GET', path, { headers: { referer: `${application.cartouche.url}/browse` } })
    await application.ask('GET', path, { headers: { referer: 'https://shop.example/page' } })
    expect(await countOf('topDamView', asset.id)).toBe(1)
    const { body } = await post('whereDamBroadcasted', { uuid: asset.$uuid as string })
    expect(body.list).toEqual([{ key: 'shop.example', count: 1 }])
  })
  test('shares that are opened, and what visitors look at', async () => {
    const asset = await createAsset('Shared')
    const cart = (
      await application.ask('POST', '/api/wedia/cart/createCart/', {
        json: { name: 'Cart', items: { asset: [asset.id] }, output: 'list' },
      })
    ).body[0] as AnyJson
    const share = await application.ask('POST', `/api/wedia/cart/shareCart/${cart.id}`, {
      json: { name: 'Share', actions: ['view'] },
    })
    await application.ask('GET', `/api/wedia/cart/viewCart/${share.body.id}`, { who: 'nobody' })
    await application.ask('POST', `/api/wedia/cart/withShare/${share.body.id}/view/asset/${asset.id}`, {
      who: 'nobody',
      json: {},
    })
    expect(await countOf('topDamView', asset.id)).toBe(1)
    const { rows } = await sql<{
      share_id: string
    }>`select share_id from usage_event where kind = 'share' and entity_id = ${cart.id}`.execute(
      application.cartouche.services.database,
    )
    expect(rows).toEqual([{ share_id: share.body.id }])
  })
})
