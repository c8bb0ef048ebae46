import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { signInTo } from '../../start/test-server-process.ts'
import { findLost, type Lost } from '../cluster/find-lost.ts'
import { startLoad, type Load } from '../cluster/load.ts'
import { faults, type Fault } from './faults.ts'
import { startLibrary, type LibrarySetting } from './start-library.ts'

/**
 * A library on a small disk of its own, on which people upload, edit, search, share and download, while one
 * fault after the other befalls it: what `npm run drill:faults` runs, as root, who may mount. Prints a line
 * for each fault: what people saw, the longest that somebody waited, and what was lost of what had been
 * answered, files by their hash. The exit code is 1 where something was lost, or a fault was answered as an
 * internal error (500). `--seconds` (15) of each fault, `--visitors` (10000), `--sockets` (2000) and `--only`
 * with parts of faults' names, between commas, may be given.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '15' },
      visitors: { type: 'string', default: '10000' },
      sockets: { type: 'string', default: '2000' },
      only: { type: 'string', default: '' },
    },
  })
  const sizes = { visitors: Number(values.visitors), sockets: Number(values.sockets) }
  const chosen = faults.filter(({ name }) => values.only.split(',').some((part) => name.includes(part)))
  const rows: Row[] = []
  for (const setting of ['folder', 's3', 'clock'] as const) {
    const own = chosen.filter((fault) => (fault.setting ?? 'folder') === setting)
    if (own.length > 0) rows.push(...(await drill(setting, own, Number(values.seconds) * 1000, sizes)))
  }
  print(rows)
  process.exitCode = rows.every(({ lost, saw }) => lost.length === 0 && !saw.some(isOurFault)) ? 0 : 1
}

interface Row {
  readonly fault: string
  readonly answered: number
  readonly saw: readonly string[]
  readonly longestWaitMs: number
  readonly wellAfterMs: number
  readonly lost: readonly Lost[]
  readonly notes: string
}

async function drill(
  setting: LibrarySetting,
  own: readonly Fault[],
  phaseMs: number,
  sizes: { readonly visitors: number; readonly sockets: number },
): Promise<Row[]> {
  const library = await startLibrary(setting)
  try {
    const admin = await signInTo(library)
    const load = await startLoad(library.url, admin)
    await sleep(phaseMs / 3)
    const results = new Map<string, { readonly notes: string; readonly wellAfterMs: number }>()
    for (const { name, strike } of own) {
      say(name)
      load.phase = name
      const struckAtMs = performance.now()
      const notes = await strike({ library, admin, holdMs: phaseMs, ...sizes })
      const endedAtMs = performance.now()
      // Until people fare as before.
      await sleep(phaseMs)
      const trouble = load.phases.get(name)?.lastTroubleAtMs ?? 0
      results.set(name, { notes, wellAfterMs: Math.max(0, trouble - Math.max(endedAtMs, struckAtMs)) })
    }
    await load.stop()
    const lost = await findLost(library, admin, load)
    return own.map(({ name }) => rowOf(name, load, lost, results.get(name)))
  } catch (error) {
    say(library.said().slice(-4000))
    throw error
  } finally {
    await library.remove()
  }
}

function rowOf(
  fault: string,
  load: Load,
  lost: readonly Lost[],
  { notes = '', wellAfterMs = 0 }: { readonly notes?: string; readonly wellAfterMs?: number } = {},
): Row {
  const phase = load.phases.get(fault)
  return {
    fault,
    answered: load.promised.filter((one) => one.phase === fault).length,
    saw: [...(phase?.failures ?? [])].map(([reason, count]) => `${count} × ${reason}`),
    longestWaitMs: phase?.longestWaitMs ?? 0,
    wellAfterMs,
    lost: lost.filter((one) => one.phase === fault),
    notes,
  }
}

/** Answers that say that the program is wrong. */
function isOurFault(seen: string): boolean {
  return /× (?:archive: )?500\b/.test(seen)
}

function print(rows: readonly Row[]): void {
  say('| fault | answered | longest wait | well after | lost | what people saw |')
  say('| --- | --- | --- | --- | --- | --- |')
  for (const { fault, answered, longestWaitMs, wellAfterMs, lost, saw, notes } of rows)
    say(
      `| ${fault} | ${answered} | ${seconds(longestWaitMs)} | ${seconds(wellAfterMs)} | ${lost.length} | ${[notes, ...saw].filter((text) => text !== '').join('; ') || 'nothing'} |`,
    )
  for (const { fault, lost } of rows)
    for (const { kind, key, found } of lost) say(`lost while ${fault}: ${kind} ${key}; found: ${found}`)
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

await main()
