import { parseCronItem } from 'graphile-worker'

/** When something is run by itself, in UTC. */
export interface Crontab {
  /** As it was written: `30 3 * * *`. */
  readonly text: string
  /** The first time after this one; undefined where none comes within a year. */
  readonly nextAfter: (time: Date) => Date | undefined
}

const minuteMs = 60_000
const mostMinutes = 366 * 24 * 60

/**
 * Reads the five fields of a crontab, as the queue does.
 * @throws Error where it is none
 */
export function readCrontab(text: string): Crontab {
  const { match } = parseCronItem({ task: 'task', match: text.trim() })
  const matches = (time: Date): boolean =>
    match({
      min: time.getUTCMinutes(),
      hour: time.getUTCHours(),
      date: time.getUTCDate(),
      month: time.getUTCMonth() + 1,
      dow: time.getUTCDay(),
    })
  return {
    text: text.trim(),
    nextAfter: (time) => {
      const whole = new Date(Math.floor(time.getTime() / minuteMs) * minuteMs)
      for (let minute = 1; minute <= mostMinutes; minute++) {
        const next = new Date(whole.getTime() + minute * minuteMs)
        if (matches(next)) return next
      }
      return undefined
    },
  }
}
