import { expect, test } from 'vitest'
import { clipProblem, maxClipMs } from './clip-range.ts'

test.each([
  [0, 100, 60_000, undefined],
  [2000, 2000, 60_000, 'end_before_start'],
  [3000, 2000, null, 'end_before_start'],
  [2000, 2099, 60_000, 'too_short'],
  [0, maxClipMs, null, undefined],
  [0, maxClipMs + 1, null, 'too_long'],
  [59_000, 60_250, 60_000, undefined],
  [59_000, 60_251, 60_000, 'end_after_film'],
  [70_000, 80_000, 60_000, 'end_after_film'],
])('from %i to %i ms of a film of %s ms: %s', (startMs, endMs, durationMs, problem) => {
  expect(clipProblem({ startMs, endMs }, durationMs)).toBe(problem)
})
