import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findProgram } from '../../media/run-program.ts'
import { processPassword, signInTo } from '../../start/test-server-process.ts'
import { findLost, type Lost } from './find-lost.ts'
import { startLoad, type Load } from './load.ts'
import { parts, startCluster } from './start-cluster.ts'

const minuteMs = 60_000

/**
 * A whole cluster on this machine, under load, of which each part is killed once: what `npm run
 * drill:cluster` runs. Prints a line for each part: what was lost of what had been answered, requests that
 * failed, the longest that somebody waited, and how long it took until all was well. The exit code is 1
 * where something was lost. `--minutes` (10) may be given.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
  const missing = await listMissing()
  if (missing.length > 0) {
    say(`It needs Debian's ${missing.join(' and ')}: apt install ${missing.join(' ')}`)
    process.exitCode = 1
    return
  }
  const phaseMs = (Number(values.minutes) * minuteMs) / (parts.length + 1)
  say('starting PostgreSQL with a standby, PgBouncer, Ceph, three servers, a worker and haproxy')
  const cluster = await startCluster()
  try {
    const admin = await signInTo(cluster, { password: processPassword })
    const load = await startLoad(cluster.url, admin)
    await sleep(phaseMs)
    const wellAfterMs = new Map<string, number>()
    for (const part of parts) {
      say(`kill -9 ${part}`)
      load.phase = part
      const killedAtMs = performance.now()
      await cluster.kill[part]()
      await sleep(Math.max(0, phaseMs - (performance.now() - killedAtMs)))
      const trouble = load.phases.get(part)?.lastTroubleAtMs ?? 0
      wellAfterMs.set(part, Math.max(0, trouble - killedAtMs))
    }
    await load.stop()
    const lost = await findLost(cluster, admin, load)
    print(load, lost, wellAfterMs)
    process.exitCode = lost.length === 0 ? 0 : 1
  } finally {
    await cluster.stop()
  }
}

/** Programs of the cluster that are not installed. The store says it of its own. */
async function listMissing(): Promise<string[]> {
  const programs = ['pgbouncer', 'haproxy']
  const found = await Promise.all(programs.map(findProgram))
  return programs.filter((_program, at) => found[at] === null)
}

function print(load: Load, lost: readonly Lost[], wellAfterMs: ReadonlyMap<string, number>): void {
  const columns = ['part', 'answered', 'lost', 'requests', 'failed', 'longest wait', 'well after']
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
  const rows = [...load.phases].map(([part, { asked, failed, longestWaitMs }]) => [
    part,
    String(load.promised.filter(({ phase }) => phase === part).length),
    String(lost.filter(({ phase }) => phase === part).length),
    String(asked),
    String(failed),
    seconds(longestWaitMs),
    wellAfterMs.has(part) ? seconds(wellAfterMs.get(part) ?? 0) : '',
  ])
  for (const row of [columns, ...rows]) say(`| ${row.map((cell) => cell.padEnd(12)).join(' | ')} |`)
  for (const [part, { failures }] of load.phases)
    for (const [reason, count] of failures) say(`${part}: ${count} × ${reason}`)
  for (const { phase, kind, key, found } of lost)
    say(`lost: ${kind} ${key}, answered while ${phase}; found: ${found}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

await main()
