import type { Database } from '../../ground/database/database.ts'
import { insertVisits, type NewVisit } from './visits.sql.ts'

/** Writes visits down. */
export interface VisitLog {
  /** Resolves when it is written. */
  write(database: Database, visit: NewVisit): Promise<void>
}

declare module '../../ground/services.ts' {
  interface Services {
    readonly visitLog: VisitLog
  }
}

interface Waiting {
  readonly visit: NewVisit
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

const maxAtOnce = 200

/**
 * Creates the log: visits that come while others are written are written with the next ones, in one
 * statement.
 * @source decision 0223
 */
export function createVisitLog(): VisitLog {
  const waiting: Waiting[] = []
  let isWriting = false
  const writeAll = async (database: Database): Promise<void> => {
    isWriting = true
    for (let some = waiting.splice(0, maxAtOnce); some.length > 0; some = waiting.splice(0, maxAtOnce)) {
      try {
        await insertVisits(
          database,
          some.map(({ visit }) => visit),
        )
        for (const { resolve } of some) resolve()
      } catch (error) {
        for (const { reject } of some) reject(error)
      }
    }
    isWriting = false
  }
  return {
    write: (database, visit) =>
      new Promise((resolve, reject) => {
        waiting.push({ visit, resolve, reject })
        if (!isWriting) void writeAll(database)
      }),
  }
}
