import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { benchArchive } from './archive.bench.ts'
import { benchCarts } from './carts.bench.ts'
import { holds, type Figure } from './figure.ts'
import { benchDocuments } from './documents.bench.ts'
import { benchGrowth } from './growth.bench.ts'
import { benchImportCommands } from './import-commands.bench.ts'
import { benchImportItems } from './import-items.bench.ts'
import { benchImport } from './import.bench.ts'
import { benchPictures } from './pictures.bench.ts'
import { benchPublishedPages } from './published-pages.bench.ts'
import { benchPeers } from './peers.bench.ts'
import { benchReverseSearch } from './reverse-search.bench.ts'
import { benchS3 } from './s3.bench.ts'
import { benchShares } from './shares.bench.ts'
import { benchSize } from './size.bench.ts'
import { benchStores } from './stores.bench.ts'
import { benchTasks } from './tasks.bench.ts'
import { benchTyping } from './typing.bench.ts'
import { runQuick } from './quick/run-quick.ts'
import { benchUsage } from './usage.bench.ts'
import { benchVariation } from './variation.bench.ts'
import { benchVocabularies } from './vocabularies.bench.ts'
import { benchWaiting } from './waiting.bench.ts'
import { benchFacetTick } from './web-facet.ts'
import { benchImportTable } from './web-import.ts'
import { benchWeb } from './web.bench.ts'

const benches: Readonly<Record<string, (say: (line: string) => void) => Promise<Figure[]>>> = {
  waiting: benchWaiting,
  variation: benchVariation,
  pictures: benchPictures,
  'published-pages': benchPublishedPages,
  archive: benchArchive,
  s3: benchS3,
  carts: benchCarts,
  documents: benchDocuments,
  shares: benchShares,
  web: benchWeb,
  'web-facet': benchFacetTick,
  'web-import': benchImportTable,
  import: benchImport,
  'import-commands': benchImportCommands,
  'import-items': benchImportItems,
  vocabularies: benchVocabularies,
  size: benchSize,
  stores: benchStores,
  tasks: benchTasks,
  typing: benchTyping,
  usage: benchUsage,
  'reverse-search': benchReverseSearch,
  peers: benchPeers,
}

/**
 * Runs the benchmarks named on the command line, or all, and prints a table. Targets that are missed are
 * said, and end with 1. With `--quick` it prints ratios instead (`runQuick`), with `growth` and numbers of
 * assets what grows with them (`benchGrowth`).
 */
async function main(): Promise<void> {
  const wanted = process.argv.slice(2)
  const figures: Figure[] = []
  for (const [name, bench] of Object.entries(benches)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    console.log(`# ${name}`)
    const own = await bench((line) => console.log(`  ${line}`))
    // At once: a run is long, and what was measured stays known when it is cut short.
    for (const figure of own) console.log(row(figure))
    figures.push(...own)
  }
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'processor'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}`
  const table = [
    '| what | measured | target | beside it | |',
    '| --- | --- | --- | --- | --- |',
    ...figures.map(row),
  ].join('\n')
  console.log(`\n${machine}\n\n${table}`)
  const folder = join(import.meta.dirname, '../results')
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, `${new Date().toISOString().replaceAll(':', '-')}.md`),
    `${machine}\n\n${table}\n`,
  )
  if (!figures.every(holds)) process.exitCode = 1
}

function row(figure: Figure): string {
  const digits =
    figure.unit === '×' ? 2 : figure.unit === '' ? 0 : figure.value < 10 || figure.unit === 'kB' ? 1 : 0
  return `| ${figure.what} | ${figure.value.toFixed(digits)} ${figure.unit} | ${figure.wanted} ${figure.limit} ${figure.unit} | ${figure.beside ?? ''} | ${holds(figure) ? 'met' : 'missed'} |`
}

const parameters = process.argv.slice(2)
const [first, ...rest] = parameters
await (parameters.includes('--quick')
  ? runQuick(parameters)
  : first === 'growth'
    ? benchGrowth(rest)
    : main())
// Stores of the peers leave timers behind that would keep the process for minutes.
process.exit()
