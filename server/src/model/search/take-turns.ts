import { ApiError } from '@cartouche/contract'

/** Work that is done for one reader. */
interface Turns {
  running: number
  readonly waiting: (() => void)[]
}

/** Searches of one reader at a time: a screen asks for two or three. */
const atOnce = 4
/** Visitors of one share have one reader between them. */
const atOnceOfShare = 8
const waitingAtMost = 200

/**
 * Runs a search when it is its reader's turn, so that nobody takes all connections from the others: some run
 * at once, the others wait. Within a transaction, which has its connection already, searches take no turns.
 * @throws searches_waiting where too many wait already
 * @source decision 0118
 */
export type SearchTurns = <Found>(reader: string, search: () => Promise<Found>) => Promise<Found>

declare module '../../ground/services.ts' {
  interface Services {
    readonly searchTurns: SearchTurns
  }
}

/** Creates the turns of all readers of a server. */
export function createSearchTurns(): SearchTurns {
  const readers = new Map<string, Turns>()
  return async (reader, search) => {
    const turns = readers.get(reader) ?? { running: 0, waiting: [] }
    readers.set(reader, turns)
    await startTurn(turns, reader.startsWith('share ') ? atOnceOfShare : atOnce)
    try {
      return await search()
    } finally {
      const next = turns.waiting.shift()
      // Whoever waits takes the turn over: the number of those that run stays.
      if (next) next()
      else if (--turns.running === 0) readers.delete(reader)
    }
  }
}

async function startTurn(turns: Turns, limit: number): Promise<void> {
  if (turns.running < limit) {
    turns.running++
    return
  }
  if (turns.waiting.length >= waitingAtMost) throw new ApiError('searches_waiting')
  const { promise, resolve } = Promise.withResolvers<void>()
  turns.waiting.push(resolve)
  await promise
}
