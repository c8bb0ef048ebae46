import { logLevels } from '@cartouche/client'

/** Times that one looks back on. */
export const times = ['hour', 'day', 'week', 'all'] as const
export type LogTime = (typeof times)[number]

/**
 * Which messages are shown; times are looked back on from the instant at which they were chosen, which does
 * not move with every drawing.
 */
export interface LogFilter {
  readonly text: string
  readonly level: number
  readonly time: LogTime
  readonly chosenAtMs: number
}

/** No filter. */
export const everything: LogFilter = { text: '', level: logLevels.trace, time: 'all', chosenAtMs: 0 }

const hoursOf: Readonly<Record<Exclude<LogTime, 'all'>, number>> = { hour: 1, day: 24, week: 168 }

/** What is asked of the server for a filter. */
export function parametersOf({ text, level, time, chosenAtMs }: LogFilter): {
  readonly text?: string
  readonly level: number
  readonly from?: string
} {
  return {
    level,
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(time === 'all' ? {} : { from: new Date(chosenAtMs - hoursOf[time] * 3_600_000).toISOString() }),
  }
}
