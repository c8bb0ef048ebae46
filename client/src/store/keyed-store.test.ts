import { expect, test, vi } from 'vitest'
import { createKeyedStore } from './keyed-store.ts'

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

test('a listener hears of its own key alone, once for all changes that come together', async () => {
  const store = createKeyedStore(() => 0)
  const [one, other] = [vi.fn(), vi.fn()]
  store.subscribe('one', one)
  store.subscribe('other', other)
  store.set('one', 1)
  store.set('one', 2)
  expect(store.get('one')).toBe(2)
  expect(one).not.toHaveBeenCalled()
  await turn()
  expect(one).toHaveBeenCalledTimes(1)
  expect(other).not.toHaveBeenCalled()
})

test('who stopped listening hears nothing more, not even what was on its way', async () => {
  const store = createKeyedStore(() => 0)
  const [gone, stays] = [vi.fn(), vi.fn()]
  const stop = store.subscribe('key', gone)
  store.subscribe('key', stays)
  store.set('key', 1)
  stop()
  await turn()
  expect(gone).not.toHaveBeenCalled()
  expect(stays).toHaveBeenCalledTimes(1)
})

test('the same function given twice is two subscriptions', async () => {
  const store = createKeyedStore(() => 0)
  const listener = vi.fn()
  const stop = store.subscribe('key', listener)
  store.subscribe('key', listener)
  stop()
  store.set('key', 1)
  await turn()
  expect(listener).toHaveBeenCalledTimes(1)
})

test('setting the same snapshot notifies nobody, and the snapshot of an unknown key keeps its identity', async () => {
  const store = createKeyedStore<object>(() => ({}))
  expect(store.get('unknown')).toBe(store.get('unknown'))
  const snapshot = {}
  store.set('key', snapshot)
  await turn()
  const listener = vi.fn()
  store.subscribe('key', listener)
  store.set('key', snapshot)
  await turn()
  expect(listener).not.toHaveBeenCalled()
})
