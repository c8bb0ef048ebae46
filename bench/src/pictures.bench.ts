import { join } from 'node:path'
import autocannon from 'autocannon'
import { drawNoise } from './draw-photographs.ts'
import { startBenchServer } from './bench-server.ts'
import { median, type Figure } from './figure.ts'
import { importFiles } from './import-files.ts'

const seconds = 5
const rounds = 3

/** A picture that was made on demand and is kept, against a rendition that is kept. */
export async function benchPictures(): Promise<Figure[]> {
  const server = await startBenchServer()
  try {
    const photograph = await drawNoise(join(server.dataFolder, 'bench.jpg'))
    const [asset] = await importFiles(server, [photograph], { validate: true })
    const path = `/api/wedia/dam/picture/asset/${asset}?w=640&crop=16:9&format=webp`
    const rates: { kept: number; rendition: number }[] = []
    for (let round = 0; round < rounds; round++)
      rates.push({
        kept: await rate(`${server.url}${path}`, server.headers),
        rendition: await rate(
          `${server.url}/api/wedia/dam/variation?object=asset&id=${asset}&variation=thumbnailBig`,
          server.headers,
        ),
      })
    return [
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

async function rate(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const result = await autocannon({ url, headers, connections: 10, duration: seconds })
  if (result.non2xx > 0) throw new Error(`${result.non2xx} answers of ${url} were no success`)
  return result.requests.average
}
