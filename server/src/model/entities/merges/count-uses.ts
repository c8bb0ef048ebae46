import type { Context } from '../../../access/context.ts'
import { scopeOf } from '../../../access/decide.ts'
import type { Schemas } from '../../schemas/schema-registry.ts'
import { compileScope } from '../../search/compile-scope.ts'
import { countLinksTo, countLinksUnder, type Named } from './merges.sql.ts'

/**
 * Links to an entity by resource and field: all of them, and those of entities on which the user may take
 * an action.
 */
export async function countUses(
  context: Context,
  known: Schemas,
  named: Named,
  action: string,
): Promise<{ resource: string; field: string; count: number; total: number }[]> {
  return Promise.all(
    (await countLinksTo(context.database, named)).map(async ({ resource, field, count: total }) => {
      const scope = scopeOf(context.identity, resource, action)
      if (scope.rows.kind === 'none' || !known.has(resource)) return { resource, field, count: 0, total }
      if (scope.rows.kind === 'all' && scope.cartId === null) return { resource, field, count: total, total }
      return {
        resource,
        field,
        count: await countLinksUnder(
          context.database,
          named,
          { resource, field },
          await compileScope(context.database, known, scope),
        ),
        total,
      }
    }),
  )
}
