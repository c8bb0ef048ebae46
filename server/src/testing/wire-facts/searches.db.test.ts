import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type TestApplication,
  type RequestOptions,
} from '../../http/test-application.ts'

/** Saved searches, phrases and branding, as existing clients ask for them and read the answers. */

let application: TestApplication
beforeAll(async () => {
  application = await startTestApplication()
})
afterAll(() => application.stop())

const ask = async (method: string, path: string, request?: RequestOptions): Promise<AnyJson> => {
  const { status, body } = await application.ask(method, `/api${path}`, request)
  expect(status, `${method} ${path}: ${JSON.stringify(body).slice(0, 300)}`).toBeLessThan(300)
  return body
}
const idOf = async (who: RequestOptions['who']): Promise<number> =>
  (await ask('GET', '/json/whoami', { who })).response.data.id as number

describe('saved searches', () => {
  const at = '/packaged/cw/savedsearch'
  const data = {
    fulltextTokens: ['sea'],
    b: [1, { z: null, a: 'é' }],
    a: { '$meta-query': {}, deep: { list: [] } },
    '': 0,
    t: '1',
  }
  const add = (): Promise<AnyJson> =>
    ask('POST', `${at}/add/`, { json: { name: 'Kept', type: 'asset', data } })
  test('P7.50 P7.45 sharing takes the bare list of subscribers as its body, by PUT', async () => {
    const { id } = await add()
    const editor = await idOf('editor')
    for (const body of [[editor], [{ id: editor }], [String(editor)]]) {
      const shared = await ask('PUT', `${at}/share/${id}`, { json: body, call: 'shareSavedSearch' })
      expect(shared.subscribers.map((person: AnyJson) => person.id)).toEqual([editor])
    }
    const revoked = await ask('POST', `${at}/revoke-share/${id}`, { json: [String(editor)] })
    expect(revoked.subscribers).toEqual([])
  })
  test('owner.id is whoami’s id, subscribers a list, isPrivate a boolean, data what was sent', async () => {
    await add()
    const me = await idOf('admin')
    const list = (await ask('GET', `${at}/list`)) as AnyJson[]
    expect(list.length).toBeGreaterThan(0)
    for (const search of list) {
      expect(search.owner.id).toBe(me)
      expect(Array.isArray(search.subscribers)).toBe(true)
      expect(typeof search.isPrivate).toBe('boolean')
      expect(search.data).toEqual(data)
    }
  })
})

describe('phrases', () => {
  const analyze = (phrase: string): Promise<AnyJson> =>
    ask('GET', `/luis/analyze?phrase=${encodeURIComponent(phrase)}`, { call: 'analyzePhrase' })
  test('P7.57 the intent of what was understood is search', async () => {
    expect((await analyze('videos of 2024')).topScoringIntent.intent).toBe('search')
  })
  test('P7.57 the type of an entity is the code of the field; its values are looked up by name', async () => {
    await ask('POST', '/rest/dam/data/assetkeyword', { json: { json: { name: 'Lighthouse' } } })
    const entityOf = async (phrase: string, type: string) =>
      ((await analyze(phrase)).entities as AnyJson[]).find((entity) => entity.type === type)
    expect((await entityOf('lighthouse', 'keywords'))?.resolution.values).toEqual(['Lighthouse'])
    expect((await entityOf('pictures', 'assetnature'))?.resolution.values).toEqual(['IMAGE'])
  })
  test('P7.57 ages, durations and ranges of dates are types of their own', async () => {
    const [baby] = (await analyze('baby')).entities as AnyJson[]
    expect(baby).toMatchObject({ type: 'age.baby', resolution: { values: ['age.baby'] } })
    const entities = (await analyze('short videos of 2024')).entities as AnyJson[]
    expect(entities.find(({ type }) => type === 'duration')?.resolution.values).toEqual([
      'videoDuration.small',
    ])
    expect(
      entities.find(({ type }) => type === 'builtin.datetimeV2.daterange')?.resolution.values,
    ).toMatchObject([{ start: '2024-01-01', end: '2024-12-31' }])
  })
})

describe('branding', () => {
  test('D3.40 getInfos has the texts that clients show, absolute or empty', async () => {
    const { infos } = await ask('GET', '/wedia/app/infos/getInfos', { who: 'nobody', call: 'getInfos' })
    for (const key of [
      'baseUrl',
      'appName',
      'appBGCredit',
      'appBGUrl',
      'appBG404Error',
      'appBG500Error',
      'appFaviconUrl',
      'appLogoUrlForDarkBG',
      'appLogoUrlForLightBG',
      'appLogoHeaderUrlForDarkBG',
      'appLogoHeaderUrlForLightBG',
    ])
      expect(infos[key], key).toEqual(
        key === 'appName' || key === 'appBGCredit'
          ? expect.any(String)
          : expect.stringMatching(/^(https?:\/\/.+)?$/),
      )
    expect(infos.appName).not.toBe('')
    expect(infos.baseUrl).toBe(application.cartouche.url)
  })
})
