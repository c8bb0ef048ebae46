import { expect, test } from 'vitest'
import { keyOfLabel, markOfKey, toggledLabel } from './mark-keys.ts'

const press = (key: string, more: object = {}): KeyboardEvent =>
  ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more }) as KeyboardEvent

test('one key sets stars, a label or a pick', () => {
  expect('0123456789pXu'.split('').map((key) => markOfKey(press(key)))).toEqual([
    { rating: 0 },
    { rating: 1 },
    { rating: 2 },
    { rating: 3 },
    { rating: 4 },
    { rating: 5 },
    { label: 'red' },
    { label: 'yellow' },
    { label: 'green' },
    { label: 'blue' },
    { pick: 'picked' },
    { pick: 'rejected' },
    { pick: null },
  ])
  expect(markOfKey(press('1', { ctrlKey: true }))).toBeUndefined()
  expect(markOfKey(press('q'))).toBeUndefined()
  expect([keyOfLabel('red'), keyOfLabel('purple')]).toEqual(['6', undefined])
})

test('a label that all have is taken away by setting it again', () => {
  expect(toggledLabel({ label: 'red' }, ['red', 'red'])).toEqual({ label: null })
  expect(toggledLabel({ label: 'red' }, ['red', null])).toEqual({ label: 'red' })
  expect(toggledLabel({ rating: 3 }, ['red'])).toEqual({ rating: 3 })
  expect(toggledLabel({ label: null }, [null])).toEqual({ label: null })
})
