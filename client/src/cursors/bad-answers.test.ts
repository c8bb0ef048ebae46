import { expect, test } from 'vitest'
import { createClient } from '../client.ts'
import { entityKey } from '../entities/entity.ts'
import { createFakeClock, settle } from '../testing/fake-clock.ts'
import { createFakeServer } from '../testing/fake-server.ts'

const path = 'dam/data/asset'

/** A client whose lists are answered by this, and by the fake server when it answers nothing. */
async function open(answer: () => Response | undefined) {
  const server = createFakeServer()
  const clock = createFakeClock()
  const fetch = async (input: unknown, init?: RequestInit): Promise<Response> =>
    (String(input).includes('/asset?') ? answer() : undefined) ?? server.fetch(input as string, init)
  const client = createClient({ mode: 'bearer', fetch: fetch as typeof globalThis.fetch, clock })
  await client.session.signIn({ login: 'editor', password: 'editor' })
  client.cursors.register({ name: 'browse', path })
  return { client, server, clock, shown: () => client.cursors.get('browse') }
}

const list = { resource: 'asset', name: 'asset', version: '1', apiversion: '1', headers: {}, links: {} }

test.each([
  ['cut', '{"response":{"data":[{"id":1'],
  ['a page of a proxy', '<html>Gateway</html>'],
  ['nothing', ''],
  ['an object without what was agreed', '{}'],
  ['null', 'null'],
  [
    'a list of what is no entity',
    JSON.stringify({ ...list, response: { count: 1, total: 1, data: [null] } }),
  ],
])('an answer that is %s is an error of the cursor, which recovers', async (_what, body) => {
  let isBroken = true
  const { client, shown } = await open(() => (isBroken ? new Response(body) : undefined))
  await expect(client.cursors.fetch('browse')).rejects.toMatchObject({ code: 'answer_unexpected' })
  expect(shown()).toMatchObject({ status: 'error', hasData: false, error: { code: 'answer_unexpected' } })
  isBroken = false
  await client.cursors.fetch('browse')
  expect(shown()).toMatchObject({ status: 'loaded', total: 60, error: null })
})

test.each([
  [500, 'internal'],
  [503, 'unavailable'],
  [403, 'internal'],
  [418, 'internal'],
])('a %i that says nothing is %s, and what is shown stays', async (status, code) => {
  let isBroken = false
  const { client, shown, clock } = await open(() => (isBroken ? new Response('', { status }) : undefined))
  await client.cursors.fetch('browse')
  isBroken = true
  const failed = expect(client.cursors.refresh('browse')).rejects.toMatchObject({ code })
  await clock.advance(5000)
  await failed
  expect(shown()).toMatchObject({ status: 'error', hasData: true, total: 60 })
})

test('a server of another version: an error that this one does not know keeps its code, its numbers and its words', async () => {
  const { client, clock } = await open(() =>
    Response.json(
      { error: '409/3141', code: 'from_the_future', message: 'Words of tomorrow', data: {} },
      { status: 409 },
    ),
  )
  const failed = expect(client.cursors.fetch('browse')).rejects.toMatchObject({
    code: 'from_the_future',
    status: 409,
    sub: 3141,
    message: 'Words of tomorrow',
  })
  await clock.advance(5000)
  await failed
})

test('offline is an error that can be tried again, after three more tries', async () => {
  const { client, server, clock, shown } = await open(() => undefined)
  await client.cursors.resolve('browse')
  server.fail('network', 'network', 'network', 'network')
  const failed = expect(client.cursors.fetch('browse')).rejects.toMatchObject({ code: 'network' })
  await clock.advance(5000)
  await failed
  await client.cursors.fetch('browse')
  expect(shown().status).toBe('loaded')
})

test('an answer that is overtaken by the one of a later question is never shown, also where nobody stops it', async () => {
  const waiting: ((response: Response) => void)[] = []
  const server = createFakeServer()
  // A proxy that goes on with what was aborted.
  const fetch = async (input: unknown, init?: RequestInit): Promise<Response> => {
    const answer = await server.fetch(input as string, { ...init, signal: null })
    return String(input).includes('/asset?')
      ? new Promise((resolve) => {
          waiting.push(() => resolve(answer))
        })
      : answer
  }
  const clock = createFakeClock()
  const client = createClient({ mode: 'bearer', fetch: fetch as typeof globalThis.fetch, clock })
  await client.session.signIn({ login: 'editor', password: 'editor' })
  client.cursors.register({ name: 'browse', path })
  const shown: [number, string][] = []
  client.cursors.subscribe('browse', () => {
    const { status, total, definition } = client.cursors.get('browse')
    if (status === 'loaded') shown.push([total, definition.fulltext])
  })
  const done = client.cursors.fetch('browse')
  await settle()
  client.cursors.setFulltext('browse', 'Asset 7')
  await clock.advance(50)
  await settle()
  expect(waiting).toHaveLength(2)
  waiting[1]?.(new Response())
  await settle()
  waiting[0]?.(new Response())
  await done
  await settle()
  expect(shown).toEqual([[1, 'Asset 7']])
  expect(client.cursors.get('browse').data.map(({ name }) => name)).toEqual(['Asset 7'])
})

