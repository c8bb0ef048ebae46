import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { createAccount } from '../people/accounts/create-account.ts'
import { installAccounts } from '../people/accounts/install-accounts.ts'
import { handlers } from '../start/handlers.ts'
import { migrateJobs } from '../ground/jobs/start-jobs.ts'
import { createAddJob } from '../ground/jobs/create-add-job.ts'
import { createTestLibrary, type TestLibrary } from '../testing/test-library.ts'
import type { Handlers } from './answer-call.ts'
import { createServer } from './create-server.ts'

let library: TestLibrary
let server: FastifyInstance
let url: string
let cookie: string
let csrfToken: string
let job: number

beforeAll(async () => {
  library = await createTestLibrary()
  await migrateJobs(library.url)
  const services = { ...library.services, addJob: createAddJob() }
  await installAccounts(services)
  await createAccount(services, {
    kind: 'user',
    login: 'uploader',
    password: 'a long password',
    name: 'Uploader',
    roleId: 2,
  })
  server = await createServer(services, handlers as unknown as Handlers, undefined)
  url = await server.listen({ host: '127.0.0.1', port: 0 })
  const signedIn = await fetch(`${url}/rest/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'uploader', password: 'a long password', cookieauth: true }),
  })
  cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  csrfToken = ((await signedIn.json()) as { csrfToken: string }).csrfToken
  const made = await fetch(`${url}/rest/massimport/job`, {
    method: 'POST',
    headers: { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' },
    body: '{"json":{"name":"Job"}}',
  })
  job = ((await made.json()) as { response: { data: { id: number } } }).response.data.id
})
afterAll(async () => {
  await server.close()
  await library.close()
})

async function upload(
  headers: Record<string, string>,
  token?: string,
): Promise<{ status: number; taken: number }> {
  const form = new FormData()
  if (token !== undefined) form.set('_csrf', token)
  form.set('json', JSON.stringify({ job: { id: job } }))
  form.set('file', new Blob([`a text ${Math.random()}`]), `note-${Math.random()}.txt`)
  const answer = await fetch(`${url}/rest/massimport/item`, {
    method: 'POST',
    headers: { cookie, ...headers },
    body: form,
  })
  const { response } = (await answer.json()) as { response?: { files: { item: number | null }[] } }
  return { status: answer.status, taken: response?.files.filter(({ item }) => item !== null).length ?? 0 }
}

test('P7.01 an upload of a cookie session carries its CSRF token in a header, or as the first field of its body', async () => {
  expect(await upload({ 'x-csrf-token': csrfToken })).toEqual({ status: 201, taken: 1 })
  expect(await upload({}, csrfToken)).toEqual({ status: 201, taken: 1 })
  expect(await upload({}, 'another')).toEqual({ status: 403, taken: 0 })
  expect(await upload({})).toEqual({ status: 403, taken: 0 })
})

test('a bearer session uploads without one', async () => {
  const signedIn = await fetch(`${url}/rest/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'uploader', password: 'a long password' }),
  })
  const { accessToken } = (await signedIn.json()) as { accessToken: string }
  expect(await upload({ cookie: '', authorization: `Bearer ${accessToken}` })).toEqual({
    status: 201,
    taken: 1,
  })
})

test('D7.84 a file of a form is kept after the CSRF token was seen, and not before', async () => {
  const create = async (token?: string): Promise<number> => {
    const form = new FormData()
    if (token !== undefined) form.set('_csrf', token)
    form.set('json', '{"name":"With a note","binary":"cid:note"}')
    form.set('note', new Blob([`a note ${Math.random()}`]), 'note.txt')
    return (await fetch(`${url}/rest/dam/data/asset`, { method: 'POST', headers: { cookie }, body: form }))
      .status
  }
  expect([await create(csrfToken), await create('another'), await create()]).toEqual([201, 403, 403])
})
