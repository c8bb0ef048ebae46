import { performance } from 'node:perf_hooks'
import { gzipSync } from 'node:zlib'
import { request } from 'node:http'
import type { Application } from '../start-application.ts'
import { requireHeld, type Attack } from './attack.ts'

/** Nobody waits longer than this for another's request. Generous: other work of the machine counts in it. */
const maxWaitMs = 500

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const mebibyte = 1024 * 1024

/** Bodies that cost a careless parser seconds: their names, what they announce, what they hold. */
const bodies: readonly (readonly [string, Readonly<Record<string, string>>, () => string | Buffer])[] = [
  ['one form field 20,000 times', form, () => 'a=1&'.repeat(20_000)],
  [
    'a million form fields',
    form,
    () => Array.from({ length: 1_000_000 }, (_, index) => `f${index}=`).join('&'),
  ],
  [
    '120 bytes of gzip that are a form',
    { ...form, 'content-encoding': 'gzip' },
    () => gzipSync('a=1&'.repeat(20_000)),
  ],
  ['15 MB of [', json, () => '['.repeat(15 * mebibyte)],
  [
    'a million keys of JSON',
    json,
    () => `{${Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":0`).join(',')}}`,
  ],
  [
    'a form of 10,000 parts',
    { 'content-type': 'multipart/form-data; boundary=x' },
    () => `${'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(10_000)}--x--\r\n`,
  ],
]

export const attacks: readonly Attack[] = [
  '/api/rest/signin',
  '/api/rest/asset',
  '/api/wedia/cart/createCart',
].flatMap((path) =>
  bodies.map(([name, headers, body]) => ({
    name: `nobody waits while somebody sends ${name} to ${path}`,
    run: (application: Application) => attack(application, path, headers, Buffer.from(body())),
  })),
)

async function attack(
  application: Application,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Promise<void> {
  const watching = new AbortController()
  const longest = watch(application.url, watching.signal)
  const status = await send(application.url + path, headers, body)
  watching.abort()
  const waitedMs = await longest
  requireHeld(waitedMs <= maxWaitMs, `another request waited ${Math.round(waitedMs)} ms (answer ${status})`)
  requireHeld(status >= 400 || status === 0, `it was accepted with ${status}`)
}

/** Asks for the configuration again and again until it is stopped: the longest wait, in milliseconds. */
async function watch(url: string, signal: AbortSignal): Promise<number> {
  let longest = 0
  while (!signal.aborted) {
    const startedAt = performance.now()
    await (await fetch(`${url}/api/rest/config`)).arrayBuffer()
    longest = Math.max(longest, performance.now() - startedAt)
  }
  return longest
}

/** The status that a request is answered with; 0 where the server hangs up first. */
async function send(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const sending = request(
    address,
    { method: 'POST', headers: { ...headers, 'content-length': body.length } },
    (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    },
  )
  sending.once('error', () => resolve(0))
  sending.end(body)
  return promise
}