test('a slow answer holds nobody up: what is shown stays, more is not asked for, and who goes hears it at once', async () => {
  const { client, server, clock, shown } = await open(() => undefined)
  await client.cursors.fetch('browse')
  const { release } = server.hold('/asset?')
  const [slow, next] = [client.cursors.refresh('browse'), client.cursors.next('browse')]
  await clock.advance(60_000)
  expect(shown()).toMatchObject({ status: 'fetching', hasData: true, total: 60 })
  const gone = expect(slow).rejects.toMatchObject({ code: 'error.canceled' })
  client.cursors.unregister('browse')
  await gone
  await next
  release()
  await settle()
  expect(shown().status).toBe('unknown')
})

test('403 is an error with its code; 419 ends the session too, and what is shown stays until somebody signs in again', async () => {
  const { client, server, shown } = await open(() => undefined)
  await client.cursors.fetch('browse')
  server.fail('access_denied')
  await expect(client.cursors.refresh('browse')).rejects.toMatchObject({ code: 'access_denied', status: 403 })
  expect([client.session.get().status, shown().total]).toEqual(['loaded', 60])
  server.endSessions()
  await expect(client.cursors.refresh('browse')).rejects.toMatchObject({ code: 'session_gone', status: 419 })
  expect(client.session.get()).toMatchObject({ status: 'invalid', connected: false })
  expect(shown()).toMatchObject({ status: 'error', hasData: true, total: 60 })
  await client.session.signIn({ login: 'editor', password: 'editor' })
  await client.cursors.refresh('browse')
  expect(shown()).toMatchObject({ status: 'loaded', error: null })
})

test('a later server says more than this one knows: fields of a new type, more properties, another facet', async () => {
  const server = createFakeServer()
  const fetch = async (input: unknown, init?: RequestInit): Promise<Response> => {
    const response = await server.fetch(input as string, init)
    const text = await response.text()
    const later = text
      .replaceAll('"type":"longtext"', '"type":"hologram"')
      .replaceAll('"apiversion":"2.4"', '"apiversion":"9.0","weather":{"wind":[1]}')
      .replaceAll('"name":"Asset 1"', '"name":"Asset 1","aura":{"hue":3}')
    return new Response(later, { status: response.status, headers: { 'content-type': 'application/json' } })
  }
  const client = createClient({ mode: 'bearer', fetch: fetch as typeof globalThis.fetch })
  await client.session.signIn({ login: 'editor', password: 'editor' })
  client.cursors.register({ name: 'browse', path, facets: true, orderby: 'id asc' })
  await client.cursors.fetch('browse')
  expect(client.cursors.get('browse')).toMatchObject({ status: 'loaded', total: 60 })
  expect(client.cursors.get('browse').data[0]).toMatchObject({ name: 'Asset 1', aura: { hue: 3 } })
  expect(client.schemas.get(path).fields['description']?.type).toBe('hologram')
})

test.each([
  ['cut', '{"response":{"da'],
  ['empty', ''],
  ['of another form', '{"response":{}}'],
])(
  'a change whose answer is %s is taken back and reported; what was edited elsewhere stays',
  async (_what, body) => {
    const server = createFakeServer()
    let isBroken = false
    const fetch = async (input: unknown, init?: RequestInit): Promise<Response> => {
      const response = await server.fetch(input as string, init)
      return isBroken && init?.method === 'POST' ? new Response(body) : response
    }
    const client = createClient({ mode: 'bearer', fetch: fetch as typeof globalThis.fetch })
    await client.session.signIn({ login: 'editor', password: 'editor' })
    const id = server.library.list('asset')[0]?.id ?? 0
    await client.entities.fetch(path, id)
    isBroken = true
    await expect(client.entities.patch(path, id, { name: 'Nobody knows' })).rejects.toMatchObject({
      code: 'answer_unexpected',
    })
    expect(client.entities.get(entityKey(path, id))).toMatchObject({
      pending: false,
      data: { name: 'Asset 1' },
    })
    // The server may well have taken it: the next read shows.
    isBroken = false
    expect((await client.entities.fetch(path, id)).data?.name).toBe('Nobody knows')
  },
)
