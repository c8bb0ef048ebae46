import { LibraryError } from '../ground/database/find-database.ts'
import { SettingsError } from '../ground/settings/settings.ts'

/** What a command ends with; `faults`: it ran to its end, and files are missing or damaged. */
export const exitCodes = { done: 0, failed: 1, usage: 2, faults: 3, stopped: 130 }

/** What was typed cannot be done, in words for whoever typed it. */
export class UsageError extends Error {}

/** Somebody pressed Ctrl-C. */
class Stopped extends Error {}

const printEveryMs = 1000

/** Prints a line of the result. */
export const say = (line: string): unknown => process.stdout.write(`${line}\n`)
/** Prints a line of what is wrong. */
export const warn = (line: string): unknown => process.stderr.write(`${line}\n`)

/**
 * Runs a command to its end: with the code that it answers, or one of `exitCodes` where it throws, which is
 * printed without a stack.
 */
export async function runCommand(main: (parameters: string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    warn(error instanceof SettingsError ? error.lines.join('\n') : (error as Error).message)
    process.exitCode = exitCodeOf(error)
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof Stopped) return exitCodes.stopped
  const isTheirs = [UsageError, SettingsError, LibraryError].some((kind) => error instanceof kind)
  return isTheirs ? exitCodes.usage : exitCodes.failed
}

/** A signal that is aborted by Ctrl-C, with what is printed then as its reason. */
export function stopOnSignals(message: string): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort(new Stopped(message)))
  return stop.signal
}

/** Bytes as people read them. */
export function sizeOf(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`
}

/** Gives a function that prints how far a command is, a line each second at most. */
export function createProgressPrinter<Progress>(
  describe: (progress: Progress) => string,
): (progress: Progress) => void {
  let printedAtMs = performance.now()
  return (progress) => {
    if (performance.now() - printedAtMs < printEveryMs) return
    printedAtMs = performance.now()
    say(describe(progress))
  }
}
