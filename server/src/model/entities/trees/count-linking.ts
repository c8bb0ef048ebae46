import { everything, type EntityData, type Facets, type FacetValue } from '@cartouche/contract'
import type { Context } from '../../../access/context.ts'
import { scopeOf } from '../../../access/decide.ts'
import { isLink, type Schema } from '../../schemas/schema.ts'
import { countLinks } from '../../search/count-links.ts'
import { searchIn } from '../../search/search-in.ts'

/**
 * How many entities link to each node, by `{resource}.{field}`: `count` to the node itself, `total` to it or
 * anything below it, each entity once. Only entities that the user may see count.
 * @source decision 0015
 */
export async function countLinking(
  context: Context,
  tree: Schema,
  nodes: readonly EntityData[],
): Promise<Facets> {
  const where = await searchIn(context)
  const linking = [...where.schemas.values()].flatMap((schema) =>
    [...schema.fields.values()]
      .filter((field) => isLink(field) && field.target === tree.resource && !field.isTree)
      .map((field) => ({ schema, field, scope: scopeOf(context.identity, schema.resource, 'view') })),
  )
  const counted = await Promise.all(
    linking
      .filter(({ scope }) => scope.rows.kind !== 'none')
      .map(async ({ schema, field, scope }) => {
        const counts = await countLinks(
          where,
          { scope, query: everything },
          field.name,
          nodes.map(({ id }) => id),
        )
        return [
          `${schema.resource}.${field.name}`,
          nodes.map(({ id, name }): FacetValue => ({
            count: counts.get(id)?.direct ?? 0,
            total: counts.get(id)?.below ?? 0,
            data: { id, name: name ?? '' },
          })),
        ] as const
      }),
  )
  return Object.fromEntries(counted)
}
