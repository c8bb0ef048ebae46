import { isDeepStrictEqual } from 'node:util'
import type { CallAnswer, CallInput, Calls, FieldEdit } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { decideRows } from '../../model/entities/decide-rows.ts'
import { selectNames } from '../../model/entities/entities.sql.ts'
import { fieldPermissionsOf } from '../../model/entities/field-permissions.ts'
import { listSchemas } from '../../model/schemas/schema-registry.ts'
import { isLink, type Schema } from '../../model/schemas/schema.ts'
import { requireVersioned } from './require-editing.ts'
import { selectFieldEdits, type FieldEditRow } from './versions.sql.ts'

/** Names of linked entities that the caller may see, by field and id. */
type VisibleNames = ReadonlyMap<string, ReadonlyMap<number, string>>

/**
 * What was changed of the fields of an entity, the latest first. Fields that the caller may not read are not
 * among them, and of links those alone to what the caller may see.
 * @throws entity_not_found, access_denied, sign_in_needed
 * @source decision 0197
 */
export async function listFieldEdits(
  context: Context,
  { field, before, max, ...input }: CallInput<Calls['listFieldEdits']>,
): Promise<CallAnswer<Calls['listFieldEdits']>> {
  const entity = await requireVersioned(context, input)
  const permissions = fieldPermissionsOf(context.identity, entity.schema, 'patch', true)
  const fields = Object.keys(permissions).filter(
    (name) => permissions[name]?.viewable === true && (field === undefined || name === field),
  )
  // One more, to know whether there is a next page.
  const found = await selectFieldEdits(context.database, entity, fields, { before, max: max + 1 })
  const rows = found.slice(0, max)
  const names = await visibleNames(context, entity.schema, rows)
  return {
    edits: rows.flatMap((row) => toEdit(row, names.get(row.field)) ?? []),
    next: found.length > max ? (rows.at(-1)?.id ?? null) : null,
  }
}

async function visibleNames(
  context: Context,
  schema: Schema,
  rows: readonly FieldEditRow[],
): Promise<VisibleNames> {
  const schemas = await listSchemas(context)
  const byField = new Map<string, ReadonlyMap<number, string>>()
  for (const [name, own] of Map.groupBy(rows, (row) => row.field)) {
    const field = schema.fields.get(name)
    if (!field || !isLink(field)) continue
    const target = schemas.get(field.target)
    const ids = [...new Set(own.flatMap(({ before, after }) => [...idsOf(before), ...idsOf(after)]))]
    const decided = target && (await decideRows(context, target, ids, ['view']))
    const stored = await selectNames(context.database, field.target, ids)
    const known = ids.flatMap((id): [number, string][] => {
      const found = decided?.get(id)?.has('view') ? stored.get(id) : undefined
      return found ? [[id, (context.locale === 'fr' ? found['fr'] : null) ?? found['en'] ?? String(id)]] : []
    })
    byField.set(name, new Map(known))
  }
  return byField
}

/** Undefined where nothing of the change is the caller's to see. */
function toEdit(row: FieldEditRow, names: ReadonlyMap<number, string> | undefined): FieldEdit | undefined {
  const { id, field, authorId, authorName } = row
  const [from, to] = [row.before, row.after].map((value) =>
    names === undefined ? value : idsOf(value).filter((linked) => names.has(linked)),
  )
  if (isDeepStrictEqual(from, to)) return undefined
  return {
    id,
    field,
    from,
    to,
    at: row.at.toISOString(),
    by: authorName === '' ? null : { id: authorId, name: authorName },
    ...(names === undefined ? {} : { names: Object.fromEntries(names) }),
  }
}

const idsOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'number') : []
