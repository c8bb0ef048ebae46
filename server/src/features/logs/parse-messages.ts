import { logLevels, parseJson, type LogLevel } from '@cartouche/contract'

/** A message of a client, within the limits. */
export interface ClientMessage {
  readonly level: number
  readonly message: string
  readonly count: number
}

/** Limits of what one request keeps. @source decision 0063 */
const maxMessages = 100
const longestMessage = 4000
const maxCount = 100_000

const known: ReadonlySet<number> = new Set(Object.values(logLevels))

/**
 * Reads what a client sends: JSON text of one or several `{level, message, count}`, whose level is a number
 * or a name; any other text, and any other JSON, is one message of level error. Messages that say the same
 * are one.
 */
export function parseMessages(text: string): ClientMessage[] {
  const found = listOf(text)
    .slice(0, maxMessages)
    .map(toMessage)
    .filter(({ message }) => message !== '')
  return [...Map.groupBy(found, ({ level, message }) => `${level} ${message}`).values()].flatMap((same) => {
    const [first] = same
    return first
      ? [
          {
            ...first,
            count: Math.min(
              maxCount,
              same.reduce((sum, { count }) => sum + count, 0),
            ),
          },
        ]
      : []
  })
}

function listOf(text: string): unknown[] {
  try {
    const json = parseJson(text)
    return Array.isArray(json) ? json : [json]
  } catch {
    return [text]
  }
}

function toMessage(value: unknown): ClientMessage {
  const { level, message, count } =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const words =
    typeof message === 'string' ? message : typeof value === 'string' ? value : JSON.stringify(value)
  return {
    level: levelOf(level),
    message: cut(words),
    count: typeof count === 'number' && count >= 1 ? Math.min(maxCount, Math.floor(count)) : 1,
  }
}

function levelOf(level: unknown): number {
  if (typeof level === 'number' && known.has(level)) return Math.max(logLevels.fatal, level)
  const named =
    typeof level === 'string' && Object.hasOwn(logLevels, level.toLowerCase())
      ? logLevels[level.toLowerCase() as LogLevel]
      : logLevels.error
  return Math.max(logLevels.fatal, named)
}

/** A text that PostgreSQL can store: without NUL, whole characters, not too long. */
function cut(text: string): string {
  const whole = text.replaceAll('\0', '').toWellFormed().trim()
  return whole.length <= longestMessage ? whole : `${whole.slice(0, longestMessage - 1).toWellFormed()}…`
}
