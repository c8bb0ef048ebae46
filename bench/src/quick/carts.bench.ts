import { get } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { alternatePair, timed } from './alternate.ts'
import type { QuickLibrary } from './quick-library.ts'
import type { QuickRow } from './ratio-row.ts'

const runs = 15
const carts = 10_000

/** A list of 10,000 carts right after a change, beside the same list while nothing changes. */
export async function benchCarts(library: QuickLibrary): Promise<QuickRow[]> {
  const listing = () => list(library)
  const times = await alternatePair(
    timed(listing, {
      before: (run) => library.call('POST', '/wedia/cart/createCart/', { name: `Another ${run}` }),
      check: checkList,
    }),
    timed(listing, { check: checkList, before: () => list(library) }),
    { runs },
  )
  return [
    {
      id: 'carts-changed',
      what: '10,000 carts listed right after a change',
      ...times,
      beside: 'the same while nothing changes',
      goal: { atMost: 3 },
    },
  ]
}

/**
 * As a browser takes it: compressed, and opened whole. What `fetch` of Node takes to open it piece by piece
 * is a multiple of what the server does.
 */
async function list({ url, headers }: QuickLibrary): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  get(
    `${url}/wedia/cart/listCarts?output=list`,
    { headers: { ...headers, 'accept-encoding': 'gzip' } },
    (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => void parts.push(part))
      answer.on('end', () => {
        const body = Buffer.concat(parts)
        resolve(answer.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body)
      })
    },
  ).on('error', reject)
  return promise
}

/** Looked at beside the clock: what a client makes of six megabytes is its own. */
function checkList(answer: Buffer): void {
  const { length } = JSON.parse(answer.toString()) as unknown[]
  if (length < carts - 1) throw new Error(`${length} carts were listed`)
}
