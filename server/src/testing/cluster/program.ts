import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'

/** A program of a cluster, which ends with this process. */
export interface Program {
  readonly pid: number
  /** Its last lines. */
  readonly lines: readonly string[]
  /** Ends it by a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>
  signal(signal: NodeJS.Signals): void
}

const keptLines = 200
/** The kernel's guard (Linux): what this process started ends with it. */
const guard = spawnSync('setpriv', ['--version']).status === 0 ? ['setpriv', '--pdeathsig', 'KILL'] : []

/**
 * Starts a program. Resolves when it writes a line with `ready`, or at once where there is none.
 * @throws Error with what it wrote, where it ends before
 */
export async function startProgram(
  program: string,
  parameters: readonly string[],
  { ready, identity = {} }: { readonly ready?: string; readonly identity?: { uid?: number; gid?: number } },
): Promise<Program> {
  const [command = program, ...rest] = [...guard, program, ...parameters]
  const child = spawn(command, rest, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], ...identity })
  const lines: string[] = []
  const exited = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      lines.push(line)
      if (lines.length > keptLines) lines.shift()
      if (ready !== undefined && line.includes(ready)) resolve()
    })
    if (ready === undefined) child.once('spawn', resolve)
    child.once('error', reject)
    void exited.then(() => reject(new Error(`${program} ended:\n${lines.join('\n')}`)))
  })
  return {
    pid: child.pid ?? 0,
    lines,
    signal: (signal) => void child.kill(signal),
    end: async (signal) => {
      if (!hasEnded(child)) child.kill(signal)
      await exited
    },
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** A port of this machine that nothing listens on. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
