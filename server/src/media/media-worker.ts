import sharp from 'sharp'
import { inspectAndRender, inspectFile, type InspectionRequest } from './inspect-file.ts'
import type { RenditionOutput } from './pixels.ts'
import { RenditionError } from './rendition-error.ts'
import { renderRenditions, type RenditionSource } from './render-rendition.ts'
import { killGroup, watchProgramGroups } from './run-program.ts'

/** What a worker is asked to do: plain data, signals stay with the asker. */
export type MediaJob =
  | { kind: 'inspect', request: InspectionRequest }
  | { kind: 'inspectAndRender', request: InspectionRequest & { outputs: readonly RenditionOutput[], watermarkText?: string | undefined } }
  | { kind: 'render', request: RenditionSource & { outputs: readonly RenditionOutput[] } }

/** What goes to a worker. One job at a time. */
export type MediaOrder = { kind: 'job', job: MediaJob } | { kind: 'cancel' }

/** What comes back. Beats come twice a second while nothing blocks the worker. */
export type MediaReport =
  | { kind: 'done', value: unknown }
  | { kind: 'failed', code: RenditionError['code'] | null, message: string }
  | { kind: 'group', group: number, live: boolean }
  | { kind: 'beat' }

// One thread a worker: with a worker for each core, pictures side by side are faster than the threads of one.
sharp.concurrency(1)

const report = (message: MediaReport) => { if (process.connected) process.send?.(message) }
const groups = new Set<number>()
watchProgramGroups((group, live) => {
  if (live) groups.add(group)
  else groups.delete(group)
  report({ kind: 'group', group, live })
})
setInterval(() => report({ kind: 'beat' }), 500).unref()

let running: AbortController | undefined
process.on('message', (order: MediaOrder) => {
  if (order.kind === 'cancel') running?.abort()
  else void work(order.job)
})
// The server has gone, perhaps by kill -9: nothing that was started may stay behind.
process.on('disconnect', () => {
  for (const group of groups) killGroup(group)
  killGroup(process.pid)
})

async function work(job: MediaJob): Promise<void> {
  running = new AbortController()
  try {
    report({ kind: 'done', value: await run(job, running.signal) })
  } catch (error) {
    report({ kind: 'failed', code: error instanceof RenditionError ? error.code : null, message: error instanceof Error ? error.message : String(error) })
  } finally {
    running = undefined
  }
}

function run(job: MediaJob, signal: AbortSignal): Promise<unknown> {
  if (job.kind === 'inspect') return inspectFile({ ...job.request, signal })
  if (job.kind === 'inspectAndRender') return inspectAndRender({ ...job.request, signal })
  return renderRenditions({ ...job.request, signal })
}
