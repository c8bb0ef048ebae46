import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startDatabaseRelay, type DatabaseRelay } from '../ground/database/test-relay.ts'
import { hasPooler, startTestPooler, type TestPooler } from '../ground/database/test-pooler.ts'
import { createTestDatabase, type TestDatabase } from '../ground/database/test-database.ts'
import {
  askerWith,
  createSharedFolder,
  processPassword as password,
  signInTo,
  startServerProcess,
  type AnyJson,
  type Asker,
  type ServerProcess,
} from './test-server-process.ts'

// Two servers in processes of their own: what is changed through one is read through the other at once, also
// where the other one hears of changes late. The first has PgBouncer before its database, where there is one.
let relay: DatabaseRelay
let pooler: TestPooler | undefined
let library: TestDatabase
let folder: Awaited<ReturnType<typeof createSharedFolder>>
let servers: readonly [ServerProcess, ServerProcess]
let admin: Asker
let viewer: Asker
const nobody = askerWith({})
const turns = 20
const applicationSecret = 'a secret of the application'

beforeAll(async () => {
  ;[library, folder] = await Promise.all([createTestDatabase(), createSharedFolder()])
  relay = await startDatabaseRelay(library.url, { slowed: 'cartouche changes', delayMs: 8 })
  pooler = hasPooler ? await startTestPooler(library.url) : undefined
  const start = (url: string, directUrl = ''): Promise<ServerProcess> =>
    startServerProcess(url, folder.path, {
      CARTOUCHE_ROLE: 'web',
      DATABASE_DIRECT_URL: directUrl,
      CARTOUCHE_DEMO: '1',
      CARTOUCHE_DEMO_PASSWORD: password,
      CARTOUCHE_APPLICATION_KEY: 'portal',
      CARTOUCHE_APPLICATION_SECRET: applicationSecret,
    })
  servers = await Promise.all([
    start(pooler?.transactionUrl ?? library.url, pooler?.sessionUrl),
    start(relay.url),
  ])
  admin = await signInTo(servers[0])
  viewer = await signInTo(servers[1], { login: 'viewer' })
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGKILL')))
  await relay.stop()
  await pooler?.stop()
  await library.drop()
  await folder.remove()
})

/** Changes through the first server and reads through the second; every read must find the change. */
async function alternate(
  change: (server: ServerProcess, turn: number) => Promise<unknown>,
  read: (server: ServerProcess, turn: number) => Promise<unknown>,
  expected: (turn: number) => unknown,
): Promise<void> {
  const wrong: unknown[] = []
  for (let turn = 0; turn < turns; turn++) {
    await change(servers[0], turn)
    const found = await read(servers[1], turn)
    if (JSON.stringify(found) !== JSON.stringify(expected(turn))) wrong.push({ turn, found })
  }
  expect(wrong).toEqual([])
}

async function done(answer: Promise<{ status: number; body: AnyJson }>): Promise<AnyJson> {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}

