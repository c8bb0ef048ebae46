import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitTextRuns } from './text-runs.ts'

/** A font is the characters that it covers. */
const covers = (font: RegExp, codePoint: number): boolean => font.test(String.fromCodePoint(codePoint))
const latin = /[\p{Script=Latin}0-9 .?()_-]/u
const han = /[\p{Script=Han} .]/u
const arabic = /[\p{Script=Arabic}\p{M}]/u
const runsOf = (line: string): string[] =>
  splitTextRuns(line, [latin, han, arabic], covers).map(
    ({ text, font }) => `${font === latin ? 'L' : font === han ? 'H' : 'A'}:${text}`,
  )

test.each([
  ['photo.jpg', ['L:photo.jpg']],
  ['写真 1.jpg', ['H:写真 ', 'L:1.jpg']],
  ['a 写 b', ['L:a ', 'H:写 ', 'L:b']],
  ['ж.jpg', ['L:?.jpg']],
  ['صورة من.jpg', ['L:jpg', 'L:.', 'A:من', 'L: ', 'A:صورة']],
  ['see صورة من', ['L:see ', 'A:من', 'L: ', 'A:صورة']],
  ['', []],
])('%j is drawn as %j', (line, runs) => {
  expect(runsOf(line)).toEqual(runs)
})

test("a mark that its letter's font lacks is left out, not drawn by another font", () => {
  expect(runsOf('e\u0651x')).toEqual(['L:ex'])
})

test('every character is drawn once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (line) => {
      const drawn = splitTextRuns(line, ['all'], () => true)
        .map(({ text }) => text)
        .join('')
      expect(Array.from(drawn).toSorted()).toEqual(Array.from(line).toSorted())
    }),
  )
})
