import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { compileRows, flagsOfRule, idsOfRule, type RuleColumns } from '../../access/compile-rows.ts'
import { requireAction, scopeOf } from '../../access/decide.ts'
import type { Identity } from '../../access/identity.ts'
import type { RuleField } from '../../access/rule-fields.ts'

type Condition = RawBuilder<SqlBool>

/** What someone may do with a saved search. */
export const savedSearchActions = ['view', 'update', 'share', 'transfer', 'delete'] as const
export type SavedSearchAction = (typeof savedSearchActions)[number]

/** What someone sees of saved searches, as conditions on `saved_search ss` for each action. */
export interface SavedSearchViewer {
  readonly userId: number
  readonly may: Readonly<Record<SavedSearchAction, Condition>>
}

/** What row rules of `savedsearch` may name. @source portal §6: owner and subscribers */
const columns: RuleColumns<RuleField<'savedsearch'>> = {
  id: (values) => sql<SqlBool>`(ss.id = any(${idsOfRule(values)}::bigint[]))`,
  owner: (values) => sql<SqlBool>`(ss.owner_id = any(${idsOfRule(values)}::bigint[]))`,
  subscribers: (values) =>
    sql<SqlBool>`(exists (select from saved_search_subscriber sub where sub.search_id = ss.id and sub.user_id = any(${idsOfRule(values)}::bigint[])))`,
  private: (values) => sql<SqlBool>`(ss.is_private = any(${flagsOfRule(values)}::boolean[]))`,
}

/** The condition on `saved_search ss` under which an identity may take an action. */
export function compileSavedSearchAccess(identity: Identity, action: SavedSearchAction): Condition {
  return compileRows(scopeOf(identity, 'savedsearch', action), columns)
}

/**
 * What an identity sees of saved searches; `action` is the one that it is about to take.
 * @throws sign_in_needed, access_denied
 */
export function savedSearchViewer(identity: Identity, action: SavedSearchAction): SavedSearchViewer {
  requireAction(identity, 'savedsearch', action)
  const may = Object.fromEntries(
    savedSearchActions.map((one) => [one, compileSavedSearchAccess(identity, one)]),
  ) as Record<SavedSearchAction, Condition>
  return { userId: identity.kind === 'user' ? identity.id : 0, may }
}
