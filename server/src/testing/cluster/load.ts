import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyJson, Asker } from '../../start/test-server-process.ts'

/** Something that was answered as done, and when. */
export interface Promised {
  readonly phase: string
  readonly kind: 'file' | 'cart' | 'share' | 'edit'
  /** The name of a file or cart, the id of a share, the number of an edit. */
  readonly key: string
  /** SHA-256 of a file. */
  readonly sha256?: string
}

/** How people fared while one part was killed. */
export interface Phase {
  asked: number
  failed: number
  longestWaitMs: number
  /** Of the last failure, and the end of the last answer that took longer than a second. */
  lastTroubleAtMs: number
  readonly failures: Map<string, number>
}

/** What a load did so far; the phase may be changed while it runs. */
export interface Load {
  phase: string
  readonly phases: Map<string, Phase>
  readonly promised: Promised[]
  readonly job: number
  readonly asset: number
  /** Ends it; resolves when everybody has stopped. */
  stop(): Promise<void>
}

const askWithinMs = 60_000
const tryAgainAfterMs = 250
const longMs = 1000

/** Five people at work through the balancer: importing, editing, searching, sharing, taking archives. */
export async function startLoad(url: string, admin: Asker): Promise<Load> {
  const address = { url }
  const ask = async (method: string, path: string, json?: unknown): Promise<AnyJson> => {
    const { status, body } = await admin(address, method, path, json)
    if (status >= 300) throw new Error(sayRefusal(status, body))
    return body
  }
  const { response } = await ask('POST', '/rest/massimport/job', { name: 'Drill' })
  const job = response.data.id as number
  const kept = randomFile(40_000)
  const asset = await createAsset(url, admin, kept)
  const state = { isOver: false }
  const load = { phase: 'before', phases: new Map<string, Phase>(), promised: [] as Promised[], job, asset }
  const promise = (kind: Promised['kind'], key: string, sha256?: string): void =>
    void load.promised.push({ phase: load.phase, kind, key, ...(sha256 !== undefined && { sha256 }) })
  const attempt = <T>(work: () => Promise<T>): Promise<T | undefined> => tryUntilDone(load, state, work)
  const people: (() => Promise<void>)[] = [
    async () => {
      const bytes = randomFile(8000)
      const name = `drill-${load.promised.length}-${randomBytes(4).toString('hex')}.bin`
      const done = await attempt(() => upload(url, admin, job, name, bytes))
      if (done) promise('file', name, hashOf(bytes))
      if (load.promised.length % 5 === 0) await attempt(() => publish(ask, job))
      await sleep(300)
    },
    async () => {
      const number = load.promised.length
      const done = await attempt(() =>
        ask('PATCH', `/rest/dam/data/asset/${asset}`, { city: `edit ${number}` }),
      )
      if (done) promise('edit', String(number))
      await sleep(200)
    },
    async () => {
      await attempt(() => ask('GET', '/rest/dam/data/asset?max=24&fulltext=drill'))
      await sleep(100)
    },
    async () => {
      const name = `Cart ${load.promised.length} ${randomBytes(4).toString('hex')}`
      const made = await attempt(() =>
        ask('POST', '/wedia/cart/createCart/', { name, items: { asset: [asset] } }),
      )
      if (!made) return
      promise('cart', name)
      const share = await attempt(() => ask('POST', `/wedia/cart/shareCart/${made[0].id}`, {}))
      if (!share) return
      promise('share', share.id)
      await attempt(() => takeArchive(url, share.id, kept))
      await sleep(300)
    },
  ]
  const running = Promise.all(
    people.map(async (work) => {
      while (!state.isOver) await work()
    }),
  )
  return Object.assign(load, {
    stop: async () => {
      state.isOver = true
      await running
    },
  })
}

