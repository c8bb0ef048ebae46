import { systemClock, type Clock } from '@cartouche/client'
import { expect, test } from 'vitest'
import { createConnection } from './connection.ts'
import { isPartMissing, loadPart } from './load-part.ts'

/** A server that can go away, and a clock whose waits end when the test says so. */
function world() {
  const server = { answers: async (): Promise<Response> => new Response('{}'), asked: [] as string[] }
  const waits: { readonly ms: number; readonly run: () => void }[] = []
  const clock: Clock = {
    ...systemClock,
    after: (ms, run) => {
      const wait = { ms, run }
      waits.push(wait)
      return () => {
        if (waits.includes(wait)) waits.splice(waits.indexOf(wait), 1)
      }
    },
  }
  const connection = createConnection({
    clock,
    probeUrl: '/probe',
    fetch: async (input) => {
      server.asked.push(typeof input === 'string' ? input : '')
      return server.answers()
    },
  })
  return {
    server,
    connection,
    waits,
    tick: async () => {
      waits.shift()?.run()
      await connection.check()
    },
  }
}
const away = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch')
}

test('a request without an answer has the server asked; when that fails too, the connection is down until it answers again', async () => {
  const { server, connection, waits } = world()
  server.answers = away
  await expect(connection.fetch('/list')).rejects.toThrow('Failed to fetch')
  expect(await connection.check()).toBe(false)
  expect(connection.get()).toBe('down')
  expect(waits.length).toBe(1)
  let isBack = false
  const back = connection.whenUp().then(() => {
    isBack = true
  })
  waits[0]?.run()
  await connection.check()
  expect([connection.get(), isBack]).toEqual(['down', false])
  server.answers = async () => new Response('{}')
  await connection.check()
  await back
  expect([connection.get(), waits.length]).toEqual(['up', 0])
})

test('one lost request, one that was aborted and an error that the server answers are no alarm', async () => {
  const { server, connection } = world()
  let isFirst = true
  server.answers = () => (isFirst ? ((isFirst = false), away()) : Promise.resolve(new Response('{}')))
  await connection.fetch('/list').catch(() => undefined)
  await connection.check()
  expect(connection.get()).toBe('up')
  server.asked.length = 0
  server.answers = async () => {
    throw new DOMException('aborted', 'AbortError')
  }
  await connection.fetch('/list').catch(() => undefined)
  server.answers = async () => new Response('{}', { status: 500 })
  await connection.fetch('/list')
  expect(server.asked).toEqual(['/list', '/list'])
  expect(connection.get()).toBe('up')
})

test('an answer out of the cache of the browser does not end the alarm: the server itself is asked', async () => {
  const { server, connection } = world()
  server.answers = away
  await connection.fetch('/list').catch(() => undefined)
  await connection.check()
  let isCached = true
  server.answers = () => (isCached ? ((isCached = false), Promise.resolve(new Response('{}'))) : away())
  await connection.fetch('/picture')
  expect(connection.get()).toBe('down')
  expect(await connection.check()).toBe(false)
  server.answers = async () => new Response('{}')
  await connection.fetch('/list')
  expect(await connection.check()).toBe(true)
  expect(connection.get()).toBe('up')
})

test('a proxy that answers for a server that is away counts as away', async () => {
  const { server, connection } = world()
  server.answers = async () => new Response('<h1>Bad gateway</h1>', { status: 502 })
  await connection.fetch('/list')
  await connection.check()
  expect(connection.get()).toBe('down')
})

const missing = new TypeError('Failed to fetch dynamically imported module: http://x/assets/y.js')

test('a part that cannot be loaded waits for the server; what the server does not have is missing', async () => {
  const { server, connection } = world()
  server.answers = away
  let tries = 0
  const loading = loadPart(async () => {
    tries += 1
    if (tries === 1) throw missing
    return 'part'
  }, connection)
  await connection.check()
  expect([connection.get(), tries]).toEqual(['down', 1])
  server.answers = async () => new Response('{}')
  await connection.check()
  expect([await loading, tries]).toEqual(['part', 2])
  const gone: unknown = await loadPart(() => Promise.reject(missing), connection).catch(
    (error: unknown) => error,
  )
  expect(isPartMissing(gone)).toBe(true)
})

test('what a part itself throws is not for a new try', async () => {
  const { connection } = world()
  const broken = new TypeError('broken')
  expect(isPartMissing(broken)).toBe(false)
  await expect(loadPart(() => Promise.reject(broken), connection)).rejects.toBe(broken)
})

test('a server that only has too much to do is there', async () => {
  const { server, connection } = world()
  server.answers = async () => Response.json({ code: 'server_busy' }, { status: 503 })
  expect((await connection.fetch('/list')).status).toBe(503)
  expect(server.asked).toEqual(['/list'])
  expect(await connection.check()).toBe(true)
  server.answers = async () => Response.json({ code: 'unavailable' }, { status: 503 })
  expect(await connection.check()).toBe(false)
})
