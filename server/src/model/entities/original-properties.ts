import type { Inspection } from '../../media/inspection.ts'
import { measuredProperties } from '../../media/measured-properties.ts'
import { takesValue } from '../schemas/fit-value.ts'
import { isLink, type Field, type Schema } from '../schemas/schema.ts'
import { describesFile, type StoredFile } from './file-value.ts'

const measured = [
  'width',
  'height',
  'duration',
  'colorspace',
  'pages',
  'blurhash',
  'metadata.filesize',
  'metadata.filename',
  'metadata.mediatype',
  'metadata.panorama',
  'metadata.form',
  'metadata.livephoto',
  'metadata.problems',
]

/** An original: what is stored of it beside its bytes, and what was found in it. */
export interface Original {
  readonly about: StoredFile
  readonly inspection: Inspection
}

/**
 * The properties that follow from an entity's original, of the fields that its schema has; null for what
 * there is no value of, and for all without an original.
 */
export function originalProperties(schema: Schema, original: Original | null): Record<string, unknown> {
  const values = original ? measuredProperties(original.inspection, original.about.name) : {}
  const own: Record<string, unknown> = {}
  for (const name of measured) {
    const field = schema.fields.get(name)
    const value = values[name] ?? null
    if (field) own[name] = takesValue(field, value) ? value : null
  }
  if (schema.importField !== null && !describesFile(schema)) own[schema.importField] = original?.about ?? null
  return own
}

/** The field that links to the kind of an original, where a schema has one. */
export function natureFieldOf(schema: Schema): (Field & { readonly target: string }) | undefined {
  const field = schema.fields.get('rootnature')
  return field && isLink(field) && field.target === 'assetnature' ? field : undefined
}
