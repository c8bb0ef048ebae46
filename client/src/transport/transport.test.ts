import { expect, test, vi } from 'vitest'
import { calls } from '@cartouche/contract/wire'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createFakeServer } from '../testing/fake-server.ts'
import { addressOf, buildRequest } from './build-request.ts'
import { createTransport, type TransportOptions } from './transport.ts'
import { createXhrUploader, type XhrLike } from './uploader.ts'
import { shareAuthorization } from '../shares/share-authorization.ts'

const list = { path: 'dam/data/asset', max: 2 }

function open(options: Partial<TransportOptions> = {}) {
  const server = createFakeServer()
  const clock = createFakeClock()
  const transport = createTransport({
    fetch: server.fetch,
    clock,
    credentials: () => ({ mode: 'bearer', accessToken: 'none' }),
    ...options,
  })
  return {
    server,
    clock,
    transport,
    config: (signal?: AbortSignal) => transport.call(calls.getConfig, {}, { signal }),
  }
}

/** A transport whose every request is answered with this; `requests` are those that came. */
function recorder(answer: () => Response, options: Partial<TransportOptions> = {}) {
  const requests: Request[] = []
  const fetch = (input: unknown, init?: RequestInit) => {
    requests.push(new Request(`http://test${String(input)}`, init))
    return Promise.resolve(answer())
  }
  return { requests, transport: createTransport({ fetch: fetch as typeof globalThis.fetch, ...options }) }
}

test('a small change is sent to its end though the page is left; reads, large bodies and other origins are not', async () => {
  const { requests, transport } = recorder(() => Response.json({}))
  const change = (name: string, wire = transport) => wire.call(calls.editCart, { id: 5, name })
  await Promise.all([change('Harbour'), change('x'.repeat(4000)), change('y'.repeat(4000))])
  await change('z'.repeat(4000))
  await transport.call(calls.getConfig, {})
  // The third would be too much beside the second; once both are there, the fourth is not.
  expect(requests.map(({ keepalive }) => keepalive)).toEqual([true, true, false, true, false])

  const elsewhere = recorder(() => Response.json({}), { baseUrl: '//other.example' })
  await change('Harbour', elsewhere.transport)
  expect(elsewhere.requests.map(({ keepalive }) => keepalive)).toEqual([false])
})

test('a call of every kind becomes its request: path, query, body, override', () => {
  expect(
    buildRequest(
      calls.findEntities,
      { ...list, query: { id: { gt: 1 } }, props: ['id', 'name'], after: undefined },
      { lang: 'fr' },
    ),
  ).toEqual({
    method: 'GET',
    headers: {},
    address: '/rest/dam/data/asset?max=2&query=%7B%22id%22%3A%7B%22gt%22%3A1%7D%7D&props=id%2Cname&lang=fr',
  })
  expect(buildRequest(calls.findEntitiesAsPost, list)).toEqual({
    method: 'POST',
    address: '/rest/dam/data/asset',
    headers: { 'x-http-method-override': 'GET', 'content-type': 'application/json' },
    body: '{"max":2}',
  })
  expect(
    buildRequest(calls.takeWorkflowAction, {
      path: 'dam/data/asset',
      ids: [3, 4],
      workflowAction: 'publish',
    }),
  ).toMatchObject({ address: '/rest/dam/data/asset/3,4/workflow', body: '{"workflowAction":"publish"}' })
  expect(buildRequest(calls.removeCartItems, { id: 5, items: { asset: [1] } })).toMatchObject({
    method: 'DELETE',
    address: '/wedia/cart/removeCartItems/5',
    body: '{"items":{"asset":[1]}}',
  })
  // Who asks is known before the body is read.
  const clip = { object: 'asset', id: '7', startMs: 0, endMs: 500, ticket: 'of a share' }
  expect(buildRequest(calls.prepareClip, clip)).toMatchObject({
    address: '/wedia/dam/clip/asset/7?ticket=of+a+share',
    body: '{"startMs":0,"endMs":500}',
  })
  expect(buildRequest(calls.uploadImportFiles, { job: 3, unzip: true }).address).toBe(
    '/rest/massimport/item?job=3&unzip=true',
  )
  expect(buildRequest(calls.listImportChanges, { id: 3 }).address).toBe('/rest/massimport/job/3/changes')
  expect(buildRequest(calls.listImportChanges, { id: 3, commandIds: ['a', 'b'] }).address).toBe(
    '/rest/massimport/job/3/changes/a,b',
  )
})

