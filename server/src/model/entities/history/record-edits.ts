import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../access/context.ts'
import type { Schema } from '../../schemas/schema.ts'
import { authorOf } from '../author-of.ts'
import { holdFields, insertEdits, type FieldState } from './history.sql.ts'

/** Whether changes of fields are written down: of what imports make, as assets. @source decision 0197 */
export function keepsHistory({ importField }: Schema): boolean {
  return importField !== null
}

/**
 * Writes down what a write has changed of the fields that people edit, in its transaction. What follows from
 * a file belongs to its version.
 * @param before what `holdFields` gave before the write
 * @source decision 0197
 */
export async function recordEdits(
  context: Context,
  schema: Schema,
  id: number,
  before: FieldState,
): Promise<void> {
  const after = (await holdFields(context.database, schema.resource, id)) ?? {}
  const changes = [...schema.fields.values()]
    .filter(({ type, cud }) => cud.update === true && type !== 'binary')
    .map(({ name }) => ({ field: name, before: before[name] ?? null, after: after[name] ?? null }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after))
  if (changes.length > 0)
    await insertEdits(context.database, { resource: schema.resource, id }, authorOf(context), changes)
}
