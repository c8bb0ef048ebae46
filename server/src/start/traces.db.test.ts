import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../ground/database/test-database.ts'
import {
  createSharedFolder,
  signInTo,
  startServerProcess,
  type Asker,
  type ServerProcess,
} from './test-server-process.ts'

/** A span as OTLP has it in JSON, as far as these tests look at it. */
interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly status: { readonly code: number }
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[]
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] }
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
}

const traceId = '0af7651916cd43dd8448eb211c80319c'
const parentId = 'b7ad6b7169203331'
const requestId = 'from-the-proxy.0001'
const exports: Export[] = []
let collector: Server
let library: TestDatabase
let folder: Awaited<ReturnType<typeof createSharedFolder>>
let server: ServerProcess
let admin: Asker

beforeAll(async () => {
  ;[library, folder] = await Promise.all([createTestDatabase(), createSharedFolder()])
  collector = createServer((request, reply) => {
    void json(request).then((body) => {
      if (request.url === '/v1/traces') exports.push(body as Export)
      reply.setHeader('content-type', 'application/json').end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  server = await startServerProcess(library.url, folder.path, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_SERVICE_NAME: 'dam',
    CARTOUCHE_ACCESS_LOG: '1',
  })
  admin = await signInTo(server)
})
afterAll(async () => {
  await server.end('SIGKILL')
  collector.close()
  await library.drop()
  await folder.remove()
})

const spans = (): Span[] =>
  exports.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)),
  )
const valueOf = (attributes: Span['attributes'], key: string): unknown =>
  Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0]
/** What was logged of requests to a call. */
const requestsTo = (call: string): Record<string, unknown>[] =>
  server.logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['message'] === 'request' && line['call'] === call)

test('an upload is one trace, from what the client sent to the work on the file', async () => {
  const { body } = await admin(server, 'POST', '/rest/massimport/job', { name: 'Harbour' })
  const form = new FormData()
  form.append('file', new Blob(['the sea']), 'sea.txt')
  const answer = await fetch(`${server.url}/rest/massimport/item?job=${body.response.data.id}`, {
    method: 'POST',
    headers: { ...admin.headers, traceparent: `00-${traceId}-${parentId}-01`, 'x-request-id': requestId },
    body: form,
  })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('x-request-id')).toBe(requestId)
  await vi.waitFor(() => {
    const own = spans().filter((span) => span.traceId === traceId)
    const find = (name: string): Span => {
      const found = own.find((span) => span.name === name)
      if (!found) throw new Error(`No span ${name} among ${own.map((span) => span.name).join(', ')}`)
      return found
    }
    const [call, job] = [find('uploadImportFiles'), find('job inspect-item')]
    const media = own.find((span) => span.name.startsWith('media '))
    expect(call).toMatchObject({ parentSpanId: parentId, kind: 2 })
    expect(job).toMatchObject({ parentSpanId: call.spanId, kind: 5 })
    expect(media?.parentSpanId).toBe(job.spanId)
    const statements = own.filter((span) => span.parentSpanId === call.spanId && span.kind === 3)
    expect(statements.map(({ name }) => name)).toContain('insert')
    expect(valueOf(call.attributes, 'cartouche.request.id')).toBe(requestId)
    expect(valueOf(job.attributes, 'cartouche.request.id')).toBe(requestId)
  }, 60_000)
  const [first] = exports[0]?.resourceSpans ?? []
  expect(valueOf(first?.resource.attributes ?? [], 'service.name')).toBe('dam')
}, 120_000)

test('spans hold neither parameters, nor addresses, nor what a failure says', async () => {
  const secret = 'nobody-has-this-name'
  await admin(server, 'GET', `/rest/dam/data/asset?fulltext=${secret}`)
  await admin(server, 'GET', `/rest/dam/data/asset/999999999?x=${secret}`)
  await vi.waitFor(() => expect(spans().map(({ status }) => status.code)).toContain(2), 20_000)
  await vi.waitFor(() => expect(spans().map(({ name }) => name)).toContain('findEntities'), 20_000)
  expect(JSON.stringify(exports)).not.toContain(secret)
}, 60_000)

test('each request is a line: its call, its id, what it took; no path', async () => {
  const answer = await fetch(`${server.url}/rest/config?x=secret-of-somebody`, {
    headers: { 'x-request-id': 'no id\tat all' },
  })
  const given = answer.headers.get('x-request-id')
  expect(given).toMatch(/^[\da-f-]{36}$/)
  await vi.waitFor(() => {
    const line = requestsTo('getConfig').find((one) => one['requestId'] === given)
    expect(line).toMatchObject({ level: 'info', method: 'GET', status: 200, ip: '127.0.0.1' })
    expect(line?.['ms']).toBeGreaterThan(0)
    expect(line?.['bytes']).toBeGreaterThan(200)
  }, 5000)
  expect(server.logged.join('\n')).not.toContain('secret-of-somebody')
  expect(requestsTo('uploadImportFiles')[0]).toMatchObject({ requestId, status: 201 })
})
