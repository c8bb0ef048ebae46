import { readdir } from 'node:fs/promises'
import { startApplication } from '../start-application.ts'
import type { Attack } from './attack.ts'

/**
 * Tries every attack of this folder on an application of its own, with the demonstration library: what `npm
 * run drill:attacks` runs. Prints `held` or `NOT HELD` for each; the last line counts them, and the exit code
 * is 1 unless all held. Words choose the files whose names have them.
 */
async function main(): Promise<void> {
  const attacks = await loadAttacks(process.argv.slice(2))
  const application = await startApplication({ demo: true })
  let held = 0
  try {
    for (const attack of attacks) held += (await tryAttack(attack, () => attack.run(application))) ? 1 : 0
  } finally {
    await application.remove()
  }
  process.stdout.write(`${held} held, ${attacks.length - held} not held\n`)
  process.exitCode = held === attacks.length && held > 0 ? 0 : 1
}

async function tryAttack({ name }: Attack, run: () => Promise<void>): Promise<boolean> {
  const startedAt = Date.now()
  const failure = await run().then(
    () => undefined,
    (error: unknown) => error,
  )
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  const reason = failure instanceof Error ? failure.message : failure
  process.stdout.write(
    failure === undefined ? `held      ${name} (${seconds} s)\n` : `NOT HELD  ${name}: ${String(reason)}\n`,
  )
  return failure === undefined
}

/** The attacks of all files `*.attack.ts` of this folder, by the names of the files. */
async function loadAttacks(words: readonly string[]): Promise<Attack[]> {
  const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('.attack.ts')).toSorted()
  const chosen = files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  const modules = await Promise.all(
    chosen.map((file) => import(`./${file}`) as Promise<{ attacks: readonly Attack[] }>),
  )
  return modules.flatMap(({ attacks }) => attacks)
}

await main()
