import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyJson, Asker } from '../../start/test-server-process.ts'
import { hashOf, publish, type Load, type Promised } from './load.ts'

const settledWithinMs = 180_000

/** What was answered, and what there is in its place. */
export interface Lost extends Promised {
  readonly found: string
}

/** What was answered and is not there. */
export async function findLost({ url }: { readonly url: string }, admin: Asker, load: Load): Promise<Lost[]> {
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
  for (const { filename, asset, status, problems } of items) {
    if (!asset) hashes.set(filename, [status.name, ...problems.map(({ code }: AnyJson) => code)].join(' '))
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
