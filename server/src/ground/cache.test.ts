import { afterEach, expect, test, vi } from 'vitest'
import { createAnswerCache, createCache } from './cache.ts'
import type { Changes } from './changes.ts'

const weightOf = (text: { readonly length: number }): number => text.length
/** A text with a weight. */
const text = (of: string): readonly string[] => of.split('')

afterEach(() => {
  vi.restoreAllMocks()
})

test('when it is full, what was not used for longest goes', () => {
  const cache = createCache<string, readonly string[]>({ maxWeight: 6, weightOf })
  for (const key of ['aa', 'bb', 'cc']) cache.set(key, text(key))
  cache.get('aa')
  cache.peek('bb')
  cache.set('dd', text('dd'))
  expect(['aa', 'bb', 'cc', 'dd'].map((key) => cache.get(key)?.join(''))).toEqual([
    'aa',
    undefined,
    'cc',
    'dd',
  ])
})

test('a cache of so many holds so many', () => {
  const cache = createCache<number, object>({ max: 2 })
  for (const key of [1, 2, 3]) cache.set(key, { key })
  expect([...cache.values()]).toHaveLength(2)
  expect(cache.get(1)).toBeUndefined()
  cache.delete(2)
  expect(cache.get(2)).toBeUndefined()
  cache.clear()
  expect(cache.get(3)).toBeUndefined()
})

test('what replaces something takes its place, and what is too heavy is not cached', () => {
  const cache = createCache<string, readonly string[]>({ maxWeight: 4, weightOf })
  cache.set('key', text('aaaa'))
  cache.set('key', text('bb'))
  cache.set('other', text('cc'))
  expect([cache.get('key'), cache.get('other')]).toEqual([text('bb'), text('cc')])
  cache.set('heavy', text('ddddd'))
  expect([cache.get('heavy'), cache.get('key')]).toEqual([undefined, text('bb')])
})

test('nothing is cached longer than set', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000)
  const cache = createCache<string, readonly string[]>({ maxWeight: 4, weightOf, maxAgeMs: 10 })
  cache.set('key', text('aa'))
  clock.mockReturnValue(1010)
  expect(cache.get('key')).toEqual(text('aa'))
  clock.mockReturnValue(1011)
  expect(cache.get('key')).toBeUndefined()
  cache.set('one', text('aa'))
  cache.set('two', text('bb'))
  expect([cache.get('one'), cache.get('two')]).toEqual([text('aa'), text('bb')])
})

test('an answer holds until anything changes, or it is too old', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000)
  let epoch: number | undefined = 1
  const changes = { epoch: () => epoch } as Changes
  let loads = 0
  const cache = createAnswerCache<{ readonly load: number }>(changes, {
    max: 2,
    maxAgeMs: 10,
    cacheable: ({ load }) => load !== 5,
  })
  const ask = async (): Promise<number> => (await cache('key', async () => ({ load: ++loads }))).load
  expect([await ask(), await ask()]).toEqual([1, 1])
  epoch = 2
  expect([await ask(), await ask()]).toEqual([2, 2])
  clock.mockReturnValue(1011)
  expect([await ask(), await ask()]).toEqual([3, 3])
  epoch = undefined
  expect(await ask()).toBe(4)
  epoch = 3
  expect([await ask(), await ask(), await ask()]).toEqual([5, 6, 6])
})

test('a change while an answer is loaded makes it old, and what fails is not cached', async () => {
  let epoch = 1
  const cache = createAnswerCache<object>({ epoch: () => epoch } as Changes, { max: 2, maxAgeMs: 60_000 })
  const fresh = { state: 'fresh' }
  await cache('key', async () => {
    epoch++
    return { state: 'old' }
  })
  expect(await cache('key', async () => fresh)).toBe(fresh)
  await expect(cache('other', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await cache('other', async () => fresh)).toBe(fresh)
})

test('those who ask while an answer is loaded wait for it; where it fails, or is no answer for all, each loads', async () => {
  let epoch = 1
  const cache = createAnswerCache<{ readonly load: number }>({ epoch: () => epoch } as Changes, {
    max: 2,
    maxAgeMs: 1000,
    cacheable: ({ load }) => load < 100,
  })
  let loads = 0
  const ends: (() => void)[] = []
  const ask = (answer: () => number): Promise<{ readonly load: number }> =>
    cache('key', async () => {
      loads++
      await new Promise<void>((resolve) => {
        ends.push(resolve)
      })
      return { load: answer() }
    })
  const letGo = async (): Promise<void> => {
    for (; ends.length > 0; await new Promise(setImmediate)) ends.shift()?.()
  }
  const three = [ask(() => 1), ask(() => 2), ask(() => 3)]
  // A change that came meanwhile is not in what is loaded.
  epoch = 2
  const later = ask(() => 4)
  await letGo()
  expect(await Promise.all([...three, later])).toEqual([1, 1, 1, 4].map((load) => ({ load })))
  expect(loads).toBe(2)
  epoch = 3
  const fails = (): number => {
    throw new Error('away')
  }
  const failing = Promise.allSettled([ask(fails), ask(() => 5)])
  await letGo()
  expect(await failing).toMatchObject([{ status: 'rejected' }, { value: { load: 5 } }])
  epoch = 4
  const own = [ask(() => 100), ask(() => 101)]
  await letGo()
  expect(await Promise.all(own)).toEqual([{ load: 100 }, { load: 101 }])
})
