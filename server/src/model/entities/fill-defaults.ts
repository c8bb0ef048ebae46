import type { Schema } from '../schemas/schema.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * What the schema fills in where the writer gives nothing: on create every field with a default, on patch
 * those that must be filled and are empty. A mandatory field that is emptied takes its default, too.
 * @param stored names of the fields that have a value, for a patch
 * @source data-layer §5: missing mandatory fields get their Create or Patch default
 */
export function fillDefaults(
  schema: Schema,
  json: Json,
  kind: 'create' | 'patch',
  stored: ReadonlySet<string> = new Set(),
): Record<string, unknown> {
  const filled: Record<string, unknown> = {}
  for (const { name, cud } of schema.fields.values()) {
    const value = (kind === 'create' ? cud.defaultCreate : cud.defaultPatch) ?? null
    if (value === null) continue
    const mandatory =
      cud.mandatoryStructure === true ||
      (kind === 'create' ? cud.mandatoryCreate : cud.mandatoryPatch) === true
    const given = Object.hasOwn(json, name)
    if (given ? mandatory && isEmpty(json[name]) : kind === 'create' || (mandatory && !stored.has(name)))
      filled[name] = value
  }
  return filled
}

/** Whether a patch of this schema has to know what is stored before it can be parsed. */
export function needsStored(schema: Schema): boolean {
  return [...schema.fields.values()].some(({ cud }) => (cud.defaultPatch ?? null) !== null)
}

/** Names of the fields that have a value, by what is stored: values by field, links as ids. */
export function storedFields(schema: Schema, stored: Json): Set<string> {
  return new Set(
    [...schema.fields.values()].filter(({ name }) => !isEmpty(stored[name])).map(({ name }) => name),
  )
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  if (typeof value !== 'object' || !('$mode' in value)) return false
  const { $mode, $values } = value as { $mode: unknown; $values?: unknown }
  return $mode === 'clear' || ($mode === 'replace' && isEmpty($values))
}
