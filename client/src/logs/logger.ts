import { calls, logLevels, type LogLevel } from '@cartouche/contract/wire'
import type { Client } from '../client.ts'
import { systemClock, type Clock } from '../clock.ts'
import type { Log } from '../log.ts'

/** Where messages go on this machine: `console`. */
export type ConsoleLike = Readonly<Record<'error' | 'warn' | 'info' | 'debug', (...parts: unknown[]) => void>>

/** How a logger works; what is left out is as in production. */
export interface LoggerOptions {
  /**
   * What is as grave as this, or graver, is written to the console: a number of `logLevels`; off unless said
   * otherwise.
   */
  readonly consoleLevel?: number
  /** What is as grave as this, or graver, is sent to the server; error by default. */
  readonly sendLevel?: number
  /** How long messages are gathered before they are sent; 10000 ms by default. */
  readonly sendDelayMs?: number
  readonly console?: ConsoleLike
  readonly clock?: Clock
}

/** Takes messages of every level, and brings them where their level says. */
export interface Logger {
  /** For {@link ClientOptions.log}. */
  readonly log: Log
  /** Logs a message, with what caused it. The same message again is counted, not repeated. */
  write(level: Exclude<LogLevel, 'off'>, message: string, cause?: unknown): void
  /** Sends to the server of a client from now on: what was gathered before, too. Answers how to stop. */
  sendBy(client: Pick<Client, 'call'>): () => void
  /** Sends what is gathered now. */
  flush(): Promise<void>
  /** Messages that wait, and how many were given up. */
  get(): { readonly waiting: number; readonly dropped: number }
}

/** @source portal §9 Logging */
const defaultSendDelayMs = 10_000
const maxAttempts = 10
/** What the server takes in one request. @source decision 0063 */
const maxMessages = 100
const longestMessage = 4000

interface Waiting {
  readonly level: number
  readonly message: string
  count: number
  attempts: number
}

/**
 * Creates a logger. In production: nothing on the console, errors to the server.
 * @source portal §9 Logging
 */
export function createLogger({
  consoleLevel = logLevels.off,
  sendLevel = logLevels.error,
  sendDelayMs = defaultSendDelayMs,
  console,
  clock = systemClock,
}: LoggerOptions = {}): Logger {
  const waiting = new Map<string, Waiting>()
  let dropped = 0
  let client: Pick<Client, 'call'> | undefined
  let callOff: (() => void) | undefined
  let sending: Promise<void> | undefined

  const schedule = (): void => {
    if (!client || callOff || waiting.size === 0) return
    callOff = clock.after(sendDelayMs, () => {
      callOff = undefined
      void flush().then(schedule)
    })
  }
  const gather = (level: number, message: string, count = 1, attempts = 0): void => {
    const hash = hashOf(`${level} ${message}`)
    const known = waiting.get(hash)
    if (known) known.count += count
    else waiting.set(hash, { level, message, count, attempts })
    schedule()
  }
  const send = async (by: Pick<Client, 'call'>): Promise<void> => {
    const batch = [...waiting].slice(0, maxMessages)
    for (const [hash] of batch) waiting.delete(hash)
    try {
      // A call that fails is not logged: that would be one more message to send.
      await by.call(calls.createLogs, {
        TYPE: 'LOGS',
        MESSAGE: JSON.stringify(batch.map(([, { level, message, count }]) => ({ level, message, count }))),
      })
    } catch {
      for (const [, { level, message, count, attempts }] of batch) {
        if (attempts + 1 < maxAttempts) gather(level, message, count, attempts + 1)
        else dropped += count
      }
    }
  }
  const flush = (): Promise<void> => {
    if (!client || waiting.size === 0) return sending ?? Promise.resolve()
    sending ??= send(client).finally(() => {
      sending = undefined
    })
    return sending
  }
  const write: Logger['write'] = (level, message, cause) => {
    const number = logLevels[level]
    if (number <= consoleLevel && console) console[methods[level]](message, cause ?? '')
    if (number <= sendLevel) gather(number, describe(message, cause))
  }
  return {
    write,
    flush,
    log: (level, message, cause) => write(level, message, cause),
    get: () => ({ waiting: waiting.size, dropped }),
    sendBy(by) {
      client = by
      schedule()
      return () => {
        client = undefined
        callOff?.()
        callOff = undefined
      }
    },
  }
}

const methods = {
  fatal: 'error',
  error: 'error',
  warn: 'warn',
  info: 'info',
  debug: 'debug',
  trace: 'debug',
} as const

/**
 * A message and its cause in one text. Of an error its code, its words and where it came from; of other
 * causes what JSON says of them.
 */
function describe(message: string, cause: unknown): string {
  if (cause === undefined || cause === '') return message.slice(0, longestMessage)
  const {
    code,
    stack,
    message: words,
  } = (typeof cause === 'object' && cause !== null ? cause : {}) as {
    readonly code?: unknown
    readonly stack?: unknown
    readonly message?: unknown
  }
  const reason =
    cause instanceof Error
      ? [
          typeof code === 'string' ? code : '',
          typeof stack === 'string' && stack !== '' ? stack : String(words),
        ]
          .filter(Boolean)
          .join(': ')
      : textOf(cause)
  return `${message}: ${reason}`.slice(0, longestMessage)
}

function textOf(cause: unknown): string {
  try {
    return typeof cause === 'string' ? cause : (JSON.stringify(cause) ?? String(cause))
  } catch {
    return String(cause)
  }
}

/** A short name for a text: the same text, the same name. @source FNV-1a, twice 32 bits */
function hashOf(text: string): string {
  let [one, other] = [0x81_1c_9d_c5, 0x01_00_01_93]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    one = Math.imul(one ^ unit, 0x01_00_01_93)
    other = Math.imul(other ^ unit, 0x85_eb_ca_6b)
  }
  return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}${text.length.toString(36)}`
}
