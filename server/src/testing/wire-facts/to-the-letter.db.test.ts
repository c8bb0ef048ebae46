import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  startTestApplication,
  testPassword,
  type AnyJson,
  type Answered,
  type RequestOptions,
  type TestApplication,
} from '../../http/test-application.ts'

/** What was served, and not to the letter, when an existing client was played against the product. */

let application: TestApplication
let asset: number
let uuid: string
let job: number
let items: number[]
const assetsAt = '/api/rest/dam/data/asset'
const importsAt = '/api/rest/massimport'

const ask = (method: string, path: string, options: RequestOptions = {}): Promise<Answered> =>
  application.ask(method, path, options)
const dataOf = ({ body }: Answered): AnyJson => body.response.data
const form = (fields: Readonly<Record<string, string | File>>): FormData => {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.append(name, value)
  return made
}
const upload = (file: File, options: RequestOptions = {}): Promise<Answered> =>
  ask('POST', `${importsAt}/item?unzip=false`, {
    form: form({ binary: file, json: JSON.stringify({ job, binary: 'cid:binary', note: 'of the client' }) }),
    ...options,
  })

beforeAll(async () => {
  application = await startTestApplication()
  const made = await ask('POST', assetsAt, { json: { json: { name: 'One', city: 'Brest' } } })
  ;({ id: asset, $uuid: uuid } = dataOf(made) as { id: number; $uuid: string })
  job = dataOf(await ask('POST', `${importsAt}/job`, { form: form({ json: '{"name":"Letter"}' }) }))
    .id as number
  for (const name of ['one.txt', 'two.txt']) await upload(new File(['the same bytes'], name))
  await vi.waitFor(
    async () => {
      const found = dataOf(await ask('GET', `${importsAt}/job/${job}/item`)) as AnyJson[]
      expect(found.map(({ status }) => status.online)).toEqual([true, true])
      items = found.map(({ id }) => id as number)
    },
    { timeout: 30_000, interval: 100 },
  )
})
afterAll(() => application.stop())

describe('imports', () => {
  const put = (metadata: unknown) => ask('PUT', `${importsAt}/job/${job}`, { json: { metadata } })

  test('D7.08 D8.06 a refused file is an error of HTTP: 400/9 or 400/17, or one with a message', async () => {
    const empty = await upload(new File([], 'empty.txt'))
    expect([empty.status, empty.body.error]).toEqual([400, '400/17'])
    const stray = await ask('POST', `${importsAt}/item`, { form: form({ binary: new File(['x'], 'x.txt') }) })
    expect([stray.status, stray.body.error]).toEqual([400, '400/9'])
    const gone = form({ binary: new File(['x'], 'x.txt'), json: '{"job":999999999}' })
    const refused = await ask('POST', `${importsAt}/item`, { form: gone })
    expect([refused.status, refused.body.message]).toEqual([404, expect.any(String)])
  })

  test('D7.09 D5.07 an empty list of ids changes nothing, and answers one command, which is done', async () => {
    for (const metadata of [
      { ids: [], data: { city: 'Nowhere' } },
      { ids: [], type: 'asset' },
      { ids: [], validate: true },
    ]) {
      const { status, body } = await put(metadata)
      expect(status).toBe(200)
      expect(body.response.$action.commands).toEqual([expect.any(String)])
      const [id] = body.response.$action.commands as string[]
      await vi.waitFor(async () => {
        const changes = await ask('GET', `${importsAt}/job/${job}/changes/${id}`)
        expect(dataOf(changes)).toMatchObject([{ id, done: true, total: 0 }])
      }, 10_000)
    }
    const left = dataOf(await ask('GET', `${importsAt}/job/${job}/item`)) as AnyJson[]
    expect(left.map(({ asset: made, $assetmetadata }) => [made, $assetmetadata.city ?? null])).toEqual([
      [null, null],
      [null, null],
    ])
  })

  test('D7.11 a command that is done is answered again, as often as it is asked for', async () => {
    const { body } = await put({ ids: items, data: { city: 'Brest' } })
    const path = `${importsAt}/job/${job}/changes/${body.response.$action.commands[0]}`
    await vi.waitFor(async () => expect(dataOf(await ask('GET', path))[0].done).toBe(true), 10_000)
    for (const _again of [1, 2]) expect(dataOf(await ask('GET', path))).toMatchObject([{ done: true }])
  })

  test('D3.26 D3.28 an item says whether its file is there already, how well it was found and who has it open', async () => {
    const path = `${importsAt}/job/${job}/item?fulltext=txt&techProps=$score,$lockedby&props=id,isduplicate,status,indexingstatus&query=${JSON.stringify({ id: { in: items } })}`
    await ask('POST', `${importsAt}/data/item/${items[0]}/lock`, { who: 'admin' })
    const [first, second] = dataOf(await ask('GET', path)) as AnyJson[]
    expect([first.isduplicate, second.isduplicate]).toEqual([false, true])
    expect(first).toMatchObject({
      $lockedby: { id: expect.any(Number), name: expect.any(String) },
      status: { online: true },
      indexingstatus: 'done',
    })
    expect(second.$lockedby).toBeNull()
    for (const item of [first, second]) expect(item.$score).toEqual(expect.any(Number))
  })
})

