import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { startBenchServer, type BenchServer } from './bench-server.ts'
import { at, median, type Figure } from './figure.ts'
import { seedLibrary } from './seed-library.ts'
import { givePictures } from './web-pictures.ts'

const assets = 100_000
const shared = 24
const visitors = 500
/** Visitors come within this, look at a picture about every second, and stay for ten. */
const arriveWithinMs = 5000
const looks = 10

/** A share that 500 people open at once, each from a network of their own. */
export async function benchShares(say: (line: string) => void): Promise<Figure[]> {
  const server = await startBenchServer()
  try {
    say(`making ${assets} assets`)
    await seedLibrary(server.database, assets)
    await givePictures(server)
    const pictures = await listIds(server, shared)
    const small = await makeCart(server, pictures)
    const { id } = (await (await server.call('POST', `/wedia/cart/shareCart/${small}`, {})).json()) as {
      id: string
    }
    say(`${visitors} visitors`)
    await visit(server, id, pictures, 0)
    const times = (
      await Promise.all(
        Array.from({ length: visitors }, async (_, n) => {
          await wait((n * arriveWithinMs) / visitors)
          return visit(server, id, pictures, n + 1)
        }),
      )
    ).flat()
    return [
      {
        what: `${visitors} visitors on one share, ${times.length} answers, p95`,
        value: at(
          times.map(({ ms }) => ms),
          0.95,
        ),
        limit: 250,
        unit: 'ms',
        wanted: 'at most',
        beside: `median ${median(times.map(({ ms }) => ms)).toFixed(0)} ms; the share itself p95 ${at(
          times.filter(({ isView }) => isView).map(({ ms }) => ms),
          0.95,
        ).toFixed(0)} ms`,
      },
      {
        what: 'answers to them that were no success',
        value: times.filter(({ status }) => status !== 200).length,
        limit: 0,
        unit: '',
        wanted: 'at most',
      },
    ]
  } finally {
    await server.stop()
  }
}

interface Answered {
  readonly ms: number
  readonly status: number
  readonly isView: boolean
}

/** Opens the share, then looks at one picture after the other. */
async function visit(
  { url }: BenchServer,
  shareId: string,
  pictures: readonly number[],
  n: number,
): Promise<Answered[]> {
  const headers = { 'x-forwarded-for': `10.${(n >> 8) & 255}.${n & 255}.7`, 'user-agent': `Visitor/${n}` }
  const answers: Answered[] = []
  const ask = async (path: string, init: RequestInit, isView: boolean): Promise<ArrayBuffer> => {
    const start = performance.now()
    const answer = await fetch(`${url}${path}`, { ...init, headers })
    const bytes = await answer.arrayBuffer()
    answers.push({ ms: performance.now() - start, status: answer.status, isView })
    return bytes
  }
  const { ticket } = JSON.parse(
    Buffer.from(await ask(`/wedia/cart/withShare/${shareId}/view`, { method: 'POST' }, true)).toString(),
  ) as { ticket: string }
  for (let look = 0; look < looks; look++) {
    await wait(500 + ((n * 7919 + look * 104_729) % 1000))
    await ask(
      `/wedia/dam/variation/asset/${pictures[(n + look) % pictures.length]}/thumbnailBig?ticket=${encodeURIComponent(ticket)}`,
      {},
      false,
    )
  }
  return answers
}

async function listIds({ database }: BenchServer, count: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select f.id from entity_file f where f.resource = 'asset' order by f.id desc limit ${count}`.execute(
    database,
  )
  return rows.map(({ id }) => id)
}

async function makeCart(server: BenchServer, ids: readonly number[]): Promise<number> {
  const [cart] = (await (
    await server.call('POST', '/wedia/cart/createCart/', { name: 'Shared', items: { asset: ids } })
  ).json()) as { id: number }[]
  return cart?.id ?? 0
}
