import { z } from 'zod'
import type { Tasks } from '../../ground/jobs/task.ts'
import { wordsSourceOf } from '../../media/words-source.ts'
import { selectUnread } from './document-words.sql.ts'
import { readWords } from './read-words.ts'

const portion = 100
const WordsPayload = z.object({ sha256: z.string() })

/**
 * - `read-words` {sha256}: reads the words of a document, for the search.
 * - `read-missing-words`, every ten minutes: those of documents that were there before there was this, or
 *   before this way of reading them, or whose job was given up; once a day, what could not be read for want
 *   of a program, of time or of memory.
 */
export const documentTasks: Tasks = {
  'read-words': {
    maxAttempts: 3,
    run: (services, payload, signal) => readWords(services, WordsPayload.parse(payload).sha256, signal),
    giveUp: async () => {},
  },
  'read-missing-words': {
    crontab: '*/10 * * * *',
    run: async (services, _payload, signal) => {
      for (let after: string | undefined = ''; after !== undefined;) {
        const unread = await selectUnread(services.database, after, portion)
        for (const { sha256, mediaType } of unread) {
          if (signal.aborted) return
          if (wordsSourceOf(mediaType) !== null) await readWords(services, sha256, signal)
        }
        after = unread.at(-1)?.sha256
      }
    },
  },
}
