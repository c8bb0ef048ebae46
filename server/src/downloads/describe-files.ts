import { formatDescription, formatDescriptionsCsv, type DescriptionValue, type Delimiter } from '../archive/asset-descriptions.ts'
import { itemResource } from '../carts/cart-viewer.ts'
import type { Database } from '../database/database.ts'
import { getSchemaOf } from '../schemas/schema-registry.ts'
import { isLink, labelIn, type Field } from '../schemas/schema.ts'
import { selectDescribedAssets, selectDescribedLinks, type DescribedAsset } from './descriptions.sql.ts'
import { memoryBytes } from './memory-budget.ts'
import type { NamedFile } from './name-files.ts'
import { readInPortions } from './read-in-portions.ts'
import { createRecent, type Recent } from './recent.ts'
import { createStampedMemory, type StampedMemory } from './stamped-memory.ts'

const fileLabel = { en: 'File in this archive', fr: 'Fichier dans cette archive' }

/**
 * What is known of the assets of an archive, as a table for spreadsheets: a row for each file, a column for each field of the schema. What was
 * written of an asset is remembered by its stamp.
 */
export async function describeFiles(database: Database, files: readonly NamedFile[], locale: string): Promise<Buffer> {
  const schema = await getSchemaOf(database, itemResource)
  const fields = [...schema.fields.values()].filter(isDescribed)
  const delimiter = locale === 'fr' ? ';' : ','
  const memory = memoryOf(database, locale, fields)
  const texts = files.map(({ assetId, stamp }) => memory.get(assetId, stamp))
  const unknown = [...files.entries()].filter(([at]) => texts[at] === undefined)
  await readInPortions(unknown, (portion) => selectDescriptions(database, portion.map(([, { assetId }]) => assetId), locale), (portion, read) => {
    const written = describeAssets(read, { fields, locale, delimiter })
    for (const [at, { assetId, stamp }] of portion) {
      const text = written.get(assetId)
      if (text === undefined) continue
      texts[at] = text
      memory.set(assetId, stamp, text)
    }
  })
  return formatDescriptionsCsv({
    columns: [labelIn(fileLabel, locale), 'Id', ...fields.map((field) => labelIn(field.label, locale))],
    rows: (function* () {
      // Of an asset that was deleted meanwhile, its number is left.
      for (const [at, { entryName, assetId }] of files.entries()) yield [entryName, texts[at] ?? String(assetId)]
    })(),
    delimiter, expectedBytes: 200 * files.length,
  })
}

interface Wording { readonly fields: readonly Field[]; readonly locale: string; readonly delimiter: Delimiter }

interface Descriptions { readonly assets: readonly DescribedAsset[]; readonly links: Awaited<ReturnType<typeof selectDescribedLinks>> }

async function selectDescriptions(database: Database, ids: readonly number[], locale: string): Promise<Descriptions> {
  const [assets, links] = await Promise.all([selectDescribedAssets(database, itemResource, ids), selectDescribedLinks(database, itemResource, ids, locale)])
  return { assets, links }
}

/** What is written of assets, by id: all cells of a row but the file's. */
function describeAssets({ assets, links }: Descriptions, { fields, locale, delimiter }: Wording): Map<number, string> {
  return new Map(assets.map((asset) => {
    const names = links.get(asset.id)
    return [asset.id, formatDescription([asset.id, ...fields.map((field) => (isLink(field) ? names?.get(field.name) : scalarOf(asset, field, locale)))], delimiter)]
  }))
}

/** Language variants stand in the column of their field; what only programs read is left out. */
function isDescribed(field: Field): boolean {
  return field.i18nFor === null && field.type !== 'json' && field.type !== 'binary' && field.name !== 'blurhash'
}

function scalarOf(asset: DescribedAsset, field: Field, locale: string): DescriptionValue {
  if (field.name === 'validfrom') return asset.valid_from
  if (field.name === 'validuntil') return asset.valid_until
  const value = (field.i18n ? asset.props[`${field.name}_${locale}`] : undefined) ?? asset.props[field.name]
  if (field.type === 'geo') return coordinates(value)
  if (field.type === 'datetime' && typeof value === 'string') return new Date(value)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

function coordinates(value: unknown): string | undefined {
  const { lat, lon } = (value ?? {}) as { lat?: unknown; lon?: unknown }
  return typeof lat === 'number' && typeof lon === 'number' ? `${lat}, ${lon}` : undefined
}

const entryBytes = 100
const languagesAtOnce = 3
const memories = new WeakMap<Database, Recent<StampedMemory<string>>>()

/** What was written in a language while the schema had these fields. */
function memoryOf(database: Database, locale: string, fields: readonly Field[]): StampedMemory<string> {
  const languages = memories.get(database) ?? createRecent<StampedMemory<string>>({ maxWeight: languagesAtOnce, weightOf: () => 1 })
  memories.set(database, languages)
  const key = JSON.stringify([locale, fields.map(({ name, type, i18n, target }) => [name, type, i18n, target])])
  const memory = languages.get(key) ?? createStampedMemory<string>({ maxWeight: memoryBytes, weightOf: (text) => entryBytes + text.length })
  languages.set(key, memory)
  return memory
}
