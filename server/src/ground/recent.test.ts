import { expect, test } from 'vitest'
import { createRecent } from './recent.ts'

const weightOf = (text: string): number => text.length

test('when it is full, what was not used for longest goes', () => {
  const recent = createRecent<string>({ maxWeight: 6, weightOf })
  for (const text of ['aa', 'bb', 'cc']) recent.set(text, text)
  recent.get('aa')
  recent.set('dd', 'dd')
  expect(['aa', 'bb', 'cc', 'dd'].map((key) => recent.get(key))).toEqual(['aa', undefined, 'cc', 'dd'])
})

test('what replaces something takes its place, and what is too heavy is not kept', () => {
  const recent = createRecent<string>({ maxWeight: 4, weightOf })
  recent.set('key', 'aaaa')
  recent.set('key', 'bb')
  recent.set('other', 'cc')
  expect([recent.get('key'), recent.get('other')]).toEqual(['bb', 'cc'])
  recent.set('heavy', 'ddddd')
  expect([recent.get('heavy'), recent.get('key')]).toEqual([undefined, 'bb'])
})

test('nothing is kept longer than told', () => {
  let now = 0
  const recent = createRecent<string>({ maxWeight: 4, weightOf, maxAgeMs: 10 }, () => now)
  recent.set('key', 'aa')
  now = 10
  expect(recent.get('key')).toBe('aa')
  now = 11
  expect(recent.get('key')).toBeUndefined()
  recent.set('one', 'aa')
  recent.set('two', 'bb')
  expect([recent.get('one'), recent.get('two')]).toEqual(['aa', 'bb'])
})
