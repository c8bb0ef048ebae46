import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeCut, type Cut } from './place-cut.ts'

const all: Cut = { box: null, ratios: [], focalPoint: null, maxWidthPx: null, maxHeightPx: null }

test('a ratio cuts the largest part around the focal point, inside the picture', () => {
  const size = { width: 3000, height: 2000 }
  const cut = { ...all, ratios: [1] }
  expect(placeCut(size, cut).part).toEqual({ left: 500, top: 0, width: 2000, height: 2000 })
  expect(placeCut(size, { ...cut, focalPoint: { x: 0, y: 0 } }).part.left).toBe(0)
  expect(placeCut(size, { ...cut, focalPoint: { x: 0.4, y: 1 } }).part.left).toBe(200)
  expect(placeCut(size, { ...cut, focalPoint: { x: 1, y: 1 } }).part.left).toBe(1000)
})

test('what is shrunk keeps its ratio to the pixel; nothing is enlarged', () => {
  const size = { width: 4000, height: 3000 }
  expect(placeCut(size, { ...all, ratios: [16 / 9], maxWidthPx: 800 })).toEqual({
    whole: { width: 800, height: 600 },
    part: { left: 0, top: 75, width: 800, height: 450 },
  })
  expect(placeCut(size, { ...all, maxWidthPx: 9000 }).part).toEqual({ left: 0, top: 0, ...size })
  const box = { x: 0.25, y: 0.5, width: 0.5, height: 0.25 }
  expect(placeCut(size, { ...all, box, maxWidthPx: 1000 })).toEqual({
    whole: { width: 2000, height: 1500 },
    part: { left: 500, top: 750, width: 1000, height: 375 },
  })
})

test('every cut of every picture lies inside of it, has a pixel, fits and keeps the focal point', () => {
  const side = fc.integer({ min: 1, max: 20_000 })
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const max = fc.option(fc.integer({ min: 1, max: 16_383 }))
  const ratio = fc.double({ min: 0.01, max: 100, noNaN: true })
  fc.assert(
    fc.property(
      fc.record({ width: side, height: side }),
      fc.option(fc.record({ x: share, y: share, width: share, height: share })),
      fc.array(ratio, { maxLength: 2 }),
      fc.option(fc.record({ x: share, y: share })),
      max,
      max,
      (size, box, ratios, focalPoint, maxWidthPx, maxHeightPx) => {
        const { whole, part } = placeCut(size, { box, ratios, focalPoint, maxWidthPx, maxHeightPx })
        for (const value of [part.left, part.top, part.width, part.height])
          expect(Number.isInteger(value)).toBe(true)
        expect(part.width >= 1 && part.height >= 1 && part.left >= 0 && part.top >= 0).toBe(true)
        expect(part.left + part.width <= whole.width && part.top + part.height <= whole.height).toBe(true)
        expect(part.width <= (maxWidthPx ?? size.width) || part.width === 1).toBe(true)
        expect(part.height <= (maxHeightPx ?? size.height) || part.height === 1).toBe(true)
        expect(part.width <= size.width && part.height <= size.height).toBe(true)
        if (!focalPoint || box || ratios.length !== 1) return
        const [x, y] = [focalPoint.x * whole.width, focalPoint.y * whole.height]
        expect(x >= part.left - 2 && x <= part.left + part.width + 2).toBe(true)
        expect(y >= part.top - 2 && y <= part.top + part.height + 2).toBe(true)
      },
    ),
    { numRuns: 2000 },
  )
})
