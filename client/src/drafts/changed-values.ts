import type { FieldHeader } from '@cartouche/contract/wire'
import type { Changes } from '../entities/entity.ts'

/**
 * The values that differ from what the server said, links written as ids.
 * @source data-layer §5: drafts save only changed fields; array and object fields are sent as id lists and
 * ids
 */
export function changedValues(base: Readonly<Record<string, unknown>>, values: Changes): Changes {
  const differing = Object.entries(values).filter(
    ([field, value]) => JSON.stringify(asIds(base[field])) !== JSON.stringify(asIds(value)),
  )
  return Object.fromEntries(differing.map(([field, value]) => [field, asIds(value)]))
}

/**
 * The values of a new entity: links as ids, and the default of every mandatory field that is missing.
 * @source data-layer §5
 */
export function withCreateDefaults(values: Changes, fields: Readonly<Record<string, FieldHeader>>): Changes {
  const missing = Object.entries(fields).filter(
    ([field, { cud }]) => cud.mandatoryCreate && cud.defaultCreate !== null && isEmpty(values[field]),
  )
  return {
    ...Object.fromEntries(Object.entries(values).map(([field, value]) => [field, asIds(value)])),
    ...Object.fromEntries(missing.map(([field, { cud }]) => [field, cud.defaultCreate])),
  }
}

/**
 * The changed values, and the patch default of every mandatory field that would be empty with them; nothing
 * where nothing changed.
 * @source data-layer §5
 */
export function withPatchDefaults(
  changes: Changes,
  fields: Readonly<Record<string, FieldHeader>>,
  base: Changes,
): Changes {
  if (Object.keys(changes).length === 0) return changes
  const missing = Object.entries(fields).filter(
    ([field, { cud }]) =>
      cud.mandatoryPatch &&
      cud.defaultPatch !== null &&
      isEmpty(field in changes ? changes[field] : base[field]),
  )
  return { ...changes, ...Object.fromEntries(missing.map(([field, { cud }]) => [field, cud.defaultPatch])) }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function asIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asIds)
  return typeof value === 'object' && value !== null && 'id' in value && !('$mode' in value)
    ? value.id
    : (value ?? null)
}
