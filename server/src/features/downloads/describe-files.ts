import type { RawBuilder, SqlBool } from 'kysely'
import type { Reader } from '../../access/decide.ts'
import {
  formatDescription,
  formatDescriptionsCsv,
  type DescriptionValue,
  type Delimiter,
} from '../archive/asset-descriptions.ts'
import { itemResource } from '../carts/cart-viewer.ts'
import type { Cache } from '../../ground/cache.ts'
import type { Services } from '../../ground/services.ts'
import type { Database } from '../../ground/database/database.ts'
import { getSchemaOf, listSchemas, type WithSchemas } from '../../model/schemas/schema-registry.ts'
import { isLink, labelIn, type Field, type Schema } from '../../model/schemas/schema.ts'
import { limitedTargets, visibleLinks } from '../../model/search/visible-links.ts'
import { selectDescribedAssets, selectDescribedLinks, type DescribedAsset } from './descriptions.sql.ts'
import { memoryBytes } from './memory-budget.ts'
import type { NamedFile } from './name-files.ts'
import { readInPortions } from './read-in-portions.ts'
import { createRevisionCache, type RevisionCache } from '../../ground/revision-cache.ts'

const fileLabel = { en: 'File in this archive', fr: 'Fichier dans cette archive' }

/**
 * What is known of the assets of an archive, as a table for spreadsheets: a row for each file, a column for
 * each field of the schema. Of linked entities, those are named that the reader may see. What was written of
 * an asset is cached by its revision, for all who see the same.
 */
export async function describeFiles(
  services: WithSchemas & Pick<Services, 'archiveCaches'>,
  files: readonly NamedFile[],
  locale: string,
  reader: Reader,
): Promise<Buffer> {
  const { database, archiveCaches } = services
  const schema = await getSchemaOf(services, itemResource)
  const fields = [...schema.fields.values()].filter(isDescribed)
  const delimiter = locale === 'fr' ? ';' : ','
  const cached = cacheOf(archiveCaches.descriptions, locale, fields, audienceOf(schema, reader))
  const links = await visibleLinks({ database, schemas: await listSchemas(services) }, schema, reader)
  const texts = files.map(({ assetId, revision }) => cached.get(assetId, revision))
  const unknown = [...files.entries()].filter(([at]) => texts[at] === undefined)
  await readInPortions(
    unknown,
    (portion) =>
      selectDescriptions(
        database,
        portion.map(([, { assetId }]) => assetId),
        locale,
        links,
      ),
    (portion, read) => {
      const written = describeAssets(read, { fields, locale, delimiter })
      for (const [at, { assetId, revision }] of portion) {
        const text = written.get(assetId)
        if (text === undefined) continue
        texts[at] = text
        cached.set(assetId, revision, text)
      }
    },
  )
  return formatDescriptionsCsv({
    columns: [labelIn(fileLabel, locale), 'Id', ...fields.map((field) => labelIn(field.label, locale))],
    rows: (function* () {
      // Of an asset that was deleted meanwhile, its number is left.
      for (const [at, { entryName, assetId }] of files.entries())
        yield [entryName, texts[at] ?? String(assetId)]
    })(),
    delimiter,
    expectedBytes: 200 * files.length,
  })
}

interface Wording {
  readonly fields: readonly Field[]
  readonly locale: string
  readonly delimiter: Delimiter
}

interface Descriptions {
  readonly assets: readonly DescribedAsset[]
  readonly links: Awaited<ReturnType<typeof selectDescribedLinks>>
}

async function selectDescriptions(
  database: Database,
  ids: readonly number[],
  locale: string,
  visible: RawBuilder<SqlBool>,
): Promise<Descriptions> {
  const [assets, links] = await Promise.all([
    selectDescribedAssets(database, itemResource, ids),
    selectDescribedLinks(database, itemResource, ids, locale, visible),
  ])
  return { assets, links }
}

/** What is written of assets, by id: all cells of a row but the file's. */
function describeAssets(
  { assets, links }: Descriptions,
  { fields, locale, delimiter }: Wording,
): Map<number, string> {
  return new Map(
    assets.map((asset) => {
      const names = links.get(asset.id)
      return [
        asset.id,
        formatDescription(
          [
            asset.id,
            ...fields.map((field) =>
              isLink(field) ? names?.get(field.name) : scalarOf(asset, field, locale),
            ),
          ],
          delimiter,
        ),
      ]
    }),
  )
}

/** Language variants stand in the column of their field; what only programs read is left out. */
function isDescribed(field: Field): boolean {
  return (
    field.i18nFor === null && field.type !== 'json' && field.type !== 'binary' && field.name !== 'blurhash'
  )
}

function scalarOf(asset: DescribedAsset, field: Field, locale: string): DescriptionValue {
  if (field.name === 'validfrom') return asset.valid_from
  if (field.name === 'validuntil') return asset.valid_until
  const value = (field.i18n ? asset.props[`${field.name}_${locale}`] : undefined) ?? asset.props[field.name]
  if (field.type === 'geo') return coordinates(value)
  if (field.type === 'datetime' && typeof value === 'string') return new Date(value)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined
}

function coordinates(value: unknown): string | undefined {
  const { lat, lon } = (value ?? {}) as { lat?: unknown; lon?: unknown }
  return typeof lat === 'number' && typeof lon === 'number' ? `${lat}, ${lon}` : undefined
}

const entryBytes = 100

/**
 * What distinguishes readers who see other linked entities: the resources of which they see nothing.
 * Where a rule of rows decides, what is visible changes without any change of the asset, and there is nothing
 * to cache.
 */
function audienceOf(schema: Schema, reader: Reader): readonly string[] | undefined {
  const limited = limitedTargets(schema, reader)
  return limited.every((target) => reader.sees(target).rows.kind === 'none') ? limited.toSorted() : undefined
}

/** What was written in a language for an audience while the schema had these fields. */
function cacheOf(
  caches: Cache<string, RevisionCache<string>>,
  locale: string,
  fields: readonly Field[],
  audience: readonly string[] | undefined,
): RevisionCache<string> {
  if (!audience) return createRevisionCache<string>({ maxWeight: 0, weightOf: () => 1 })
  const key = JSON.stringify([
    locale,
    audience,
    fields.map(({ name, type, i18n, target }) => [name, type, i18n, target]),
  ])
  const known = caches.get(key)
  if (known) return known
  const created = createRevisionCache<string>({
    maxWeight: memoryBytes,
    weightOf: (text) => entryBytes + text.length,
  })
  caches.set(key, created)
  return created
}
