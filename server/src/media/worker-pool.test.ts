import { expect, test } from 'vitest'
import type { InspectionRequest } from './inspect-file.ts'
import { createWorkerPool, type Rank } from './worker-pool.ts'
import type { WorkerProcess } from './worker-process.ts'

test('work that nobody waits for runs one at a time, beside all others, and keeps none of them waiting', async () => {
  const ends = new Map<string, () => void>()
  const worker: WorkerProcess = {
    pid: 1,
    run: (job) =>
      new Promise((resolve) => {
        const { fileName: name } = job.request as InspectionRequest
        ends.set(name, () => {
          ends.delete(name)
          resolve(undefined)
        })
      }),
    hasEnded: () => false,
    memoryBytes: () => 0,
    isFresh: () => true,
    end: () => {},
  }
  const pool = createWorkerPool({ size: 2, maxMemoryBytes: 1, start: async () => worker })
  const run = (fileName: string, rank: Rank): void => {
    const job = { kind: 'inspect', request: { path: '', fileName } } as const
    void pool.run(job, { rank, timeoutMs: 1000, signal: undefined }).catch(() => {})
  }
  const running = (): string[] => [...ends.keys()].toSorted()
  run('ladder 1', 3)
  run('ladder 2', 3)
  await expect.poll(running).toEqual(['ladder 1'])
  for (const name of ['film 1', 'film 2']) run(name, 2)
  for (const name of ['picture 1', 'picture 2']) run(name, 0)
  await expect.poll(running).toEqual(['film 1', 'ladder 1', 'picture 1'])
  ends.get('picture 1')?.()
  await expect.poll(running).toEqual(['film 1', 'ladder 1', 'picture 2'])
  ends.get('ladder 1')?.()
  await expect.poll(running).toEqual(['film 1', 'ladder 2', 'picture 2'])
  pool.close()
})
