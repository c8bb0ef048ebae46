import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { schemaEpochOf } from '../schemas/schema-registry.ts'
import { rulesOf, type SynonymRule } from './expand-terms.ts'

interface Loaded {
  readonly epoch: number | undefined
  readonly at: number
  readonly rules: Promise<readonly SynonymRule[]>
}

/** How long a server that does not hear of changes works with what it knows. */
const freshForMs = 5000
const loaded = new WeakMap<Database, Loaded>()

/** The synonyms as they are now, for searches: this server hears of each change. @source decision 0185 */
export async function loadSynonyms(database: Database): Promise<readonly SynonymRule[]> {
  const epoch = schemaEpochOf(database)
  const known = loaded.get(database)
  if (known && (epoch === undefined ? Date.now() - known.at < freshForMs : known.epoch === epoch))
    return known.rules
  const rules = selectRules(database)
  loaded.set(database, { epoch, at: Date.now(), rules })
  rules.catch(() => loaded.delete(database))
  return rules
}

/** Forgets what was loaded, after a synonym was written. */
export function forgetSynonyms(database: Database): void {
  loaded.delete(database)
}

async function selectRules(database: Database): Promise<SynonymRule[]> {
  const { rows } = await sql<{
    from: string[]
    words: string[]
  }>`select sources "from", words from synonym order by id`.execute(database)
  return rulesOf(rows)
}
