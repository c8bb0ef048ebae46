import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { gzipSync } from 'node:zlib'
import { startBenchServer, type BenchServer } from './bench-server.ts'
import { median, type Figure } from './figure.ts'

const rounds = 5
const mebibyte = 1024 * 1024
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

interface Hostile {
  readonly name: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/**
 * What others wait, by asking for the configuration all the while, when somebody sends what is hard to read.
 */
export async function benchWaiting(say: (line: string) => void): Promise<Figure[]> {
  const server = await startBenchServer()
  try {
    const figures: Figure[] = []
    for (const hostile of hostileBodies(server)) {
      say(hostile.name)
      figures.push(await compare(server, hostile))
    }
    return figures
  } finally {
    await server.stop()
  }
}

/** Rounds with and without it take turns: the longest wait of each, then their medians. */
async function compare(server: BenchServer, { name, path, headers, body }: Hostile): Promise<Figure> {
  const during: number[] = []
  const without: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now()
    during.push(await longestWait(server, send(server.url, path, headers, body)))
    const tookMs = performance.now() - startedAt
    without.push(
      await longestWait(
        server,
        new Promise((resolve) => {
          setTimeout(resolve, tookMs)
        }),
      ),
    )
  }
  return {
    what: `longest wait while somebody sends ${name}`,
    value: median(during),
    limit: 100,
    unit: 'ms',
    wanted: 'at most',
    beside: `without it ${median(without).toFixed(1)} ms`,
  }
}

async function longestWait({ url }: BenchServer, until: Promise<unknown>): Promise<number> {
  let isOver = false
  void until.then(() => {
    isOver = true
  })
  let longest = 0
  do {
    const startedAt = performance.now()
    await (await fetch(`${url}/rest/config`)).arrayBuffer()
    longest = Math.max(longest, performance.now() - startedAt)
  } while (!isOver)
  return longest
}

/** By a bare socket: what a client of HTTP does with large bodies would be measured too. */
async function send(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Promise<void> {
  const { hostname, port } = new URL(url)
  const lines = Object.entries({
    host: hostname,
    connection: 'close',
    'content-length': String(body.length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect(Number(port), hostname)
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  socket.write(body)
  socket.on('error', () => {}).resume()
  await new Promise((resolve) => {
    socket.once('close', resolve)
  })
}

function hostileBodies({ headers }: BenchServer): Hostile[] {
  const signIn = '/rest/signin'
  const names = (count: number): string =>
    `{${Array.from({ length: count }, (_, at) => `"k${at}":0`).join(',')}}`
  const known = { ...json, ...headers }
  return [
    {
      name: 'one form field 20,000 times',
      path: signIn,
      headers: form,
      body: Buffer.from('a=1&'.repeat(20_000)),
    },
    {
      name: 'a form that fills 64 KB',
      path: signIn,
      headers: form,
      body: Buffer.from('a=1&'.repeat(16_000)),
    },
    {
      name: '120 bytes of gzip',
      path: signIn,
      headers: { ...form, 'content-encoding': 'gzip' },
      body: gzipSync('a=1&'.repeat(20_000)),
    },
    { name: '15 MB of [', path: signIn, headers: json, body: Buffer.alloc(15 * mebibyte, '[') },
    { name: 'a million names', path: signIn, headers: json, body: Buffer.from(names(1_000_000)) },
    {
      name: '1 MB of [, signed in',
      path: '/rest/preference',
      headers: known,
      body: Buffer.alloc(mebibyte - 1, '['),
    },
    {
      name: 'JSON of 10,000 names, signed in',
      path: '/rest/preference',
      headers: known,
      body: Buffer.from(names(10_000)),
    },
    {
      name: '100,000 items, signed in',
      path: '/wedia/cart/createCart',
      headers: known,
      body: Buffer.from(`{"name":"A","items":{"asset":[${'1234567,'.repeat(99_999)}1]}}`),
    },
  ]
}
