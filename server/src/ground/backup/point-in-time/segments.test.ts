import { expect, test } from 'vitest'
import {
  isFollowed,
  positionOf,
  reachOf,
  readSegments,
  storedNameOf,
  type SegmentPosition,
} from './segments.ts'

const minute = (n: number): Date => new Date(Date.UTC(2026, 10, 27, 10, n))
const nameOf = (timeline: number, number: number): string =>
  [timeline, Math.floor(number / 256), number % 256]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
const stored = (timeline: number, number: number, closed = number): string =>
  storedNameOf(nameOf(timeline, number), minute(closed))
const base = (timeline: number, number: number, stopped: number) => ({
  stoppedAt: minute(stopped),
  start: { timeline, number } satisfies SegmentPosition,
})

test('a file of the log is read from the name that it is stored under', () => {
  expect(storedNameOf(nameOf(1, 3), minute(15))).toBe('000000010000000000000003.20261127T101500000Z.gz')
  const names = [
    stored(1, 3),
    '00000002.history.20261127T101500000Z.gz',
    '000000010000000000000003.00000028.backup.20261127T101500000Z.gz',
    '000000010000000000000003.20261127T101500000Z.files.gz',
    'somebody-else.txt',
  ]
  expect(readSegments(names).map(({ name, position }) => [name, position])).toEqual([
    ['000000010000000000000003.00000028.backup', undefined],
    ['000000010000000000000003', { timeline: 1, number: 3 }],
    ['00000002.history', undefined],
  ])
  expect(readSegments([stored(1, 3, 15)])[0]?.closedAt).toEqual(minute(15))
  expect(positionOf(nameOf(2, 300))).toEqual({ timeline: 2, number: 300 })
})

test('any moment is reached from the oldest base after which no segment is missing', () => {
  const segments = readSegments([1, 2, 3, 5, 6, 7].map((number) => stored(1, number)))
  expect(reachOf([base(1, 1, 2), base(1, 5, 6), base(1, 6, 7)], segments)).toMatchObject({
    from: minute(6),
    until: minute(7),
  })
  expect(reachOf([base(1, 1, 2)], segments)).toBeUndefined()
  expect(isFollowed({ timeline: 1, number: 5 }, segments)).toBe(true)
  expect(isFollowed({ timeline: 1, number: 3 }, segments)).toBe(false)
  // Its end is in a segment that is not stored yet.
  expect(reachOf([base(1, 7, 8)], segments)).toBeUndefined()
  expect(reachOf([base(1, 1, 1)], [])).toBeUndefined()
})

test('a timeline that branched off goes on from where it did', () => {
  const segments = readSegments([
    ...[1, 2, 3, 4, 5].map((number) => stored(1, number)),
    ...[3, 4].map((number) => stored(2, number, number + 10)),
  ])
  expect(reachOf([base(1, 1, 1)], segments)).toMatchObject({ from: minute(1), until: minute(14) })
  // Of the part of the first timeline that was left.
  expect(reachOf([base(1, 5, 5)], segments)).toBeUndefined()
})
