import { readdir, rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { cutFilm, type FilmCutting } from './cut-film.ts'
import { cutPicture, type PictureCutting } from './cut-picture.ts'
import { fingerprintFile, type PictureFile } from './fingerprint-file.ts'
import { inspectAndRender, inspectFile, type InspectionRequest } from './inspect-file.ts'
import { jobTimeoutMs } from './media-limits.ts'
import type { RenditionOutput } from './pixels.ts'
import { redrawPicture, type Redrawing } from './redraw-picture.ts'
import { RenditionError } from './rendition-error.ts'
import { renderRenditions, type RenditionSource } from './render-rendition.ts'
import { readDocument, type DocumentRequest } from './read-document.ts'
import { killGroup, killPrograms } from './run-program.ts'
import { readEmbeddedTracks, type TracksRequest } from './read-embedded-tracks.ts'
import { openWorkerChannel } from './worker-channel.ts'
import { writeTags, type TagWriting } from './write-tags.ts'

/** What a worker is asked to do: plain data, signals stay with the asker. */
export type MediaJob =
  | { kind: 'inspect'; request: InspectionRequest }
  | {
      kind: 'inspectAndRender'
      request: InspectionRequest & { outputs: readonly RenditionOutput[]; watermarkText?: string | undefined }
    }
  | { kind: 'render'; request: RenditionSource & { outputs: readonly RenditionOutput[] } }
  | { kind: 'writeTags'; request: TagWriting }
  | { kind: 'redraw'; request: Redrawing }
  | { kind: 'cut'; request: PictureCutting }
  | { kind: 'cutFilm'; request: FilmCutting }
  | { kind: 'fingerprint'; request: PictureFile }
  | { kind: 'tracks'; request: TracksRequest }
  | { kind: 'words'; request: DocumentRequest }

/** What goes to a worker. One job at a time; what it left in its folder goes after each. */
export type MediaOrder = { kind: 'job'; job: MediaJob } | { kind: 'cancel' } | { kind: 'clean' }

/** What comes back. Beats come from its start on, twice a second while nothing blocks the worker. */
export type MediaReport =
  | { kind: 'done'; value: unknown }
  | { kind: 'failed'; code: RenditionError['code'] | null; message: string }
  | { kind: 'beat' }
  /** How much of a job that takes long is done, from 0 to 1. */
  | { kind: 'progress'; share: number }

// One thread a worker: with a worker for each core, pictures side by side are faster than the threads of one.
sharp.concurrency(1)

// pdf.js gives up promises that nobody waits for, of pages that nobody draws. A job's own promise reports its
// outcome, and one that never settles is ended by its time.
process.on('unhandledRejection', () => undefined)

let running: AbortController | undefined
let before = Promise.resolve()
const channel = openWorkerChannel(
  new Socket({ fd: 3 }),
  (message) => {
    const order = message as MediaOrder
    if (order.kind === 'cancel') running?.abort()
    else before = before.then(() => (order.kind === 'job' ? work(order.job) : clean()))
  },
  endWithServer,
)
const report = (message: MediaReport) => channel.send(message)
report({ kind: 'beat' })
setInterval(() => report({ kind: 'beat' }), 500).unref()

/** The server has gone, perhaps by kill -9: nothing that was started may stay behind. */
function endWithServer(): never {
  killPrograms()
  killGroup(process.pid)
  process.exit()
}

/** The folder for temporary files is this worker's own. */
async function clean(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  await Promise.all(
    names.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)),
  )
}

async function work(job: MediaJob): Promise<void> {
  running = new AbortController()
  try {
    report({ kind: 'done', value: await run(job, running.signal) })
  } catch (error) {
    report({
      kind: 'failed',
      code: error instanceof RenditionError ? error.code : null,
      message: error instanceof Error ? error.message : String(error),
    })
  } finally {
    running = undefined
  }
}

function run(job: MediaJob, signal: AbortSignal): Promise<unknown> {
  if (job.kind === 'inspect') return inspectFile({ ...job.request, signal })
  if (job.kind === 'inspectAndRender') return inspectAndRender({ ...job.request, signal })
  if (job.kind === 'writeTags') return writeTags(job.request)
  if (job.kind === 'redraw') return redrawPicture(job.request)
  if (job.kind === 'cut') return cutPicture(job.request, signal)
  if (job.kind === 'cutFilm')
    return cutFilm(job.request, signal, (share) => report({ kind: 'progress', share }))
  if (job.kind === 'fingerprint') return fingerprintFile(job.request, signal)
  if (job.kind === 'words') return readDocument(job.request, signal)
  if (job.kind === 'tracks') return readEmbeddedTracks(job.request, jobTimeoutMs.film, signal)
  return renderRenditions({ ...job.request, signal })
}
