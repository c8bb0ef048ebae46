import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MediaJob } from './media-worker.ts'
import { listProcessTree } from './process-tree.ts'
import { createTestFolder, quarters, type TestFolder } from './sample-files.ts'
import { openSandbox } from './sandbox.ts'
import { createWorkerPool, type WorkerPool } from './worker-pool.ts'
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts'

let folder: TestFolder
let pool: WorkerPool
let small = ''
const limits = { silenceMs: 60_000, maxMemoryBytes: 2 ** 31 }
const terms = { rank: 1, timeoutMs: 60_000, signal: undefined } as const
const started: WorkerProcess[] = []
/** How the worker of a job ends while it has the job; by the name of its file. */
const ends = new Map<string, NodeJS.Signals>()
const tries = new Map<string, number>()

/** The decoder itself, as the kernel ends it when memory is short; what confines it reports how it ended. */
function signalDecoder(worker: WorkerProcess, signal: NodeJS.Signals): void {
  if (worker.pid === undefined || worker.hasEnded()) return
  const decoder = listProcessTree(worker.pid).find((pid) => programOf(pid) === process.execPath)
  process.kill(decoder ?? worker.pid, signal)
}

function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? ''
  } catch {
    return ''
  }
}

/** A worker that is ended while it has a job of {@link ends}. */
async function startWorker(): Promise<WorkerProcess> {
  const worker = await startWorkerProcess(limits, await openSandbox(), folder.path('.'))
  started.push(worker)
  return {
    ...worker,
    run: async (job, bounds) => {
      const signal = ends.get(fileNameOf(job))
      // What is ended before it has a job says nothing of a file.
      if (signal)
        await worker.run({ kind: 'inspect', request: { path: small, fileName: 'small.png' } }, bounds)
      if (signal) setTimeout(signalDecoder, 40, worker, signal)
      return worker.run(job, bounds)
    },
  }
}

const fileNameOf = ({ request }: MediaJob): string => ('fileName' in request ? (request.fileName ?? '') : '')

async function inspect(fileName: string): Promise<unknown> {
  const path = await folder.write(fileName, await quarters(6000, 4000).png().toBuffer())
  return pool.run({ kind: 'inspect', request: { path, fileName } }, terms)
}

beforeAll(async () => {
  folder = await createTestFolder()
  small = await folder.write('small.png', await quarters(20, 20).png().toBuffer())
})
// Each test has a pool of its own: a pool remembers what was killed of late.
beforeEach(() => {
  pool = createWorkerPool({
    size: 2,
    maxMemoryBytes: 2 ** 31,
    pausesMs: [50, 100, 200],
    start: startWorker,
    onTried: (job) => tries.set(fileNameOf(job), (tries.get(fileNameOf(job)) ?? 0) + 1),
  })
})
afterEach(() => pool.close())
afterAll(() => folder.remove())

test('files whose workers are killed from outside again and again are inspected when that is over', async () => {
  const files = Promise.all(['first.png', 'second.png'].map(inspect))
  for (let killed = 0; killed < 8; await sleep(60)) {
    const running = started.filter((worker) => !worker.hasEnded() && worker.pid !== undefined)
    for (const worker of running) signalDecoder(worker, 'SIGKILL')
    killed += running.length
  }
  expect(await files).toMatchObject([
    { usable: true, problems: [] },
    { usable: true, problems: [] },
  ])
})

test('a file that ends its worker is damaged after two tries, one that is always killed alone after five', async () => {
  tries.clear()
  ends.set('segment.png', 'SIGSEGV').set('kill.png', 'SIGKILL')
  await expect(inspect('segment.png')).rejects.toMatchObject({ code: 'crashed' })
  await expect(inspect('kill.png')).rejects.toMatchObject({ code: 'crashed' })
  expect(await inspect('good.png')).toMatchObject({ usable: true, problems: [] })
  expect(Object.fromEntries(tries)).toEqual({ 'segment.png': 2, 'kill.png': 5, 'good.png': 1 })
})
