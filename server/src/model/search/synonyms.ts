import { sql } from 'kysely'
import { createCachedValue, type CachedValue } from '../../ground/cached-value.ts'
import type { Changes } from '../../ground/changes.ts'
import type { Database } from '../../ground/database/database.ts'
import { rulesOf, type SynonymRule } from './expand-terms.ts'

/** The synonyms, for searches. */
export type Synonyms = CachedValue<readonly SynonymRule[]>

declare module '../../ground/services.ts' {
  interface Services {
    readonly synonyms: Synonyms
  }
}

/** Nothing is known yet; this server hears of each change. @source decision 0185 */
export function createSynonyms(changes: Changes | undefined): Synonyms {
  return createCachedValue(changes, selectRules)
}

async function selectRules(database: Database): Promise<SynonymRule[]> {
  const { rows } = await sql<{
    from: string[]
    words: string[]
  }>`select sources "from", words from synonym order by id`.execute(database)
  return rulesOf(rows)
}