test('what would leave its segment of the path is encoded, and a missing part is refused', () => {
  expect(addressOf(calls.getVariationByPath, { object: 'asset', id: '../../1?x', variation: 'web' })).toBe(
    '/wedia/dam/variation/asset/..%2F..%2F1%3Fx/web',
  )
  expect(() => buildRequest(calls.viewCart, {})).toThrow(TypeError)
})

test('P7.01 every request carries lang and x-context, and what proves the session', async () => {
  const { requests, transport } = recorder(() => Response.json([]), {
    language: () => 'fr',
    context: 'portal',
    credentials: () => ({ mode: 'cookie', csrfToken: 'csrf' }),
  })
  await transport.call(calls.listCarts, {})
  await transport.call(calls.createCart, { name: 'A' })
  const [read, write] = requests
  expect(read?.url).toBe('http://test/api/wedia/cart/listCarts?lang=fr&x-context=portal')
  expect(read?.headers.get('x-csrf-token')).toBeNull()
  expect(write?.url).toContain('lang=fr&x-context=portal')
  expect(write?.headers.get('x-csrf-token')).toBe('csrf')
  expect(write?.credentials).toBe('include')
  const bearer = recorder(() => Response.json([]), {
    credentials: () => ({ mode: 'bearer', accessToken: 'token', csrfToken: 'csrf' }),
  })
  await bearer.transport.call(calls.createCart, { name: 'A' })
  expect(bearer.requests[0]?.headers.get('authorization')).toBe('Bearer token')
  expect(bearer.requests[0]?.headers.get('x-csrf-token')).toBeNull()
})

test('P6.06 the password of a share goes as basic authorisation without a user, in UTF-8', async () => {
  const { requests, transport } = recorder(() => Response.json({}))
  await transport.call(calls.testZipShare, { id: 's' }, { authorization: shareAuthorization('été') })
  expect(requests[0]?.headers.get('authorization')).toBe(`Basic ${Buffer.from(':été').toString('base64')}`)
})

test('P8.09 a body with an error under /rest/ is a failure of its status, with the words of the server', async () => {
  const { transport } = recorder(() => Response.json({ error: '403/300', message: 'Not this one' }))
  await expect(transport.call(calls.deleteEntity, { path: 'dam/data/asset', id: 1 })).rejects.toMatchObject({
    code: 'delete_refused',
    status: 403,
    message: 'Not this one',
  })
  const fine = recorder(() => Response.json({ error: null, response: { deletedId: 1 } }))
  await expect(
    fine.transport.call(calls.deleteEntity, { path: 'dam/data/asset', id: 1 }),
  ).resolves.toMatchObject({ response: { deletedId: 1 } })
  const elsewhere = recorder(() => Response.json({ error: '400/9' }))
  await expect(elsewhere.transport.call(calls.viewCart, { id: 1 })).resolves.toMatchObject({ error: '400/9' })
})

test('P8.09 a cancelled request is error.canceled; for the others who asked the same it goes on', async () => {
  const { server, config } = open()
  const { release } = server.hold()
  const [first, second] = [new AbortController(), new AbortController()]
  const [one, two] = [config(first.signal), config(second.signal)]
  first.abort()
  await expect(one).rejects.toMatchObject({ code: 'error.canceled' })
  release()
  await expect(two).resolves.toMatchObject({ organisation: 'Cartouche' })
  expect(server.requests).toHaveLength(1)
})

test('identical reads in flight are one request, and are not joined once something was written', async () => {
  const { server, transport, config } = open()
  const { release } = server.hold('/config')
  const before = [config(), config()]
  await transport.call(calls.signIn, { login: 'editor', password: 'editor' })
  const after = config()
  release()
  await Promise.all([...before, after])
  expect(server.requests.filter((request) => request.includes('/config'))).toHaveLength(2)
})

