import { gzipSync } from 'node:zlib'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { Figure } from './figure.ts'

/** What the core may weigh, kB, without query-core. */
const coreLimitKb = 15

/** Each noun by what an application imports to have it. */
const nouns: Readonly<Record<string, string>> = {
  'plain reads': 'readsOf',
  words: 'wordsOf',
  'data of other cursors': 'cursorDataOf',
  'counts by constraint': 'aggregatesOf',
  'facets with a search inside': 'facetSearchesOf',
  trees: 'treesOf',
  'schemas together': 'schemaBatchesOf',
  'named queries': 'queriesOf',
  'more linked entities': 'childPagesOf',
  variations: 'variationsOf',
  drafts: 'draftsOf',
  batches: 'batchesOf',
  workflows: 'workflowsOf',
  bookmarks: 'bookmarksOf',
  'sliding windows': 'openSlidingWindow',
  lookups: 'openLookup',
  'what is kept between visits': 'persist, persistDrafts, persistCursors',
  tabs: 'joinTabs',
  inspector: 'createInspector',
  carts: 'cartsOf',
  shares: 'sharesOf',
  downloads: 'downloadsOf',
  imports: 'importsOf',
  pages: 'pagesOf',
}

/** What the data layer weighs in a bundle: the core, and what each noun adds to it. */
export async function benchSize(say: (line: string) => void): Promise<Figure[]> {
  const core = await sizeBytes('createClient')
  const figures: Figure[] = [
    {
      what: 'core of the data layer, gzip',
      value: core / 1000,
      limit: coreLimitKb,
      unit: 'kB',
      wanted: 'at most',
      beside: `with query-core's own part ${((await sizeBytes('createClient', [])) / 1000).toFixed(1)} kB`,
    },
  ]
  for (const [noun, name] of Object.entries(nouns)) {
    const added = (await sizeBytes(`createClient, ${name}`)) - core
    say(`${noun}: ${(added / 1000).toFixed(1)} kB beside the core`)
  }
  return figures
}

/** Bytes of a minified, compressed bundle that uses these exports of the data layer. */
async function sizeBytes(
  names: string,
  external: readonly string[] = ['@tanstack/query-core'],
): Promise<number> {
  const entry = join(import.meta.dirname, '../../client/src/index.ts')
  const source = `import { ${names} } from ${JSON.stringify(entry)}\nglobalThis.kept = [${names}]`
  const bundle = await rolldown({
    input: 'entry',
    external: [...external],
    platform: 'browser',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? '\0entry' : null),
        load: (id) => (id === '\0entry' ? source : null),
      },
    ],
  })
  const { output } = await bundle.generate({ minify: true, format: 'esm' })
  await bundle.close()
  return gzipSync(output.map((part) => (part.type === 'chunk' ? part.code : '')).join('')).length
}
