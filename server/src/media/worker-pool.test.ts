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

test('where workers hold too much memory, work that nobody waits for ends first', async () => {
  const ended: string[] = []
  let held = 0
  const startWorker = async (): Promise<WorkerProcess> => {
    let name = ''
    let end = (_error: unknown): void => {}
    return {
      pid: 1,
      run: (job) =>
        new Promise((_resolve, reject) => {
          name = (job.request as InspectionRequest).fileName
          end = reject
        }),
      hasEnded: () => false,
      memoryBytes: () => (name === 'ladder' ? held : 2 * held),
      isFresh: () => false,
      end: (error) => {
        ended.push(name)
        end(error)
      },
    }
  }
  const pool = createWorkerPool({ size: 2, maxMemoryBytes: 1, start: startWorker })
  const run = (fileName: string, rank: Rank): Promise<unknown> =>
    pool.run(
      { kind: 'inspect', request: { path: '', fileName } },
      { rank, timeoutMs: 1000, signal: undefined },
    )
  run('film', 2).catch(() => {})
  const ladder = run('ladder', 3).catch((error: unknown) => error)
  await expect.poll(() => pool.use().busy).toBe(2)
  held = 1e9
  expect(await ladder).toMatchObject({ code: 'memory' })
  expect(ended[0]).toBe('ladder')
  pool.close()
})
