import { isDeepStrictEqual } from 'node:util'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../../access/context.ts'
import { isLink, type Schema } from '../../schemas/schema.ts'
import type { EntityForProjection } from '../../search/project.sql.ts'
import { authorOf } from '../author-of.ts'
import { editEntries, validityOf, type FieldState } from './history.sql.ts'

/** Whether changes of fields are written down: of what imports make, as assets. @source decision 0197 */
export function keepsHistory({ importField }: Schema): boolean {
  return importField !== null
}

/**
 * The statement that writes down what a write has changed of the fields that people edit; undefined where
 * nothing did. What follows from a file belongs to its version.
 * @param before what the fields held before the write; without links that it did not touch
 * @param after the entity as it was read after the write, in its transaction
 * @param links names of the fields whose links the write may have changed
 * @source decision 0197
 */
export function editsOf(
  context: Context,
  schema: Schema,
  before: FieldState,
  after: EntityForProjection,
  links: ReadonlySet<string>,
): RawBuilder<unknown> | undefined {
  const held: FieldState = {
    ...after.props,
    ...Object.fromEntries([...links].map((name) => [name, after.links[name]?.map(({ id }) => id)])),
    ...validityOf(after),
  }
  const changes = [...schema.fields.values()]
    .filter(({ type, cud }) => cud.update === true && type !== 'binary')
    .filter((field) => !isLink(field) || links.has(field.name))
    .map(({ name }) => ({ field: name, before: before[name] ?? null, after: held[name] ?? null }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after))
  return changes.length === 0
    ? undefined
    : editEntries({ resource: schema.resource, id: after.id }, authorOf(context), changes)
}
