import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../ground/settings/settings.ts'

/**
 * A body that brings fewer bytes than this in a window is given up. Some 0.8 KB a second: less than any line
 * in use.
 */
const minWindowBytes = 16 * 1024
const windowMs = 20_000
/**
 * Longest that an answer makes no progress. Progress is a piece of 64 KiB, so that a line of some 1 KB a
 * second is enough.
 */
const stalledAfterMs = 60_000
/** How often answers are checked in that time. */
const checksUntilStalled = 4
/** Of a body that was refused. */
const maxDrainBytes = 16 * 1024 * 1024

/**
 * Ends what only holds connections open: bodies that come too slowly, answers that nobody takes, and
 * connections of one address beyond its share. A large body that is refused closes its connection with the
 * answer.
 * @source decisions 0130 and 0225; RFC 9110 §15.5.9
 */
export function guardConnections(
  server: FastifyInstance,
  { connectionsPerAddress, proxies }: Pick<Settings, 'connectionsPerAddress' | 'proxies'>,
): void {
  // Connections of a proxy are those of everybody: it has limits of its own.
  if (proxies.length === 0) capAddresses(server, connectionsPerAddress)
  closeStalled(server)
  server.addHook('onRequest', async ({ raw }) => {
    const hasBody =
      raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0
    if (hasBody) watchRate(raw.socket, () => raw.complete)
  })
  server.addHook('onSend', async ({ raw }, reply) => {
    // What is left of a small one is read and thrown away: a client that still sends would not see the
    // answer.
    if (!raw.complete && Number(raw.headers['content-length'] ?? Infinity) > maxDrainBytes)
      reply.header('connection', 'close')
  })
}

function capAddresses(server: FastifyInstance, most: number): void {
  const open = new Map<string, number>()
  server.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count > most) socket.destroy()
  })
}

/**
 * Closes the connection when a window brings too little, until the body is complete. What waits for this
 * server's disk is not slow.
 */
function watchRate(socket: Socket, isOver: () => boolean): void {
  let before = socket.bytesRead
  const timer = setInterval(() => {
    const bytes = socket.bytesRead - before
    before = socket.bytesRead
    if (isOver() || socket.destroyed) clearInterval(timer)
    else if (bytes < minWindowBytes && !socket.isPaused()) socket.destroy()
  }, windowMs)
  timer.unref()
}

/**
 * Closes connections of answers of which nothing was taken for so long, though there is more to send. What
 * waits for this server is not stalled, as a stream of events in which nothing happens.
 */
export function closeStalled(server: FastifyInstance, afterMs = stalledAfterMs): void {
  const open = new Map<ServerResponse, { readonly bytes: number; readonly checks: number }>()
  server.addHook('onSend', async (_request, { raw }) => {
    open.set(raw, { bytes: -1, checks: 0 })
    raw.once('close', () => open.delete(raw))
  })
  // Checks are counted, not the time: while this process stood still, nobody could take anything.
  const timer = setInterval(() => {
    for (const [raw, { bytes, checks }] of open) {
      const { socket } = raw
      if (!socket || socket.writableLength === 0 || socket.bytesWritten !== bytes)
        open.set(raw, { bytes: socket?.bytesWritten ?? -1, checks: 0 })
      else if (checks + 1 >= checksUntilStalled) socket.destroy()
      else open.set(raw, { bytes, checks: checks + 1 })
    }
  }, afterMs / checksUntilStalled)
  timer.unref()
  server.addHook('onClose', async () => clearInterval(timer))
}