test('reads that fail for a passing reason are made again, with waits; writes and refusals are not', async () => {
  const { server, clock, transport, config } = open()
  server.fail('network', 'unavailable')
  const answer = config()
  await clock.advance(250)
  await clock.advance(1000)
  await expect(answer).resolves.toMatchObject({ organisation: 'Cartouche' })
  expect(server.requests).toHaveLength(3)
  server.fail('network')
  await expect(transport.call(calls.signIn, { login: 'editor', password: 'editor' })).rejects.toMatchObject({
    code: 'network',
  })
  server.fail('unknown_resource')
  await expect(config()).rejects.toMatchObject({ code: 'unknown_resource' })
  expect(server.requests).toHaveLength(5)
})

test('a read that a busy server refuses is made again when it said, or that is left to the caller', async () => {
  const { server, clock, transport, config } = open()
  server.fail('server_busy')
  const answer = config()
  await clock.advance(900)
  expect(server.requests).toHaveLength(1)
  await clock.advance(100)
  await expect(answer).resolves.toMatchObject({ organisation: 'Cartouche' })
  server.fail('server_busy')
  const given = { retry: 'unlessBusy' } as const
  await expect(transport.call(calls.getConfig, {}, given)).rejects.toMatchObject({ code: 'server_busy' })
  expect(server.requests).toHaveLength(3)
})

test('a read that stays without an answer fails after three more tries', async () => {
  const { server, clock, config } = open()
  server.fail('network', 'network', 'network', 'network')
  const failed = expect(config()).rejects.toMatchObject({ code: 'network' })
  await clock.advance(10_000)
  await failed
  expect(server.requests).toHaveLength(4)
})

test('an upload goes through the uploader, with progress; the type of the body is left to it', async () => {
  const sent: Record<string, string> = {}
  const progress = vi.fn()
  const { transport } = open({
    uploader: ({ headers, url, onProgress }) => {
      Object.assign(sent, headers, { url })
      onProgress?.(5, 10)
      return Promise.resolve({
        status: 413,
        body: { error: '413/2071', message: 'The file is larger than 5 bytes', code: 'upload_too_large' },
      })
    },
  })
  await expect(
    transport.call(calls.uploadImportFiles, { job: 1 }, { form: new FormData(), onUploadProgress: progress }),
  ).rejects.toMatchObject({ code: 'upload_too_large' })
  expect(progress).toHaveBeenCalledWith(5, 10)
  expect(sent).not.toHaveProperty('content-type')
  expect(sent['url']).toContain('/api/rest/massimport/item?job=1')
})

test('the XMLHttpRequest uploader reports progress, answers, and stops', async () => {
  const made: {
    listeners: Record<string, (event: { loaded: number; total: number }) => void>
    xhr: XhrLike
  }[] = []
  const uploader = createXhrUploader(() => {
    const listeners: Record<string, (event: { loaded: number; total: number }) => void> = {}
    const add = (type: string, listener: (event: { loaded: number; total: number }) => void): void =>
      void (listeners[type] = listener)
    const xhr: XhrLike = {
      status: 0,
      responseText: '',
      withCredentials: false,
      upload: { addEventListener: add },
      addEventListener: add as XhrLike['addEventListener'],
      open: () => undefined,
      setRequestHeader: () => undefined,
      send: () => undefined,
      abort: () => listeners['abort']?.({ loaded: 0, total: 0 }),
    }
    made.push({ listeners, xhr })
    return xhr
  })
  const progress = vi.fn()
  const request = {
    url: '/api',
    method: 'POST',
    headers: {},
    body: new FormData(),
    credentials: 'include' as const,
  }
  const answer = uploader({ ...request, onProgress: progress })
  made[0]?.listeners['progress']?.({ loaded: 1, total: 4 })
  if (made[0]) Object.assign(made[0].xhr, { status: 201, responseText: '{"a":1}' })
  made[0]?.listeners['load']?.({ loaded: 0, total: 0 })
  await expect(answer).resolves.toEqual({ status: 201, body: { a: 1 } })
  expect(progress).toHaveBeenCalledWith(1, 4)
  expect(made[0]?.xhr.withCredentials).toBe(true)
  const controller = new AbortController()
  const stopped = uploader({ ...request, signal: controller.signal })
  controller.abort()
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
})