describe('entities', () => {
  test('D3.06 D7.32 workflows=true says the actions on each entity; withItems, maxitems, i18nQuery and techprops ask for nothing more', async () => {
    const more = 'withItems=true&maxitems=3&i18nQuery=fr&techprops=none&withAggregates=false'
    const list = await ask('GET', `${assetsAt}?workflows=true&${more}&fulltext=one`, { call: 'findEntities' })
    expect(dataOf(list)[0]).toMatchObject({
      id: asset,
      $uuid: uuid,
      workflows: [{ name: 'submit' }, { name: 'publish' }, { name: 'archive' }],
    })
    const plain = await ask('GET', `${assetsAt}?${more}`)
    expect(dataOf(plain)[0]).not.toHaveProperty('workflows')
    expect(dataOf(plain)).toEqual(dataOf(await ask('GET', assetsAt)))
    const one = await ask('GET', `${assetsAt}/${asset}?workflows=true`)
    expect(dataOf(one).workflows).toEqual(dataOf(list)[0].workflows)
    expect((await ask('GET', `${assetsAt}/${asset}?workflows=true`, { who: 'viewer' })).status).toBe(404)
  })

  test('D7.36 D7.37 D7.38 a creation, a patch and a save answer the full record, with the names of what is linked; json comes first or last', async () => {
    const keyword = dataOf(
      await ask('POST', '/api/rest/dam/data/assetkeyword/', { json: { json: { name: 'Sea' } } }),
    ).id as number
    const whole = {
      id: expect.any(Number),
      $uuid: expect.any(String),
      $resource: 'asset',
      city: 'Brest',
      keywords: [{ id: keyword, name: 'Sea' }],
    }
    const created = await ask('POST', assetsAt, {
      json: { json: { name: 'Whole', city: 'Brest', keywords: [keyword] } },
    })
    expect(dataOf(created)).toMatchObject(whole)
    const { id } = dataOf(created) as { id: number }
    const json = JSON.stringify({ credit: 'Ada', binary: 'cid:binary' })
    for (const fields of [
      { json, binary: new File(['last'], 'last.txt') },
      { binary: new File(['first'], 'first.txt'), json },
    ]) {
      const patched = await ask('POST', `${assetsAt}/${id}`, { as: 'PATCH', form: form(fields) })
      expect(dataOf(patched)).toMatchObject({ ...whole, credit: 'Ada', binary: { name: fields.binary.name } })
    }
    const saved = await ask('PATCH', `/api/json/update/dam.data.asset.update/${id}?prop_credit=Bob`)
    expect(dataOf(saved)).toMatchObject({ ...whole, credit: 'Bob' })
  })

  test('D7.35 an entity by its uuid is looked for in the domain that was named', async () => {
    for (const path of ['dam/data', 'dam/asset', 'dam', 'dam/data/asset'])
      expect((await ask('GET', `/api/rest/${path}/${uuid}`)).status, path).toBe(200)
    for (const path of ['data/data', 'massimport/data', 'nowhere/data'])
      expect((await ask('GET', `/api/rest/${path}/${uuid}`)).status, path).toBe(404)
  })

  test('D7.34 D9.12 the filter export holds every property: with it or without it, the record is the same', async () => {
    const [plain, filtered] = [
      await ask('GET', `${assetsAt}/${asset}`),
      await ask('GET', `${assetsAt}/${asset}?extendPropertyFilter=export`),
    ]
    expect(dataOf(filtered)).toEqual(dataOf(plain))
  })
})

