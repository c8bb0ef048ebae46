import { performance } from 'node:perf_hooks'
import { startBenchServer, type BenchServer } from './bench-server.ts'
import { at, median, type Figure } from './figure.ts'
import { seedFiles, seedHugeCart } from './seed-carts.ts'
import { seedLibrary } from './seed-library.ts'

const assets = 150_000
const huge = 100_000
const added = 10_000
const runs = 15

/**
 * Carts of 100,000 items: one is opened, an item of it moved, and 10,000 are added to another.
 */
export async function benchCarts(say: (line: string) => void): Promise<Figure[]> {
  const server = await startBenchServer()
  try {
    say(`making ${assets} assets`)
    await seedLibrary(server.database, assets)
    await seedFiles(server, assets)
    const cart = await seedHugeCart(server, huge)
    const opening = await timed(() => open(server, cart))
    const viewing = await timed(async () =>
      (await server.call('GET', `/wedia/cart/viewCart/${cart}?output=list&no_preview=true`)).arrayBuffer(),
    )
    const adding = await timeAdding(server)
    const moving = await timed(async () =>
      (
        await server.call('POST', `/wedia/cart/moveCartItems/${cart}`, {
          items: { asset: [100_000 + huge - 5] },
          before: { type: 'asset', id: 100_005 },
        })
      ).arrayBuffer(),
    )
    return [
      {
        what: 'a cart of 100,000 items is opened (ids, then the first 100 records), p95',
        value: at(opening, 0.95),
        limit: 300,
        unit: 'ms',
        wanted: 'at most',
        beside: `median ${median(opening).toFixed(0)} ms; with brief records of all ${median(viewing).toFixed(0)} ms`,
      },
      {
        what: '10,000 items are added to a cart, p95',
        value: at(adding, 0.95),
        limit: 2000,
        unit: 'ms',
        wanted: 'at most',
        beside: `median ${median(adding).toFixed(0)} ms`,
      },
      {
        what: 'an item of 100,000 is moved, p95',
        value: at(moving, 0.95),
        limit: 500,
        unit: 'ms',
        wanted: 'at most',
        beside: `median ${median(moving).toFixed(0)} ms`,
      },
    ]
  } finally {
    await server.stop()
  }
}

async function open(server: BenchServer, cart: number): Promise<void> {
  const { items } = (await (
    await server.call('GET', `/wedia/cart/viewCart/${cart}?no_preview=true&records=false`)
  ).json()) as { items: { asset: number[] } }
  const page = items.asset.slice(0, 100)
  const { response } = (await (
    await server.call(
      'GET',
      `/rest/dam/data/asset?max=100&query=${encodeURIComponent(JSON.stringify({ id: { in: page } }))}`,
    )
  ).json()) as { response: { data: unknown[] } }
  if (items.asset.length !== huge || response.data.length !== 100)
    throw new Error(`${items.asset.length} items and ${response.data.length} records were opened`)
}

async function timed(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < runs + 3; run++) {
    const start = performance.now()
    await work()
    if (run >= 3) times.push(performance.now() - start)
  }
  return times
}

/** Ten times, into an empty cart each. */
async function timeAdding(server: BenchServer): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < 10; run++) {
    const [made] = (await (
      await server.call('POST', '/wedia/cart/createCart/', { name: 'Filled' })
    ).json()) as { id: number }[]
    const ids = Array.from({ length: added }, (_, n) => 100_001 + ((n * 7 + run) % assets))
    const start = performance.now()
    const { total } = (await (
      await server.call('POST', `/wedia/cart/addCartItems/${made?.id}`, { items: { asset: ids } })
    ).json()) as { total: number }
    times.push(performance.now() - start)
    if (total !== added) throw new Error(`${total} items were added`)
    await server.call('DELETE', `/wedia/cart/deleteCart/${made?.id}`)
  }
  return times
}
