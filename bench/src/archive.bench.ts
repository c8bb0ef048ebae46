import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { insertEntity, replaceLinks } from '../../server/src/model/entities/entities.sql.ts'
import { getSchemaOf } from '../../server/src/model/schemas/schema-registry.ts'
import { project } from '../../server/src/model/search/project.ts'
import { startBenchServer, type BenchServer } from './bench-server.ts'
import { median, type Figure } from './figure.ts'
import { prepareArchive } from './prepare-archive.ts'

const items = 10_000
const itemBytes = 100_000

/**
 * Archives of 10,000 originals, 1 GB: how fast they go out, and what memory that takes.
 */
export async function benchArchive(say: (line: string) => void): Promise<Figure[]> {
  const server = await startBenchServer()
  try {
    say(`making ${items} files of ${itemBytes} bytes`)
    const ids = await makeAssets(server, items)
    const [cart] = (await (
      await server.call('POST', '/wedia/cart/createCart/', { name: 'Bench' })
    ).json()) as { id: number }[]
    await server.call('POST', `/wedia/cart/addCartItems/${cart?.id}`, { items: { asset: ids } })
    say('streaming')
    const archive = await prepareArchive(server, cart?.id ?? 0)
    const single = await makeAsset(server, 'One plain file.bin', randomBytes(1), items * itemBytes)
    // Before the first byte went out: what streaming leaves in the heap counts, too.
    await wait(3000)
    const idleBytes = await server.memoryBytes()
    const rates = await compareRates(
      server,
      `/wedia/cart/downloadCart/${archive}`,
      `/wedia/dam/variation?object=asset&id=${single}&variation=original`,
    )
    const memory = await memoryOf(server, `/wedia/cart/downloadCart/${archive}`, idleBytes)
    return [
      {
        what: 'archive bytes, against one plain file of the same size by the same server',
        value: median(rates.map(({ ratio }) => ratio)),
        limit: 0.8,
        unit: '×',
        wanted: 'at least',
        beside: `medians ${median(rates.map((r) => r.archive)).toFixed(0)} and ${median(rates.map((r) => r.file)).toFixed(0)} MB/s`,
      },
      {
        what: 'memory above idle while 4 GB go out to 4 clients',
        value: memory / 1e6,
        limit: 64,
        unit: 'MB',
        wanted: 'at most',
      },
    ]
  } finally {
    await server.stop()
  }
}

/** Makes assets with originals of 100 kB each; answers their ids. */
export async function makeAssets(server: BenchServer, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let first = 0; first < count; first += 500) {
    const made = await Promise.all(
      Array.from({ length: 500 }, (_, n) => makeRow(server, `IMG_${first + n}.jpg`, randomBytes(itemBytes))),
    )
    await project(server.database, await getSchemaOf(server, 'asset'), made)
    ids.push(...made)
  }
  return ids
}

/** Makes an asset whose original has this size; answers its id. */
export async function makeAsset(
  server: BenchServer,
  name: string,
  start: Buffer,
  sizeBytes: number,
): Promise<number> {
  const { Readable } = await import('node:stream')
  const piece = randomBytes(1 << 20)
  const source = Readable.from(
    (function* () {
      yield start
      for (let left = sizeBytes - start.length; left > 0; left -= piece.length)
        yield piece.subarray(0, Math.min(left, piece.length))
    })(),
  )
  const id = await makeRow(server, name, source)
  await project(server.database, await getSchemaOf(server, 'asset'), [id])
  return id
}

async function makeRow(
  { database, blobs }: BenchServer,
  name: string,
  bytes: Parameters<BenchServer['blobs']['write']>[0],
): Promise<number> {
  const blob = await blobs.write(bytes)
  await database
    .insertInto('blob')
    .values({ sha256: blob.sha256, size_bytes: blob.sizeBytes, crc32: blob.crc32 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const id = await insertEntity(database, {
    resource: 'asset',
    status: 6,
    ownerId: 12,
    props: { name, 'metadata.filesize': blob.sizeBytes, 'metadata.filename': name },
    modifiedBy: null,
  })
  await replaceLinks(database, 'asset', id, 'rootnature', 'assetnature', [5])
  await database
    .insertInto('entity_file')
    .values({
      resource: 'asset',
      id,
      sha256: blob.sha256,
      file_name: name,
      media_type: 'application/octet-stream',
      facts: '{}',
    })
    .execute()
  return id
}

/** Megabytes a second, in turn, five times. */
async function compareRates(
  server: BenchServer,
  archive: string,
  file: string,
): Promise<{ archive: number; file: number; ratio: number }[]> {
  await drain(server, archive)
  await drain(server, file)
  const rates: { archive: number; file: number; ratio: number }[] = []
  for (let run = 0; run < 5; run++) {
    const [a, f] = [await drain(server, archive), await drain(server, file)]
    rates.push({ archive: a, file: f, ratio: a / f })
  }
  return rates
}

async function drain(server: BenchServer, path: string): Promise<number> {
  const start = performance.now()
  const answer = await fetch(`${server.url}${path}`, { headers: server.headers })
  let bytes = 0
  for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).length
  const announced = Number(answer.headers.get('content-length'))
  if (bytes !== announced || answer.status !== 200)
    throw new Error(`${path}: ${answer.status}, ${bytes} of ${announced} bytes`)
  return bytes / 1000 / (performance.now() - start)
}

/** The most memory above idle, bytes, while four clients take the same bytes. */
export async function memoryOf(server: BenchServer, path: string, idle: number): Promise<number> {
  let peak = idle
  let done = false
  const watching = (async () => {
    while (!done) {
      peak = Math.max(peak, await server.memoryBytes())
      await wait(50)
    }
  })()
  await Promise.all(Array.from({ length: 4 }, () => drain(server, path)))
  done = true
  await watching
  return peak - idle
}
