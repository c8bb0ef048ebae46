import type { CallAnswer, CallInput, Calls, EntityUse } from '@cartouche/contract'
import type { Context } from '../../../access/context.ts'
import { may, requireAction } from '../../../access/decide.ts'
import { lookAtRows, requireRows } from '../decide-rows.ts'
import { schemaAt } from '../schema-at.ts'
import { labelIn, type Schema } from '../../schemas/schema.ts'
import { listSchemas, type Schemas } from '../../schemas/schema-registry.ts'
import { countUses } from './count-uses.ts'
import { canBeMerged, readMerge } from './read-merge.ts'

/**
 * What links to an entity, by resource and field, of what the user may see; and whether another entity can
 * take its place.
 * @throws entity_not_found, unknown_resource, sign_in_needed, access_denied
 * @source decision 0090
 */
export async function getEntityUses(
  context: Context,
  { path, id }: CallInput<Calls['getEntityUses']>,
): Promise<CallAnswer<Calls['getEntityUses']>> {
  const schema = await schemaAt(context, path)
  requireAction(context.identity, schema.resource, 'view')
  await requireRows(context, schema, [id], 'view')
  const known = await listSchemas(context)
  const named = { resource: schema.resource, id }
  const counted = await countUses(context, known, named, 'view')
  const uses = counted.flatMap(({ resource, field, count }) =>
    count > 0 ? useOf(context, known, schema, { resource, field, count }) : [],
  )
  const merge = await readMerge(context, schema, id)
  return {
    resource: schema.resource,
    response: {
      data: {
        uses,
        hidden: counted.some(({ count, total }) => count < total) || uses.length < counted.length,
        mergeable: await isMergeable(context, schema, known, id),
        ...(merge ? { merge } : {}),
      },
    },
  }
}

function useOf(
  { locale }: Context,
  known: Schemas,
  target: Schema,
  {
    resource,
    field: name,
    count,
  }: { readonly resource: string; readonly field: string; readonly count: number },
): EntityUse[] {
  const schema = known.get(resource)
  const field = schema?.fields.get(name)
  // What is still stored of a removed field has no name to give.
  if (!schema || !field) return []
  return [
    {
      resource,
      field: name,
      name: labelIn(schema.label, locale),
      fieldName: labelIn(field.label, locale),
      tree: resource === target.resource && field.isTree,
      count,
    },
  ]
}

async function isMergeable(context: Context, schema: Schema, known: Schemas, id: number): Promise<boolean> {
  if (!canBeMerged(schema) || !may(context.identity, schema.resource, 'delete')) return false
  const decided = (await lookAtRows(context, schema, [id], ['delete'])).get(id)
  return (
    decided?.has('delete') === true &&
    (await countUses(context, known, { resource: schema.resource, id }, 'update')).every(
      ({ count, total }) => count === total,
    )
  )
}
