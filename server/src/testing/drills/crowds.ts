import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyJson, Asker } from '../../start/test-server-process.ts'
import type { Library } from './start-library.ts'

const largeBytes = 24_000_000
/** Connections that one server's queue takes at a moment; the others come as soon as some are through. */
const arrivingAtOnce = 2000

/** A share of one large asset. */
async function createShare({ url }: Library, admin: Asker): Promise<string> {
  const form = new FormData()
  form.append('json', JSON.stringify({ name: 'Large', binary: 'cid:binary' }))
  form.append('binary', new File([new Uint8Array(randomBytes(largeBytes))], 'large.bin'))
  const made = await fetch(`${url}/rest/dam/data/asset`, {
    method: 'POST',
    headers: admin.headers,
    body: form,
  })
  const asset = ((await made.json()) as AnyJson).response.data.id as number
  const cart = await admin({ url }, 'POST', '/wedia/cart/createCart/', {
    name: `Crowd ${asset}`,
    items: { asset: [asset] },
  })
  const share = await admin({ url }, 'POST', `/wedia/cart/shareCart/${cart.body[0].id}`, {})
  return share.body.id as string
}

/** Many addresses of this machine, as visitors have. */
function addressOf(visitor: number): string {
  return `127.${1 + Math.floor(visitor / 62_500)}.${1 + (Math.floor(visitor / 250) % 250)}.${1 + (visitor % 250)}`
}

/**
 * Each visitor opens the share, from an address of their own, and tries again when asked to.
 * @returns what they saw first, and when the last of them was in
 */
export async function visitAtOnce(library: Library, admin: Asker, visitors: number): Promise<string> {
  const share = await createShare(library, admin)
  const [seen, waits] = [new Map<string, number>(), [] as number[]]
  let [next, again] = [0, 0]
  const open = async (visitor: number): Promise<View> => {
    const startedAtMs = performance.now()
    const seenNow = await view(library.url, share, addressOf(visitor)).catch((error: Error) => ({
      status: error.message,
      tryAgainS: 0,
    }))
    waits.push(performance.now() - startedAtMs)
    return seenNow
  }
  const visit = async (): Promise<void> => {
    while (next < visitors) {
      const visitor = next++
      let { status, tryAgainS } = await open(visitor)
      seen.set(status, (seen.get(status) ?? 0) + 1)
      for (; tryAgainS > 0; again++) {
        await sleep(tryAgainS * 1000)
        ;({ status, tryAgainS } = await open(visitor))
      }
      if (status !== '200') seen.set(`${status} in the end`, (seen.get(`${status} in the end`) ?? 0) + 1)
    }
  }
  const startedAtMs = performance.now()
  await Promise.all(Array.from({ length: Math.min(visitors, arrivingAtOnce) }, visit))
  const tookS = (performance.now() - startedAtMs) / 1000
  const statuses = [...seen].map(([status, count]) => `${count} × ${status}`).join(', ')
  const sorted = waits.toSorted((one, other) => one - other)
  const at = (share95: number): string =>
    ((sorted[Math.floor((sorted.length - 1) * share95)] ?? 0) / 1000).toFixed(1)
  return `${visitors} visitors: ${statuses}; answers after ${at(0.5)} s in the middle, ${at(1)} s at most; ${again} tries more, all in after ${tookS.toFixed(1)} s`
}

interface View {
  readonly status: string
  /** When to try again, where that was said. */
  readonly tryAgainS: number
}

function view(url: string, share: string, localAddress: string): Promise<View> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${url}/wedia/cart/withShare/${share}/view`,
      { localAddress, agent: false, timeout: 120_000 },
      (answer) => {
        answer.resume()
        answer.once('end', () =>
          resolve({
            status: String(answer.statusCode),
            tryAgainS: answer.statusCode === 503 ? Number(answer.headers['retry-after'] ?? 0) : 0,
          }),
        )
        answer.once('error', reject)
      },
    )
    asked.once('timeout', () => asked.destroy(new Error('no answer within 120 s')))
    asked.once('error', reject)
    asked.end()
  })
}

/** Sockets that ask for a large archive and take some bytes of it now and then. @returns what they held */
export async function readSlowly(
  library: Library,
  admin: Asker,
  sockets: number,
  holdMs: number,
): Promise<string> {
  const share = await createShare(library, admin)
  const { hostname, port, host } = new URL(library.url)
  const before = await memoryOf(library.serverPid)
  const open: Socket[] = []
  let [begun, refused] = [0, 0]
  for (let n = 0; n < sockets; n++) {
    const socket = connect({ host: hostname, port: Number(port), localAddress: addressOf(n) })
    open.push(socket)
    socket.on('error', () => {})
    socket.once('connect', () =>
      socket.write(
        `POST /wedia/cart/withShare/${share}/download HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 0\r\n\r\n`,
      ),
    )
    socket.once('data', (chunk: Buffer) => {
      if (chunk.toString('latin1', 0, 12) === 'HTTP/1.1 200') begun += 1
      else refused += 1
      socket.pause()
    })
    if (n % 100 === 99) await sleep(50)
  }
  let most = before
  for (const untilMs = performance.now() + holdMs; performance.now() < untilMs; await sleep(500)) {
    for (const socket of open) socket.read(1)
    most = Math.max(most, await memoryOf(library.serverPid))
  }
  const held = open.filter(({ destroyed }) => !destroyed).length
  for (const socket of open) socket.destroy()
  return `${begun} began, ${refused} refused, ${held} held to the end; the server had ${before} MB before and ${most} MB at most`
}

/** Memory of a process, in megabytes. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
}
