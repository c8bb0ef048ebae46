/** How many steps an axis has at most. */
const mostSteps = 5

/**
 * Marks of an axis from 0 to at least `most`: whole steps of 1, 2 or 5 times a power of ten, which are round
 * in every unit of a number of bytes, too.
 */
export function roundMarks(most: number): number[] {
  const least = Math.max(1, most / mostSteps)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, at) => at * step)
}
