import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** How long PostgreSQL may take to write its checkpoint before it is made to end without one. */
const stopTimeoutMs = 30_000
const restartDelayMs = 500

export interface ProcessDescription {
  program: string
  parameters: string[]
  /** The user to run as; empty for the one of this process. */
  identity: { uid?: number; gid?: number }
  log: (line: string) => void
}

/**
 * Starts PostgreSQL, gives control once it accepts connections, and starts it again whenever it ends unasked.
 * @returns `stop`, which ends it in order and for good.
 * @throws Error with the last lines of its log when it ends before it is ready.
 */
export async function superviseProcess(description: ProcessDescription): Promise<{ stop(): Promise<void> }> {
  const stopRequest = new AbortController()
  let child = await launch(description)
  const supervise = async (): Promise<void> => {
    while (!stopRequest.signal.aborted) {
      await ended(child)
      if (stopRequest.signal.aborted) return
      description.log('PostgreSQL ended unasked; starting it again')
      await sleep(restartDelayMs, undefined, { signal: stopRequest.signal }).catch(() => undefined)
      await launch(description).then(
        (next) => {
          child = next
        },
        (error: Error) => description.log(error.message),
      )
    }
  }
  const supervision = supervise()
  return {
    stop: async () => {
      stopRequest.abort()
      await stopChild(child)
      await supervision
      await stopChild(child)
    },
  }
}

/** Its own process group: Ctrl-C in a terminal reaches the server alone, which ends PostgreSQL last. */
async function launch({ program, parameters, identity, log }: ProcessDescription): Promise<ChildProcess> {
  const [command = program, ...rest] = [...(await findParentGuard()), program, ...parameters]
  const child = spawn(command, rest, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...identity,
  })
  const endWithProcess = (): void => {
    child.kill('SIGINT')
  }
  process.once('exit', endWithProcess)
  child.once('exit', () => process.off('exit', endWithProcess))
  await ready(child, log)
  return child
}

function ready(child: ChildProcess, log: (line: string) => void): Promise<void> {
  const last: string[] = []
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      reject(new Error(`PostgreSQL did not start (exit code ${code}):\n${last.join('\n')}`)),
    )
    if (!child.stderr) return
    createInterface(child.stderr).on('line', (line) => {
      log(line)
      last.push(line)
      if (last.length > 20) last.shift()
      if (line.includes('ready to accept connections')) resolve()
    })
  })
}

async function stopChild(child: ChildProcess): Promise<void> {
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGQUIT'), stopTimeoutMs)
  await ended(child)
  clearTimeout(timer)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** The kernel's own guard (Linux): PostgreSQL gets a SIGINT when this process ends, however it ends. */
async function findParentGuard(): Promise<string[]> {
  const guard = ['setpriv', '--pdeathsig', 'INT']
  return promisify(execFile)('setpriv', [...guard.slice(1), 'true']).then(
    () => guard,
    () => [],
  )
}
