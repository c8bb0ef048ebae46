import { expect, test } from 'vitest'
import { familiesOf, pairKey, type Copy } from './families.ts'

const copy = (id: number, sha256 = `bytes ${id}`, fingerprintId: number | null = id): Copy => ({
  id,
  sha256,
  fingerprintId,
})
const alike = (one: number, other: number, mirrored = false) => ({ one, other, mirrored })
const none = new Set<string>()
const idsOf = (...given: Parameters<typeof familiesOf>): (readonly number[])[] =>
  familiesOf(...given).map(({ ids }) => ids)

test('what is alike hangs together, the largest family first; what is alone is none', () => {
  const copies = [1, 2, 3, 4, 5, 6].map((id) => copy(id))
  expect(idsOf(copies, [alike(1, 2), alike(4, 5), alike(3, 5)], none)).toEqual([
    [3, 4, 5],
    [1, 2],
  ])
})

test('the same bytes hang together without a picture, and join what is like one of them', () => {
  const copies = [copy(1, 'a', null), copy(2, 'a', null), copy(3, 'b', 7), copy(4, 'b', 7), copy(5, 'c', 8)]
  expect(idsOf(copies, [alike(7, 8)], none)).toEqual([
    [3, 4, 5],
    [1, 2],
  ])
})

test('what a reader may not see holds nothing together', () => {
  expect(idsOf([copy(1), copy(3)], [alike(1, 2), alike(2, 3)], none)).toEqual([])
})

test('two that are different do not hang together by themselves, but by a third one', () => {
  const different = new Set([pairKey(2, 1)])
  const copies = [copy(1, 'a', 7), copy(2, 'a', 7), copy(3, 'b', 8)]
  expect(idsOf(copies.slice(0, 2), [], different)).toEqual([])
  expect(idsOf(copies, [alike(7, 8)], different)).toEqual([[1, 2, 3]])
  expect(idsOf(copies, [alike(7, 8)], new Set([pairKey(1, 2), pairKey(1, 3)]))).toEqual([[2, 3]])
})

test('of many copies of the same bytes, those that are doubted are taken one by one', () => {
  const copies = Array.from({ length: 400 }, (_one, at) => copy(at + 1, 'same', 9))
  const [family] = familiesOf(copies, [], new Set([pairKey(1, 2), pairKey(3, 4)]))
  expect(family?.ids).toHaveLength(400)
})

test('a mirror image of a mirror image is none', () => {
  const [family] = familiesOf(
    [1, 2, 3, 4].map((id) => copy(id)),
    [alike(3, 4), alike(2, 3, true), alike(1, 2, true)],
    none,
  )
  expect(family).toEqual({ ids: [1, 2, 3, 4], mirrored: new Set([2]) })
})
