import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { processPassword, signInTo, type AnyJson, type Asker } from '../../start/test-server-process.ts'
import { hashOf, publish, startLoad, type Load, type Promised } from './load.ts'
import { parts, startCluster, type Cluster } from './start-cluster.ts'

const minuteMs = 60_000
const settledWithinMs = 180_000

/**
 * A whole cluster on this machine, under load, of which each part is killed once: what `npm run
 * drill:cluster` runs. Prints a line for each part: what was lost of what had been answered, requests that
 * failed, the longest that somebody waited, and how long it took until all was well. The exit code is 1
 * where something was lost. `--minutes` (10) may be given.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
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

/** What was answered, and what there is in its place. */
interface Lost extends Promised {
  readonly found: string
}

/** What was answered and is not there. */
async function findLost({ url }: Cluster, admin: Asker, load: Load): Promise<Lost[]> {
  const ask = async (path: string, method = 'GET', json?: unknown): Promise<AnyJson> => {
    const { status, body } = await admin({ url }, method, path, json)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  // What is analysed by now becomes assets, whose bytes are compared.
  await settledItems(ask, load.job)
  await publish((method, path, json) => ask(path, method, json), load.job)
  const files = await hashFiles(ask, url, admin, load.job)
  const carts = new Set<string>((await ask('/wedia/cart/listCarts')).map(({ name }: AnyJson) => name))
  const { response } = await ask(`/rest/dam/data/asset/${load.asset}`)
  const edit = Number(/\d+$/.exec(String(response.data.city))?.[0] ?? -1)
  const lost: Lost[] = []
  for (const promised of load.promised) {
    const { kind, key, sha256 } = promised
    const isThere =
      kind === 'file'
        ? files.get(key) === sha256
        : kind === 'cart'
          ? carts.has(key)
          : kind === 'edit'
            ? Number(key) <= edit
            : (await fetch(`${url}/wedia/cart/withShare/${key}/view`)).status === 200
    if (!isThere) lost.push({ ...promised, found: files.get(key) ?? 'nothing' })
  }
  return lost
}

/** SHA-256 of the asset of each file of an import, once nothing works on it. */
async function hashFiles(
  ask: (path: string) => Promise<AnyJson>,
  url: string,
  admin: Asker,
  job: number,
): Promise<Map<string, string>> {
  const items = await settledItems(ask, job)
  const hashes = new Map<string, string>()
  for (const { filename, asset, status } of items) {
    if (!asset) hashes.set(filename, status.name)
    else {
      const path = `/wedia/dam/variation?object=asset&id=${asset.id}&variation=original`
      const answer = await fetch(`${url}${path}`, { headers: admin.headers })
      const bytes = new Uint8Array(await answer.arrayBuffer())
      hashes.set(filename, answer.ok ? hashOf(bytes) : String(answer.status))
    }
  }
  return hashes
}

async function settledItems(ask: (path: string) => Promise<AnyJson>, job: number): Promise<AnyJson[]> {
  for (const untilMs = Date.now() + settledWithinMs; ;) {
    const items: AnyJson[] = []
    for (let after: string | undefined = ''; after !== undefined;) {
      const page: AnyJson = await ask(`/rest/massimport/job/${job}/item?max=200${after}`)
      items.push(...page.response.data)
      const next: string | undefined = page.links?.nextResultsToken
      after = next ? `&after=${encodeURIComponent(next)}` : undefined
    }
    const isSettled = items.every(
      ({ status }) => !['waiting', 'analyzing', 'validating'].includes(status.name),
    )
    if (isSettled || Date.now() > untilMs) return items
    await sleep(1000)
  }
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
