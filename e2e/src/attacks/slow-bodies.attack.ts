import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { requireHeld, type Attack } from './attack.ts'

const sockets = 300
const patienceMs = 60_000

/** Requests that begin and do not go on: by their name, what each sends first, and then every second. */
const drips: readonly (readonly [string, string, string])[] = [
  [
    'bodies',
    'POST /api/rest/signin HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n',
    ' ',
  ],
  [
    'bodies of unknown length',
    'POST /api/wedia/cart/createCart HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
    '1\r\n \r\n',
  ],
  ['heads', 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n', 'x-a: b\r\n'],
]

export const attacks: readonly Attack[] = drips.map(([name, first, then]) => ({
  name: `${sockets} slow ${name} are given up within a minute`,
  run: async ({ url }) => {
    const { port } = new URL(url)
    const open = Array.from({ length: sockets }, () => drip(Number(port), first, then))
    const startedAt = Date.now()
    while (open.some((socket) => !socket.destroyed) && Date.now() - startedAt < patienceMs) await wait(500)
    const left = open.filter((socket) => !socket.destroyed)
    left.forEach((socket) => socket.destroy())
    requireHeld(left.length === 0, `${left.length} were still held after ${patienceMs / 1000} s`)
  },
}))

function drip(port: number, first: string, then: string): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(first))
  const timer = setInterval(() => {
    if (!socket.destroyed) socket.write(then)
  }, 1000)
  socket
    .on('error', () => {})
    .on('close', () => clearInterval(timer))
    .resume()
  return socket
}
