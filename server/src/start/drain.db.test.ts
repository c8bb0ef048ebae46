import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../ground/database/test-database.ts'
import { announce } from '../people/live/announce.ts'
import {
  askerWith,
  createSharedFolder,
  signInTo,
  startServerProcess,
  type AnyJson,
  type Asker,
  type ServerProcess,
} from './test-server-process.ts'

// Two servers on one library: what one was doing when it is asked to stop, and what goes on on the other.
let library: TestDatabase
let folder: Awaited<ReturnType<typeof createSharedFolder>>
let stays: ServerProcess
let admin: Asker
const started: ServerProcess[] = []
/** More than what lies between a server and a reader who does not read. */
const size = 48 * 1024 ** 2
let archive = ''

async function start(variables: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const server = await startServerProcess(library.url, folder.path, variables)
  started.push(server)
  return server
}

beforeAll(async () => {
  ;[library, folder] = await Promise.all([createTestDatabase(), createSharedFolder()])
  stays = await start()
  admin = await signInTo(stays)
  const form = new FormData()
  form.append('json', JSON.stringify({ name: 'Large', binary: 'cid:binary' }))
  form.append('binary', new File([new Uint8Array(randomBytes(size))], 'large.bin'))
  const made = await fetch(`${stays.url}/rest/dam/data/asset`, {
    method: 'POST',
    headers: admin.headers,
    body: form,
  })
  const { id } = ((await made.json()) as AnyJson).response.data
  const cart = await admin(stays, 'POST', '/wedia/cart/createCart/', {
    name: 'Large',
    items: { asset: [id] },
  })
  archive = (await admin(stays, 'POST', `/wedia/cart/zipCart/${cart.body[0].id}`, {})).body as string
  const head = (): Promise<Response> => fetch(archiveOf(stays), { method: 'HEAD' })
  await vi.waitFor(async () => expect((await head()).status).toBe(200), 20_000)
})
afterAll(async () => {
  await Promise.all(started.map((server) => server.end('SIGKILL')))
  await library.drop()
  await folder.remove()
})

const archiveOf = ({ url }: ServerProcess): string => `${url}/wedia/cart/downloadCart/${archive}`
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A download of which the first part was read, and no more. */
async function beginDownload(
  server: ServerProcess,
): Promise<{ readonly etag: string; readonly length: number; rest(): Promise<Buffer> }> {
  const answer = await fetch(archiveOf(server))
  expect(answer.status).toBe(200)
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  const chunks = [(await reader.read()).value ?? new Uint8Array()]
  return {
    etag: answer.headers.get('etag') ?? '',
    length: Number(answer.headers.get('content-length')),
    rest: async () => {
      for (;;) {
        const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
        if (value) chunks.push(value)
        if (done) return Buffer.concat(chunks)
      }
    },
  }
}

test('a download ends before its server does, and an archive is the same on each', async () => {
  const whole = Buffer.from(await (await fetch(archiveOf(stays))).arrayBuffer())
  const server = await start()
  const download = await beginDownload(server)
  const ended = server.end()
  await vi.waitFor(() => expect(fetch(`${server.url}/health`)).rejects.toThrow(), 5000)
  const bytes = await download.rest()
  expect(bytes.length).toBe(download.length)
  expect(hash(bytes)).toBe(hash(whole))
  expect(await ended).toBe(0)
})

test('a download that outlasts the time is cut, and resumes on another server with the same bytes', async () => {
  const whole = Buffer.from(await (await fetch(archiveOf(stays))).arrayBuffer())
  const server = await start({ CARTOUCHE_DRAIN_SECONDS: '1' })
  const download = await beginDownload(server)
  expect(await server.end()).toBe(0)
  const first = await download.rest()
  expect(first.length).toBeLessThan(whole.length)
  const answer = await fetch(archiveOf(stays), {
    headers: { range: `bytes=${first.length}-`, 'if-range': download.etag },
  })
  expect(answer.status).toBe(206)
  const second = Buffer.from(await answer.arrayBuffer())
  expect(hash(Buffer.concat([first, second]))).toBe(hash(whole))
})

test('the load balancer is warned, requests go on meanwhile, and event streams end', async () => {
  const server = await start()
  const nobody = askerWith({})
  for (let asked = 0; asked < 3; asked++) expect((await nobody(server, 'GET', '/ready')).status).toBe(200)
  const stream = await fetch(`${server.url}/rest/live`, { headers: admin.headers })
  expect(stream.status).toBe(200)
  const ended = server.end()
  await vi.waitFor(async () => {
    expect(await nobody(server, 'GET', '/ready')).toEqual({ status: 503, body: { status: 'stopping' } })
  }, 5000)
  const answer = await fetch(`${server.url}/json/whoami`, { headers: admin.headers })
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  await nobody(server, 'GET', '/ready')
  await nobody(server, 'GET', '/ready')
  expect(await stream.text()).toContain(': listening')
  expect(await ended).toBe(0)
})

test('jobs are given back at once, while a download still runs', async () => {
  const server = await start({ CARTOUCHE_JOBS: '1' })
  const download = await beginDownload(server)
  const held = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*)::int from pg_stat_activity
      where application_name = 'cartouche jobs' and datname = current_database()`.execute(library.database)
    return rows[0]?.count ?? 0
  }
  const both = await held()
  const ended = server.end()
  await vi.waitFor(async () => expect(await held()).toBeLessThan(both), 8000)
  await sleep(100)
  expect((await download.rest()).length).toBe(download.length)
  expect(await ended).toBe(0)
})

test('what is changed through one server reaches who listens on another', async () => {
  const server = await start()
  const leaving = new AbortController()
  const stream = await fetch(`${server.url}/rest/live`, { headers: admin.headers, signal: leaving.signal })
  const heard: string[] = []
  const reading = (async () => {
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) heard.push(chunk)
  })().catch(() => undefined)
  const { body } = await admin(stays, 'POST', '/wedia/cart/createCart/', { name: 'Announced' })
  await admin(stays, 'POST', `/wedia/cart/editCart/${body[0].id}`, { name: 'Announced again' })
  await vi.waitFor(() => expect(heard.join('')).toContain(`"kind":"cart","id":${body[0].id}`), 5000)
  await announce(library.database, { kind: 'search', id: 7 }, 'everyone')
  await vi.waitFor(() => expect(heard.join('')).toContain('"kind":"search"'), 5000)
  leaving.abort()
  await reading
})
