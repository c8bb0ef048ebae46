import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** A plural of a word of four letters or more, as `nameKey` takes it off. */
const plural = String.raw`(\w{3,})[sx](?=\s|$)`
const singular = String.raw`\1`
const longestText = 200

/**
 * Texts of facets that are called so: lower case, without accents, plurals and what parts words. Whether
 * anybody may see one is for a search within a scope to say.
 */
export async function selectFacetTexts(
  database: Database,
  resource: string,
  fields: readonly string[],
  names: readonly string[],
  max: number,
): Promise<{ field: string; key: string }[]> {
  const { rows } = await sql<{ field: string; key: string }>`
    select field, key from facet_value where resource = ${resource} and field = any(${fields}::text[]) and key <> '' and length(key) < ${longestText}
      and regexp_replace(trim(regexp_replace(lower(unaccent(key)), '[^[:alnum:]]+', ' ', 'g')), ${plural}, ${singular}, 'g') = any(${names}::text[])
    order by field, key limit ${max}`.execute(database)
  return rows
}
