import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import { decoderEnvironment } from './decoder-environment.ts'
import { RenditionError } from './rendition-error.ts'

/** One run of a program of the machine. */
export interface ProgramRun {
  /** Name on PATH: `ffmpeg`. */
  program: string
  args: string[]
  timeoutMs: number
  /** Most bytes taken from its standard output; more ends it. 64 MB by default. */
  maxOutputBytes?: number | undefined
  /** Hears what it prints instead, as it comes: nothing of that is kept. */
  onOutput?: ((text: string) => void) | undefined
  /** Folder it runs in. */
  cwd?: string | undefined
  /** Most memory that one of its processes may write to: it ends itself where it needs more. */
  maxDataBytes?: number | undefined
  /** Its priority, to 19, the lowest. Default: 10. */
  niceness?: number | undefined
  signal?: AbortSignal | undefined
}

// 4 GB of address space: what asks for more ends itself, not the machine.
const memoryLimitKb = 4_000_000

/** Programs of several threads use more processor time than time passes. */
const mostThreads = 8

const liveGroups = new Set<number>()
process.on('exit', killPrograms)

/**
 * The path of a program on PATH, or null. Asked each time, so that one installed later is found without a
 * restart.
 */
export async function findProgram(name: string): Promise<string | null> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (!folder) continue
    const path = join(folder, name)
    const runs = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (runs) return path
  }
  return null
}

/**
 * Runs a program to its end in a process group of its own, at low priority, in bounded memory and processor
 * time, without input and without this process's environment, and gives what it printed. The shell before it
 * only sets the bounds: arguments are handed over as they are, never read by it. The whole group is killed at
 * the time limit, at the output limit, when the caller gives up and when this process ends. In a media worker
 * the program inherits the worker's sandbox; elsewhere it has none.
 * @throws RenditionError `tool_missing`, `timeout`, `too_large`, `cancelled`; `killed` when others end it;
 * `broken` when it fails, with the end of what it complained of as cause
 */
export async function runProgram(run: ProgramRun): Promise<Buffer> {
  const path = await findProgram(run.program)
  if (!path)
    throw new RenditionError('tool_missing', `${run.program} is not installed on this server.`, {
      data: { program: run.program },
    })
  if (run.signal?.aborted) throw new RenditionError('cancelled', 'The work was cancelled.')
  return new Promise((resolve, reject) => {
    const seconds = Math.ceil(run.timeoutMs / 1000) * mostThreads
    const dataLimit =
      run.maxDataBytes === undefined ? '' : `; ulimit -d ${Math.round(run.maxDataBytes / 1024)}`
    const child = spawn(
      '/bin/sh',
      [
        '-c',
        `{ ulimit -v ${memoryLimitKb}; ulimit -S -t ${seconds}${dataLimit}; } 2>/dev/null; exec "$0" "$@"`,
        path,
        ...run.args,
      ],
      { detached: true, cwd: run.cwd, env: decoderEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] },
    )
    const group = child.pid
    let stopped: RenditionError | undefined
    const stop = (error: RenditionError) => {
      stopped ??= error
      if (group) killGroup(group)
    }
    const cancel = () => stop(new RenditionError('cancelled', 'The work was cancelled.'))
    const allowed = Math.round(run.timeoutMs / 1000)
    const timer = setTimeout(
      () =>
        stop(
          new RenditionError('timeout', `${run.program} was stopped after ${allowed} seconds.`, {
            data: { seconds: allowed },
          }),
        ),
      run.timeoutMs,
    )
    run.signal?.addEventListener('abort', cancel, { once: true })
    if (group) announceGroup(group, true, run.niceness)

    const output: Buffer[] = []
    let outputBytes = 0
    child.stdout.on('data', (chunk: Buffer) => {
      if (run.onOutput) return run.onOutput(chunk.toString())
      outputBytes += chunk.length
      if (outputBytes > (run.maxOutputBytes ?? 64 * 1024 * 1024))
        stop(new RenditionError('too_large', `${run.program} gave more than is allowed.`))
      else output.push(chunk)
    })
    let complaint = ''
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-4000)
    })
    child.on('error', (error) => {
      stopped ??= new RenditionError('tool_missing', `${run.program} could not be started.`, { cause: error })
    })
    child.on('close', (exitCode, endedBy) => {
      clearTimeout(timer)
      run.signal?.removeEventListener('abort', cancel)
      if (group) announceGroup(group, false)
      if (stopped) reject(stopped)
      else if (exitCode === 0) resolve(Buffer.concat(output))
      else if (endedBy === 'SIGKILL')
        reject(new RenditionError('killed', `${run.program} was stopped from outside.`))
      else
        reject(
          new RenditionError('broken', `${run.program} could not read the file.`, {
            cause: new Error(complaint),
          }),
        )
    })
  })
}

function announceGroup(group: number, live: boolean, niceness = 10) {
  if (!live) {
    liveGroups.delete(group)
    return
  }
  liveGroups.add(group)
  try {
    setPriority(group, niceness)
  } catch {
    /* it has ended already */
  }
}

/** Kills every program that this process has running. */
export function killPrograms(): void {
  for (const group of liveGroups) killGroup(group)
}

/** Kills a process group by its id; one that has ended is let be. */
export function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    /* it has ended already */
  }
}
