import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { BenchServer } from './bench-server.ts'

/** What one run asks, and what is done before each. */
interface TimedArchive {
  readonly cart: number
  readonly runs: number
  readonly before?: ((run: number) => Promise<unknown>) | undefined
}

/** Milliseconds from asking for the archive of a cart to the 200 of its address, per run. */
export async function timeArchive(
  server: BenchServer,
  { cart, runs, before = async () => {} }: TimedArchive,
): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    await before(run)
    const start = performance.now()
    await prepareArchive(server, cart)
    times.push(performance.now() - start)
  }
  return times
}

/** The uuid of a cart's archive of originals with their descriptions, once it is ready. */
export async function prepareArchive(server: BenchServer, cart: number): Promise<string> {
  const answer = await server.call('POST', `/wedia/cart/zipCart/${cart}`, { withContactSheet: false })
  if (!answer.ok) throw new Error(`An archive was refused: ${await answer.text()}`)
  const uuid = (await answer.json()) as string
  while ((await fetch(`${server.url}/wedia/cart/downloadCart/${uuid}`, { method: 'HEAD' })).status !== 200)
    await wait(1)
  return uuid
}
