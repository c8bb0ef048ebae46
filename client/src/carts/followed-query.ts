import type { FollowedQuery } from '@cartouche/contract/wire'
import type { SearchState } from '../bookmarks/search-state.ts'
import { allOf, constraintQuery, normaliseConstraints } from '../query/build-query.ts'

/**
 * What a cart follows, of a search that someone keeps: its words, and all its constraints as one query. Names
 * of other cursors in it stand for nothing here.
 * @source portal §3 Cart content mode; decision 0024
 */
export function followedOf({
  fulltextTokens,
  fulltextMode,
  userConstraints,
  staticConstraints,
  query,
}: Pick<
  SearchState,
  'fulltextTokens' | 'fulltextMode' | 'userConstraints' | 'staticConstraints' | 'query'
>): FollowedQuery {
  // Whether the fields are there is for the server to say: it answers whoever saves the cart.
  const constraints = normaliseConstraints(userConstraints).map((constraint) =>
    constraintQuery(constraint, 'asset', { [constraint.field.split('.')[0] ?? '']: true }),
  )
  const whole = allOf(staticConstraints, query, ...constraints)
  return {
    ...(Object.keys(whole).length > 0 ? { query: whole as Record<string, unknown> } : {}),
    ...(fulltextTokens.length > 0 ? { fulltext: fulltextTokens.join(' ') } : {}),
    ...(fulltextMode === undefined ? {} : { fulltextMode }),
  }
}
