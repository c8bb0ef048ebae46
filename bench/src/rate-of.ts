import { performance } from 'node:perf_hooks'

/** How many of `count` things were done in a second. */
export async function rateOf(count: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (count * 1000) / (performance.now() - start)
}
