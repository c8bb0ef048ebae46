import { readFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { benchArchives } from './archives.bench.ts'
import { benchCarts } from './carts.bench.ts'
import { benchDirectusLists } from './directus-lists.bench.ts'
import { benchDragging } from './dragging.bench.ts'
import { benchEdits } from './edits.bench.ts'
import { benchEntities } from './entities.bench.ts'
import { benchFulltext } from './fulltext.bench.ts'
import { keepRatios, readKept, writeKept } from './kept-ratios.ts'
import { benchMedia } from './media.bench.ts'
import { openQuickLibrary, type QuickLibrary } from './quick-library.ts'
import { isMet, lineOf, tableHead, type QuickRow, type RatioRow } from './ratio-row.ts'
import { openSearchContext, type SearchContext } from './search-context.ts'
import { benchSearchPages } from './search-pages.bench.ts'

type Part = (library: QuickLibrary) => Promise<QuickRow[]>

/** In this order: what only reads comes before what changes the library. */
const parts: Readonly<Record<string, Part>> = {
  pages: (library) => searching(library, benchSearchPages),
  fulltext: (library) => searching(library, benchFulltext),
  directus: benchDirectusLists,
  entities: benchEntities,
  carts: benchCarts,
  archives: benchArchives,
  edits: benchEdits,
  dragging: benchDragging,
  media: benchMedia,
}

const usage = `npm run bench -- --quick [--assets COUNT] [--keep] [${Object.keys(parts).join(' | ')} …]`

/**
 * Runs every comparison, or the named parts, on one library, and prints a table of ratios beside the kept
 * ones. A goal that is missed is said, and fails nothing; a part that fails is a row that says why.
 */
export async function runQuick(parameters: readonly string[]): Promise<void> {
  const { values, positionals: named } = parseArgs({
    args: [...parameters],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean' },
      keep: { type: 'boolean', default: false },
      assets: { type: 'string', default: '1000000' },
    },
  })
  const assets = Number(values.assets)
  if (!Number.isSafeInteger(assets) || assets < 1 || named.some((name) => !(name in parts)))
    throw new Error(`How to run it: ${usage}`)
  const start = performance.now()
  const say = (line: string): void => console.log(`  ${minutesSince(start)}  ${line}`)
  const kept = await readKept()
  const rows: QuickRow[] = []
  const library = await openQuickLibrary(assets, say)
  try {
    for (const [name, part] of Object.entries(parts)) {
      if (named.length > 0 && !named.includes(name)) continue
      console.log(`# ${name}`)
      const own = await part(library).catch((error: unknown) => [failed(name, error)])
      for (const row of own) console.log(lineOf(row, kept?.ratios[row.id]))
      rows.push(...own)
    }
  } finally {
    await library.stop()
  }
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'processor'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}`
  const date = new Date().toISOString().slice(0, 10)
  console.log(`\n${assets.toLocaleString('en')} assets, ${date}, ${machine}, in ${minutesSince(start)}`)
  if (kept) console.log(`kept: ${kept.release}, ${kept.date}, ${kept.machine}`)
  console.log(`\n${[...tableHead, ...rows.map((row) => lineOf(row, kept?.ratios[row.id]))].join('\n')}`)
  const measured = rows.filter((row): row is RatioRow => !('missing' in row))
  const met = measured.filter((row) => isMet(row)).length
  console.log(`\n${met} met, ${measured.length - met} missed, ${rows.length - measured.length} not run`)
  if (values.keep) {
    const changelog = await readFile(join(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8')
    await writeKept(keepRatios(rows, { changelog, date, machine, assets }, kept))
  }
}

async function searching(
  library: QuickLibrary,
  bench: (library: QuickLibrary, context: SearchContext) => Promise<QuickRow[]>,
): Promise<QuickRow[]> {
  const context = await openSearchContext(library)
  try {
    return await bench(library, context)
  } finally {
    await context.stop()
  }
}

function failed(name: string, error: unknown): QuickRow {
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  return { id: name, what: name, missing: `could not run: ${reason}` }
}

function minutesSince(start: number): string {
  const seconds = Math.round((performance.now() - start) / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
