import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type Answered,
  type TestApplication,
  type RequestOptions,
} from '../../http/test-application.ts'

/** Carts, and shares as a visitor sees them, as existing clients ask for them and read the answers. */

let application: TestApplication
let assets: number[]
const cartsAt = '/api/wedia/cart'

beforeAll(async () => {
  application = await startTestApplication()
  assets = []
  for (const name of ['One', 'Two', 'Three']) assets.push(await createAsset(name))
})
afterAll(() => application.stop())

const ask = (method: string, path: string, request?: RequestOptions): Promise<Answered> =>
  application.ask(method, `${cartsAt}${path}`, request)
const asVisitor = (
  method: string,
  path: string,
  { password, ...request }: RequestOptions & { password?: string | undefined } = {},
) =>
  ask(method, path, {
    who: 'nobody',
    ...request,
    headers: password === undefined ? {} : { authorization: `Basic ${btoa(`:${password}`)}` },
  })

async function createAsset(name: string): Promise<number> {
  const form = new FormData()
  form.append('json', JSON.stringify({ name, binary: 'cid:binary' }))
  form.append('binary', new File([`bytes of ${name}`], `${name}.txt`))
  const { body } = await application.ask('POST', '/api/rest/dam/data/asset', { form })
  const { id } = body.response.data as { id: number }
  await application.ask('POST', `/api/rest/dam/data/asset/${id}/workflow?workflowAction=publish`)
  return id
}
async function createCart(name = 'A cart'): Promise<AnyJson> {
  const { body } = await ask('POST', '/createCart/', {
    json: { name, items: { asset: assets }, output: 'list' },
    call: 'createCart',
  })
  return body[0]
}
async function createShare(draft: object = {}): Promise<{ cart: AnyJson; id: string }> {
  const cart = await createCart('Shared')
  const { status, body } = await ask('POST', `/shareCart/${cart.id}`, {
    json: { name: 'For you', actions: ['view', 'download', 'zip'], ...draft },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return { cart, id: body.id as string }
}

describe('carts', () => {
  test('the id of a cart is a text in every answer, and the same in each', async () => {
    const cart = await createCart()
    expect(cart.id).toMatch(/^\d+$/)
    const listed = (await ask('GET', '/listCarts?output=list', { call: 'listCarts' })).body as AnyJson[]
    expect(listed.every(({ id }) => typeof id === 'string')).toBe(true)
    expect(listed.map(({ id }) => id)).toContain(cart.id)
    const answers = [
      await ask('GET', `/viewCart/${cart.id}?output=list`, { call: 'viewCart' }),
      await ask('GET', `/listCartItems/${cart.id}`, { call: 'listCartItems' }),
      await ask('POST', `/editCart/${cart.id}`, { json: { name: 'Renamed' }, call: 'editCart' }),
      await ask('POST', `/addCartItems/${cart.id}`, { json: { items: { asset: [] } } }),
      await ask('DELETE', `/removeCartItems/${cart.id}`, { json: { items: { asset: [] } } }),
      await ask('POST', `/addCartCollaborators/${cart.id}`, { json: { collaborators: [] } }),
      await ask('DELETE', `/removeCartCollaborators/${cart.id}`, { json: { collaborators: [] } }),
    ]
    expect(answers.map(({ body }) => body.id)).toEqual(answers.map(() => cart.id))
  })
  test('P7.20 a list of carts has what they are sorted by: modified, name, a numeric id, a list of items', async () => {
    await createCart()
    const { body } = await ask('GET', '/listCarts?output=list')
    for (const { modified, name, id, items } of body as AnyJson[]) {
      expect(Number.isNaN(Date.parse(modified as string))).toBe(false)
      expect(typeof name).toBe('string')
      expect(Number(id)).toBeGreaterThan(0)
      expect(Array.isArray(items)).toBe(true)
    }
  })
  test.for(['list', 'map'])(
    'P3.05 P7.19 items of a cart are whole records with their type: output=%s',
    async (output) => {
      const cart = await createCart()
      const { body } = await ask('GET', `/viewCart/${cart.id}?output=${output}&no_preview=true`, {
        call: 'viewCart',
      })
      const items = (output === 'list' ? body.items : body.items.asset) as AnyJson[]
      expect(items.map(({ id }) => id)).toEqual(assets)
      for (const item of items)
        expect(item).toMatchObject({
          type: 'asset',
          $resource: 'asset',
          name: expect.any(String) as string,
          metadata: { filesize: expect.any(Number) as number },
        })
    },
  )
  test('P7.21 listCartItems answers the cart with its items', async () => {
    const cart = await createCart()
    const { body } = await ask('GET', `/listCartItems/${cart.id}?output=list`, { call: 'listCartItems' })
    expect(body).toMatchObject({
      id: cart.id,
      name: 'A cart',
      items: assets.map((id) => ({ type: 'asset', id })),
    })
  })
  test('P7.15 P7.16 a selection that is absent or empty means everything; its ids are numbers or texts', async () => {
    const cart = await createCart()
    const sizeOf = async (selection: object): Promise<number> => {
      const test = await ask('POST', `/testZipCart/${cart.id}`, {
        json: { ...selection, withContactSheet: false, withAssetsDescriptions: false },
        call: 'testZipCart',
      })
      expect(test.status, JSON.stringify(test.body)).toBe(200)
      expect([test.body.refused, test.body.warn]).toEqual([false, false])
      return test.body.size as number
    }
    const all = await sizeOf({})
    expect(await sizeOf({ selection: {} })).toBe(all)
    expect(await sizeOf({ selection: { asset: assets } })).toBe(all)
    const one = await sizeOf({ selection: { asset: [assets[0]] } })
    expect(one).toBeLessThan(all)
    expect(await sizeOf({ selection: { asset: [String(assets[0])] } })).toBe(one)
    expect(await sizeOf({ selection: [{ type: 'asset', id: String(assets[0]) }] })).toBe(one)
    // A list that became empty is a choice of nothing.
    expect(
      (await ask('POST', `/testZipCart/${cart.id}`, { json: { selection: { asset: [] } } })).status,
    ).toBe(400)
    const zip = await ask('POST', `/zipCart/${cart.id}`, { json: { selection: {} }, call: 'zipCart' })
    expect(zip.body).toMatch(/^[0-9a-f-]{36}$/)
  })
  test('P7.24 items are removed by a map of ids in the body of a DELETE', async () => {
    const cart = await createCart()
    const { body } = await ask('DELETE', `/removeCartItems/${cart.id}?output=list`, {
      json: { items: { asset: [assets[0], String(assets[1])] } },
      call: 'removeCartItems',
    })
    expect(body.items.map(({ id }: AnyJson) => id)).toEqual([assets[2]])
  })
  test('P7.27 collaborators are removed by ids, or by the objects that were answered', async () => {
    const me = async (who: RequestOptions['who']) =>
      (await application.ask('GET', '/api/json/whoami', { who })).body.response.data.id as number
    const people = [await me('editor'), await me('viewer')]
    const cart = await createCart()
    const invited = await ask('POST', `/addCartCollaborators/${cart.id}`, {
      json: { collaborators: people },
      call: 'addCartCollaborators',
    })
    expect(invited.body.collaborators.map(({ id }: AnyJson) => id)).toEqual(people)
    const [first] = invited.body.collaborators as AnyJson[]
    for (const [collaborators, left] of [
      [[first], [people[1]]],
      [[people[1]], []],
    ]) {
      const { body } = await ask('DELETE', `/removeCartCollaborators/${cart.id}`, { json: { collaborators } })
      expect(body.collaborators.map(({ id }: AnyJson) => id)).toEqual(left)
    }
  })
  test('P7.28 a collaborator leaves by a POST without a body to unsuscribe, so spelt', async () => {
    const { body } = await application.ask('GET', '/api/json/whoami', { who: 'editor' })
    const cart = await createCart()
    await ask('POST', `/addCartCollaborators/${cart.id}`, {
      json: { collaborators: [body.response.data.id] },
    })
    expect((await ask('POST', `/unsuscribe/${cart.id}`, { who: 'editor' })).status).toBe(200)
    expect((await ask('GET', `/viewCart/${cart.id}`)).body.collaborators).toEqual([])
  })
  test('P7.14 P7.32 P7.33 profiles and actions of shares are known by their codes', async () => {
    expect((await ask('GET', '/userProfile')).body).toEqual({ permissions: { makePublicBoard: true } })
    expect((await ask('GET', '/listShareActions')).body.map(({ code }: AnyJson) => code)).toEqual([
      'view',
      'download',
      'zip',
    ])
    const codes = ((await ask('GET', '/profiles')).body as AnyJson[]).map(({ code }) => code as unknown)
    expect(codes[0]).toBe('originals')
    expect(codes.every((code) => typeof code === 'string' && code !== '')).toBe(true)
    expect(new Set(codes).size).toBe(codes.length)
  })
  test('P3.15 P7.35 a player of an item has its HTML and a list of scripts', async () => {
    const cart = await createCart()
    for (const size of [
      'width=100%&height=100%25',
      'width=640&height=480',
      'width=undefined&height=undefined',
    ]) {
      const { status, body } = await ask(
        'GET',
        `/itemPreview/player/fo.player/${cart.id}/asset/${assets[0]}?${size}`,
      )
      expect([status, typeof body.html, body.javascriptUrls], size).toEqual([200, 'string', []])
    }
  })
  test('P9.03 the records of a cart are read in chunks of 100 ids', async () => {
    const query = { id: { in: [...assets, ...Array.from({ length: 97 }, (_, index) => 1_000_000 + index)] } }
    for (const path of [
      `/api/rest/dam/data/asset?query=${JSON.stringify(query)}&techprops=none&withAggregates=false&max=100`,
      `/api/rest/dam/data/asset,assetkeyword?query_asset=${JSON.stringify(query)}&query_assetkeyword={"id":0}&techprops=none&withAggregates=false&max=100`,
    ]) {
      const { body } = await application.ask('GET', path)
      const ids = body.response.data.map(({ id }: AnyJson) => id) as number[]
      expect(ids.toSorted((left, right) => left - right)).toEqual(assets)
    }
  })
})

describe('shares, as a visitor sees them', () => {
  test('P3.07 P7.19 a share is viewed like a cart: its own id, a map of whole records, its actions', async () => {
    const { cart, id } = await createShare({ description: 'Words' })
    const { status, body } = await asVisitor('GET', `/viewCart/${id}?no_preview=true`, { call: 'viewShare' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      cart: Number(cart.id),
      name: 'For you',
      description: 'Words',
      cartDescription: '',
      actions: ['view', 'download', 'zip'],
    })
    expect(body.items.asset.map((item: AnyJson) => item.id)).toEqual(assets)
    expect(body.items.asset[0]).toMatchObject({ type: 'asset', name: 'One', metadata: { filesize: 12 } })
    // The literal word that clients send without a password.
    const literal = { headers: { authorization: 'undefined' }, who: 'nobody' as const }
    expect((await ask('GET', `/viewCart/${id}?no_preview=true`, literal)).status).toBe(200)
  })
  test('what a share cannot answer is 401 or 404 and nothing else, without a challenge of the browser', async () => {
    const { cart, id } = await createShare({ askForPassword: true, password: 'open sesame 12' })
    const view = async (path: string, password?: string) => {
      const { status, headers } = await asVisitor('GET', `/viewCart/${path}?no_preview=true`, { password })
      expect(headers.get('www-authenticate')).toBeNull()
      return status
    }
    expect(await view(id)).toBe(401)
    expect(await view(id, 'wrong')).toBe(401)
    expect(await view(id, '')).toBe(401)
    expect(await view(id, 'open sesame 12')).toBe(200)
    for (const unknown of ['unknown', `${id}x`, 'a'.repeat(200), '0x1', '-1', '%00', "'"])
      expect(await view(unknown), unknown).toBe(404)
    const statuses = new Set<number>()
    for (let guess = 0; guess < 12; guess++) statuses.add(await view(id, `guess ${guess}`))
    expect([...statuses]).toEqual([401])
    await ask('DELETE', `/shareCart/${cart.id}/${id}`)
    expect(await view(id, 'open sesame 12')).toBe(404)
  })
  test('a share with a limit of visitors is not there for the next', async () => {
    const { id } = await createShare({ maxUses: 1 })
    const view = (agent: string) =>
      ask('GET', `/viewCart/${id}?no_preview=true`, { who: 'nobody', headers: { 'user-agent': agent } })
    expect((await view('one')).status).toBe(200)
    expect((await view('two')).status).toBe(404)
  })
  test('the id of a cart is no share’s: nobody views it without signing in', async () => {
    const { cart } = await createShare()
    for (const [method, path] of [
      ['GET', 'viewCart'],
      ['POST', 'testZipCart'],
      ['POST', 'zipCart'],
    ] as const)
      expect((await asVisitor(method, `/${path}/${cart.id}`)).status).toBe(401)
  })
  test('P7.15 P7.16 the archive of a share is tested and made with its password, and fetched without', async () => {
    const password = 'open sesame 12'
    const { id } = await createShare({ askForPassword: true, password })
    for (const path of ['testZipCart', 'zipCart'])
      expect((await asVisitor('POST', `/${path}/${id}`, { json: {} })).status).toBe(401)
    const size = await asVisitor('POST', `/testZipCart/${id}`, {
      json: { selection: {} },
      password,
      call: 'testZipShare',
    })
    expect(size.body).toMatchObject({ refused: false, warn: false })
    const { body: uuid } = await asVisitor('POST', `/zipCart/${id}`, {
      json: {},
      password,
      call: 'prepareShareZip',
    })
    const head = await asVisitor('HEAD', `/downloadCart/${String(uuid)}`)
    expect([200, 202]).toContain(head.status)
    const viewing = await createShare({ actions: ['view'] })
    expect((await asVisitor('POST', `/zipCart/${viewing.id}`, { json: {} })).status).toBe(403)
  })
  test('P7.34 withShare takes the actions that listShareActions names', async () => {
    const { id } = await createShare()
    // `download` without an item is of all of them.
    const paths = ['view', `view/asset/${assets[0]}`, `download/asset/${assets[0]}`, 'zip', 'download']
    for (const path of paths) {
      const { status, headers } = await asVisitor('POST', `/withShare/${id}/${path}`, { json: {} })
      const type = path.startsWith('view') ? 'json' : path.endsWith(String(assets[0])) ? 'text/plain' : 'zip'
      expect([status, headers.get('content-type')], path).toEqual([200, expect.stringContaining(type)])
    }
  })
})
