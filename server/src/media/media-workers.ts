import { tmpdir } from 'node:os'
import { mkdir } from 'node:fs/promises'
import type { Metrics } from '../ground/metrics/metrics.ts'
import { noTracing, type Tracing } from '../ground/tracing/tracing.ts'
import { measureMachine, sizeDecoders } from '../ground/settings/machine-size.ts'
import type { CutOutcome, FilmCutting, OnProgress } from './cut-film.ts'
import type { CutPicture, PictureCutting } from './cut-picture.ts'
import { readFingerprint } from './fingerprint.ts'
import type { PictureFile } from './fingerprint-file.ts'
import type { Inspection } from './inspection.ts'
import type { InspectionRequest } from './inspect-file.ts'
import { jobTimeoutMs, workersMaxMemoryBytes } from './media-limits.ts'
import type { RenderedRendition, RenditionOutput } from './pixels.ts'
import type { Redrawing } from './redraw-picture.ts'
import { takesLong } from './rendition-recipes.ts'
import type { RenditionSource } from './render-rendition.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'
import { removeForgottenFolders } from './worker-folder.ts'
import type { EmbeddedTracks, TracksRequest } from './read-embedded-tracks.ts'
import type { DocumentWords } from './collect-words.ts'
import type { DocumentRequest } from './read-document.ts'
import { readTracksAnswer } from './read-tracks-answer.ts'
import { readWordsAnswer } from './read-words-answer.ts'
import { createWorkerPool, isDeadly, isKilled, type WorkerPool } from './worker-pool.ts'
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts'
import type { TagWriting } from './write-tags.ts'

/** How many workers, and their bounds. */
export interface MediaWorkersOptions {
  /** Processes; as many as there are cores, two at least, by default. They start when there is work. */
  size?: number | undefined
  /** Longest that a decoder may block its process, 20 s by default. */
  silenceMs?: number | undefined
  /** Longest that one try to inspect and decode a file may take, 20 s by default. */
  inspectTimeoutMs?: number | undefined
  /** Most memory of all processes together, 850 MB and no less than 250 MB each by default. */
  maxMemoryBytes?: number | undefined
  /**
   * Where the folders of the workers are made, best on the disk of the blobs. Default: the machine's
   * temporary folder.
   */
  folder?: string | undefined
  /** Hears how the workers are confined, once, when the first one starts. */
  onSandbox?: ((sandbox: Sandbox) => void) | undefined
  metrics?: Metrics | undefined
  tracing?: Tracing | undefined
}

/**
 * Inspects files and makes renditions in processes of their own: a hostile file ends a worker, never the
 * server.
 */
export interface MediaWorkers {
  /**
   * As `inspectFile`. Where the file ends its worker twice, the answer says so and is made without decoding.
   */
  inspect(request: InspectionRequest): Promise<Inspection>
  /**
   * As `inspectAndRender`. Where the file ends its worker twice, the answer says so and there are no
   * renditions.
   */
  inspectAndRender(
    request: InspectionRequest & { outputs: readonly RenditionOutput[]; watermarkText?: string | undefined },
  ): Promise<{ inspection: Inspection; renditions: RenderedRendition[] }>
  /** As `renderRenditions`. @throws RenditionError */
  render(request: RenditionSource & { outputs: readonly RenditionOutput[] }): Promise<RenderedRendition[]>
  /** As `writeTags`. @throws RenditionError where the file ends its worker */
  writeTags(request: TagWriting): Promise<boolean>
  /** As `redrawPicture`. @throws RenditionError */
  redraw(request: Redrawing): Promise<{ width: number; height: number }>
  /** As `cutPicture`. @throws RenditionError */
  cut(request: PictureCutting): Promise<CutPicture>
  /** As `cutFilm`, as long as a film may take. @throws RenditionError */
  cutFilm(
    request: FilmCutting & { signal?: AbortSignal | undefined; onProgress?: OnProgress | undefined },
  ): Promise<CutOutcome>
  /**
   * The fingerprint of a picture's file; null where there is nothing to recognize it by.
   * @throws RenditionError where it is no picture or not all of it can be decoded
   */
  fingerprint(request: PictureFile & { signal?: AbortSignal | undefined }): Promise<Uint8Array | null>
  /**
   * As `readEmbeddedTracks`, as long as a film may take.
   * @throws RenditionError
   */
  readTracks(request: TracksRequest & { signal?: AbortSignal | undefined }): Promise<EmbeddedTracks>
  /** As `readDocument`: nobody waits for it. @throws RenditionError */
  readWords(request: DocumentRequest & { signal?: AbortSignal | undefined }): Promise<DocumentWords>
  /** Ends all processes; what is running or waiting fails with `cancelled`. */
  close(): Promise<void>
}

/** Somebody waits for one picture. */
const onePicture = { rank: 0, timeoutMs: jobTimeoutMs.picture, signal: undefined } as const

/**
 * A pool of media workers, each in a sandbox. Pictures that someone waits for go before imports, imports
 * before films, and films never take the last worker. Of the sizes that a film is played in one is made at a
 * time, by a worker of its own, at the lowest priority.
 * @source decisions 0100 and 0248; measured on 2 cores: two processes of one thread import 12-megapixel
 * photographs faster than one process of two threads
 */
