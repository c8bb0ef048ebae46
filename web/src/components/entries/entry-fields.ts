import type { FieldPermissions, SchemaSnapshot } from '@cartouche/client'
import type { FieldGroup, RecordField } from '../asset-details/asset-fields.ts'

/**
 * The fields of a form in their groups, each followed by its variants; of a new entry, those that can be set
 * when it is made.
 */
export function formGroups(
  schema: SchemaSnapshot,
  permissions: Readonly<Record<string, FieldPermissions>>,
  isNew: boolean,
): FieldGroup[] {
  const all = Object.entries(schema.fields)
    .map(([name, header]): RecordField => ({ name, header }))
    .filter(({ name, header }) => permissions[name]?.viewable !== false && !(isNew && !header.cud.create))
  const fields = all
    .filter(({ header }) => header.i18nFor === null)
    .toSorted((a, b) => a.header.taborder - b.header.taborder)
    .flatMap((field) => [field, ...all.filter(({ header }) => header.i18nFor === field.name)])
  const groupOf = ({ header }: RecordField): number =>
    (header.i18nFor === null ? header : (schema.fields[header.i18nFor] ?? header)).group.id
  return [...new Set(fields.map(groupOf))]
    .toSorted((a, b) => a - b)
    .map((id) => ({ id, fields: fields.filter((field) => groupOf(field) === id) }))
}

/** The fields that must be filled and are not, by what the form holds. */
export function missingOf(
  groups: readonly FieldGroup[],
  permissions: Readonly<Record<string, FieldPermissions>>,
  valueOf: (name: string) => unknown,
): string[] {
  return groups
    .flatMap(({ fields }) => fields)
    .filter(
      ({ name, header }) =>
        permissions[name]?.mandatory === true &&
        permissions[name].editable &&
        isEmpty(valueOf(name)) &&
        !isFilled(header.cud.defaultCreate ?? null),
    )
    .map(({ name }) => name)
}

function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0) ||
    (typeof value === 'string' && value.trim() === '')
  )
}

function isFilled(value: unknown): boolean {
  return value !== null
}
