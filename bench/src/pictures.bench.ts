import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import autocannon from 'autocannon'
import sharp from 'sharp'
import { startBenchServer } from './bench-server.ts'
import { median, type Figure } from './figure.ts'
import { importFiles } from './import-files.ts'

const makings = 31
const seconds = 5
const rounds = 3

/**
 * A picture made on demand over HTTP, against bare sharp on the same file in this process, in turn; and one
 * that is kept, against a rendition that is kept.
 */
export async function benchPictures(say: (line: string) => void): Promise<Figure[]> {
  const server = await startBenchServer()
  try {
    const photograph = join(server.dataFolder, 'bench.jpg')
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
    await writeFile(
      photograph,
      await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#456', noise } })
        .jpeg()
        .toBuffer(),
    )
    const [asset] = await importFiles(server, [photograph], { validate: true })
    const path = (width: number) => `/api/wedia/dam/picture/asset/${asset}?w=${width}&crop=16:9&format=webp`
    const made = await timeMakings(photograph, async (width) => {
      const answer = await server.call('GET', path(width))
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
      return Buffer.from(await answer.arrayBuffer())
    })
    say(`made on demand ${made.ours.toFixed(0)} ms, bare sharp ${made.theirs.toFixed(0)} ms`)
    const rates: { kept: number; rendition: number }[] = []
    for (let round = 0; round < rounds; round++)
      rates.push({
        kept: await rate(`${server.url}${path(640)}`, server.headers),
        rendition: await rate(
          `${server.url}/api/wedia/dam/variation?object=asset&id=${asset}&variation=thumbnailBig`,
          server.headers,
        ),
      })
    return [
      {
        what: 'picture made on demand, against bare sharp on the same file',
        value: made.theirs / made.ours,
        limit: 0.85,
        unit: '×',
        wanted: 'at least',
        beside: `medians ${made.ours.toFixed(0)} and ${made.theirs.toFixed(0)} ms`,
      },
      {
        what: 'picture that is kept, against a rendition that is kept',
        value: median(rates.map(({ kept, rendition }) => kept / rendition)),
        limit: 0.7,
        unit: '×',
        wanted: 'at least',
        beside: `medians ${median(rates.map(({ kept }) => kept)).toFixed(0)} and ${median(rates.map(({ rendition }) => rendition)).toFixed(0)} requests a second`,
      },
    ]
  } finally {
    await server.stop()
  }
}

/** Medians in milliseconds. Each is of another width, so that nothing is kept; what starts first warms up. */
async function timeMakings(
  photograph: string,
  make: (width: number) => Promise<Buffer>,
): Promise<{ ours: number; theirs: number }> {
  sharp.cache(false)
  sharp.concurrency(1)
  const bare = (width: number) =>
    sharp(photograph)
      .autoOrient()
      .resize({ width, height: Math.round((width * 9) / 16), fit: 'cover' })
      .webp({ quality: 80 })
      .toBuffer()
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let at = 0; at < makings; at++) {
    for (const [work, times] of [
      [make, ours],
      [bare, theirs],
    ] as const) {
      const from = performance.now()
      await work(800 + at)
      if (at > 0) times.push(performance.now() - from)
    }
  }
  return { ours: median(ours), theirs: median(theirs) }
}

async function rate(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const result = await autocannon({ url, headers, connections: 10, duration: seconds })
  if (result.non2xx > 0) throw new Error(`${result.non2xx} answers of ${url} were no success`)
  return result.requests.average
}
