import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasPooler, withoutPooler } from '../ground/database/test-pooler.ts'
import { startPostgresPair, type PostgresPair } from '../testing/cluster/postgres-pair.ts'
import { startPooler } from '../testing/cluster/start-cluster.ts'
import {
  createSharedFolder,
  signInTo,
  startServerProcess,
  type Asker,
  type AnyJson,
  type ServerProcess,
} from './test-server-process.ts'

// Two servers behind PgBouncer, whose primary is killed while people write: the standby takes its place.
let pair: PostgresPair
let pooler: Awaited<ReturnType<typeof startPooler>>
let folder: Awaited<ReturnType<typeof createSharedFolder>>
let servers: ServerProcess[] = []
let admin: Asker

beforeAll(async () => {
  if (!hasPooler) return
  ;[pair, folder] = await Promise.all([startPostgresPair(), createSharedFolder()])
  pooler = await startPooler(pair)
  const { DATABASE_URL, DATABASE_DIRECT_URL } = pooler.variables
  const start = (role: string): Promise<ServerProcess> =>
    startServerProcess(DATABASE_URL, folder.path, { DATABASE_DIRECT_URL, CARTOUCHE_ROLE: role })
  const web = await start('web')
  servers = [web, ...(await Promise.all([start('web'), start('worker')]))]
  admin = await signInTo(web)
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGKILL')))
  await pooler?.stop()
  await pair?.stop()
  await folder?.remove()
})

const answerOf = (server: ServerProcess, method: string, path: string, json?: unknown) =>
  admin(server, method, path, json).catch(() => ({ status: 0, body: undefined as AnyJson }))

test.skipIf(!hasPooler)(
  `no cart that was answered is lost with the primary, and servers and queue go on by themselves${withoutPooler}`,
  async () => {
    const made: string[] = []
    const unforeseen: number[] = []
    let isOver = false
    const writing = servers.slice(0, 2).map(async (server, at) => {
      for (let n = 0; !isOver; n++) {
        const name = `Cart ${at}/${n}`
        const { status } = await answerOf(server, 'POST', '/wedia/cart/createCart/', { name })
        if (status === 200) made.push(name)
        // Whoever gets 503 asks again.
        else if (status !== 0 && status !== 503) unforeseen.push(status)
        await sleep(10)
      }
    })
    await expect.poll(() => made.length, { timeout: 30_000 }).toBeGreaterThan(30)
    await pair.killPrimary()
    const before = made.length
    await pair.promote()
    await pooler.reload()
    const promotedAtMs = performance.now()
    await expect.poll(() => made.length, { timeout: 60_000 }).toBeGreaterThan(before + 30)
    expect(performance.now() - promotedAtMs).toBeLessThan(30_000)
    isOver = true
    await Promise.all(writing)
    expect(
      unforeseen,
      servers.flatMap(({ logged }) => logged.filter((line) => line.includes('internal'))).join('\n'),
    ).toEqual([])
    for (const server of servers.slice(0, 2)) {
      const { body } = await admin(server, 'GET', '/wedia/cart/listCarts')
      const names = new Set((body as AnyJson[]).map(({ name }) => name as string))
      expect(made.filter((name) => !names.has(name))).toEqual([])
    }
    for (const server of servers)
      await expect
        .poll(async () => (await answerOf(server, 'GET', '/ready')).status, { timeout: 30_000 })
        .toBe(200)
    // The worker has found its queue again.
    const [web] = servers as [ServerProcess]
    const { body } = await admin(web, 'POST', '/rest/massimport/job', { name: 'After' })
    const job = body.response.data.id as number
    const form = new FormData()
    form.append('file', new Blob(['the sea']), 'sea.txt')
    const headers = admin.headers
    expect(
      (await fetch(`${web.url}/rest/massimport/item?job=${job}`, { method: 'POST', headers, body: form }))
        .status,
    ).toBe(201)
    await expect
      .poll(
        async () =>
          (await admin(web, 'GET', `/rest/massimport/job/${job}/item?max=1`)).body.response.data[0].status
            .name,
        { timeout: 60_000 },
      )
      .toBe('ready')
  },
  240_000,
)
