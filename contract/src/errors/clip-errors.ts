import { row, type ErrorRow } from './error-row.ts'

/** Errors of parts of films. */
export const clipErrors = {
  clip_range_refused: row(400, 2298, 'This part of the video cannot be cut: {problem}', 'decision 0235'),
  too_many_clips: row(
    429,
    2299,
    'Too many different clips were asked for. Try again in {seconds} seconds',
    'decision 0235',
    true,
  ),
} as const satisfies Record<string, ErrorRow>
