import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What is imported, and how often it is cut short. */
export interface KillOptions {
  /** The files. */
  readonly folder: string
  /** Settings of the library: `DATABASE_URL` or `CARTOUCHE_DATA`, and what else the server reads. */
  readonly env: Readonly<Record<string, string>>
  readonly kills: number
  /** Bounds of the time from a start to its kill. */
  readonly minMs: number
  readonly maxMs: number
  /** Owner of the import; `admin` by default. */
  readonly owner?: string
}

/**
 * Runs the import of a folder in a process that is ended by `kill -9` again and again at random moments, and
 * then lets it finish. For tests: nothing may be lost or doubled afterwards.
 * @returns what the last, undisturbed run printed, and how many runs were cut short in mid-work
 * @throws Error when the last run fails
 */
export async function importWhileKilled(options: KillOptions): Promise<{ output: string; cut: number }> {
  let cut = 0
  for (let kill = 0; kill < options.kills; kill++) {
    const { child, ended } = startImport(options)
    await Promise.race([ended, sleep(options.minMs + Math.random() * (options.maxMs - options.minMs))])
    if (child.exitCode === null) {
      cut++
      child.kill('SIGKILL')
    }
    await ended
  }
  const { ended, child, output } = startImport(options)
  await ended
  if (child.exitCode !== 0) throw new Error(`The import failed:\n${output()}`)
  return { output: output(), cut }
}

function startImport({ folder, env, owner = 'admin' }: KillOptions): {
  child: ChildProcess
  ended: Promise<unknown>
  output: () => string
} {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'import-folder.ts'), folder, '--owner', owner],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let text = ''
  const keep = (chunk: Buffer): void => {
    text += chunk.toString()
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return { child, ended: once(child, 'exit'), output: () => text }
}
