import { encode } from 'blurhash'
import { expect, test } from 'vitest'
import { averageColour, blurredPicture } from './blurhash-colours.ts'

test('the average colour of a plain picture is its colour', () => {
  const plain = new Uint8ClampedArray(Array.from({ length: 8 * 8 }, () => [32, 128, 200, 255]).flat())
  expect(averageColour(encode(plain, 8, 8, 4, 3))).toBe('#2080c8')
  expect(averageColour(encode(new Uint8ClampedArray(8 * 8 * 4), 8, 8, 4, 3))).toBe('#000000')
})

test('a broken hash has none', () => {
  for (const hash of [null, undefined, '', 'LEH', 'L"ääää6nj0t6', 'L~~~~~nj0t6'])
    expect(averageColour(hash)).toBeUndefined()
})

test('blurred colours are a picture, the right way up and with red where red is', () => {
  const [width, height] = [32, 24]
  const halves = Array.from({ length: width * height }, (_pixel, at) =>
    at < (width * height) / 2 ? [200, 40, 30, 255] : [20, 60, 210, 255],
  )
  const url = blurredPicture(encode(new Uint8ClampedArray(halves.flat()), width, height, 4, 4)) ?? ''
  const [head = '', base64 = ''] = url.split(',')
  expect(head).toBe('data:image/bmp;base64')
  const file = Buffer.from(base64, 'base64')
  expect(file.toString('latin1', 0, 2)).toBe('BM')
  expect(file.readUInt32LE(2)).toBe(file.length)
  const pixel = (at: number) => [...file.subarray(file.readUInt32LE(10) + at * 3).subarray(0, 3)]
  const [blue = 0, , red = 0] = pixel(8)
  expect(red).toBeGreaterThan(blue + 100)
  const [blueBelow = 0, , redBelow = 0] = pixel(11 * 16 + 8)
  expect(blueBelow).toBeGreaterThan(redBelow + 100)
})
