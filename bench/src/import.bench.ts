import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ExifTool } from 'exiftool-vendored'
import sharp from 'sharp'
import { eagerRenditions, recipeFor } from '../../server/src/media/rendition-recipes.ts'
import { startBenchServer } from './bench-server.ts'
import { drawPhotographs } from './draw-photographs.ts'
import { median, type Figure } from './figure.ts'
import { importFiles } from './import-files.ts'
import { rateOf } from './rate-of.ts'
import { seedLibrary } from './seed-library.ts'

/**
 * Imports of generated photographs of 12 megapixels, against a bare loop that does the same work on the same
 * cores; then again in a library of 20,000.
 */
export async function benchImport(say: (line: string) => void, count = 200): Promise<Figure[]> {
  const server = await startBenchServer()
  try {
    say(`drawing ${count + 80} photographs of 12 megapixels`)
    const photographs = await drawPhotographs(join(server.dataFolder, 'photographs'), count + 80)
    const rounds = 4
    const share = count / rounds
    const rates: { ours: number; bare: number }[] = []
    await bareLoop(photographs.slice(0, 4), join(server.dataFolder, 'warm'))
    for (let round = 0; round < rounds; round++) {
      const files = photographs.slice(round * share, (round + 1) * share)
      say(`importing ${files.length}, round ${round + 1} of ${rounds}`)
      rates.push({
        ours: await rateOf(files.length, () => importFiles(server, files, { validate: false })),
        bare: await rateOf(files.length, () => bareLoop(files, join(server.dataFolder, `bare-${round}`))),
      })
    }
    const small = await rateOf(40, () =>
      importFiles(server, photographs.slice(count, count + 40), { validate: true }),
    )
    say('filling the library to 20,000')
    await seedLibrary(server.database, 20_000)
    const large = await rateOf(40, () =>
      importFiles(server, photographs.slice(count + 40, count + 80), { validate: true }),
    )
    return [
      {
        what: `import of ${count} photographs of 12 MP, against a bare sharp + ExifTool loop`,
        value: median(rates.map(({ ours, bare }) => ours / bare)),
        limit: 0.8,
        unit: '×',
        wanted: 'at least',
        beside: `medians ${median(rates.map(({ ours }) => ours)).toFixed(2)} and ${median(rates.map(({ bare }) => bare)).toFixed(2)} photographs a second`,
      },
      {
        what: 'rate at 200 assets, against the rate at 20,000',
        value: small / large,
        limit: 1.2,
        unit: '×',
        wanted: 'at most',
        beside: `${small.toFixed(2)} and ${large.toFixed(2)} photographs a second, validated`,
      },
    ]
  } finally {
    await server.stop()
  }
}

/**
 * What an import does to a photograph, without a server: read its tags, make the eager renditions and a tiny
 * picture for the blurhash.
 */
async function bareLoop(paths: readonly string[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const exiftool = new ExifTool({ maxProcs: availableParallelism() })
  const recipes = eagerRenditions.flatMap((name) => recipeFor(name, 'IMAGE') ?? [])
  const waiting = [...paths]
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        await exiftool.read(path)
        let from: Parameters<typeof sharp>[0] = path
        for (const recipe of recipes) {
          const made = join(folder, `${path.split('/').at(-1)}-${recipe.name}.jpg`)
          await sharp(from)
            .rotate()
            .resize(recipe.boxPx, recipe.boxPx, { fit: 'inside', withoutEnlargement: true })
            .jpeg({ quality: recipe.quality })
            .toFile(made)
          from = made
        }
        await sharp(from).resize(32, 32, { fit: 'inside' }).raw().toBuffer()
      }
    }),
  )
  await exiftool.end()
}
