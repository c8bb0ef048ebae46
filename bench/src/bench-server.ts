import { spawn, type ChildProcess } from 'node:child_process'

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { openBlobs } from '../../server/src/ground/open-blobs.ts'
import { readSettings } from '../../server/src/ground/settings/settings.ts'
import type { BlobStore } from '../../server/src/ground/blobs/blob-store.ts'
import { createDatabase, type Database } from '../../server/src/ground/database/database.ts'
import { startEmbeddedPostgres } from '../../server/src/ground/database/embedded-postgres.ts'
import { createSchemaRegistry, type WithSchemas } from '../../server/src/model/schemas/schema-registry.ts'

/** A real server in a process of its own, with the database within reach of the benchmark. */
export interface BenchServer {
  readonly url: string
  readonly database: Database
  readonly databaseUrl: string
  readonly schemaRegistry: WithSchemas['schemaRegistry']
  readonly blobs: BlobStore
  readonly dataFolder: string
  /** Calls as the account `editor`: a path with or without `/api`, a JSON body, or a form. */
  call(method: string, path: string, body?: unknown): Promise<Response>
  readonly headers: Readonly<Record<string, string>>
  /** Memory of the server's own, bytes: anonymous pages, without what it maps of files. */
  memoryBytes(): Promise<number>
  stop(): Promise<void>
}

const password = 'bench-password'

/** A database for a server to run on, which its caller ends. */
interface GivenDatabase {
  readonly databaseUrl: string
}

/** Starts it on an empty library, or on the library of a database that runs. */
export async function startBenchServer(
  environment: Readonly<Record<string, string>> = {},
  given?: GivenDatabase,
): Promise<BenchServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'cartouche-bench-'))
  const postgres = given
    ? { url: given.databaseUrl, stop: () => Promise.resolve() }
    : await startEmbeddedPostgres({ dataFolder, log: () => {} })
  const { child, url } = await startProcess(
    {
      ...process.env,
      PORT: '0',
      CARTOUCHE_DATA: dataFolder,
      DATABASE_URL: postgres.url,
      CARTOUCHE_DEMO: '1',
      CARTOUCHE_DEMO_PASSWORD: password,
      CARTOUCHE_ADMIN_PASSWORD: password,
      CARTOUCHE_ARCHIVE_MAX_MB: '100000',
      // Visitors of many addresses are distinguished by a header, as behind a proxy.
      CARTOUCHE_PROXIES: 'loopback',
      ...environment,
    },
    dataFolder,
  )
  const database = createDatabase(postgres.url)
  const answer = await fetch(`${url}/rest/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'editor', password }),
  })
  const { accessToken } = (await answer.json()) as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  return {
    url,
    database,
    databaseUrl: postgres.url,
    schemaRegistry: createSchemaRegistry(undefined),
    dataFolder,
    headers,
    blobs: await openBlobs(readSettings({ ...environment, CARTOUCHE_DATA: dataFolder, CARTOUCHE_DEMO: '0' })),
    call: (method, path, body) =>
      fetch(
        `${url}${path}`,
        body instanceof FormData
          ? { method, headers, body }
          : {
              method,
              headers: { ...headers, 'content-type': 'application/json' },
              ...(body === undefined ? {} : { body: JSON.stringify(body) }),
            },
      ),
    memoryBytes: () => anonymousMemory(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGTERM')
      await new Promise((done) => {
        if (child.exitCode === null) child.once('exit', done)
        else done(undefined)
      })
      await database.destroy()
      await postgres.stop()
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function startProcess(
  env: NodeJS.ProcessEnv,
  dataFolder: string,
): Promise<{ child: ChildProcess; url: string }> {
  // The library stays empty: what is measured brings its own files.
  await writeFile(join(dataFolder, 'demonstration-made'), '')
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=4', resolve(import.meta.dirname, '../../server/src/start/main.ts')],
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const url = await new Promise<string>((done, fail) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const ready = /^Cartouche is ready at (\S+)$/.exec(line)?.[1]
      if (ready) done(ready)
    })
    child.once('exit', (code) => fail(new Error(`The server ended with ${code}`)))
  })
  return { child, url }
}

async function anonymousMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}
