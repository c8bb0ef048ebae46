import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noHits, type Hit, type HitList } from './hit-list.ts'

const hit = (n: number): Hit => ({ uuid: `u${n}`, key: `asset/${n}` })
const step = fc.record({
  from: fc.nat(20),
  append: fc.array(fc.nat(12), { maxLength: 5 }),
  limit: fc.option(fc.nat(9), { nil: undefined }),
  remove: fc.option(fc.nat(12), { nil: undefined }),
})

test('D4.08 hits are each there once, in order, whatever grows out of which list', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25, size: 'max' }), (steps) => {
      const lists: { list: HitList; expected: readonly Hit[] }[] = [{ list: noHits(), expected: [] }]
      for (const { from, append, limit = Number.POSITIVE_INFINITY, remove } of steps) {
        const before = lists[from % lists.length] ?? { list: noHits(), expected: [] }
        const all = [...before.expected, ...append.map(hit)]
        lists.push({
          list: before.list.append(append.map(hit), limit),
          expected: all
            .filter(({ uuid }, index) => all.findIndex((one) => one.uuid === uuid) === index)
            .slice(0, limit),
        })
        if (remove !== undefined)
          lists.push({
            list: before.list.without(new Set([hit(remove).key])),
            expected: before.expected.filter(({ key }) => key !== hit(remove).key),
          })
      }
      for (const { list, expected } of lists) {
        expect(list.slice()).toEqual(expected)
        expect(list.length).toBe(expected.length)
        for (let n = 0; n <= 12; n++)
          expect(list.positionOf(hit(n).uuid)).toBe(expected.findIndex(({ uuid }) => uuid === hit(n).uuid))
      }
    }),
  )
})
