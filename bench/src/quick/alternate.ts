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
}

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
  { runs, warmUp = 3 }: Turns,
): Promise<number[][]> {
  const times = contenders.map((): number[] => [])
  for (let run = 0; run < runs + warmUp; run++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const who = (turn + run) % contenders.length
      const tookMs = await contenders[who]?.(run)
      if (run >= warmUp && tookMs !== undefined) times[who]?.push(tookMs)
    }
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
