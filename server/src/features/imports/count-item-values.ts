import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '../../access/context.ts'
import type { Schema } from '../../model/schemas/schema.ts'
import {
  isColumn,
  isLinkKey,
  isProblemCodes,
  itemField,
  type ItemColumn,
  type ItemField,
  type KeyField,
} from './item-fields.ts'
import { countItemsBy, countStatuses, type CountedItems } from './item-search.sql.ts'
import { statusNameOf } from './read-jobs.ts'
import { visibleNames } from './visible-names.ts'

interface Counted {
  readonly count: number
  readonly total: number
  readonly data: { readonly id: number | string; readonly name: string }
}

/**
 * How many items have each value of the fields asked for, of the status by default; undefined where no counts
 * are. Of linked entities those alone that the user may see.
 * @throws unknown_field
 */
export async function countItemValues(
  context: Context,
  schema: Schema,
  items: CountedItems,
  {
    withAggregates,
    aggFields,
  }: { withAggregates?: boolean | undefined; aggFields?: readonly string[] | undefined },
): Promise<Record<string, Counted[]> | undefined> {
  if (withAggregates === false || (withAggregates === undefined && aggFields === undefined)) return undefined
  const counted = await Promise.all(
    (aggFields ?? ['status']).map(async (name) => {
      const field = itemField(schema, name)
      const values = await countValues(context, items, name.toLowerCase(), field)
      return [name, values.map((value) => ({ ...value, total: value.count }))] as const
    }),
  )
  return Object.fromEntries(counted)
}

type Values = Omit<Counted, 'total'>[]

async function countValues(
  context: Context,
  items: CountedItems,
  name: string,
  field: ItemField,
): Promise<Values> {
  if (name === 'status') {
    const counted = await countStatuses(context.database, items)
    return counted.map(({ status, count }) => ({ count, data: { id: status, name: statusNameOf(status) } }))
  }
  if (isProblemCodes(field)) return countCodes(context, items.matching)
  if (isLinkKey(field)) return countLinked(context, items.matching, field)
  return countPlain(context, items.matching, name, field)
}

async function countPlain(
  { database }: Context,
  where: RawBuilder<SqlBool>,
  name: string,
  field: ItemColumn | KeyField,
): Promise<Values> {
  const counted = await countItemsBy(
    database,
    where,
    isColumn(field) ? columnValue(name, field.expression) : keyValue(field.key),
  )
  return counted.map(({ value, name: spelling, count }) => {
    if (value === null || value === undefined) return { count, data: { id: '', name: '' } }
    return { count, data: { id: typeof value === 'number' ? value : (spelling ?? ''), name: spelling ?? '' } }
  })
}

const columnValue = (name: string, expression: RawBuilder<unknown>) => ({
  value: expression,
  name: name === 'job' ? sql`j.name` : name === 'filename' ? sql`i.file_name` : sql`(${expression})::text`,
})

/** Texts are counted as search compares them, and shown as somebody wrote them. */
const keyValue = (key: string) => ({
  value: sql`i.keys -> ${sql.lit(key)}`,
  name:
    key === '$nature' || key === '$mediatype'
      ? sql`i.inspection ->> ${sql.lit(key === '$nature' ? 'nature' : 'mediaType')}`
      : sql`coalesce(i.metadata ->> ${sql.lit(key)}, i.keys ->> ${sql.lit(key)})`,
})

async function countCodes({ database }: Context, where: RawBuilder<SqlBool>): Promise<Values> {
  const code = sql`problem.value ->> 'code'`
  const from = sql`cross join lateral jsonb_array_elements(i.problems) problem(value)`
  // Those without problems are not read.
  const withProblems = sql<SqlBool>`${where} and i.problems <> '[]'`
  const counted = await countItemsBy(database, withProblems, { value: code, name: code, from })
  return counted.map(({ name, count }) => ({ count, data: { id: name ?? '', name: name ?? '' } }))
}

async function countLinked(
  context: Context,
  where: RawBuilder<SqlBool>,
  { key, target }: { readonly key: string; readonly target: string },
): Promise<Values> {
  const counted = await countItemsBy(context.database, where, {
    value: sql`link.value`,
    name: sql`link.value ->> 'name'`,
    from: sql`cross join lateral jsonb_array_elements(coalesce(i.metadata -> ${sql.lit(key)}, i.keys -> ${sql.lit(key)}, '[]')) link(value)`,
  })
  const names = await visibleNames(
    context,
    target,
    counted.flatMap(({ value }) => idOf(value) ?? []),
  )
  return counted.flatMap(({ value, name, count }): Values => {
    const id = idOf(value)
    if (id === undefined) return name === null ? [] : [{ count, data: { id: name, name } }]
    const known = names.get(id)
    return known === undefined ? [] : [{ count, data: { id, name: known } }]
  })
}

function idOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number'
    ? value.id
    : undefined
}
