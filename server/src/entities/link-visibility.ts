import type { Context } from '../access/context.ts'
import { scopeOf } from '../access/decide.ts'
import { isLink, type Schema } from '../schemas/schema.ts'
import type { Schemas } from '../schemas/schema-registry.ts'
import { keepInScope } from '../search/find.ts'
import type { StoredEntity } from './entities.sql.ts'

/** Whether a linked entity may be told of. */
export type LinkVisibility = (resource: string, id: number) => boolean

/**
 * Decides which of the entities that records link to may be seen: by a look at the rows only where a rule of rows decides.
 * @source DESIGN "One authorisation kernel": whatever reveals a word goes through it
 */
export async function linkVisibility(context: Context, schemas: Schemas, schema: Schema, entities: readonly Pick<StoredEntity, 'links'>[]): Promise<LinkVisibility> {
  const targets = new Set([...schema.fields.values()].filter(isLink).map(({ target }) => target))
  const shown = new Map(await Promise.all([...targets].map(async (target): Promise<[string, 'all' | 'none' | ReadonlySet<number>]> => {
    const scope = scopeOf(context.identity, target, 'view')
    if (scope.rows.kind === 'none') return [target, 'none']
    if (scope.rows.kind === 'all' && (scope.cartId === null || target !== 'asset')) return [target, 'all']
    const ids = entities.flatMap(({ links }) => Object.values(links).flatMap(({ list }) => list.filter(({ resource }) => resource === target).map(({ id }) => id)))
    return [target, new Set(await keepInScope({ database: context.database, schemas }, scope, [...new Set(ids)]))]
  })))
  return (resource, id) => {
    const known = shown.get(resource) ?? 'none'
    return known === 'all' || (known !== 'none' && known.has(id))
  }
}
