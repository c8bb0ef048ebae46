import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseByteRange } from './byte-range.ts'

test.each([
  [undefined, 'whole'],
  ['bytes=0-', { start: 0, endExclusive: 1000 }],
  ['bytes=0-0', { start: 0, endExclusive: 1 }],
  ['bytes=10-19', { start: 10, endExclusive: 20 }],
  ['BYTES= 10-19 ', { start: 10, endExclusive: 20 }],
  ['bytes=10-19,', { start: 10, endExclusive: 20 }],
  ['bytes=990-99999999999999999999999', { start: 990, endExclusive: 1000 }],
  ['bytes=-5', { start: 995, endExclusive: 1000 }],
  ['bytes=-5000', { start: 0, endExclusive: 1000 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', 'whole'],
  ['bytes=0-1,4-5', 'whole'],
  ['bytes=', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=a-b', 'whole'],
  ['bytes=1-2-3', 'whole'],
  ['bytes=0x1-2', 'whole'],
  ['pages=1-2', 'whole'],
])('of 1000 bytes, %s asks %o', (header, expected) => {
  expect(parseByteRange(header, 1000)).toEqual(expected)
})

test('an empty representation satisfies no range but a suffix, which is the whole', () => {
  expect(parseByteRange('bytes=0-', 0)).toBe('unsatisfiable')
  expect(parseByteRange('bytes=-1', 0)).toBe('whole')
})

test('a range lies within the representation, whatever the header says', () => {
  fc.assert(
    fc.property(
      fc.string().map((text) => `bytes=${text}`),
      fc.nat(2000),
      (header, sizeBytes) => {
        const range = parseByteRange(header, sizeBytes)
        if (typeof range === 'string') return
        expect(range.start).toBeGreaterThanOrEqual(0)
        expect(range.endExclusive).toBeGreaterThan(range.start)
        expect(range.endExclusive).toBeLessThanOrEqual(sizeBytes)
      },
    ),
  )
})
