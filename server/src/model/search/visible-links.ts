import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { seesAll, type Reader } from '../../access/decide.ts'
import { isLink, type Schema } from '../schemas/schema.ts'
import { compileScope } from './compile-scope.ts'
import type { SearchIn } from './search-in.ts'

/**
 * The condition on a row `k` of links of a resource under which what it leads to may be named: rows are
 * looked at only where a rule of rows decides. For statements that list, count or page links, so that none of
 * them does it before the others are left out.
 * @source DESIGN "One authorisation kernel": whatever reveals a word goes through it
 */
export async function visibleLinks(
  { database, schemas }: Pick<SearchIn, 'database' | 'schemas'>,
  schema: Schema,
  reader: Reader,
): Promise<RawBuilder<SqlBool>> {
  const limited = limitedTargets(schema, reader)
  if (limited.length === 0) return sql<SqlBool>`true`
  const conditions = await Promise.all(
    limited.map(async (target): Promise<RawBuilder<SqlBool>> => {
      const scope = await compileScope(database, schemas, reader.sees(target))
      return sql`(k.target_resource <> ${target} or exists (select from search s where s.resource = ${target} and s.id = k.target_id and ${scope}))`
    }),
  )
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** The resources that a resource links to and of which the reader does not see everything. */
export function limitedTargets(schema: Schema, reader: Reader): string[] {
  const targets = new Set([...schema.fields.values()].filter(isLink).map(({ target }) => target))
  return [...targets].filter((target) => !seesAll(reader.sees(target)))
}
