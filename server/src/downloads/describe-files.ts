import { formatDescriptionsCsv, type DescriptionValue } from '../archive/asset-descriptions.ts'
import { itemResource } from '../carts/cart-viewer.ts'
import type { Database } from '../database/database.ts'
import { getSchemaOf } from '../schemas/schema-registry.ts'
import { isLink, labelIn, type Field } from '../schemas/schema.ts'
import { selectDescribedAssets, selectDescribedLinks, type DescribedAsset } from './descriptions.sql.ts'
import type { NamedFile } from './name-files.ts'

const fileLabel = { en: 'File in this archive', fr: 'Fichier dans cette archive' }

/** What is known of the assets of an archive, as a table for spreadsheets: a row for each file, a column for each field of the schema. */
export async function describeFiles(database: Database, files: readonly NamedFile[], locale: string): Promise<Buffer> {
  const ids = files.map(({ assetId }) => assetId)
  const [schema, assets, links] = await Promise.all([
    getSchemaOf(database, itemResource), selectDescribedAssets(database, itemResource, ids), selectDescribedLinks(database, itemResource, ids, locale),
  ])
  const fields = [...schema.fields.values()].filter(isDescribed)
  const byId = new Map(assets.map((asset) => [asset.id, asset]))
  const names = new Map(links.map((link) => [`${link.id}/${link.field}`, link.names]))
  const valueOf = (file: NamedFile, field: Field): DescriptionValue =>
    (isLink(field) ? names.get(`${file.assetId}/${field.name}`) : scalarOf(byId.get(file.assetId), field, locale))
  return formatDescriptionsCsv({
    columns: [labelIn(fileLabel, locale), 'Id', ...fields.map((field) => labelIn(field.label, locale))],
    rows: files.map((file) => [file.entryName, file.assetId, ...fields.map((field) => valueOf(file, field))]),
    delimiter: locale === 'fr' ? ';' : ',',
  })
}

/** Language variants stand in the column of their field; what only programs read is left out. */
function isDescribed(field: Field): boolean {
  return field.i18nFor === null && field.type !== 'json' && field.type !== 'binary' && field.name !== 'blurhash'
}

function scalarOf(asset: DescribedAsset | undefined, field: Field, locale: string): DescriptionValue {
  if (field.name === 'validfrom') return asset?.valid_from
  if (field.name === 'validuntil') return asset?.valid_until
  const value = (field.i18n ? asset?.props[`${field.name}_${locale}`] : undefined) ?? asset?.props[field.name]
  if (field.type === 'geo') return coordinates(value)
  if (field.type === 'datetime' && typeof value === 'string') return new Date(value)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

function coordinates(value: unknown): string | undefined {
  const { lat, lon } = (value ?? {}) as { lat?: unknown; lon?: unknown }
  return typeof lat === 'number' && typeof lon === 'number' ? `${lat}, ${lon}` : undefined
}
