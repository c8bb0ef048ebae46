import type { MediaJob } from './media-worker.ts'
import type { WorkerFolder } from './worker-folder.ts'

/** What a job makes: where the worker writes it, and where it goes. */
interface Output {
  readonly madePath: string
  readonly path: string
}
/** A job as its worker knows it. */
interface PlacedJob {
  readonly placed: MediaJob
  readonly outputs: readonly Output[]
  readonly lentPath: string
}

type MakingJob = Exclude<MediaJob, { kind: 'inspect' | 'fingerprint' | 'tracks' | 'words' }>

/** Lends a job's file to a worker, and gives the same job with paths that the worker can reach. */
export async function placeJob(job: MediaJob, folder: WorkerFolder): Promise<PlacedJob> {
  const lentPath = await folder.lend(job.kind === 'render' ? job.request.sourcePath : job.request.path)
  if (job.kind === 'inspect')
    return { placed: { ...job, request: { ...job.request, path: lentPath } }, outputs: [], lentPath }
  if (job.kind === 'fingerprint')
    return { placed: { ...job, request: { ...job.request, path: lentPath } }, outputs: [], lentPath }
  if (job.kind === 'tracks')
    return { placed: { ...job, request: { ...job.request, path: lentPath } }, outputs: [], lentPath }
  if (job.kind === 'words')
    return { placed: { ...job, request: { ...job.request, path: lentPath } }, outputs: [], lentPath }
  const outputs = outputPathsOf(job).map((path) => ({ madePath: folder.newOutputPath(path), path }))
  return { placed: placeFiles(job, lentPath, outputs), outputs, lentPath }
}

function outputPathsOf(job: MakingJob): string[] {
  return 'outputs' in job.request
    ? job.request.outputs.map(({ outputPath }) => outputPath)
    : [job.request.outputPath]
}

function placeFiles(job: MakingJob, path: string, made: readonly Output[]): MediaJob {
  const outputPath = (index: number) => made[index]?.madePath ?? ''
  if (job.kind === 'writeTags')
    return { ...job, request: { ...job.request, path, outputPath: outputPath(0) } }
  if (job.kind === 'redraw') return { ...job, request: { ...job.request, path, outputPath: outputPath(0) } }
  if (job.kind === 'cut') return { ...job, request: { ...job.request, path, outputPath: outputPath(0) } }
  if (job.kind === 'cutFilm') return { ...job, request: { ...job.request, path, outputPath: outputPath(0) } }
  const outputs = job.request.outputs.map((output, index) => ({ ...output, outputPath: outputPath(index) }))
  return job.kind === 'render'
    ? { ...job, request: { ...job.request, sourcePath: path, outputs } }
    : { ...job, request: { ...job.request, path, outputs } }
}
