import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { BenchServer } from './bench-server.ts'

/** Directus, running on a database of its own in the PostgreSQL of a bench server. */
export interface Directus {
  /** Uploads a photograph; answers its id. */
  upload(path: string): Promise<string>
  /** Asks for a picture of a file within a square; answers once it was read whole. */
  fetchSize(id: string, boxPx: number, quality: number): Promise<void>
  /**
   * Calls its interface as the administrator: a path, and a JSON body; answers what is in `data`, or
   * undefined where that is not there or the answer is empty.
   */
  call(method: string, path: string, body?: unknown): Promise<unknown>
  readonly databaseUrl: string
  stop(): Promise<void>
}

const version = '12.4.0'
const installFolder = join(import.meta.dirname, '../peers/directus')
/** Its command without the check for updates, which asks another host. */
const program = 'node_modules/@directus/api/dist/cli/run.js'
const email = 'admin@example.com'
const password = 'bench-password'
const startWithinMs = 180_000

/**
 * Starts it, and installs it first where it is not there yet. Nothing but this bench uses it. `isolated-vm`,
 * which would have to be compiled, serves flows alone: an empty module takes its place.
 */
export async function startDirectus(server: BenchServer, say: (line: string) => void): Promise<Directus> {
  await install(say)
  const { rows: there } = await sql`select from pg_database where datname = 'directus'`.execute(
    server.database,
  )
  if (there.length === 0) await sql`create database directus`.execute(server.database)
  const databaseUrl = new URL(server.databaseUrl)
  databaseUrl.pathname = '/directus'
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl.href,
    KEY: 'bench',
    SECRET: 'bench-secret-of-thirty-two-letters',
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
    STORAGE_LOCATIONS: 'local',
    STORAGE_LOCAL_DRIVER: 'local',
    STORAGE_LOCAL_ROOT: join(server.dataFolder, 'directus'),
    TELEMETRY: 'false',
    WEBSOCKETS_ENABLED: 'false',
    LOG_LEVEL: 'error',
  }
  say('starting Directus')
  await run(process.execPath, [program, 'bootstrap'], env)
  const child = spawn(process.execPath, [program, 'start'], {
    cwd: installFolder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitUntilReady(child, `${url}/server/ping`)
  const signedIn = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { data } = (await read(signedIn, 'json')) as { data: { access_token: string } }
  const headers = { authorization: `Bearer ${data.access_token}` }
  return {
    async upload(path) {
      const form = new FormData()
      form.set('file', new Blob([await readFile(path)], { type: 'image/jpeg' }), basename(path))
      const answer = await fetch(`${url}/files?fields=id`, { method: 'POST', headers, body: form })
      return ((await read(answer, 'json')) as { data: { id: string } }).data.id
    },
    async fetchSize(id, boxPx, quality) {
      const size = `width=${boxPx}&height=${boxPx}&fit=inside&withoutEnlargement=true&format=jpg&quality=${quality}`
      await read(await fetch(`${url}/assets/${id}?${size}`, { headers }), 'arrayBuffer')
    },
    databaseUrl: databaseUrl.href,
    async call(method, path, body) {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      if (answer.status === 403 || answer.status === 404) return undefined
      const text = (await read(answer, 'text')) as string
      return text === '' ? undefined : (JSON.parse(text) as { data: unknown }).data
    },
    async stop() {
      const ended = new Promise((done) => child.once('exit', done))
      if (child.exitCode === null && child.kill('SIGTERM')) await ended
    },
  }
}

async function install(say: (line: string) => void): Promise<void> {
  const manifest = {
    private: true,
    dependencies: { directus: version, 'isolated-vm': 'file:empty' },
    overrides: { 'isolated-vm': '$isolated-vm' },
  }
  const text = JSON.stringify(manifest)
  const mark = join(installFolder, 'installed')
  if ((await readFile(mark, 'utf8').catch(() => '')) === text) return
  say(`installing Directus ${version}`)
  await mkdir(join(installFolder, 'empty'), { recursive: true })
  await writeFile(join(installFolder, 'package.json'), text)
  await writeFile(join(installFolder, 'empty/package.json'), '{"name":"isolated-vm","version":"0.0.0"}')
  await writeFile(join(installFolder, 'empty/index.js'), '')
  await run('npm', ['install', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'], process.env)
  await writeFile(mark, text)
}

async function run(command: string, parameters: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(command, parameters, {
    cwd: installFolder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((done, fail) => child.once('exit', done).once('error', fail))
  if (code !== 0) throw new Error(`${command} ${parameters.join(' ')} ended with ${String(code)}`)
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  const giveUpAt = Date.now() + startWithinMs
  for (;;) {
    const isReady = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) return
    if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error('Directus did not start')
    await wait(200)
  }
}

async function read(answer: Response, as: 'json' | 'text' | 'arrayBuffer'): Promise<unknown> {
  if (!answer.ok) throw new Error(`Directus answered ${answer.status}: ${await answer.text()}`)
  return answer[as]()
}

function findFreePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => done(port))
    })
  })
}
