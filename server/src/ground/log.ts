import type { Writable } from 'node:stream'

/** Writes a line of the server's log: one object of plain data. */
export interface Log {
  info(data: object, message: string): void
  warn(data: object, message: string): void
  error(data: object, message: string): void
}

/**
 * A log of one JSON object a line. Informative lines of the database are left out unless CARTOUCHE_VERBOSE is
 * set.
 */
export function createConsoleLog(
  stream: Writable,
  verbose: boolean = process.env['CARTOUCHE_VERBOSE'] === '1',
): Log {
  const write = (level: string, data: object, message: string): void => {
    stream.write(`${JSON.stringify({ at: new Date().toISOString(), level, message, ...data })}\n`)
  }
  return {
    info: (data, message) => {
      if (verbose) write('info', data, message)
    },
    warn: (data, message) => write('warn', data, message),
    error: (data, message) => write('error', data, message),
  }
}
