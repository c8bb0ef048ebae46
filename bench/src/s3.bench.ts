import { randomBytes } from 'node:crypto'
import { Agent, get } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { listObjects, putObject } from '../../server/src/ground/s3/s3-objects.ts'
import { createS3Sender, type S3Sender } from '../../server/src/ground/s3/s3-request.ts'
import { s3PlaceOf } from '../../server/src/ground/settings/blobs-place.ts'
import { startCeph } from '../../server/src/testing/start-ceph.ts'
import { makeAsset, makeAssets, memoryOf } from './archive.bench.ts'
import { startBenchServer } from './bench-server.ts'
import { median, type Figure } from './figure.ts'
import { prepareArchive } from './prepare-archive.ts'

const items = 2000
const fileBytes = 200_000_000
const runs = 5
/** As many as the product has. */
const atOnce = 16

/** Archives and files that lie in S3, beside a bare reader of the same objects. */
export async function benchS3(say: (line: string) => void): Promise<Figure[]> {
  const ceph = await startCeph()
  const { username, password, origin } = new URL(ceph.url)
  const variables = {
    CARTOUCHE_BLOBS: 's3://bench',
    AWS_ACCESS_KEY_ID: username,
    AWS_SECRET_ACCESS_KEY: password,
    AWS_ENDPOINT_URL_S3: origin,
  }
  const sender = createS3Sender(s3PlaceOf(variables.CARTOUCHE_BLOBS, variables))
  await putObject(sender, {})
  const server = await startBenchServer(variables)
  try {
    say(`making ${items} files of 100 kB and one of ${fileBytes / 1e6} MB`)
    const ids = await makeAssets(server, items)
    const small = await signAll(sender)
    const single = await makeAsset(server, 'One plain file.bin', randomBytes(1), fileBytes)
    const known = new Set(small.map((url) => new URL(url).pathname))
    const large = (await signAll(sender)).find((url) => !known.has(new URL(url).pathname)) ?? ''
    const [cart] = (await (
      await server.call('POST', '/wedia/cart/createCart/', { name: 'Bench' })
    ).json()) as { id: number }[]
    await server.call('POST', `/wedia/cart/addCartItems/${cart?.id}`, { items: { asset: ids } })
    const archive = `/wedia/cart/downloadCart/${await prepareArchive(server, cart?.id ?? 0)}`
    const file = `/wedia/dam/variation?object=asset&id=${single}&variation=original`
    await wait(3000)
    const idleBytes = await server.memoryBytes()
    say('reading')
    const ours = (path: string) => () => read(`${server.url}${path}`, server.headers)
    const archives = await compare(ours(archive), () => readAll(small))
    const files = await compare(ours(file), () => read(large))
    const memory = await memoryOf(server, archive, idleBytes)
    return [
      figure(`archive of ${items} files in S3, against a bare reader of the same objects`, archives),
      figure('one file in S3, against a bare reader of the same object', files),
      {
        what: 'memory above idle while archives from S3 go out to 4 clients',
        value: memory / 1e6,
        limit: 96,
        unit: 'MB',
        wanted: 'at most',
      },
    ]
  } finally {
    await server.stop()
    sender.close()
    await ceph.stop()
  }
}

type Rates = { readonly ours: number; readonly bare: number }

function figure(what: string, rates: readonly Rates[]): Figure {
  const [ours, bare] = [median(rates.map((rate) => rate.ours)), median(rates.map((rate) => rate.bare))]
  return {
    what,
    value: median(rates.map((rate) => rate.ours / rate.bare)),
    limit: 0.7,
    unit: '×',
    wanted: 'at least',
    beside: `medians ${ours.toFixed(0)} and ${bare.toFixed(0)} MB/s`,
  }
}

/** Megabytes a second, in turn. */
async function compare(ours: () => Promise<number>, bare: () => Promise<number>): Promise<Rates[]> {
  await ours()
  await bare()
  const rates: Rates[] = []
  for (let run = 0; run < runs; run += 1)
    rates.push({ ours: await rateOfBytes(ours), bare: await rateOfBytes(bare) })
  return rates
}

async function rateOfBytes(work: () => Promise<number>): Promise<number> {
  const start = performance.now()
  const bytes = await work()
  return bytes / 1000 / (performance.now() - start)
}

/** Addresses of all objects, good for an hour. */
async function signAll(sender: S3Sender): Promise<string[]> {
  const urls: string[] = []
  for await (const { key } of listObjects(sender, '')) urls.push(sender.sign(key, 3600, {}))
  return urls
}

async function readAll(urls: readonly string[]): Promise<number> {
  const remaining = [...urls]
  let bytes = 0
  const reader = async (): Promise<void> => {
    for (let url = remaining.pop(); url !== undefined; url = remaining.pop()) {
      const taken = await read(url)
      bytes += taken
    }
  }
  await Promise.all(Array.from({ length: atOnce }, reader))
  return bytes
}

const agent = new Agent({ keepAlive: true })

function read(url: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      let bytes = 0
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length
      })
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${answer.statusCode} of ${url}`)),
      )
      answer.on('error', reject)
    }).on('error', reject)
  })
}
