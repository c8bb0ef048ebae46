import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { FacetKey } from './project.sql.ts'

/** The numbers of facet values that exist; keys that no row ever had are missing. */
export async function selectFacetValueIds(
  database: Database,
  resource: string,
  field: string,
  keys: readonly string[],
): Promise<number[]> {
  if (keys.length === 0) return []
  const rows = await database
    .selectFrom('facet_value')
    .select('id')
    .where('resource', '=', resource)
    .where('field', '=', field)
    .where('key', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute()
  return rows.map((row) => row.id)
}

/**
 * The same of a field that links: by the ids of what is linked. One that was merged stands for the one in its
 * place, too.
 * @param ids null for no link
 * @source decision 0090
 */
export async function selectLinkValueIds(
  database: Database,
  resource: string,
  field: { readonly name: string; readonly target: string },
  ids: readonly (number | null)[],
): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select id from facet_value where resource = ${resource} and field = ${field.name} and key = any(array(
      select unnest(${ids.map((id) => (id === null ? '' : String(id)))}::text[])
      union all select into_id::text from merged_entity where resource = ${field.target} and id = any(${ids.filter((id) => Number.isSafeInteger(id))}::bigint[])))
  `.execute(database)
  return rows.map((row) => row.id)
}

/** The same by key. */
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
