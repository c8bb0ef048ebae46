import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../ground/database/test-database.ts'
import { hasPooler, startTestPooler, withoutPooler, type TestPooler } from '../ground/database/test-pooler.ts'
import {
  createSharedFolder,
  signInTo,
  startServerProcess,
  type AnyJson,
  type Asker,
  type ServerProcess,
} from './test-server-process.ts'

// A web server and a worker, of which no request or job has a session of its own: both of PgBouncer's modes.
let library: TestDatabase
let pooler: TestPooler
let folder: Awaited<ReturnType<typeof createSharedFolder>>
const servers: ServerProcess[] = []
let web: ServerProcess
let admin: Asker

const start = async (role: string, direct: Record<string, string>): Promise<ServerProcess> => {
  const server = await startServerProcess(pooler.transactionUrl, folder.path, {
    CARTOUCHE_ROLE: role,
    ...direct,
  })
  servers.push(server)
  return server
}

beforeAll(async () => {
  if (!hasPooler) return
  ;[library, folder] = await Promise.all([createTestDatabase(), createSharedFolder()])
  pooler = await startTestPooler(library.url, 4)
  const direct = { DATABASE_DIRECT_URL: pooler.sessionUrl }
  ;[web] = await Promise.all([start('web', direct), start('worker', direct)])
  admin = await signInTo(web)
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGKILL')))
  await pooler?.stop()
  await library?.drop()
  await folder?.remove()
})

const through = (title: string, run: () => Promise<void>): void =>
  test.skipIf(!hasPooler)(`${title}${withoutPooler}`, run)

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()

async function uploadTo(job: number): Promise<void> {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(await picture())], 'harbour.jpg'))
  const answer = await fetch(`${web.url}/rest/massimport/item?job=${job}`, {
    method: 'POST',
    headers: admin.headers,
    body: form,
  })
  expect(answer.status).toBe(201)
}

async function done(answer: Promise<{ status: number; body: AnyJson }>): Promise<AnyJson> {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}

through('files are imported, become assets, are found, seen and taken as an archive', async () => {
  const { response } = await done(admin(web, 'POST', '/rest/massimport/job', { name: 'Harbour' }))
  const job = response.data.id as number
  await uploadTo(job)
  const items = async (): Promise<AnyJson[]> =>
    (await done(admin(web, 'GET', `/rest/massimport/job/${job}/item?max=10`))).response.data
  await vi.waitFor(async () => expect((await items())[0].status.name).toBe('ready'), 30_000)
  const metadata = { validate: true, workflowAction: 'publish' }
  await done(admin(web, 'PUT', `/rest/massimport/job/${job}`, { metadata }))
  await vi.waitFor(async () => expect((await items())[0].status.name).toBe('validated'), 30_000)
  const found = await done(admin(web, 'GET', '/rest/dam/data/asset?fulltext=harbour'))
  const asset = found.response.data[0].id as number
  const seen = await fetch(`${web.url}/wedia/dam/variation/asset/${asset}/thumbnailBig`, {
    headers: admin.headers,
  })
  expect(seen.status).toBe(200)
  expect((await sharp(await seen.arrayBuffer()).metadata()).width).toBeGreaterThan(100)
  const [{ id }] = await done(
    admin(web, 'POST', '/wedia/cart/createCart/', { name: 'Taken', items: { asset: [asset] } }),
  )
  const share = await done(admin(web, 'POST', `/wedia/cart/shareCart/${id}`, {}))
  const visited = await fetch(`${web.url}/wedia/cart/withShare/${share.id}/view`)
  expect(visited.status).toBe(200)
})

through('what happens is announced live', async () => {
  const [{ id }] = await done(admin(web, 'POST', '/wedia/cart/createCart/', { name: 'Announced' }))
  const signal = AbortSignal.timeout(20_000)
  const stream = await fetch(`${web.url}/rest/live`, { headers: admin.headers, signal })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  await done(admin(web, 'POST', `/wedia/cart/editCart/${id}`, { name: 'Announced again' }))
  let text = ''
  while (!text.includes('"cart"')) text += (await reader?.read())?.value ?? ''
  expect(text).toContain(`"id":${id}`)
  await reader?.cancel()
})

through('a server does not start behind a pooler without sessions, and says what to set', async () => {
  await expect(start('web', {})).rejects.toThrow(/set DATABASE_DIRECT_URL to an address of the same database/)
})
