import { join } from 'node:path'
import { startBenchServer } from './bench-server.ts'
import { drawPhotographs } from './draw-photographs.ts'
import type { Figure } from './figure.ts'
import { importFiles } from './import-files.ts'
import { rateOf } from './rate-of.ts'
import { seedLibrary } from './seed-library.ts'

const count = 40

/** Imports of generated photographs of 12 megapixels in an empty library, and again in one of 20,000. */
export async function benchImport(say: (line: string) => void): Promise<Figure[]> {
  const server = await startBenchServer()
  try {
    say(`drawing ${3 * count} photographs of 12 megapixels`)
    const photographs = await drawPhotographs(join(server.dataFolder, 'photographs'), 3 * count)
    const take = (round: number): Promise<number> =>
      rateOf(count, () =>
        importFiles(server, photographs.slice(round * count, (round + 1) * count), { validate: true }),
      )
    await take(0)
    const small = await take(1)
    say('filling the library to 20,000')
    await seedLibrary(server.database, 20_000)
    const large = await take(2)
    return [
      {
        what: 'rate of imports at 80 assets, against the rate at 20,000',
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
