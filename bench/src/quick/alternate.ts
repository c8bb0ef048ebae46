import { performance } from 'node:perf_hooks'

/**
 * One of those that take turns: does its work once and answers how many milliseconds that took. `run` counts
 * from 0, warm-up included.
 */
export type Contender = (run: number) => Promise<number>

interface Turns {
  /** Runs that count, of each. */
  readonly runs: number
  /** Runs before those, of each. Default: 3 */
  readonly warmUp?: number
  /**
   * When the turns have taken this long, one run of each warmed up, and {@link leastRuns} that count are
   * enough. Default: no limit
   */
  readonly enoughMs?: number
}

const leastRuns = 3

/** What is done around the work, beside the clock. */
interface Around<Answer> {
  readonly before?: (run: number) => Promise<unknown>
  readonly check?: (answer: Answer, run: number) => unknown
}

/** A contender that is timed from here. */
export function timed<Answer>(
  work: (run: number) => Promise<Answer>,
  { before, check }: Around<Answer> = {},
): Contender {
  return async (run) => {
    await before?.(run)
    const start = performance.now()
    const answer = await work(run)
    const tookMs = performance.now() - start
    await check?.(answer, run)
    return tookMs
  }
}

/**
 * Lets contenders work one after the other, again and again, each time beginning with the next of them: what
 * else the machine does hits all alike.
 * @returns the milliseconds of each, in the order of the contenders, without the warm-up
 */
export async function alternate(
  contenders: readonly Contender[],
  { runs, warmUp = 3, enoughMs = Infinity }: Turns,
): Promise<number[][]> {
  const start = performance.now()
  const times = contenders.map((): number[] => [])
  let counted = 0
  for (let run = 0; counted < runs; run++) {
    const isLong = performance.now() - start > enoughMs
    if (isLong && counted >= leastRuns) break
    const isCounted = run >= (isLong ? Math.min(1, warmUp) : warmUp)
    for (let turn = 0; turn < contenders.length; turn++) {
      const who = (turn + run) % contenders.length
      const tookMs = await contenders[who]?.(run)
      if (isCounted && tookMs !== undefined) times[who]?.push(tookMs)
    }
    if (isCounted) counted++
  }
  return times
}

/** {@link alternate} of two: ours and the peer's. */
export async function alternatePair(
  ours: Contender,
  peer: Contender,
  turns: Turns,
): Promise<{ ours: number[]; peer: number[] }> {
  const [mine = [], theirs = []] = await alternate([ours, peer], turns)
  return { ours: mine, peer: theirs }
}
