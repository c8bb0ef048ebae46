import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../ground/settings/settings.ts'

/**
 * A body that brings fewer bytes than this in a window is given up. Some 0.8 KB a second: less than any line
 * in use.
 */
const minWindowBytes = 16 * 1024
const windowMs = 20_000
/** Of a body that was refused. */
const maxDrainBytes = 16 * 1024 * 1024

/**
 * Ends what only holds connections open: bodies that come too slowly, and connections of one address beyond
 * its share. A large body that is refused closes its connection with the answer.
 * @source decision 0130; RFC 9110 §15.5.9
 */
export function guardConnections(
  server: FastifyInstance,
  { connectionsPerAddress, proxies }: Pick<Settings, 'connectionsPerAddress' | 'proxies'>,
): void {
  // Connections of a proxy are those of everybody: it has limits of its own.
  if (proxies.length === 0) capAddresses(server, connectionsPerAddress)
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
