import { ApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf, seesAll } from '../../access/decide.ts'
import type { Schema } from '../schemas/schema.ts'
import type { Schemas } from '../schemas/schema-registry.ts'
import { checkPlace } from './trees/check-place.ts'
import { lockTree } from './trees/trees.sql.ts'
import { decideRows } from './decide-rows.ts'
import { appendLinks, removeLinks, replaceLinks, selectTargets, type LinksOf } from './entities.sql.ts'
import type { LinkChange } from '../schemas/parse-links.ts'
import { isMandatory } from './parse-properties.ts'

/**
 * Refuses links to what is not the writer's to see. Where no rule of rows decides, the database refuses what
 * does not exist.
 * @throws entity_not_found
 */
export async function checkTargets(
  context: Context,
  schemas: Schemas,
  links: readonly LinkChange[],
): Promise<void> {
  for (const { field, ids, mode } of links) {
    const target = schemas.get(field.target)
    if (mode === 'remove' || ids.length === 0 || !target) continue
    const decisions = await decideRows(context, target, ids, ['view'])
    const missing = ids.find((id) => !decisions.get(id)?.has('view'))
    if (missing !== undefined) throw new ApiError('entity_not_found', { resource: field.target, id: missing })
  }
}

/**
 * Writes the links of an entity whose row the transaction, `context.database`, holds. Links that the writer
 * may not see are kept: they were missing from the list that the writer edited. In a field of one link, a new
 * value replaces a hidden one.
 * @throws tree_circle for a node below itself, invalid_parameter for one too deep, field_mandatory where the
 * last link is taken away
 */
export async function applyLinks(
  context: Context,
  schemas: Schemas,
  schema: Schema,
  id: number,
  links: readonly LinkChange[],
  kind: 'create' | 'patch',
): Promise<void> {
  const transaction = context.database
  for (const { field, mode, ids } of links) {
    const of = { resource: schema.resource, id, field: field.name }
    const hidden =
      kind === 'patch' ? await selectHidden(context, schemas, of, field.target) : new Set<number>()
    if (mode === 'remove') {
      const left = await removeLinks(
        transaction,
        of,
        ids.filter((target) => !hidden.has(target)),
      )
      if (left === 0 && isMandatory(field, kind)) throw new ApiError('field_mandatory', { field: field.name })
      continue
    }
    if (field.isTree) {
      if (kind === 'patch') await lockTree(transaction, schema.resource)
      for (const parent of ids) await checkPlace(transaction, schema, { id, parent })
    }
    const kept = field.type === 'object' && ids.length > 0 ? [] : hidden
    const written =
      mode === 'appendnew'
        ? appendLinks(transaction, of, field.target, ids)
        : replaceLinks(transaction, schema.resource, id, field.name, field.target, [...ids, ...kept])
    await written.catch((error: unknown) => {
      throw goneTarget(field.target, error)
    })
  }
}

/** Targets of a field that the writer is not allowed to see; rows are read only where a row rule decides. */
async function selectHidden(
  context: Context,
  schemas: Schemas,
  of: LinksOf,
  target: string,
): Promise<Set<number>> {
  const schema = schemas.get(target)
  if (!schema || seesAll(scopeOf(context.identity, target, 'view'))) return new Set()
  const ids = await selectTargets(context.database, of)
  const decisions = await decideRows(context, schema, ids, ['view'])
  return new Set(ids.filter((id) => !decisions.get(id)?.has('view')))
}

/** PostgreSQL's word for a target that does not exist, or not any more. */
function goneTarget(resource: string, error: unknown): unknown {
  const { code, detail } = error as { code?: string; detail?: string }
  return code === '23503'
    ? new ApiError('entity_not_found', { resource, id: /, (\d+)\)/.exec(detail ?? '')?.[1] ?? '?' })
    : error
}
