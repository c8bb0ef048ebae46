import { deepStrictEqual } from 'node:assert'
import { performance } from 'node:perf_hooks'
import type { Contender, Item } from './contender.ts'

/** Generated entities with ids from a number on. */
export function items(from: number, count: number): Item[] {
  return Array.from({ length: count }, (_, index) => {
    const id = from + index
    return {
      id,
      name: `Asset ${id}`,
      city: `City ${id % 200}`,
      width: id % 6000,
      keywords: [
        { id: 1 + (id % 50), name: `Keyword ${id % 50}` },
        { id: 100 + (id % 7), name: `Theme ${id % 7}` },
      ],
    }
  })
}

/** Holds what the store has of these ids against what it should have. */
export function check(store: Contender, wanted: readonly Item[]): void {
  for (const item of wanted) {
    const { id, name, city, width } = store.read(item.id) ?? { id: 0, name: '', city: '', width: 0 }
    deepStrictEqual(
      { id, name, city, width },
      { id: item.id, name: item.name, city: item.city, width: item.width },
    )
  }
}

/** How many milliseconds some work takes. */
export async function time(work: () => void | Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
