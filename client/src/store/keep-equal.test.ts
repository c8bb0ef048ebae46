import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepEqual } from './keep-equal.ts'

const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(0, 1, 'a', null, true),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('id', 'name', '__proto__'), tie('json'), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
}))
const isParts = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
/** The same text for the same data, whatever the order of its properties. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    isParts(part) && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => one.localeCompare(other)))
      : part,
  )
const copyOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown

/** What has to be the same object: equal parts in the same place. */
function expectKept(before: unknown, after: unknown): void {
  if (!isParts(before) || !isParts(after)) return
  if (textOf(before) === textOf(after)) expect(after).toBe(before)
  else if (Array.isArray(before) === Array.isArray(after))
    for (const name of Object.keys(after))
      if (Object.hasOwn(before, name)) expectKept(before[name], after[name])
}

test('what is new is given whole, and whatever says the same is the same object as before', () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      const kept = keepEqual(before, after)
      expect(textOf(kept)).toBe(textOf(after))
      expectKept(before, kept)
    }),
    { numRuns: 500 },
  )
})

test('what is equal is what was there, and neither side is changed', () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      const written = JSON.stringify([before, after])
      expect(keepEqual(before, copyOf(before))).toBe(before)
      keepEqual(before, after)
      expect(JSON.stringify([before, after])).toBe(written)
    }),
  )
})

test('a property that is given as undefined is not one that is missing, and what is inherited is none', () => {
  const before = { id: 1 }
  expect(Object.keys(keepEqual<object>(before, { id: 1, name: undefined }))).toEqual(['id', 'name'])
  expect(Object.keys(keepEqual<object>({ id: 1, name: undefined }, { id: 1 }))).toEqual(['id'])
  const hostile: unknown = JSON.parse('{"__proto__": {}}')
  expect(JSON.stringify(keepEqual({ id: 1 }, hostile))).toBe('{"__proto__":{}}')
})

test('failures and dates are taken as they come', () => {
  const [before, after] = [
    { error: new Error('a'), at: new Date(1) },
    { error: new Error('a'), at: new Date(1) },
  ]
  expect(keepEqual(before, after)).toBe(after)
})
