import { expect, test } from 'vitest'
import { sinceOf, type FilesMark } from './ship-files.ts'

const mark: FilesMark = {
  since: new Date('2026-11-28T10:00:00Z'),
  now: new Date('2026-11-28T10:00:01Z'),
  elapsedMs: 5000,
}
/** Half a minute later, by a clock that was moved by so many seconds meanwhile. */
const later = (movedSeconds: number): FilesMark => {
  const now = new Date(mark.now.getTime() + 30_000 + movedSeconds * 1000)
  return { since: now, now, elapsedMs: mark.elapsedMs + 30_000 }
}

test('files are looked for since the mark before; since earlier where the clock was set back', () => {
  expect(sinceOf(mark, later(0))).toEqual(mark.since)
  expect(sinceOf(mark, later(3600))).toEqual(mark.since)
  expect(sinceOf(mark, later(-3600))).toEqual(new Date('2026-11-28T09:00:00Z'))
})
