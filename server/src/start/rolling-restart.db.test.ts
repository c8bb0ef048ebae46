import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../ground/database/test-database.ts'
import {
  createSharedFolder,
  signInTo,
  startServerProcess,
  type Asker,
  type ServerProcess,
} from './test-server-process.ts'

const guide = resolve(import.meta.dirname, '../../../docs/several-servers.md')
const hasBalancer = spawnSync('haproxy', ['-v']).status === 0

let library: TestDatabase
let folder: Awaited<ReturnType<typeof createSharedFolder>>
const servers: ServerProcess[] = []
let balancer: ChildProcess | undefined
let port = 0

const startServer = (ownPort = '0'): Promise<ServerProcess> =>
  startServerProcess(library.url, folder.path, {
    PORT: ownPort,
    CARTOUCHE_URL: `http://127.0.0.1:${port}`,
    CARTOUCHE_PROXIES: 'loopback',
  })

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address() as AddressInfo
  server.close()
  return free
}

/** The configuration of the guide, with the addresses of this test. */
async function readConfiguration(): Promise<string> {
  const text = /```haproxy\n([^`]*)```/.exec(await readFile(guide, 'utf8'))?.[1] ?? ''
  let next = 0
  return text
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replaceAll(
      /(server \w+) [\d.]+:\d+/g,
      (_all, name) => `${name} ${new URL(servers[next++]?.url ?? '').host}`,
    )
}

beforeAll(async () => {
  if (!hasBalancer) return
  ;[library, folder, port] = await Promise.all([createTestDatabase(), createSharedFolder(), findFreePort()])
  servers.push(...(await Promise.all([startServer(), startServer(), startServer()])))
  const file = join(folder.path, 'haproxy.cfg')
  await writeFile(file, await readConfiguration())
  balancer = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  await vi.waitFor(
    async () => expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200),
    20_000,
  )
  // Until it has looked at each of them a few times.
  await sleep(3000)
}, 180_000)
afterAll(async () => {
  balancer?.kill('SIGKILL')
  await Promise.all(servers.map((server) => server.end('SIGKILL')))
  await library?.drop()
  await folder?.remove()
})

const everybody = 6

/** Reads and writes through the balancer, again and again, until it is over. */
async function makeLoad(
  admin: Asker,
  isOver: () => boolean,
): Promise<{ asked: number; failures: unknown[] }> {
  const address = { url: `http://127.0.0.1:${port}` }
  const failures: unknown[] = []
  let asked = 0
  const work = async (): Promise<void> => {
    while (!isOver()) {
      const write = asked++ % 4 === 0
      const answer = await (
        write
          ? admin(address, 'POST', '/wedia/cart/createCart/', { name: `Cart ${asked}` })
          : admin(address, 'GET', '/rest/dam/data/asset?max=1')
      ).catch((error: unknown) => ({ status: 0, body: String((error as Error).cause ?? error) }))
      if (answer.status !== 200 && answer.status !== 201) failures.push({ write, ...answer })
      await sleep(5)
    }
  }
  await Promise.all(Array.from({ length: everybody }, work))
  return { asked, failures }
}

test.skipIf(!hasBalancer)(
  `three servers behind haproxy are replaced one after the other without a failed request${hasBalancer ? '' : ' (skipped: there is no haproxy)'}`,
  async () => {
    const admin = await signInTo({ url: `http://127.0.0.1:${port}` })
    let isOver = false
    const load = makeLoad(admin, () => isOver)
    for (const [at, server] of servers.entries()) {
      expect(await server.end()).toBe(0)
      servers[at] = await startServer(new URL(server.url).port)
      // The balancer looks once a second.
      await sleep(1500)
    }
    isOver = true
    const { asked, failures } = await load
    expect(failures).toEqual([])
    expect(asked).toBeGreaterThan(100)
    const made = await admin({ url: `http://127.0.0.1:${port}` }, 'GET', '/wedia/cart/listCarts')
    expect(made.body.length).toBe(Math.ceil(asked / 4))
  },
  180_000,
)
