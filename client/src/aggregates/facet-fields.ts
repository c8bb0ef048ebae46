import { calls, maxPageSize, type FacetValue } from '@cartouche/contract/wire'
import type { Client } from '../client.ts'
import type { SchemaSnapshot } from '../schemas/schema.ts'

/**
 * What a value of a facet says of itself unless more is wanted.
 * @source data-layer §9: sorted aggregate, fields 'id,name'
 */
export const defaultFields: readonly string[] = ['id', 'name']

/**
 * The values with more of the entities that they stand for; as they are where a field links to none, or
 * nothing more is wanted.
 */
export async function withFields(
  client: Client,
  schema: SchemaSnapshot,
  field: string,
  fields: readonly string[],
  values: readonly FacetValue[],
): Promise<readonly FacetValue[]> {
  const path = schema.fields[field]?.href?.split('/api/rest/')[1]
  if (path === undefined || fields.every((one) => defaultFields.includes(one))) return values
  const ids = values.flatMap(({ data: { id } }) => (typeof id === 'number' ? [id] : []))
  const pages = Array.from({ length: Math.ceil(ids.length / maxPageSize) }, (_page, index) =>
    ids.slice(index * maxPageSize, (index + 1) * maxPageSize),
  )
  const answers = await Promise.all(
    pages.map((page) =>
      client.call(calls.findEntities, {
        path,
        max: maxPageSize,
        query: { id: { in: page } },
        props: [...fields],
        withAggregates: false,
      }),
    ),
  )
  const byId = new Map(
    answers.flatMap(({ response: { data } }) =>
      data.flatMap((entity) => (typeof entity === 'object' ? [[entity.id, entity] as const] : [])),
    ),
  )
  return values.map((value) => ({
    ...value,
    data: {
      ...Object.fromEntries(fields.map((one) => [one, byId.get(value.data.id as number)?.[one] ?? null])),
      ...value.data,
    },
  }))
}
