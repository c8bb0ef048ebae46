import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countInFirstRow, footPx, headingPx, setSections } from './wall-sections.ts'

const size = { width: 1000, rowHeight: 200, gap: 8 }
const section = fc.record({
  length: fc.integer({ min: 0, max: 40 }),
  isOneRow: fc.boolean(),
  foot: fc.constantFrom(null, 'more'),
})

test('every picture has one place, rows lie below each other and within the wall, headings and feet have their room', () => {
  fc.assert(
    fc.property(
      fc.array(section, { maxLength: 8 }),
      fc.array(fc.double({ min: 0.3, max: 4, noNaN: true }), { minLength: 1 }),
      (sections, shapes) => {
        const { rows, places, height } = setSections(
          sections,
          (index) => shapes[index % shapes.length] ?? 1,
          size,
        )
        expect(rows.flatMap(({ tiles }) => tiles.map(({ index }) => index))).toEqual(
          Array.from(
            { length: sections.reduce((sum, { length }) => sum + length, 0) },
            (_tile, index) => index,
          ),
        )
        rows.forEach((row, at) => {
          const before = rows[at - 1]
          if (before) expect(row.top).toBeGreaterThanOrEqual(before.top + before.height)
          for (const { left, width } of row.tiles) expect(left + width).toBeLessThanOrEqual(size.width + 1)
        })
        places.forEach(({ top, footTop, firstRow, lastRow }, at) => {
          const { length = 0, isOneRow, foot } = sections[at] ?? {}
          if (length > 0) expect(rows[firstRow]?.top).toBe(top + headingPx)
          if (isOneRow) expect(lastRow - firstRow + 1).toBe(Math.min(1, length))
          expect((places[at + 1]?.top ?? height) - footTop).toBeGreaterThanOrEqual(foot === null ? 0 : footPx)
        })
      },
    ),
  )
})

test('a first row takes what fits, and everything while the width is not known', () => {
  expect(countInFirstRow([1, 1, 1, 1, 1, 1, 1], size)).toBe(5)
  expect(countInFirstRow([1, 1], { ...size, width: 0 })).toBe(2)
})