describe('carts and shares', () => {
  const inCart = (method: string, path: string, options: RequestOptions = {}) =>
    ask(method, `/api/wedia/cart${path}`, options)
  const createCart = async (json: object): Promise<Answered> =>
    inCart('POST', '/createCart/', { json: { name: 'A cart', output: 'list', ...json } })

  test('P7.22 a cart expires at a date, or at milliseconds; collaborators come as a list or as a text with commas', async () => {
    const at = Date.UTC(2099, 0, 1)
    for (const expires of ['2099-01-01T00:00:00.000Z', at, String(at)]) {
      const { status, body } = await createCart({ expires })
      expect([status, body[0]?.expires], JSON.stringify(body)).toEqual([200, '2099-01-01T00:00:00.000Z'])
    }
    const ids: number[] = []
    for (const who of ['editor', 'contributor'] as const)
      ids.push(dataOf(await ask('GET', '/api/json/whoami', { who })).id as number)
    const asText = await inCart('POST', '/createCart/', {
      form: form({ name: 'Of a form', collaborators: ids.join(','), output: 'list' }),
    })
    for (const { status, body } of [asText, await createCart({ collaborators: ids })]) {
      expect(status, JSON.stringify(body)).toBe(200)
      expect(
        body[0].collaborators.map(({ id }: AnyJson) => id).toSorted((a: number, b: number) => a - b),
      ).toEqual(ids.toSorted((a, b) => a - b))
    }
  })

  test('P7.34 a share that is not there and an action that is none are 404; Authorization: undefined is no password', async () => {
    const { body } = await createCart({ items: { asset: [asset] } })
    const share = await inCart('POST', `/shareCart/${body[0].id}`, {
      json: { name: 'For you', actions: ['view', 'zip'] },
    })
    const { id } = share.body as { id: string }
    const nobody = (path: string) => inCart('POST', `/withShare/${path}`, { json: {}, who: 'nobody' })
    expect((await nobody(`${id}/fly`)).status).toBe(404)
    expect((await nobody('nothing/zip')).status).toBe(404)
    const headers = { authorization: 'undefined' }
    const viewed = await inCart('GET', `/viewCart/${id}?no_preview=true`, { who: 'nobody', headers })
    expect([viewed.status, viewed.body.id]).toEqual([200, id])
  })
})

describe('requests in general', () => {
  /** A request whose path no client of ours would send: nothing in it is resolved. */
  const raw = (path: string, method = 'GET'): Promise<number> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(application.cartouche.url)
      request({ hostname, port, path, method, headers: { host: `${hostname}:${port}` } }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      })
        .on('error', reject)
        .end()
    })
  test('a path that climbs is never an error of the server', async () => {
    for (const path of [
      '/..',
      '/x/../y',
      '/api/../api/rest/nothing',
      '/%2e%2e/x',
      '/api/..%2f..%2fetc/passwd',
    ])
      for (const method of ['GET', 'POST']) {
        const status = await raw(path, method)
        expect(status, `${method} ${path}`).toBeGreaterThanOrEqual(200)
        expect(status, `${method} ${path}`).toBeLessThan(500)
      }
    expect(await raw('/api/../api/rest/config')).toBeLessThan(500)
  })
  test('P7.05 a language that is none is refused, a password is changed by login and password after a fresh sign-in', async () => {
    const patch = (json: object, who: RequestOptions['who'] = 'contributor') =>
      ask('POST', '/api/rest/profil/me/patch', { json, who })
    expect((await patch({ json: { bolang: 'zz' } })).status).toBe(400)
    expect((await patch({ json: { bolang: 'fr' } })).body.response.data.locale).toBe('fr')
    const changed = await patch({ login: 'contributor', password: 'quite another password' })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    const signIn = (password: string) =>
      ask('POST', '/api/rest/signin', { json: { login: 'contributor', password }, who: 'nobody' })
    expect((await signIn('quite another password')).status).toBe(201)
    expect((await signIn(testPassword)).status).toBeGreaterThanOrEqual(400)
  })
  test('P3.16 a preference that is too long says so', async () => {
    const { status, body } = await ask('POST', '/api/json/userpref', {
      json: { key: 'k', value: 'x'.repeat(200_001) },
      as: 'PUT',
    })
    expect([status, body.message]).toEqual([400, expect.stringContaining('too long')])
  })
})
