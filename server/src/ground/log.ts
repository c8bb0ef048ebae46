import type { Writable } from 'node:stream'
import { currentWork } from './work.ts'

/** Writes a line of the server's log: one object of plain data. */
export interface Log {
  info(data: object, message: string): void
  warn(data: object, message: string): void
  error(data: object, message: string): void
  /** Writes the line of a request that was answered, whether or not it is informative. */
  access?(data: object): void
}

/**
 * A log of one JSON object a line, each with the id of the request that the work was asked by, where it was.
 * Informative lines of the database are left out unless CARTOUCHE_VERBOSE is set.
 */
export function createConsoleLog(
  stream: Writable,
  verbose: boolean = process.env['CARTOUCHE_VERBOSE'] === '1',
): Log {
  const write = (level: string, data: object, message: string): void => {
    const requestId = currentWork()?.requestId
    const line = { at: new Date().toISOString(), level, message, ...(requestId && { requestId }), ...data }
    stream.write(`${JSON.stringify(line)}\n`)
  }
  return {
    info: (data, message) => {
      if (verbose) write('info', data, message)
    },
    warn: (data, message) => write('warn', data, message),
    error: (data, message) => write('error', data, message),
    access: (data) => write('info', data, 'request'),
  }
}
