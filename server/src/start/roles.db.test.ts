import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../ground/database/test-database.ts'
import { hasRunner } from '../ground/jobs/jobs.sql.ts'
import {
  askerWith,
  createSharedFolder,
  signInTo,
  startServerProcess,
  type ServerProcess,
} from './test-server-process.ts'

let library: TestDatabase
let folder: Awaited<ReturnType<typeof createSharedFolder>>
const servers: ServerProcess[] = []
const start = async (role: string): Promise<ServerProcess> => {
  const server = await startServerProcess(library.url, folder.path, { CARTOUCHE_ROLE: role })
  servers.push(server)
  return server
}

beforeAll(async () => {
  ;[library, folder] = await Promise.all([createTestDatabase(), createSharedFolder()])
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGKILL')))
  await library.drop()
  await folder.remove()
})

const countJobs = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'inspect-item'`.execute(
    library.database,
  )
  return rows[0]?.count ?? 0
}

test('a web server leaves jobs to a worker, which answers balancers alone', async () => {
  const web = await start('web')
  const admin = await signInTo(web)
  const { body } = await admin(web, 'POST', '/rest/massimport/job', { name: 'Harbour' })
  const job = body.response.data.id as number
  const form = new FormData()
  form.append('file', new Blob(['the sea']), 'sea.txt')
  const uploaded = await fetch(`${web.url}/rest/massimport/item?job=${job}`, {
    method: 'POST',
    headers: admin.headers,
    body: form,
  })
  expect(uploaded.status).toBe(201)
  expect(await hasRunner(library.database)).toBe(false)
  expect(await countJobs()).toBe(1)

  const worker = await start('worker')
  await vi.waitFor(async () => expect(await countJobs()).toBe(0), 20_000)
  const nobody = askerWith({})
  expect(await nobody(worker, 'GET', '/health')).toEqual({ status: 200, body: { status: 'ok' } })
  expect(await nobody(worker, 'GET', '/ready')).toEqual({ status: 200, body: { status: 'ready' } })
  for (const path of ['/', '/rest/config', '/json/whoami', '/openapi.json', '/rest/live'])
    expect((await admin(worker, 'GET', path)).status, path).toBe(404)
  expect(await nobody(web, 'GET', '/ready')).toEqual({ status: 200, body: { status: 'ready' } })
  expect(await worker.end()).toBe(0)
})
