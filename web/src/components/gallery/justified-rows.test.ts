import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  extendRows,
  justifyRows,
  neighbourOf,
  pictureAway,
  rowOf,
  rowsBetween,
  tilesIn,
} from './justified-rows.ts'

const wall = { width: 1000, rowHeight: 200, gap: 8 }
const ratios = fc.array(fc.double({ min: 0.01, max: 20, noNaN: true }), { maxLength: 120 })
const widths = fc.integer({ min: 240, max: 3000 })

test('every picture stands once, in order, inside of the wall; full rows end at its right edge', () => {
  fc.assert(
    fc.property(ratios, widths, (list, width) => {
      const rows = justifyRows(list, { ...wall, width })
      expect(rows.flatMap((row) => row.tiles.map(({ index }) => index))).toEqual(
        list.map((_, index) => index),
      )
      for (const [at, row] of rows.entries()) {
        expect(row.height).toBeLessThanOrEqual(200)
        const end = (row.tiles.at(-1)?.left ?? 0) + (row.tiles.at(-1)?.width ?? 0)
        if (at < rows.length - 1) expect(end).toBe(width)
        else expect(end).toBeLessThanOrEqual(width)
        expect(rows[at + 1]?.top ?? row.top + row.height + 8).toBe(row.top + row.height + 8)
      }
    }),
  )
})

test('pictures keep their shape', () => {
  const [row] = justifyRows([1.5, 1, 0.75, 1.5, 1.5], wall)
  const shapes = row?.tiles.map(({ width }) => width / (row.height || 1)) ?? []
  expect(shapes[0]).toBeCloseTo(1.5, 1)
  expect(shapes[2]).toBeCloseTo(0.75, 1)
})

test('the row of a picture is found by its index', () => {
  fc.assert(
    fc.property(ratios, (list) => {
      const rows = justifyRows(list, wall)
      for (let index = 0; index < list.length; index++)
        expect(rows[rowOf(rows, index)]?.tiles.some((tile) => tile.index === index)).toBe(true)
      expect(rowOf(rows, list.length)).toBe(-1)
    }),
  )
})

test('arrows lead to neighbours, and stay at the edges', () => {
  const rows = justifyRows(
    Array.from({ length: 12 }, () => 1),
    { width: 400, rowHeight: 100, gap: 0 },
  )
  expect(rows.map(({ tiles }) => tiles.length)).toEqual([4, 4, 4])
  expect(neighbourOf(rows, 5, 'up')).toBe(1)
  expect(neighbourOf(rows, 5, 'down')).toBe(9)
  expect(neighbourOf(rows, 3, 'right')).toBe(4)
  expect(neighbourOf(rows, 0, 'left')).toBe(0)
  expect(neighbourOf(rows, 2, 'up')).toBe(2)
  expect(neighbourOf(rows, 11, 'right')).toBe(11)
})

test('a rectangle touches what it overlaps, however it was drawn', () => {
  const rows = justifyRows(
    Array.from({ length: 12 }, () => 1),
    { width: 400, rowHeight: 100, gap: 0 },
  )
  expect(tilesIn(rows, { x1: 110, y1: 110, x2: 190, y2: 190 })).toEqual([5])
  expect(tilesIn(rows, { x1: 250, y1: 150, x2: 150, y2: 50 })).toEqual([1, 2, 5, 6])
})

test('rows that are added after others stand as if all had been set at once', () => {
  fc.assert(
    fc.property(ratios, fc.nat(), widths, (list, cut, width) => {
      const whole = justifyRows(list, { ...wall, width })
      const reused = whole.slice(0, cut % (whole.length + 1))
      const extended = extendRows(
        reused,
        { count: list.length, ratioAt: (index) => list[index] },
        { ...wall, width },
      )
      expect(extended).toEqual(whole)
      expect(reused.every((row, at) => row === extended[at])).toBe(true)
    }),
  )
})

test('the rows between two places are those that a walk finds', () => {
  fc.assert(
    fc.property(
      ratios.filter(({ length }) => length > 0),
      fc.integer({ min: -500, max: 9000 }),
      fc.nat(2000),
      (list, from, height) => {
        const rows = justifyRows(list, wall)
        const touched = rows.flatMap((row, at) =>
          row.top + row.height > from && row.top <= from + height ? [at] : [],
        )
        const { first, last } = rowsBetween(rows, from, from + height)
        for (const at of touched) expect(at >= first && at <= last).toBe(true)
        expect(last - first).toBeLessThanOrEqual(Math.max(0, touched.length))
      },
    ),
  )
  expect(rowsBetween([], 0, 100)).toEqual({ first: 0, last: 0 })
})

test('a page away lies the picture of the row at that height, at the ends the outermost rows', () => {
  const rows = justifyRows(
    Array.from({ length: 60 }, () => 1),
    wall,
  )
  const at = pictureAway(rows, 7, 600)
  expect(rowOf(rows, at) - rowOf(rows, 7)).toBe(3)
  expect(rowOf(rows, pictureAway(rows, 7, -5000))).toBe(0)
  expect(rowOf(rows, pictureAway(rows, 7, 50_000))).toBe(rows.length - 1)
})
