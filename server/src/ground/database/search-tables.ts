import type { Generated } from 'kysely'

/** Rows of the tables beside the projection: what changed of it, its words, and those inside documents. */
export interface SearchTables {
  search_change: { xid: Generated<string>; changed_at: Generated<Date>; resource: string; ids: number[] }
  word: { resource: string; word: string }
  document_words: {
    sha256: string
    version: number
    words: string
    is_complete: Generated<boolean>
    problem: string | null
    problem_message: string | null
    read_at: Generated<Date>
  }
}