/** What fails is tried again, as people do, and counted; undefined where the load ends meanwhile. */
async function tryUntilDone<T>(
  load: Pick<Load, 'phase' | 'phases'>,
  state: { readonly isOver: boolean },
  work: () => Promise<T>,
): Promise<T | undefined> {
  const startedAtMs = performance.now()
  for (;;) {
    const phase = phaseOf(load)
    phase.asked++
    try {
      const done = await withDeadline(work)
      const waitedMs = performance.now() - startedAtMs
      phase.longestWaitMs = Math.max(phase.longestWaitMs, waitedMs)
      if (waitedMs > longMs) phase.lastTroubleAtMs = performance.now()
      return done
    } catch (error) {
      phase.failed++
      phase.lastTroubleAtMs = performance.now()
      const { message, cause } = error as Error
      const reason = [message, (cause as NodeJS.ErrnoException | undefined)?.code ?? []]
        .flat()
        .join(' ')
        .slice(0, 120)
      phase.failures.set(reason, (phase.failures.get(reason) ?? 0) + 1)
    }
    if (state.isOver) return undefined
    await sleep(tryAgainAfterMs)
  }
}

function phaseOf({ phase, phases }: Pick<Load, 'phase' | 'phases'>): Phase {
  const known = phases.get(phase) ?? {
    asked: 0,
    failed: 0,
    longestWaitMs: 0,
    lastTroubleAtMs: 0,
    failures: new Map<string, number>(),
  }
  phases.set(phase, known)
  return known
}

function withDeadline<T>(work: () => Promise<T>): Promise<T> {
  const late = sleep(askWithinMs, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${askWithinMs / 1000} s`)
  })
  return Promise.race([work(), late])
}

/**
 * Random bytes of no media type: of those without a beginning of their own, 5 in 10,000 are read as MP3 or a
 * transport stream, and then as a broken one (measured 2026-11).
 */
const randomFile = (sizeBytes: number): Buffer =>
  Buffer.concat([Buffer.from('drill\0'), randomBytes(sizeBytes)])

const fileOf = (bytes: Uint8Array, name: string): File => new File([new Uint8Array(bytes)], name)

async function post(url: string, admin: Asker, path: string, form: FormData): Promise<AnyJson> {
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers: admin.headers, body: form })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(sayRefusal(answer.status, readJson(text)))
  return JSON.parse(text) as AnyJson
}

/** What a person reads, without the number of the request. */
function sayRefusal(status: number, body: AnyJson): string {
  return `${status} ${String(body?.message ?? '').replaceAll(/[\da-f-]{20,}/g, '…')}`.trim()
}

function readJson(text: string): AnyJson {
  try {
    return JSON.parse(text) as AnyJson
  } catch {
    return {}
  }
}

async function createAsset(url: string, admin: Asker, bytes: Uint8Array): Promise<number> {
  const form = new FormData()
  form.append('json', JSON.stringify({ name: 'Kept', binary: 'cid:binary' }))
  form.append('binary', fileOf(bytes, 'kept.bin'))
  return (await post(url, admin, '/rest/dam/data/asset', form)).response.data.id as number
}

function upload(url: string, admin: Asker, job: number, name: string, bytes: Uint8Array): Promise<AnyJson> {
  const form = new FormData()
  form.append('file', fileOf(bytes, name))
  return post(url, admin, `/rest/massimport/item?job=${job}`, form)
}

/** Has all that is ready become assets. */
export function publish(
  ask: (method: string, path: string, json?: unknown) => Promise<AnyJson>,
  job: number,
): Promise<AnyJson> {
  const metadata = { validate: true, workflowAction: 'publish' }
  return ask('PUT', `/rest/massimport/job/${job}`, { metadata })
}

/** A visitor takes all of a share, which has the asset's bytes in it as they are. */
async function takeArchive(url: string, share: string, bytes: Buffer): Promise<true> {
  const answer = await fetch(`${url}/wedia/cart/withShare/${share}/download`, { method: 'POST' })
  const archive = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200)
    throw new Error(`archive: ${sayRefusal(answer.status, readJson(archive.toString()))}`)
  if (!archive.includes(bytes)) throw new Error('an archive without the bytes of its asset')
  return true
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
