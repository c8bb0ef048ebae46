import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import autocannon from 'autocannon'
import fastify from 'fastify'
import sharp from 'sharp'
import { startBenchServer } from './bench-server.ts'
import { median, type Figure } from './figure.ts'
import { importFiles } from './import-files.ts'

const seconds = 5
const rounds = 5

/**
 * Requests a second for a cached variation, against @fastify/static on the same bytes, in turn. Both run in
 * processes of one thread.
 */
export async function benchVariation(say: (line: string) => void): Promise<Figure[]> {
  const server = await startBenchServer()
  try {
    const picture = join(server.dataFolder, 'bench.jpg')
    await writeFile(
      picture,
      await sharp({
        create: {
          width: 4000,
          height: 3000,
          channels: 3,
          background: '#456',
          noise: { type: 'gaussian', mean: 128, sigma: 30 },
        },
      })
        .jpeg()
        .toBuffer(),
    )
    const [asset] = await importFiles(server, [picture], { validate: true })
    const path = `/api/wedia/dam/variation?object=asset&id=${asset}&variation=thumbnailBig`
    const answer = await server.call('GET', path)
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.status !== 200) throw new Error(`${answer.status} ${bytes.toString()}`)
    say(`a variation of ${bytes.length} bytes`)
    const peer = await startPeer(server.dataFolder, bytes)
    const ratios: { ours: number; theirs: number }[] = []
    for (let round = 0; round < rounds; round++)
      ratios.push({
        ours: await rate(`${server.url}${path}`, server.headers),
        theirs: await rate(peer.url, {}),
      })
    await peer.stop()
    return [
      {
        what: 'cached variation, against @fastify/static on the same bytes',
        value: median(ratios.map(({ ours, theirs }) => ours / theirs)),
        limit: 0.7,
        unit: '×',
        wanted: 'at least',
        beside: `medians ${median(ratios.map(({ ours }) => ours)).toFixed(0)} and ${median(ratios.map(({ theirs }) => theirs)).toFixed(0)} requests a second`,
      },
    ]
  } finally {
    await server.stop()
  }
}

async function startPeer(folder: string, bytes: Buffer): Promise<{ url: string; stop(): Promise<unknown> }> {
  await writeFile(join(folder, 'peer.webp'), bytes)
  const peer = fastify()
  await peer.register(fastifyStatic, { root: folder })
  const url = await peer.listen({ host: '127.0.0.1', port: 0 })
  return { url: `${url}/peer.webp`, stop: () => peer.close() }
}

async function rate(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const result = await autocannon({ url, headers, connections: 10, duration: seconds })
  if (result.non2xx > 0) throw new Error(`${result.non2xx} answers of ${url} were no success`)
  return result.requests.average
}
