import { sql } from 'kysely'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { isOneOf } from '../../ground/database/is-one-of.ts'
import { wordsVersion } from '../../media/words-source.ts'

/** How the reading of a document ended. */
export interface ReadWords {
  readonly words: readonly string[]
  readonly isComplete: boolean
  /** Why it could not be read. */
  readonly problem: { readonly code: string; readonly message: string } | null
}

/** Failures that another try, after a day, can mend. */
const passing = ['tool_missing', 'timeout', 'memory', 'crashed']

const settled = sql`(d.version = ${wordsVersion}
  and (d.problem is null or d.problem <> all(${passing}::text[]) or d.read_at > now() - interval '1 day'))`

/** Whether some bytes were read already, and reading them now would not come to more. */
export async function isRead(database: Database, sha256: string): Promise<boolean> {
  const { rows } = await sql`select from document_words d where d.sha256 = ${sha256} and ${settled}`.execute(
    database,
  )
  return rows.length > 0
}

/**
 * Keeps what was read of some bytes; nothing where they are gone. Whoever gives these bytes to an asset at
 * this moment is waited for, so that the trigger knows of it, or waits, and has its row looked at after this.
 */
export function upsertDocumentWords(
  database: Database,
  sha256: string,
  { words, isComplete, problem }: ReadWords,
): Promise<void> {
  return withTransaction(database, async (transaction) => {
    const { rows } = await sql`select from blob where sha256 = ${sha256} for update`.execute(transaction)
    if (rows.length === 0) return
    await sql`
      insert into document_words (sha256, version, words, is_complete, problem, problem_message)
      values (${sha256}, ${wordsVersion}, array_to_tsvector(${words}::text[]), ${isComplete}, ${problem?.code ?? null}, ${problem?.message ?? null})
      on conflict (sha256) do update set version = excluded.version, words = excluded.words, is_complete = excluded.is_complete,
        problem = excluded.problem, problem_message = excluded.problem_message, read_at = now()
    `.execute(transaction)
  })
}

/** Documents of assets that are still to be read, after a hash. */
export async function selectUnread(
  database: Database,
  after: string,
  max: number,
): Promise<{ readonly sha256: string; readonly mediaType: string }[]> {
  const { rows } = await sql<{ sha256: string; mediaType: string }>`
    select distinct on (f.sha256) f.sha256, f.media_type "mediaType" from entity_file f
    where f.sha256 > ${after} and f.facts ->> 'nature' = 'DOCUMENT'
      and not exists (select from document_words d where d.sha256 = f.sha256 and ${settled})
    order by f.sha256 limit ${max}
  `.execute(database)
  return rows
}

/** The reading of the original of an entity: null where it was not read yet. */
interface DocumentReading {
  readonly id: number
  readonly mediaType: string
  readonly isRead: boolean
  readonly isComplete: boolean
  readonly problem: string | null
  readonly problemMessage: string | null
  /** The places, from 0, of the tsqueries that its words match. */
  readonly matches: readonly number[]
}

/** What is known of the words in the originals of entities. Whoever calls decides which may be read. */
export async function selectReadings(
  database: Database,
  resource: string,
  ids: readonly number[],
  queries: readonly string[],
): Promise<DocumentReading[]> {
  const { rows } = await sql<DocumentReading>`
    select f.id, f.media_type "mediaType", d.sha256 is not null "isRead", coalesce(d.is_complete, false) "isComplete",
      d.problem, d.problem_message "problemMessage",
      array(select (q.nth - 1)::int from unnest(${queries}::tsquery[]) with ordinality q(query, nth) where d.words @@ q.query order by q.nth) matches
    from entity_file f left join document_words d using (sha256)
    where f.resource = ${resource} and ${isOneOf(sql.ref('f.id'), ids)}
  `.execute(database)
  return rows
}
