import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeStalled } from './guard-connections.ts'

const stalledAfterMs = 400
const piece = Buffer.alloc(64 * 1024)
let server: FastifyInstance
/** Pieces of which answers were asked so far: what nobody takes is not read from the disk. */
let read = 0

beforeAll(async () => {
  server = fastify({ forceCloseConnections: true })
  closeStalled(server, stalledAfterMs)
  server.get('/large', (_request, reply) =>
    reply.send(
      new Readable({
        read() {
          read += 1
          this.push(piece)
        },
      }),
    ),
  )
  server.get('/events', (_request, reply) => {
    const events = new Readable({ read() {} })
    events.push('data: 1\n\n')
    return reply.send(events)
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

async function ask(path: string): Promise<Socket> {
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

test('an answer that nobody takes is closed after a time and holds little; one that is taken slowly, or waits, is not', async () => {
  const events = await ask('/events')
  const before = read
  const stalled = await ask('/large')
  const closed = once(stalled, 'close')
  await sleep(stalledAfterMs / 2)
  const held = read - before
  await sleep(stalledAfterMs / 2)
  // No more than the buffers of the two ends take.
  expect((read - before) * piece.length).toBeLessThan(32 * 1024 * 1024)
  expect(read - before).toBe(held)
  const slow = await ask('/large')
  const untilMs = performance.now() + 4 * stalledAfterMs
  for (; performance.now() < untilMs; await sleep(20)) slow.read()
  stalled.on('error', () => {})
  stalled.resume()
  await closed
  expect([slow.destroyed, events.destroyed]).toEqual([false, false])
  for (const socket of [slow, events]) socket.destroy()
})
