import { check, items, time } from './check-store.ts'
import type { Contender, Edit } from './contender.ts'

/**
 * Milliseconds that a store takes for 200 optimistic edits of 100 entities, every second of which the server
 * refuses; what is there in the end is checked.
 */
export async function timeEdits(store: Contender): Promise<number> {
  const list = items(1, 100)
  store.write(list)
  await store.settle()
  const edits: Edit[] = Array.from({ length: 200 }, (_, index) => ({
    id: 1 + ((index * 7) % 100),
    changes: index % 3 === 0 ? { city: `Edited ${index}` } : { name: `Edited ${index}`, width: index },
  }))
  const refused = (index: number): boolean => (index * 5 + Math.floor(index / 100)) % 2 === 0
  const saved = new Map(list.map((item) => [item.id, item]))
  const timeMs = await time(async () => {
    await store.edit(edits, refused, saved)
    await store.settle()
  })
  const wanted = new Map(list.map((item) => [item.id, item]))
  for (const [index, { id, changes }] of edits.entries()) {
    const item = wanted.get(id)
    if (item && !refused(index)) wanted.set(id, { ...item, ...changes })
  }
  check(store, [...wanted.values()])
  return timeMs
}
