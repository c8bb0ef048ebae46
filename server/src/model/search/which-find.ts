import { isApiError } from '@cartouche/contract'
import { conditionSql, type Condition } from './condition.ts'
import { compileHitCondition, type Search } from './find.ts'
import type { SearchIn } from './search-in.ts'
import { selectMet } from './search.sql.ts'

/** Searches in one statement, each of which looks at the rows asked about alone. */
const mostAtOnce = 50

/**
 * Of each search, whether any of these entities is a hit of it. A search that cannot be run, as one that
 * compares a number with a word, finds nothing.
 */
export async function whichFind(
  where: SearchIn,
  searches: readonly Search[],
  { resource, ids }: { readonly resource: string; readonly ids: readonly number[] },
): Promise<boolean[]> {
  const found: boolean[] = []
  for (let from = 0; from < searches.length; from += mostAtOnce) {
    const compiled = searches.slice(from, from + mostAtOnce).map((search) => compile(where, search))
    const conditions = (await Promise.all(compiled)).map(conditionSql)
    found.push(...(await selectMet(where.database, { resource, ids, conditions })))
  }
  return found
}

async function compile(where: SearchIn, search: Search): Promise<Condition> {
  try {
    return await compileHitCondition(where, search)
  } catch (error) {
    if (!isApiError(error)) throw error
    return { kind: 'none' }
  }
}
