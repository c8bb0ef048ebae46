import { expect, test } from 'vitest'
import { cropAround, firstChoice, sizeOfChoice, toParameters } from './picture-choice.ts'

const size = { width: 1600, height: 2400 }
const square = cropAround(1, size, { x: 0.5, y: 0.5 })

test('a picture of two sides is cut to their ratio to the pixel, where that is the ratio chosen', () => {
  const choice = { ...firstChoice, ratio: '1:1', width: 1080, height: 1080 }
  expect(toParameters(choice, square)).toMatchObject({ w: 1080, h: 1080, fit: 'cover' })
  expect(sizeOfChoice(choice, square, { width: 1067, height: 1600 })).toEqual({ width: 1067, height: 1067 })
})

test('sides that bound a picture of another ratio, a free part or one side cut nothing', () => {
  for (const choice of [
    { ...firstChoice, ratio: '16:9', width: 500, height: 500 },
    { ...firstChoice, ratio: 'free', width: 500, height: 500 },
    { ...firstChoice, ratio: 'all', width: 500, height: 500 },
    { ...firstChoice, ratio: '1:1', width: 500 },
  ])
    expect(toParameters(choice, square)).not.toHaveProperty('fit')
  expect(sizeOfChoice({ ...firstChoice, width: 400, height: 400 }, undefined, size)).toEqual({
    width: 267,
    height: 400,
  })
})
