import type { Generated } from 'kysely'

/** Rows of the words inside documents, as migration 0054 defines them. */
export interface DocumentTables {
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
