import type { Database } from '../../ground/database/database.ts'
import { jobPriority } from '../../ground/jobs/task.ts'
import type { AddJob } from '../../ground/services.ts'
import { wordsSourceOf } from '../../media/words-source.ts'

/**
 * Has the words of an original read, where it is a document. Nobody waits for it: imports and pictures go
 * first.
 */
export async function queueWords(
  { addJob }: { readonly addJob: AddJob },
  database: Database,
  { sha256, mediaType }: { readonly sha256: string; readonly mediaType: string },
): Promise<void> {
  if (wordsSourceOf(mediaType) === null) return
  await addJob(database, 'read-words', { sha256 }, { key: `words:${sha256}`, priority: jobPriority.words })
}
