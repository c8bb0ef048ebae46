import type { FieldHeader } from '@cartouche/contract'
import type { SchemaSnapshot } from '@cartouche/client'
import type { IntlShape } from 'react-intl'

/** One field of a record with the schema's word on it. */
export interface RecordField {
  readonly name: string
  readonly header: FieldHeader
}
/** Fields that stand together, in their order. */
export interface FieldGroup {
  readonly id: number
  readonly fields: readonly RecordField[]
}

/** Shown elsewhere on the page, or of use to programs alone. */
const hidden = new Set([
  'name',
  'binary',
  'blurhash',
  'width',
  'height',
  'rootnature',
  'status',
  'metadata.panorama',
  'metadata.livephoto',
  'metadata.problems',
  'importjob',
])

/**
 * The fields of a schema in their groups; language variants stand with their field when it is edited, not
 * here.
 */
export function groupFields(schema: SchemaSnapshot): FieldGroup[] {
  const shown = Object.entries(schema.fields)
    .filter(([name, { i18nFor }]) => !hidden.has(name) && i18nFor === null)
    .map(([name, header]) => ({ name, header }))
    .toSorted((a, b) => a.header.taborder - b.header.taborder)
  const ids = [...new Set(shown.map(({ header }) => header.group.id))].toSorted((a, b) => a - b)
  return ids.map((id) => ({ id, fields: shown.filter(({ header }) => header.group.id === id) }))
}

/** The fields that have language variants, each followed by its variants. */
export function fieldsInLanguages(schema: SchemaSnapshot): RecordField[] {
  const all = Object.entries(schema.fields).map(([name, header]) => ({ name, header }))
  const translated = new Set(all.flatMap(({ header }) => header.i18nFor ?? []))
  return all
    .filter(({ name }) => translated.has(name))
    .toSorted((a, b) => a.header.taborder - b.header.taborder)
    .flatMap((field) => [field, ...all.filter(({ header }) => header.i18nFor === field.name)])
}

/** Fields beside their variants, each named with its language: `Name in English` before `Name in French`. */
export function nameLanguages(
  intl: Pick<IntlShape, 'formatMessage'>,
  fields: readonly RecordField[],
): RecordField[] {
  const translated = new Set(fields.flatMap(({ header }) => header.i18nFor ?? []))
  return fields.map(({ name, header }) => ({
    name,
    header: translated.has(name)
      ? { ...header, name: intl.formatMessage({ id: 'entries.inEnglish' }, { name: header.name }) }
      : header,
  }))
}

/**
 * The field that holds what a reader of this language writes: the variant of the language where there is one,
 * else the field itself.
 */
export function fieldForLanguage(schema: SchemaSnapshot, name: string, locale: string): string {
  const variant = `${name}_${locale.slice(0, 2)}`
  return schema.fields[variant]?.i18nFor === name ? variant : name
}

/** The value of a field in a record; `metadata.filesize` lies in `metadata`. */
export function valueAt(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined),
      record,
    )
}

/** Whether there is nothing to show. */
export function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** A linked entity as records hold it. */
export interface Link {
  readonly id: number
  readonly name: string
}

/** The linked entities of a link field's value. */
export function linksOf(value: unknown): Link[] {
  return [value].flat().flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return []
    const { id, name } = one as { id?: unknown; name?: unknown }
    return typeof id === 'number'
      ? [{ id, name: typeof name === 'string' && name !== '' ? name : String(id) }]
      : []
  })
}
