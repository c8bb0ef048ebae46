import { currentWork } from './work.ts'
import type { Log } from './log.ts'

/** The last of a kind, the newest first. */
export interface Recent<Item> {
  add(item: Item): void
  list(): readonly Item[]
}

/** A statement that took long; its parameters are not known. */
export interface SlowStatement {
  readonly at: string
  readonly ms: number
  readonly statement: string
}

/** A line of the log that is a warning or an error. */
export interface LoggedProblem {
  readonly at: string
  readonly level: 'warn' | 'error'
  readonly message: string
  readonly requestId: string | null
}

/** What happened lately on this server, and should not have. */
export interface RecentEvents {
  readonly slowStatements: Recent<SlowStatement>
  readonly problems: Recent<LoggedProblem>
}

declare module './services.ts' {
  interface Services {
    readonly recentEvents: RecentEvents
  }
}

const maxItems = 50

/** Creates empty lists of 50 at most. */
export function createRecentEvents(): RecentEvents {
  return { slowStatements: createRecent(), problems: createRecent() }
}

function createRecent<Item>(): Recent<Item> {
  const items: Item[] = []
  return {
    add: (item) => {
      items.unshift(item)
      items.length = Math.min(items.length, maxItems)
    },
    list: () => items,
  }
}

/** A log that also notes its warnings and errors, and counts them. */
export function noteProblems(
  log: Log,
  { problems }: RecentEvents,
  metrics: { logged(level: string): void },
): Log {
  const note = (level: 'warn' | 'error', data: object, message: string): void => {
    metrics.logged(level)
    const requestId = (data as { requestId?: string }).requestId ?? currentWork()?.requestId ?? null
    problems.add({ at: new Date().toISOString(), level, message, requestId })
  }
  return {
    ...log,
    warn: (data, message) => {
      note('warn', data, message)
      log.warn(data, message)
    },
    error: (data, message) => {
      note('error', data, message)
      log.error(data, message)
    },
  }
}
