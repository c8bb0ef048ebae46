import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { FacetKey } from './project.sql.ts'

/**
 * A field whose values are looked up; `target` is what it links to: one that was merged stands for the one in
 * its place, too. @source decision 0090
 */
export interface FacetField {
  readonly resource: string
  readonly name: string
  readonly target?: string | undefined
}

/**
 * The numbers of the facet values of some keys of a field; null where a key has none. A key of what was
 * merged has that of the one in its place, too.
 */
export async function selectFacetValueIds(
  database: Database,
  { resource, name, target }: FacetField,
  keys: readonly string[],
): Promise<{ key: string; ids: (number | null)[] }[]> {
  if (keys.length === 0) return []
  const merged = sql`
    union all select id::text, into_id::text from merged_entity
    where resource = ${target} and id = any(${keys.filter((key) => /^\d{1,18}$/.test(key))}::bigint[])`
  const { rows } = await sql<{ key: string; ids: (number | null)[] }>`
    select w.asked key, array_agg(v.id) ids
    from (select key asked, key from unnest(${[...keys]}::text[]) key ${target === undefined ? sql`` : merged}) w
      left join facet_value v on v.resource = ${resource} and v.field = ${name} and v.key = w.key
    group by w.asked`.execute(database)
  return rows
}

/** The number of the facet value of each key of a field that has one. */
export async function selectFacetValueIdsByKey(
  database: Database,
  resource: string,
  field: string,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await database
    .selectFrom('facet_value')
    .select(['id', 'key'])
    .where('resource', '=', resource)
    .where('field', '=', field)
    .where('key', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute()
  return new Map(rows.map(({ id, key }) => [key, id]))
}

/**
 * The numbers of facet values that lead to some entities, with the names of these, folded, in all languages.
 * @param fields the fields that link to them
 * @param targets the entities, by a condition on `search s`
 */
export async function selectNamedValues(
  database: Database,
  resource: string,
  fields: readonly string[],
  targets: { readonly resource: string; readonly where: RawBuilder<SqlBool> },
): Promise<{ value: number; names: (string | null)[] }[]> {
  const { rows } = await sql<{ value: number; names: (string | null)[] }>`
    select v.id value, array[s.keys ->> 'name', s.keys ->> 'name_fr'] names
    from search s join facet_value v on v.resource = ${resource} and v.field = any(${[...fields]}::text[]) and v.key = s.id::text
    where s.resource = ${targets.resource} and ${targets.where}
  `.execute(database)
  return rows
}

/** The fields and keys behind numbers. */
export async function selectFacetKeys(
  database: Database,
  ids: readonly number[],
): Promise<Map<number, FacetKey>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('facet_value')
    .select(['id', 'field', 'key'])
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, { field: row.field, key: row.key }]))
}
