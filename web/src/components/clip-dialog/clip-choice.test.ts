import { expect, test } from 'vitest'
import { endingAt, estimateBytes, firstRange, startingAt } from './clip-choice.ts'
import { formatTimecode, parseTimecode } from './timecode.ts'

test.each([
  [0, '0:00:00.0'],
  [70_500, '0:01:10.5'],
  [70_520, '0:01:10.52'],
  [4523, '0:00:04.523'],
  [3_723_004, '1:02:03.004'],
  [59_999.6, '0:01:00.0'],
])('%s ms are written as %s, and read as the same', (ms, text) => {
  expect(formatTimecode(ms)).toBe(text)
  expect(parseTimecode(text)).toBe(Math.round(ms))
})

test.each([
  ['70.5', 70_500],
  ['1:10,5', 70_500],
  [' 0:01:10.05 ', 70_050],
  ['90', 90_000],
  ['75:00', 4_500_000],
  ['1:90', undefined],
  ['0:75:00', undefined],
  ['', undefined],
  ['-1', undefined],
  ['NaN', undefined],
  ['1:2:3:4', undefined],
  ['1e3', undefined],
])('“%s” is read as %s', (text, ms) => expect(parseTimecode(text)).toBe(ms))

test('a start behind the end, and an end before the start, keep a part', () => {
  const range = { startMs: 2000, endMs: 4000 }
  expect(startingAt(range, 3000, 60_000)).toEqual({ startMs: 3000, endMs: 4000 })
  expect(startingAt(range, 5000, 60_000)).toEqual({ startMs: 5000, endMs: 60_000 })
  expect(endingAt(range, 3000)).toEqual({ startMs: 2000, endMs: 3000 })
  expect(endingAt(range, 1000)).toEqual({ startMs: 0, endMs: 1000 })
  expect(firstRange(3_600_000)).toEqual({ startMs: 0, endMs: 600_000 })
})

test('its size follows from the file that it is cut of, up to what it is encoded with', () => {
  const files = [
    { name: 'original', width: 1920, height: 1080, filesize: 900_000_000 },
    { name: 'proxy', width: 1280, height: 720, filesize: 6_000_000 },
    { name: 'hover', width: 480, height: 270, filesize: null },
  ]
  const range = { startMs: 10_000, endMs: 20_000 }
  expect(estimateBytes(files, 'proxy', range, 60_000)).toBe(1_000_000)
  expect(estimateBytes(files, 'original', range, 60_000)).toBe(25_250_000)
  expect(estimateBytes([], 'proxy', range, 60_000)).toBeNull()
})
