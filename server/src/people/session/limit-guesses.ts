import { ApiError } from '@cartouche/contract'
import type { Database } from '../../ground/database/database.ts'
import { deleteGuess, selectBlockSeconds, upsertFailures, type GuessLimit } from './guesses.sql.ts'
import { networkOf } from '../../access/network-of.ts'

/** A person may mistype; an office behind one address has many people. */
const freeFailuresPerSubject = 4
const freeFailuresPerAddress = 19

/** For all networks together: invited people mistype, too. */
const freeFailuresInTotal = 99

/**
 * Who guesses: `subject` names the account or share, as `user/editor` or `share/x1`; `address` is the
 * client's.
 */
export interface Guess {
  readonly subject: string
  readonly address: string
  /**
   * A device that the account has signed in from before: what others guess does not count against it, nor
   * what it guesses against them.
   */
  readonly device?: string | undefined
  /** What guesses from everywhere are counted for, where `subject` is of one network. */
  readonly total?: string | undefined
}

/**
 * Lets somebody guess within limits: failures are counted per subject and per network, and block for 1 s, 2
 * s, 4 s … 15 minutes. While blocked, the right answer is refused too. `inTurn` may let the attempt wait.
 * @returns whether the attempt was right
 * @throws too_many_guesses with seconds
 */
export async function limitGuesses(
  database: Database,
  guess: Guess,
  attempt: () => Promise<boolean>,
  limit = (work: () => Promise<boolean>): Promise<boolean> => work(),
): Promise<boolean> {
  const limits = limitsOf(guess)
  await refuseBlocked(database, limits)
  return limit(async () => {
    // Again: of a thousand guesses that came at once, those that waited here meet the block that the first
    // ones made.
    await refuseBlocked(database, limits)
    const right = await attempt()
    // The network's count stays: whoever knows one password must not clear it to guess another.
    await (right ? deleteGuess(database, limits[0].subject) : upsertFailures(database, limits))
    return right
  })
}

function limitsOf({ subject, address, device, total }: Guess): [GuessLimit, ...GuessLimit[]] {
  if (device !== undefined)
    return [{ subject: `${subject} from ${device}`, freeFailures: freeFailuresPerSubject }]
  const network = { subject: `address/${networkOf(address)}`, freeFailures: freeFailuresPerAddress }
  const everywhere = total === undefined ? [] : [{ subject: total, freeFailures: freeFailuresInTotal }]
  return [{ subject, freeFailures: freeFailuresPerSubject }, network, ...everywhere]
}

async function refuseBlocked(database: Database, limits: readonly GuessLimit[]): Promise<void> {
  const seconds = await selectBlockSeconds(
    database,
    limits.map((limit) => limit.subject),
  )
  if (seconds > 0) throw new ApiError('too_many_guesses', { seconds })
}
