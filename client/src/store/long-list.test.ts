import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longList, type LongList } from './long-list.ts'

const step = fc.record({
  from: fc.nat(20),
  append: fc.array(fc.integer(), { maxLength: 4 }),
  replace: fc.option(fc.tuple(fc.nat(9), fc.integer())),
})

test('a list never changes, whatever grows out of it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30, size: 'max' }), (steps) => {
      const lists: { list: LongList<number>; expected: readonly number[] }[] = [
        { list: longList(), expected: [] },
      ]
      for (const { from, append, replace } of steps) {
        const before = lists[from % lists.length] ?? { list: longList(), expected: [] }
        const after = { list: before.list.append(append), expected: [...before.expected, ...append] }
        lists.push(after)
        const [index, item] = replace ?? [0, 0]
        if (replace && index < after.expected.length)
          lists.push({
            list: after.list.replace(new Map([[index, item]])),
            expected: after.expected.with(index, item),
          })
      }
      for (const { list, expected } of lists) {
        expect(list.toArray()).toEqual(expected)
        expect(list.toArray()).toBe(list.toArray())
        expect([list.length, list.at(expected.length), list.at(0)]).toEqual([
          expected.length,
          undefined,
          expected[0],
        ])
      }
    }),
  )
})
