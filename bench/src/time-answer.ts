import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { performance } from 'node:perf_hooks'
import { gunzipSync } from 'node:zlib'
import type { BenchServer } from './bench-server.ts'

/** Keeps its connection, as a browser does. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** An answer of the server, and the milliseconds from the request to its last byte. */
export interface TimedAnswer {
  readonly ms: number
  readonly json: unknown
}

/**
 * Asks for a path as the account `editor`, compressed, as browsers do. The answer is unpacked and read after
 * the clock has stopped: the garbage of `fetch`, collected in the process that measures, took 40 ms
 * in every twentieth request (2 cores, 28 November 2026).
 */
export async function timeAnswer(server: BenchServer, path: string): Promise<TimedAnswer> {
  const start = performance.now()
  const request = get(`${server.url}${path}`, {
    agent,
    headers: { ...server.headers, 'accept-encoding': 'gzip' },
  })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  answer.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(answer, 'end')
  const ms = performance.now() - start
  const bytes = Buffer.concat(chunks)
  const text = (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text}`)
  return { ms, json: JSON.parse(text) as unknown }
}
