import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { calls, type CallName } from '@cartouche/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { readSettings } from '../settings/settings.ts'
import { startCartouche, type Cartouche } from '../start-cartouche.ts'

/**
 * Every call of the contract against every kind of identity, on a real server with real files. A call without a row
 * fails, so that no route is added without deciding who may take it.
 */
const identities = ['nobody', 'share', 'wrong password', 'owner', 'other user', 'viewer', 'application', 'administrator'] as const
type Who = (typeof identities)[number]

interface Wish { readonly method?: string; readonly path: string; readonly body?: unknown; readonly form?: () => FormData; readonly as?: string }
interface Row {
  readonly wish: (fixtures: Fixtures) => Wish | Promise<Wish>
  /** Expected statuses, in the order of the identities. */
  readonly expect: readonly number[]
}
interface Fixtures {
  readonly published: number
  readonly publishedUuid: string
  readonly draft: number
  readonly cart: number
  readonly shareId: string
  readonly ticket: string
  readonly archive: string
  readonly job: number
  readonly item: number
  /** A cart, an asset, a job or an item of the owner's that may be destroyed. */
  fresh(what: 'cart' | 'asset' | 'job' | 'item' | 'share'): Promise<number | string>
}

const password = 'access-table-password'
const sharePassword = 'open-sesame'
let folder: string
let testDatabase: TestDatabase
let cartouche: Cartouche
let fixtures: Fixtures
const tokens = new Map<Who, string>()

