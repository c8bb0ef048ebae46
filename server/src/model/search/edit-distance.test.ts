import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test('a slip of the keys is one: a letter too many, too few, another, or two that changed places', () => {
  expect(
    ['harbour', 'harbuor', 'harbor', 'harbouur', 'harbeur', 'night'].map((word) =>
      editDistance(word, 'harbour', 2),
    ),
  ).toEqual([0, 1, 1, 1, 1, 3])
  expect([editDistance('', 'ab', 2), editDistance('ab', '', 1), editDistance('', '', 0)]).toEqual([2, 2, 0])
})

test('it is the same both ways, none for the same word, and never more than one above the most', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 })
  fc.assert(
    fc.property(word, word, fc.nat(4), (a, b, most) => {
      const distance = editDistance(a, b, most)
      expect(distance).toBe(editDistance(b, a, most))
      expect(distance <= most + 1 && (distance === 0) === (a === b)).toBe(true)
    }),
  )
})
