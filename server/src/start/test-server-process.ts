import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A server in a process of its own, as `npm start` runs it. */
export interface ServerProcess {
  readonly url: string
  /** What it logged so far, a line each. */
  readonly logged: readonly string[]
  /** Sends a signal and waits for the end. @returns the code that it ended with; null where killed */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** What differs from the server of this checkout. */
export interface ServerProcessOptions {
  /** The checkout of another version. */
  readonly programFolder?: string
  /** Hears of the process before it is ready. */
  onSpawn?(process: Pick<ServerProcess, 'logged' | 'end'> & { readonly pid: number | undefined }): void
}

/** Of every account. */
export const processPassword = 'a password of the tests'

/** A data folder that servers share, as of a file server. */
export async function createSharedFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'cartouche-several-'))
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}

const ownFolder = join(import.meta.dirname, '../../..')

/**
 * Starts a server on a database, or on one of its own where the address is empty, and a data folder.
 * Resolves when it says that it is ready.
 * @throws Error with what it logged, where it ends before
 */
export async function startServerProcess(
  databaseUrl: string,
  dataFolder: string,
  variables: Readonly<Record<string, string>> = {},
  { programFolder = ownFolder, onSpawn }: ServerProcessOptions = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [join(programFolder, 'server/src/start/main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: databaseUrl,
      CARTOUCHE_DATA: dataFolder,
      PORT: '0',
      CARTOUCHE_DEMO: '0',
      CARTOUCHE_ADMIN_PASSWORD: processPassword,
      ...variables,
    },
  })
  const logged: string[] = []
  const exited = once(child, 'exit') as Promise<[number | null]>
  createInterface({ input: child.stderr }).on('line', (line) => logged.push(line))
  const end = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> => {
    child.kill(signal)
    const [code] = await exited
    return code
  }
  onSpawn?.({ pid: child.pid, logged, end })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /^Cartouche is ready at (\S+)$/.exec(line)?.[1]
      if (found) resolve(found)
    })
    void exited.then(([code]) => reject(new Error(`The server ended with ${code}:\n${logged.join('\n')}`)))
  })
  return { url, logged, end }
}

/** Signs in; gives what makes requests of this person to any of the servers. */
export async function signInTo(
  { url }: Pick<ServerProcess, 'url'>,
  person: { login?: string; password?: string; application?: string } = {},
): Promise<Asker> {
  const answer = await fetch(`${url}/rest/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'admin', password: processPassword, ...person }),
  })
  if (!answer.ok) throw new Error(`Signing in was answered ${answer.status}: ${await answer.text()}`)
  const { accessToken } = (await answer.json()) as { accessToken: string }
  return askerWith({ authorization: `Bearer ${accessToken}` })
}

/** What tests look into freely. */
// oxlint-disable-next-line typescript/no-explicit-any -- a shape for every answer would be the contract again
export type AnyJson = any

/** Asks a server by method and path, with a JSON body where there is one. */
export type Asker = ((
  server: Pick<ServerProcess, 'url'>,
  method: string,
  path: string,
  json?: unknown,
) => Promise<{ status: number; body: AnyJson }>) & { readonly headers: Readonly<Record<string, string>> }

/** Asks with these headers; nobody without. */
export function askerWith(headers: Readonly<Record<string, string>>): Asker {
  return Object.assign(
    async (server: Pick<ServerProcess, 'url'>, method: string, path: string, json?: unknown) => {
      const answer = await fetch(`${server.url}${path}`, {
        method,
        headers: { ...headers, ...(json !== undefined && { 'content-type': 'application/json' }) },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      })
      const text = await answer.text()
      const isJson = answer.headers.get('content-type')?.startsWith('application/json')
      return { status: answer.status, body: isJson && text !== '' ? (JSON.parse(text) as AnyJson) : text }
    },
    { headers },
  )
}