async function createAsset(name: string): Promise<number> {
  const form = new FormData()
  form.append('json', JSON.stringify({ name, binary: 'cid:binary' }))
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()
  form.append('binary', new File([new Uint8Array(bytes)], `${name}.jpg`))
  const answer = await fetch(`${servers[0].url}/rest/dam/data/asset`, {
    method: 'POST',
    headers: admin.headers,
    body: form,
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as AnyJson).response.data.id as number
}

test('synonyms', async () => {
  await done(admin(servers[0], 'POST', '/rest/dam/data/asset', { json: { name: 'Bicycle' } }))
  await done(admin(servers[0], 'POST', '/rest/dam/data/asset', { json: { name: 'Tandem' } }))
  const rules = '/rest/administration/synonyms'
  const { id } = await done(admin(servers[0], 'POST', rules, { words: ['bike', 'velo'] }))
  const wordAt = (turn: number): string => (turn % 3 === 0 ? 'Bicycle' : 'Tandem')
  await alternate(
    (server, turn) =>
      done(admin(server, 'PUT', `${rules}/${id}`, { from: ['bike'], words: [wordAt(turn).toLowerCase()] })),
    async (server) =>
      (await done(admin(server, 'GET', '/rest/dam/data/asset?fulltext=bike%20'))).response.data.map(
        ({ name }: AnyJson) => name,
      ),
    (turn) => [wordAt(turn)],
  )
})

test('schemas', async () => {
  const found = await done(
    admin(servers[0], 'POST', '/rest/data/schemafield', {
      json: {
        schema: (await done(admin(servers[0], 'GET', '/rest/data/schema?fulltext=asset'))).response.data.find(
          ({ name }: AnyJson) => name === 'asset',
        ).id,
        name: 'quay',
        type: 'text',
        label: 'Quay',
      },
    }),
  )
  const field = found.response.data.id as number
  await alternate(
    (server, turn) =>
      done(admin(server, 'PATCH', `/rest/data/schemafield/${field}`, { json: { label: `Quay ${turn}` } })),
    async (server) =>
      JSON.stringify((await done(admin(server, 'GET', '/rest/data/asset/headers'))) as AnyJson).match(
        /Quay \d+/,
      )?.[0],
    (turn) => `Quay ${turn}`,
  )
})

test('sessions', async () => {
  let session = nobody
  await alternate(
    async (server, turn) => {
      session = await signInTo(server, { login: 'contributor' })
      expect((await session(servers[1], 'GET', '/json/whoami')).status, `turn ${turn}`).toBe(200)
      await done(session(server, 'POST', '/rest/signout'))
    },
    async (server) => (await session(server, 'GET', '/wedia/cart/listCarts')).status,
    () => 419,
  )
})

test('grants of roles', async () => {
  const address = '/rest/administration/roles/4'
  const { grants } = await done(admin(servers[0], 'GET', address))
  const without = grants.filter(({ resource }: AnyJson) => resource !== 'asset')
  await alternate(
    (server, turn) => done(admin(server, 'PUT', address, { grants: turn % 2 === 0 ? without : grants })),
    async (server) => (await viewer(server, 'GET', '/rest/dam/data/asset?max=1')).status,
    (turn) => (turn % 2 === 0 ? 403 : 200),
  )
})

test('lists of carts, and who is in them', async () => {
  const [{ id }] = await done(admin(servers[0], 'POST', '/wedia/cart/createCart/', { name: 'Harbour' }))
  const list = async (server: ServerProcess, who: Asker): Promise<unknown> =>
    (await done(who(server, 'GET', '/wedia/cart/listCarts'))).map(({ name }: AnyJson) => name)
  await alternate(
    (server, turn) => done(admin(server, 'POST', `/wedia/cart/editCart/${id}`, { name: `Harbour ${turn}` })),
    (server) => list(server, admin),
    (turn) => [`Harbour ${turn}`],
  )
  await alternate(
    (server, turn) =>
      turn % 2 === 0
        ? done(admin(server, 'POST', `/wedia/cart/addCartCollaborators/${id}`, { collaborators: [14] }))
        : done(admin(server, 'DELETE', `/wedia/cart/removeCartCollaborators/${id}`, { collaborators: [14] })),
    (server) => list(server, viewer),
    (turn) => (turn % 2 === 0 ? [`Harbour ${turns - 1}`] : []),
  )
})

test('shares', async () => {
  const asset = await createAsset('Shared')
  const [{ id }] = await done(
    admin(servers[0], 'POST', '/wedia/cart/createCart/', { name: 'Shared', items: { asset: [asset] } }),
  )
  let share = ''
  await alternate(
    async (server) => {
      share = (await done(admin(server, 'POST', `/wedia/cart/shareCart/${id}`, {}))).id
      for (const one of servers)
        expect((await nobody(one, 'GET', `/wedia/cart/withShare/${share}/view`)).status).toBe(200)
      await done(admin(server, 'DELETE', `/wedia/cart/shareCart/${id}/${share}`))
    },
    async (server) => (await nobody(server, 'GET', `/wedia/cart/withShare/${share}/view`)).status,
    () => 404,
  )
})

test('previews in carts', async () => {
  const asset = await createAsset('Seen')
  const [{ id }] = await done(
    admin(servers[0], 'POST', '/wedia/cart/createCart/', { name: 'Seen', items: { asset: [asset] } }),
  )
  const picture = `/api/wedia/cart/itemPreview/variation/original/${id}/asset/${asset}`
  await alternate(
    (server, turn) =>
      turn % 2 === 0
        ? done(admin(server, 'DELETE', `/wedia/cart/removeCartItems/${id}`, { items: { asset: [asset] } }))
        : done(admin(server, 'POST', `/wedia/cart/addCartItems/${id}`, { items: { asset: [asset] } })),
    async (server) => (await admin(server, 'GET', picture)).status,
    (turn) => (turn % 2 === 0 ? 404 : 200),
  )
})

test('pictures, by whoever may see them', async () => {
  const asset = await createAsset('Published')
  const step = (turn: number): string => (turn % 2 === 0 ? 'publish' : 'unpublish')
  await alternate(
    (server, turn) =>
      done(admin(server, 'POST', `/rest/dam/data/asset/${asset}/workflow`, { workflowAction: step(turn) })),
    async (server) =>
      (await viewer(server, 'GET', `/wedia/dam/variation/asset/${asset}/thumbnailsmall`)).status,
    (turn) => (turn % 2 === 0 ? 200 : 404),
  )
})

test('published pages', async () => {
  const body = await done(
    admin(servers[0], 'POST', '/rest/data/page', { json: { name: 'Quays', path: '/quays', public: true } }),
  )
  const page = body.response.data.id as number
  await done(admin(servers[0], 'PATCH', `/json/workflow/page/${page}?action=validate`, {}))
  await alternate(
    async (server, turn) => {
      const copy = await done(admin(server, 'GET', `/rest/bs/clubwed_getWorkCopy/page/${page}`))
      await done(
        admin(server, 'PATCH', `/rest/data/page/${copy.response.data}`, { json: { name: `Quays ${turn}` } }),
      )
      await done(admin(server, 'PATCH', `/json/workflow/page/${copy.response.data}?action=validate`, {}))
    },
    async (server) => /Quays \d+/.exec(String(await done(nobody(server, 'GET', '/p/quays'))))?.[0],
    (turn) => `Quays ${turn}`,
  )
})

test('embeds', async () => {
  const asset = await createAsset('Embedded')
  await done(
    admin(servers[0], 'POST', `/rest/dam/data/asset/${asset}/workflow`, { workflowAction: 'publish' }),
  )
  let token = ''
  await alternate(
    async (server) => {
      const embed = await done(admin(server, 'POST', '/rest/embed', { id: asset }))
      token = new URL(embed.url).pathname.split('/').at(-1) ?? ''
      for (const one of servers) expect((await nobody(one, 'GET', `/embed/${token}`)).status).toBe(200)
      await done(admin(server, 'DELETE', `/rest/embed/${embed.id}`))
    },
    async (server) => (await nobody(server, 'GET', `/embed/${token}`)).status,
    () => 404,
  )
})

test('counts', async () => {
  await alternate(
    (server, turn) =>
      done(admin(server, 'POST', '/rest/dam/data/asset', { json: { name: `Counted ${turn}` } })),
    async (server) =>
      (await done(admin(server, 'GET', '/rest/dam/data/asset?max=1&fulltext=counted'))).response.total,
    (turn) => turn + 1,
  )
})

test('a network that stands still between a server and what announces changes to it', async () => {
  const rules = '/rest/administration/roles/4'
  const { grants } = await done(admin(servers[0], 'GET', rules))
  const without = grants.filter(({ resource }: AnyJson) => resource !== 'asset')
  const statusAt = async (): Promise<number> =>
    (await viewer(servers[1], 'GET', '/rest/dam/data/asset?max=1')).status
  expect(await statusAt()).toBe(200)
  relay.stall(true)
  try {
    await done(admin(servers[0], 'PUT', rules, { grants: without }))
    expect(await statusAt()).toBe(403)
    await done(admin(servers[0], 'PUT', rules, { grants }))
    expect(await statusAt()).toBe(200)
    expect((await nobody(servers[1], 'GET', '/ready')).status).toBe(503)
    expect((await nobody(servers[0], 'GET', '/ready')).status).toBe(200)
  } finally {
    relay.stall(false)
  }
  await vi.waitFor(async () => expect((await nobody(servers[1], 'GET', '/ready')).status).toBe(200), 15_000)
  await done(admin(servers[0], 'PUT', rules, { grants: without }))
  expect(await statusAt()).toBe(403)
})

test('attempts to sign in, and calls of an application in a minute', async () => {
  const answerOf = async (server: ServerProcess, attempt: string): Promise<number> =>
    (await nobody(server, 'POST', '/rest/signin', { login: 'editor', password: attempt })).status
  for (let guess = 0; guess < 5; guess++)
    expect(await answerOf(servers[guess % 2] ?? servers[0], `guess ${guess}`)).toBe(401)
  // One of the two alone has not counted enough to refuse the right one.
  expect(await answerOf(servers[1], password)).toBe(429)

  const quota = '/rest/administration/applications/15/quota'
  await done(admin(servers[0], 'PUT', quota, { callsPerMinute: 20, callsPerDay: null }))
  const portal = await signInTo(servers[0], {
    application: 'portal',
    login: 'portal',
    password: applicationSecret,
  })
  const inOneMinute = async (): Promise<number> => {
    const minute = Math.floor(Date.now() / 60_000)
    const statuses: number[] = []
    for (let call = 0; call < 40; call++)
      statuses.push((await portal(servers[call % 2] ?? servers[0], 'GET', '/json/whoami')).status)
    // Began in one minute and ended in the next: both were counted.
    if (Math.floor(Date.now() / 60_000) !== minute) {
      await sleep(60_000 - (Date.now() % 60_000))
      return inOneMinute()
    }
    return statuses.filter((status) => status === 200).length
  }
  expect(await inOneMinute()).toBe(20)
}, 200_000)