export function createMediaWorkers(options: MediaWorkersOptions = {}): MediaWorkers {
  const size = options.size ?? sizeDecoders(measureMachine())
  const limits = {
    silenceMs: options.silenceMs ?? jobTimeoutMs.inspect,
    maxMemoryBytes: options.maxMemoryBytes ?? Math.max(workersMaxMemoryBytes, size * 250 * 1024 * 1024),
  }
  const inspectTimeoutMs = options.inspectTimeoutMs ?? jobTimeoutMs.inspect
  const { folder = tmpdir() } = options
  let sandbox: Promise<Sandbox> | undefined
  const prepare = async (): Promise<Sandbox> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeForgottenFolders(folder)
    const opened = await openSandbox()
    options.onSandbox?.(opened)
    return opened
  }
  const pool = openPool(options, size, limits.maxMemoryBytes, async () =>
    startWorkerProcess(limits, await (sandbox ??= prepare()), folder),
  )

  return {
    async inspect({ signal, ...request }) {
      return pool
        .run({ kind: 'inspect', request }, { rank: 1, timeoutMs: inspectTimeoutMs, signal })
        .catch((error: unknown) => inspectUndecoded(pool, request, signal, error)) as Promise<Inspection>
    },
    async inspectAndRender({ signal, ...request }) {
      return pool
        .run({ kind: 'inspectAndRender', request }, { rank: 1, timeoutMs: inspectTimeoutMs, signal })
        .catch(async (error: unknown) => ({
          inspection: await inspectUndecoded(pool, request, signal, error),
          renditions: [],
        })) as Promise<{ inspection: Inspection; renditions: RenderedRendition[] }>
    },
    async render({ signal, ...request }) {
      const slow = request.outputs.some(({ recipe }) => takesLong(recipe))
      const isSpare = request.outputs.every(({ recipe }) => recipe.kind === 'rung')
      const isDocument = request.outputs.every(({ recipe }) => recipe.kind === 'pages')
      const terms = slow
        ? { rank: isSpare ? (3 as const) : (2 as const), timeoutMs: jobTimeoutMs.film }
        : { rank: isDocument ? (1 as const) : (0 as const), timeoutMs: jobTimeoutMs.picture }
      return pool.run({ kind: 'render', request }, { ...terms, signal }) as Promise<RenderedRendition[]>
    },
    async writeTags(request) {
      return (
        (await pool.run(
          { kind: 'writeTags', request },
          { rank: 1, timeoutMs: jobTimeoutMs.writeTags, signal: undefined },
        )) === true
      )
    },
    redraw: async (request) => pool.run({ kind: 'redraw', request }, onePicture) as Promise<CutPicture>,
    cut: async (request) => pool.run({ kind: 'cut', request }, onePicture) as Promise<CutPicture>,
    async cutFilm({ signal, onProgress, ...request }) {
      const terms = { rank: 2, timeoutMs: jobTimeoutMs.film, signal, onProgress } as const
      return pool.run({ kind: 'cutFilm', request }, terms) as Promise<CutOutcome>
    },
    async fingerprint({ signal, ...request }) {
      const terms = { rank: 0, timeoutMs: jobTimeoutMs.fingerprint, signal } as const
      return readFingerprint(await pool.run({ kind: 'fingerprint', request }, terms))
    },
    async readTracks({ signal, ...request }) {
      const terms = { rank: 2, timeoutMs: jobTimeoutMs.film, signal } as const
      return readTracksAnswer(await pool.run({ kind: 'tracks', request }, terms))
    },
    async readWords({ signal, ...request }) {
      const terms = { rank: 2, timeoutMs: jobTimeoutMs.words, signal } as const
      return readWordsAnswer(await pool.run({ kind: 'words', request }, terms))
    },
    close: async () => pool.close(),
  }
}

/** The pool, whose work is counted and has spans. */
function openPool(
  { metrics, tracing = noTracing }: MediaWorkersOptions,
  size: number,
  maxMemoryBytes: number,
  start: () => Promise<WorkerProcess>,
): WorkerPool {
  const pool = createWorkerPool({
    size,
    maxMemoryBytes,
    start: () => {
      metrics?.mediaWorkerStarted()
      return start()
    },
    onTried: ({ kind }, seconds, error) => {
      metrics?.mediaTaskRun(kind, seconds, error === undefined ? 'done' : 'failed')
      if (isDeadly(error) || isKilled(error)) metrics?.mediaWorkerLost(error.code)
    },
  })
  metrics?.watchMediaWorkers(size, pool.use)
  return {
    ...pool,
    run: (job, terms) =>
      tracing.span(
        { name: `media ${job.kind}`, kind: 'internal', attributes: { 'cartouche.media.rank': terms.rank } },
        () => pool.run(job, terms),
      ),
  }
}

/**
 * What can be said of a file that ended its workers: everything but its pixels, and why.
 * @throws what did not end a worker
 */
async function inspectUndecoded(
  pool: WorkerPool,
  { path, fileName, limits }: InspectionRequest,
  signal: AbortSignal | undefined,
  error: unknown,
): Promise<Inspection> {
  if (!isDeadly(error)) throw error
  const job = { kind: 'inspect' as const, request: { path, fileName, limits, decode: false } }
  const terms = { rank: 1 as const, timeoutMs: jobTimeoutMs.inspectUndecoded, signal }
  const inspection = (await pool.run(job, terms)) as Inspection
  const { code, message, data } = error
  return {
    ...inspection,
    usable: false,
    problems: [{ code, severity: 'error', message, ...(data && { data }) }, ...inspection.problems],
  }
}
