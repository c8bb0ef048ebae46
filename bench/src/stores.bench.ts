import { deepStrictEqual, strictEqual } from 'node:assert'
import { performance } from 'node:perf_hooks'
import { median, type Figure } from './figure.ts'
import { apolloClient } from './stores/apollo-client.ts'
import { cartouche } from './stores/cartouche.ts'
import { check, items, time } from './stores/check-store.ts'
import type { Contender, Item, Library } from './stores/contender.ts'
import { rtkQuery } from './stores/rtk-query.ts'
import { tanstackQuery } from './stores/tanstack-query.ts'

const libraries: readonly Library[] = [cartouche, tanstackQuery, apolloClient, rtkQuery]
const runs = 5
/**
 * Each library runs this long before the runs that count, twice at least: what runs often is compiled by
 * then.
 */
const warmUpMs = 1500
const warmUps = 2
const many = 10_000
const pageSize = 24

/**
 * One thing that every library is timed at. `time` gives milliseconds, after it has looked at what is there.
 */
interface Row {
  readonly what: string
  /** What a person would not notice, milliseconds. @source issue, Speed */
  readonly guideMs: number
  time(store: Contender): Promise<number>
}

const rows: readonly Row[] = [
  { what: 'write 10,000 entities', guideMs: 60, time: timeWrite },
  { what: 'write them again, identical', guideMs: 120, time: timeRewrite },
  { what: '1,000 subscribers, 100 single updates', guideMs: 10, time: timeUpdates },
  { what: 'append a page of 24 to 10,000', guideMs: 0.2, time: timeAppend },
]

/**
 * The data layer beside its peers in one process, interleaved, the median of five; what is wrong has no time.
 */
export async function benchStores(say: (line: string) => void): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const row of rows) {
    const times = new Map<string, number[]>(libraries.map(({ name }) => [name, []]))
    const wrong = new Map<string, string>()
    const tryOnce = async (library: Library, keep: boolean): Promise<void> => {
      try {
        const timeMs = await row.time(library.create())
        if (keep) times.get(library.name)?.push(timeMs)
      } catch (error) {
        wrong.set(library.name, error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
      }
    }
    for (const library of libraries) {
      const until = performance.now() + warmUpMs
      for (let run = 0; !wrong.has(library.name) && (run < warmUps || performance.now() < until); run++)
        await tryOnce(library, false)
    }
    for (let run = 0; run < runs; run++) {
      for (let at = 0; at < libraries.length; at++) {
        const library = libraries[(at + run) % libraries.length]
        if (library && !wrong.has(library.name)) await tryOnce(library, true)
      }
    }
    const summaries = libraries.map(
      ({ name }) =>
        `${name} ${wrong.has(name) ? `wrong (${wrong.get(name)})` : `${median(times.get(name) ?? []).toFixed(2)} ms`}`,
    )
    say(`${row.what}: ${summaries.join(', ')}; guide ${row.guideMs} ms`)
    const peers = libraries
      .slice(1)
      .filter(({ name }) => !wrong.has(name))
      .map(({ name }) => median(times.get(name) ?? []))
    figures.push({
      what: `${row.what}: time against the fastest peer`,
      value: wrong.has(cartouche.name)
        ? Number.POSITIVE_INFINITY
        : median(times.get(cartouche.name) ?? []) / Math.min(...peers),
      limit: 1,
      unit: '×',
      wanted: 'at most',
      beside: `${summaries.join(', ')}; guide ${row.guideMs} ms`,
    })
  }
  figures.push(await benchFlatness())
  return figures
}

/** What a page costs behind 100,000 hits, against what it costs behind 1,000. */
async function benchFlatness(): Promise<Figure> {
  const times = async (there: number): Promise<number> => {
    const seen: number[] = []
    for (let run = 0; run <= runs; run++) seen.push(await timeAppendTo(cartouche.create(), there))
    return median(seen.slice(1))
  }
  const [few, lots] = [await times(1000), await times(100_000)]
  return {
    what: 'append a page of 24 behind 100,000 hits against behind 1,000',
    value: lots / few,
    limit: 2,
    unit: '×',
    wanted: 'at most',
    beside: `${lots.toFixed(3)} ms and ${few.toFixed(3)} ms a page`,
  }
}

const idsOf = (list: readonly Item[]): number[] => list.map(({ id }) => id)

async function timeWrite(store: Contender): Promise<number> {
  const list = items(1, many)
  const timeMs = await time(async () => {
    store.write(list)
    await store.settle()
  })
  check(store, list)
  return timeMs
}

async function timeRewrite(store: Contender): Promise<number> {
  store.write(items(1, many))
  await store.settle()
  const before = store.read(77)
  let calls = 0
  store.subscribe(77, () => {
    calls += 1
  })
  await store.settle()
  const again = items(1, many)
  const timeMs = await time(async () => {
    store.write(again)
    await store.settle()
  })
  check(store, again)
  strictEqual(store.read(77), before, 'what is equal is not the same object any more')
  strictEqual(calls, 0, 'listeners were notified of no change')
  return timeMs
}

async function timeUpdates(store: Contender): Promise<number> {
  const list = items(1, 1000)
  store.write(list)
  await store.settle()
  let calls = 0
  for (const id of idsOf(list))
    store.subscribe(id, () => {
      calls += 1
    })
  await store.settle()
  const changed = list
    .filter((_, index) => index % 10 === 3)
    .map((item) => ({ ...item, width: item.width + 1 }))
  calls = 0
  const timeMs = await time(async () => {
    for (const item of changed) {
      store.update(item)
      await store.settle()
    }
  })
  check(store, changed)
  strictEqual(calls, changed.length, `${calls} callbacks for ${changed.length} changes`)
  return timeMs
}

/** Milliseconds a page, over 20 pages, behind 10,000 hits. */
function timeAppend(store: Contender): Promise<number> {
  return timeAppendTo(store, many)
}

async function timeAppendTo(store: Contender, there: number): Promise<number> {
  const pages = 20
  await store.openList(items(1, there))
  const timeMs = await time(async () => {
    for (let page = 0; page < pages; page++) await store.append(items(there + 1 + page * pageSize, pageSize))
  })
  check(store, items(there + 1, pages * pageSize))
  deepStrictEqual(
    store.listNames(),
    items(1, there + pages * pageSize).map(({ name }) => name),
  )
  return timeMs / pages
}
