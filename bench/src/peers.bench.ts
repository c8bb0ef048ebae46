import { join } from 'node:path'
import { eagerRenditions, recipeFor } from '../../server/src/media/rendition-recipes.ts'
import { startBenchServer, type BenchServer } from './bench-server.ts'
import { startDirectus, type Directus } from './directus.ts'
import { drawPhotographs } from './draw-photographs.ts'
import { median, type Figure } from './figure.ts'
import { importFiles } from './import-files.ts'
import { rateOf } from './rate-of.ts'

/** As many requests as a browser sends to one host. */
const requestsAtOnce = 6
const uploadsAtOnce = 3
const rounds = 4

/**
 * The same photographs of 12 megapixels into Cartouche and into Directus, on the same PostgreSQL, each asked
 * for the same four sizes when they are in the library; in alternating rounds.
 */
export async function benchPeers(say: (line: string) => void, count = 200): Promise<Figure[]> {
  const server = await startBenchServer()
  try {
    const directus = await startDirectus(server, say)
    try {
      say(`drawing ${count} photographs of 12 megapixels`)
      const photographs = await drawPhotographs(join(server.dataFolder, 'photographs'), count + 8)
      await takeIntoDirectus(directus, photographs.slice(count, count + 4))
      await takeIntoCartouche(server, photographs.slice(count + 4))
      const rates: { ours: number; theirs: number }[] = []
      for (let round = 0; round < rounds; round++) {
        const files = photographs.slice((round * count) / rounds, ((round + 1) * count) / rounds)
        const ours = await rateOf(files.length, () => takeIntoCartouche(server, files))
        const theirs = await rateOf(files.length, () => takeIntoDirectus(directus, files))
        say(
          `round ${round + 1} of ${rounds}: ${ours.toFixed(2)} and ${theirs.toFixed(2)} photographs a second`,
        )
        rates.push({ ours, theirs })
      }
      return [
        {
          what: `${count} photographs of 12 MP with four sizes each, against Directus`,
          value: median(rates.map(({ ours, theirs }) => ours / theirs)),
          limit: 1,
          unit: '×',
          wanted: 'at least',
          beside: `medians ${median(rates.map(({ ours }) => ours)).toFixed(2)} and ${median(rates.map(({ theirs }) => theirs)).toFixed(2)} photographs a second`,
        },
      ]
    } finally {
      await directus.stop()
    }
  } finally {
    await server.stop()
  }
}

async function takeIntoCartouche(server: BenchServer, paths: readonly string[]): Promise<void> {
  const ids = await importFiles(server, paths, { validate: true })
  await inParallel(requestsAtOnce, sizesOf(ids), async ({ id, name }) => {
    const answer = await server.call('GET', `/api/wedia/dam/variation/asset/${id}/${name}`)
    if (!answer.ok) throw new Error(`A rendition answered ${answer.status}`)
    await answer.arrayBuffer()
  })
}

async function takeIntoDirectus(directus: Directus, paths: readonly string[]): Promise<void> {
  const ids: string[] = []
  await inParallel(uploadsAtOnce, paths, async (path) => void ids.push(await directus.upload(path)))
  await inParallel(requestsAtOnce, sizesOf(ids), ({ id, boxPx, quality }) =>
    directus.fetchSize(id, boxPx, quality),
  )
}

/** Each file in each size that Cartouche makes at import. */
function sizesOf<Id>(ids: readonly Id[]) {
  const sizes = eagerRenditions.flatMap((name) => {
    const recipe = recipeFor(name, 'IMAGE')
    return recipe?.boxPx ? [{ name, boxPx: recipe.boxPx, quality: recipe.quality }] : []
  })
  return ids.flatMap((id) => sizes.map((size) => ({ id, ...size })))
}

async function inParallel<One>(
  lanes: number,
  all: readonly One[],
  work: (one: One) => Promise<void>,
): Promise<void> {
  const waiting = [...all]
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one)
    }),
  )
}