/** A ticket that is none ends the request before anything else is asked. */
const everybodyBut404 = (status: number): number[] => identities.map((who) => (who === 'wrong password' ? 404 : status))
/** nobody, share, wrong, owner, other, viewer, application, administrator */
const table: Record<CallName, Row> = {
  signIn: { wish: () => ({ method: 'POST', path: '/rest/signin', body: { login: 'viewer', password } }), expect: everybodyBut404(201) },
  refreshSession: { wish: () => ({ method: 'POST', path: '/rest/token', body: { token: 'nonsense' } }), expect: everybodyBut404(419) },
  signOut: { wish: () => ({ method: 'POST', path: '/rest/signout', body: {} }), expect: [200, 200, 404, 200, 200, 200, 200, 200] },
  whoami: { wish: () => ({ path: '/json/whoami' }), expect: [403, 403, 404, 200, 200, 200, 200, 200] },
  getProfile: { wish: () => ({ path: '/rest/profil/me' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  patchProfile: { wish: () => ({ method: 'POST', path: '/rest/profil/me/patch', body: { json: { bolang: 'en' } } }), expect: [401, 403, 404, 200, 200, 200, 403, 200] },
  getAuthConfig: { wish: () => ({ path: '/rest/auth/config' }), expect: [200, 200, 404, 200, 200, 200, 200, 200] },
  getConfig: { wish: () => ({ path: '/rest/config' }), expect: [200, 200, 404, 200, 200, 200, 200, 200] },

  getSchema: { wish: () => ({ path: '/rest/dam/data/asset/headers' }), expect: [401, 200, 404, 200, 200, 200, 200, 200] },
  findEntities: { wish: ({ draft }) => ({ path: `/rest/dam/data/asset?query=${encodeURIComponent(JSON.stringify({ id: draft }))}` }), expect: [401, 200, 404, 200, 200, 200, 200, 200] },
  findEntitiesAsPost: { wish: () => ({ method: 'POST', as: 'GET', path: '/rest/dam/data/asset', body: {} }), expect: [401, 200, 404, 200, 200, 200, 200, 200] },
  getEntity: { wish: ({ draft }) => ({ path: `/rest/dam/data/asset/${draft}` }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  getEntityByUuid: { wish: ({ publishedUuid }) => ({ path: `/rest/dam/data/${publishedUuid}` }), expect: [401, 200, 404, 200, 200, 200, 200, 200] },
  createEntity: { wish: () => ({ method: 'POST', path: '/rest/dam/data/asset', body: { json: { name: 'Made' } } }), expect: [401, 403, 404, 201, 201, 403, 403, 201] },
  patchEntity: { wish: ({ draft }) => ({ method: 'POST', as: 'PATCH', path: `/rest/dam/data/asset/${draft}`, body: { json: { city: 'Brest' } } }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  deleteEntity: { wish: async (f) => ({ method: 'DELETE', path: `/rest/dam/data/asset/${await f.fresh('asset')}` }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  takeWorkflowAction: { wish: async (f) => ({ method: 'POST', path: `/rest/dam/data/asset/${await f.fresh('asset')}/workflow`, body: { workflowAction: 'publish' } }), expect: [401, 403, 404, 200, 403, 403, 403, 200] },

  getCartUserProfile: { wish: () => ({ path: '/wedia/cart/userProfile' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  listCarts: { wish: () => ({ path: '/wedia/cart/listCarts' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  viewCart: { wish: ({ cart }) => ({ path: `/wedia/cart/viewCart/${cart}?no_preview=true` }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  listCartItems: { wish: ({ cart }) => ({ path: `/wedia/cart/listCartItems/${cart}` }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  createCart: { wish: () => ({ method: 'POST', path: '/wedia/cart/createCart/', body: { name: 'New' } }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  editCart: { wish: ({ cart }) => ({ method: 'POST', path: `/wedia/cart/editCart/${cart}`, body: { name: 'Edited' } }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  addCartItems: { wish: ({ cart, published }) => ({ method: 'POST', path: `/wedia/cart/addCartItems/${cart}`, body: { items: { asset: [published] } } }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  removeCartItems: { wish: ({ cart, draft }) => ({ method: 'DELETE', path: `/wedia/cart/removeCartItems/${cart}`, body: { items: { asset: [draft] } } }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  deleteCart: { wish: async (f) => ({ method: 'DELETE', path: `/wedia/cart/deleteCart/${await f.fresh('cart')}` }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  listDownloadProfiles: { wish: () => ({ path: '/wedia/cart/profiles' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  testZipCart: { wish: ({ cart }) => ({ method: 'POST', path: `/wedia/cart/testZipCart/${cart}`, body: {} }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  zipCart: { wish: ({ cart }) => ({ method: 'POST', path: `/wedia/cart/zipCart/${cart}`, body: {} }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  // The address is the permission: unguessable, a week old at most.
  headArchive: { wish: ({ archive }) => ({ method: 'HEAD', path: `/wedia/cart/downloadCart/${archive}` }), expect: [200, 200, 404, 200, 200, 200, 200, 200] },
  downloadArchive: { wish: ({ archive }) => ({ path: `/wedia/cart/downloadCart/${archive}` }), expect: [200, 200, 404, 200, 200, 200, 200, 200] },

  listShareActions: { wish: () => ({ path: '/wedia/cart/listShareActions' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  shareCart: { wish: ({ cart }) => ({ method: 'POST', path: `/wedia/cart/shareCart/${cart}`, body: {} }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  listShares: { wish: ({ cart }) => ({ path: `/wedia/cart/listShares/${cart}` }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  revokeShare: { wish: async (f) => ({ method: 'DELETE', path: `/wedia/cart/shareCart/${f.cart}/${await f.fresh('share')}` }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  // A share is opened by its link and password, whoever is signed in beside it.
  viewShare: { wish: ({ shareId }) => ({ method: 'POST', path: `/wedia/cart/withShare/${shareId}/view` }), expect: [401, 200, 401, 401, 401, 401, 401, 401] },
  testZipShare: { wish: ({ shareId }) => ({ method: 'POST', path: `/wedia/cart/withShare/${shareId}/testZip`, body: {} }), expect: [401, 200, 401, 401, 401, 401, 401, 401] },
  prepareShareZip: { wish: ({ shareId }) => ({ method: 'POST', path: `/wedia/cart/withShare/${shareId}/zipUuid`, body: {} }), expect: [401, 200, 401, 401, 401, 401, 401, 401] },
  zipShare: { wish: ({ shareId }) => ({ method: 'POST', path: `/wedia/cart/withShare/${shareId}/zip`, body: {} }), expect: [401, 200, 401, 401, 401, 401, 401, 401] },
  downloadSharedItem: { wish: ({ shareId, published }) => ({ method: 'POST', path: `/wedia/cart/withShare/${shareId}/download/asset/${published}` }), expect: [401, 200, 401, 401, 401, 401, 401, 401] },
  viewSharedItem: { wish: ({ shareId, published }) => ({ method: 'POST', path: `/wedia/cart/withShare/${shareId}/view/asset/${published}` }), expect: [401, 200, 401, 401, 401, 401, 401, 401] },

  getVariation: { wish: ({ draft }) => ({ path: `/wedia/dam/variation?object=asset&id=${draft}&variation=thumbnailBig` }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  getVariationByPath: { wish: ({ published }) => ({ path: `/wedia/dam/variation/asset/${published}/original` }), expect: [401, 200, 404, 200, 200, 200, 200, 200] },
  listVariations: { wish: ({ draft }) => ({ path: `/wedia/dam/variations/asset/${draft}` }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  getPlayer: { wish: ({ draft }) => ({ path: `/wedia/dam/player/fo.player/asset/${draft}` }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },

  createImportJob: { wish: () => ({ method: 'POST', path: '/rest/massimport/job', body: { json: { name: 'Job' } } }), expect: [401, 403, 404, 201, 201, 403, 403, 201] },
  findImportJobs: { wish: () => ({ path: '/rest/massimport/job' }), expect: [401, 403, 404, 200, 200, 403, 403, 200] },
  getImportJob: { wish: ({ job }) => ({ path: `/rest/massimport/job/${job}` }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  deleteImportJob: { wish: async (f) => ({ method: 'DELETE', path: `/rest/massimport/job/${await f.fresh('job')}` }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  uploadImportFiles: { wish: ({ job }) => ({ method: 'POST', path: '/rest/massimport/item', form: () => uploadForm(job, 'again.txt', new Blob(['a text'])) }), expect: [401, 403, 404, 201, 404, 403, 403, 201] },
  findImportItems: { wish: ({ job }) => ({ path: `/rest/massimport/job/${job}/item` }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  findImportItemsAsPost: { wish: ({ job }) => ({ method: 'POST', as: 'GET', path: `/rest/massimport/job/${job}/item`, body: {} }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  editImportJob: { wish: ({ job, item }) => ({ method: 'PUT', path: `/rest/massimport/job/${job}`, body: { metadata: { ids: [item], data: { city: 'Brest' } } } }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  listImportChanges: { wish: ({ job }) => ({ path: `/rest/massimport/job/${job}/changes/none` }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  deleteImportItem: { wish: async (f) => ({ method: 'DELETE', path: `/rest/massimport/data/item/${await f.fresh('item')}` }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
}

test('a list shows nobody a row beyond their rule', async () => {
  const seen = async (who: Who): Promise<boolean> => {
    const answer = await ask({ path: `/rest/dam/data/asset?max=200&withAggregates=true` }, who)
    return ((await answer.json()) as { response: { data: { id: number }[] } }).response.data.some(({ id }) => id === fixtures.draft)
  }
  expect([await seen('owner'), await seen('other user'), await seen('viewer'), await seen('application'), await seen('share'), await seen('administrator')]).toEqual([true, false, false, false, false, true])
})

test('P6.02 a watermarked viewer gets no clean pixel by any route', async () => {
  const { published } = fixtures
  const routes = ['original', 'original_w', 'thumbnailsmall', 'thumbnailSmall', 'thumbnailBig', 'preview', 'web', 'preview,original', 'web_w'].flatMap((variation) => [
    `/wedia/dam/variation?object=asset&id=${published}&variation=${variation}`, `/wedia/dam/variation?object=asset&id=${published}&preset=${variation}&download=true`,
    `/api/wedia/dam/variation/asset/${published}/${variation}`, `/wedia/dam/variation/asset/${fixtures.publishedUuid}/${variation}`,
  ])
  for (const path of routes) {
    const answer = await ask({ path }, 'viewer')
    if (answer.status !== 200) continue
    const bytes = Buffer.from(await answer.arrayBuffer())
    // The original is one flat colour: whatever deviates is the watermark.
    const { channels } = await sharp(bytes).stats()
    expect(Math.max(...channels.slice(0, 3).map(({ stdev }) => stdev)), path).toBeGreaterThan(0.5)
  }
})

describe('every route against every identity', () => {
  // Signing out comes last: it ends the sessions that the others use.
  const names = Object.keys(calls) as CallName[]
  test.each([...names.filter((name) => name !== 'signOut'), 'signOut' as const])('%s', async (name) => {
    const { wish, expect: expected } = table[name]
    const got: number[] = []
    for (const who of identities) got.push((await ask(await wish(fixtures), who, calls[name].access.startsWith('share/'))).status)
    expect(Object.fromEntries(identities.map((who, index) => [who, got[index]]))).toEqual(Object.fromEntries(identities.map((who, index) => [who, expected[index]])))
  })
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartouche-access-'))
  testDatabase = await createTestDatabase()
  const settings = readSettings({
    DATABASE_URL: testDatabase.url, PORT: '0', CARTOUCHE_DATA: folder, CARTOUCHE_DEMO_PASSWORD: password, CARTOUCHE_ADMIN_PASSWORD: password,
    CARTOUCHE_APPLICATION_KEY: 'portal', CARTOUCHE_APPLICATION_SECRET: 'access-table-application',
  })
  cartouche = await startCartouche({ settings, log: { info: () => {}, warn: () => {}, error: () => {} } })
  for (const [who, login] of [['owner', 'editor'], ['other user', 'contributor'], ['viewer', 'viewer'], ['administrator', 'admin']] as const) tokens.set(who, await signIn({ login, password }))
  tokens.set('application', await signIn({ application: 'portal', login: 'portal', password: 'access-table-application' }))
  fixtures = await makeFixtures()
})
afterAll(async () => {
  await cartouche.stop()
  await testDatabase.drop()
  await rm(folder, { recursive: true, force: true })
})

async function signIn(body: object): Promise<string> {
  const answer = await ask({ method: 'POST', path: '/rest/signin', body }, 'nobody')
  return ((await answer.json()) as { accessToken: string }).accessToken
}

async function ask(wish: Wish, who: Who, byShare = false): Promise<Response> {
  const headers: Record<string, string> = wish.as ? { 'x-http-method-override': wish.as } : {}
  const token = tokens.get(who)
  if (token) headers['authorization'] = `Bearer ${token}`
  let { path } = wish
  if (byShare && (who === 'share' || who === 'wrong password')) headers['authorization'] = `Basic ${btoa(`:${who === 'share' ? sharePassword : 'wrong'}`)}`
  else if (who === 'share' || who === 'wrong password') path += `${path.includes('?') ? '&' : '?'}ticket=${who === 'share' ? fixtures.ticket : `${fixtures.ticket.slice(0, -3)}AAA`}`
  const body = wish.form ? wish.form() : wish.body === undefined ? undefined : JSON.stringify(wish.body)
  if (typeof body === 'string') headers['content-type'] = 'application/json'
  return fetch(`${cartouche.url}${path}`, { method: wish.method ?? 'GET', headers, ...(body === undefined ? {} : { body }) })
}

function uploadForm(job: number, name: string, file: Blob): FormData {
  const form = new FormData()
  form.set('json', JSON.stringify({ job: { id: job }, binary: 'cid:file' }))
  form.set('file', file, name)
  return form
}

async function owner<T>(wish: Wish): Promise<T> {
  const answer = await ask(wish, 'owner')
  if (!answer.ok) throw new Error(`${wish.path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

async function makeFixtures(): Promise<Fixtures> {
  const newJob = async (): Promise<number> => (await owner<{ response: { data: { id: number } } }>({ method: 'POST', path: '/rest/massimport/job', body: { json: { name: 'Fixtures' } } })).response.data.id
  const upload = async (job: number, name: string, colour: string): Promise<number> => {
    const picture = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: colour } }).jpeg().toBuffer()
    const answer = await owner<{ response: { data: { id: number }[] } }>({ method: 'POST', path: '/rest/massimport/item', form: () => uploadForm(job, name, new Blob([new Uint8Array(picture)])) })
    return answer.response.data[0]?.id ?? 0
  }
  const items = (job: number): Promise<{ response: { data: { id: number; status: { name: string }; asset: { id: number } | null }[] } }> => owner({ path: `/rest/massimport/job/${job}/item` })
  const settled = async (job: number, status: string): Promise<Map<number, number>> => {
    for (;;) {
      const { response } = await items(job)
      if (response.data.every((item) => item.status.name === status)) return new Map(response.data.map((item) => [item.id, item.asset?.id ?? 0]))
      await wait(100)
    }
  }
  const first = await newJob()
  const [a, b] = [await upload(first, 'published.jpg', '#4060a0'), await upload(first, 'draft.jpg', '#a04060')]
  await settled(first, 'ready')
  await owner({ method: 'PUT', path: `/rest/massimport/job/${first}`, body: { metadata: { validate: true } } })
  const assets = await settled(first, 'validated')
  const [published = 0, draft = 0] = [assets.get(a), assets.get(b)]
  await owner({ method: 'POST', path: `/rest/dam/data/asset/${published}/workflow`, body: { workflowAction: 'publish' } })
  const { response: { data: { $uuid: publishedUuid } } } = await owner<{ response: { data: { $uuid: string } } }>({ path: `/rest/dam/data/asset/${published}` })
  const newCart = async (): Promise<number> => (await owner<{ id: number }[]>({ method: 'POST', path: '/wedia/cart/createCart/', body: { name: 'Fixtures', items: { asset: [published] } } }))[0]?.id ?? 0
  const cart = await newCart()
  const newShare = async (): Promise<string> => (await owner<{ id: string }>({ method: 'POST', path: `/wedia/cart/shareCart/${cart}`, body: { askForPassword: true, password: sharePassword, actions: ['view', 'download', 'zip'] } })).id
  const shareId = await newShare()
  const opened = await fetch(`${cartouche.url}/wedia/cart/withShare/${shareId}/view`, { method: 'POST', headers: { authorization: `Basic ${btoa(`:${sharePassword}`)}` } })
  const { ticket } = (await opened.json()) as { ticket: string }
  const archive = await owner<string>({ method: 'POST', path: `/wedia/cart/zipCart/${cart}`, body: {} })
  while ((await fetch(`${cartouche.url}/wedia/cart/downloadCart/${archive}`, { method: 'HEAD' })).status === 202) await wait(100)
  const job = await newJob()
  const item = await upload(job, 'waiting.jpg', '#40a060')
  await settled(job, 'ready')
  return {
    published, publishedUuid, draft, cart, shareId, ticket, archive, job, item,
    fresh: async (what) => {
      if (what === 'cart') return newCart()
      if (what === 'share') return newShare()
      if (what === 'job') return newJob()
      if (what === 'item') return upload(await newJob(), 'fresh.jpg', '#222222')
      return (await owner<{ response: { data: { id: number } } }>({ method: 'POST', path: '/rest/dam/data/asset', body: { json: { name: 'Fresh' } } })).response.data.id
    },
  }
}
