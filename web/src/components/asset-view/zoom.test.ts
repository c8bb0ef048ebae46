import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fitInto,
  fitted,
  fromShares,
  keepOnStage,
  leastMaxScale,
  maxScaleOf,
  panBy,
  partInSight,
  scaleOfPixels,
  toShares,
  zoomAt,
} from './zoom.ts'

const stage = { width: 800, height: 600 }
const picture = { width: 800, height: 400 }

test('what lies under the pointer stays there', () => {
  const zoom = zoomAt(fitted, 2, { x: 100, y: 50 })
  expect(zoom).toEqual({ scale: 2, x: -100, y: -50 })
  const further = zoomAt(zoom, 1.5, { x: 100, y: 50 })
  expect((100 - further.x) / further.scale).toBeCloseTo(100)
})

test('zooming ends at the largest scale and at the whole picture in the middle', () => {
  expect(zoomAt(fitted, 100, { x: 0, y: 0 }).scale).toBe(leastMaxScale)
  expect(zoomAt({ scale: 3, x: 40, y: 10 }, 0.1, { x: 5, y: 5 })).toEqual(fitted)
})

test('an edge never leaves a gap on a stage that the picture fills', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 8, noNaN: true }),
      fc.integer({ min: -9000, max: 9000 }),
      fc.integer({ min: -9000, max: 9000 }),
      (scale, x, y) => {
        const moved = panBy({ scale, x: 0, y: 0 }, { x, y }, stage, picture)
        expect(Math.abs(moved.x)).toBeLessThanOrEqual(Math.max(0, (picture.width * scale - stage.width) / 2))
        expect(Math.abs(moved.y)).toBeLessThanOrEqual(
          Math.max(0, (picture.height * scale - stage.height) / 2),
        )
      },
    ),
  )
  expect(keepOnStage({ scale: 1, x: 30, y: -30 }, stage, picture)).toEqual(fitted)
})

test('a small picture keeps its own size, a large one fits', () => {
  expect(fitInto(stage, { width: 100, height: 80 })).toEqual({ width: 100, height: 80 })
  expect(fitInto(stage, { width: 4000, height: 2000 })).toEqual({ width: 800, height: 400 })
})

test('100 % is a pixel of the picture on a pixel of the screen, and zooming goes beyond', () => {
  const full = { width: 12_000, height: 6000 }
  expect([scaleOfPixels(picture, full, 1), scaleOfPixels(picture, full, 2)]).toEqual([15, 7.5])
  expect([maxScaleOf(15), maxScaleOf(0.5)]).toEqual([60, leastMaxScale])
  expect(zoomAt(fitted, 15, { x: 0, y: 0 }, maxScaleOf(15)).scale).toBe(15)
})

test('the part in sight is the whole of a fitted picture, and as large as the stage at 100 %', () => {
  const full = { width: 12_000, height: 6000 }
  expect(partInSight(fitted, stage, picture, full)).toEqual({ left: 0, top: 0, right: 12_000, bottom: 6000 })
  const seen = (x: number, y: number): number[] =>
    Object.values(partInSight({ scale: 15, x, y }, stage, picture, full)).map(Math.round)
  expect([seen(0, 0), seen(5600, 2700)]).toEqual([
    [5600, 2700, 6400, 3300],
    [0, 0, 800, 600],
  ])
})

test('a zoom that pictures of several sizes have together shows the same part of each', () => {
  const full = { width: 12_000, height: 6000 }
  const zoom = zoomAt(fitted, 4, { x: 200, y: -100 })
  const half = { width: picture.width / 2, height: picture.height / 2 }
  const other = fromShares(toShares(zoom, picture), half)
  expect(other).toEqual({ scale: 4, x: zoom.x / 2, y: zoom.y / 2 })
  expect(fromShares(toShares(zoom, picture), picture)).toEqual(zoom)
  const halfStage = { width: stage.width / 2, height: stage.height / 2 }
  expect(partInSight(other, halfStage, half, full)).toEqual(partInSight(zoom, stage, picture, full))
})
