import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** A value of a facet: the linked entity's id or the text; the empty text stands for no value. */
export interface FacetKey {
  readonly field: string
  readonly key: string
}

/** The pseudo field whose one value every row of a resource has: it counts the library. */
export const wholeResource: FacetKey = { field: '', key: '' }

/** The numbers of facet values that exist; keys that no row ever had are missing. */
export async function selectFacetValueIds(database: Database, resource: string, field: string, keys: readonly string[]): Promise<number[]> {
  if (keys.length === 0) return []
  const rows = await database.selectFrom('facet_value').select('id')
    .where('resource', '=', resource).where('field', '=', field).where('key', '=', sql<string>`any(${[...keys]}::text[])`).execute()
  return rows.map((row) => row.id)
}

/** Numbers by `field\0key`, made where they are new. */
export async function ensureFacetValues(database: Database, resource: string, wanted: readonly FacetKey[]): Promise<Map<string, number>> {
  const fields = wanted.map(({ field }) => field)
  const keys = wanted.map(({ key }) => key)
  const find = async (): Promise<Map<string, number>> => {
    const { rows } = await sql<{ id: number; field: string; key: string }>`
      select v.id, v.field, v.key from facet_value v
      join (select distinct field, key from unnest(${fields}::text[], ${keys}::text[]) w(field, key)) w on v.resource = ${resource} and v.field = w.field and v.key = w.key
    `.execute(database)
    return new Map(rows.map((row) => [`${row.field}\0${row.key}`, row.id]))
  }
  const known = await find()
  if (wanted.every(({ field, key }) => known.has(`${field}\0${key}`))) return known
  // Ordered, so that two writers of the same new values wait for each other in place of a deadlock.
  await sql`
    insert into facet_value (resource, field, key)
    select distinct ${resource}, field, key from unnest(${fields}::text[], ${keys}::text[]) w(field, key) order by field, key
    on conflict do nothing
  `.execute(database)
  return find()
}

/** The fields and keys behind numbers. */
export async function selectFacetKeys(database: Database, ids: readonly number[]): Promise<Map<number, FacetKey>> {
  if (ids.length === 0) return new Map()
  const rows = await database.selectFrom('facet_value').select(['id', 'field', 'key']).where('id', '=', sql<number>`any(${[...ids]}::int[])`).execute()
  return new Map(rows.map((row) => [row.id, { field: row.field, key: row.key }]))
}
