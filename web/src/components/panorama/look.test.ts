import fc from 'fast-check'
import { expect, test } from 'vitest'
import { degreesPerPixel, firstLook, turnBy, zoomBy } from './look.ts'

const round = { left: 0, top: 0, width: 1, height: 1, yaw: 0, pitch: 0, fov: null, flat: false }
const part = { ...round, left: 0.5, top: 0.25, width: 0.25, height: 0.25, yaw: 45 }

test('it begins where its tags say, within the picture', () => {
  expect(firstLook({ ...round, yaw: 30, pitch: -10, fov: 60 })).toEqual({ yaw: 30, pitch: -10, fov: 60 })
  expect(firstLook({ ...round, fov: 179 }).fov).toBe(110)
  expect(firstLook({ ...part, yaw: -90, pitch: -80 })).toMatchObject({ yaw: 0, pitch: 0 })
})

test('it turns all the way round, and up and down as far as there is a picture', () => {
  const first = firstLook(round)
  expect(turnBy(first, round, 190, 0).yaw).toBe(-170)
  expect(turnBy(first, round, 0, 100).pitch).toBe(90)
  expect(turnBy(firstLook(part), part, 200, 200)).toMatchObject({ yaw: 90, pitch: 45 })
  expect(turnBy(firstLook(part), part, -200, -200)).toMatchObject({ yaw: 0, pitch: 0 })
})

test('however it is turned and zoomed, it looks at the picture', () => {
  const step = fc.tuple(
    fc.double({ min: -500, max: 500, noNaN: true }),
    fc.double({ min: 0.1, max: 10, noNaN: true }),
  )
  fc.assert(
    fc.property(fc.constantFrom(round, part), fc.array(step), (panorama, steps) => {
      const { yaw, pitch, fov } = steps.reduce(
        (look, [by, factor]) => zoomBy(turnBy(look, panorama, by, by / 2), panorama, factor),
        firstLook(panorama),
      )
      const across = yaw / 360 + 0.5
      const down = 0.5 - pitch / 180
      return (
        fov >= 10 &&
        fov <= 110 &&
        across >= panorama.left - 1e-9 &&
        across <= panorama.left + panorama.width + 1e-9 &&
        down >= panorama.top - 1e-9 &&
        down <= panorama.top + panorama.height + 1e-9
      )
    }),
  )
})

test('what is under the pointer moves along with it', () => {
  expect(degreesPerPixel({ yaw: 0, pitch: 0, fov: 90 }, { width: 1000, height: 500 })).toBeCloseTo(0.1146, 4)
})
