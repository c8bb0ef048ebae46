import { z } from 'zod'
import { defineCall } from '../define-call.ts'

export const getDocumentWords = defineCall({
  name: 'getDocumentWords',
  method: 'GET',
  path: '/wedia/dam/documentwords/{object}/{id}',
  access: 'entity/view',
  summary: 'Which words of a full text stand inside a document, for whoever may read it',
  source: 'decision 0252',
  input: z.object({
    object: z.string().max(64),
    /** Number or uuid. */
    id: z.string().max(64),
    fulltext: z.string().max(2000).default(''),
  }),
  answers: z.object({
    /**
     * `read`: the search finds its words; `waiting`: it is read soon; `failed`: it cannot be read; `none`: it
     * is no document, or none for the caller to read.
     */
    state: z.enum(['read', 'waiting', 'failed', 'none']),
    /** Whether all of it was read, and not the beginning of a very long one. */
    isComplete: z.boolean(),
    /** Why it cannot be read, as the error of a rendition; null where it can. */
    problem: z.object({ code: z.string(), message: z.string() }).nullable(),
    /** As they were typed, and words that a synonym put in their place. */
    found: z.array(z.string()),
  }),
  errors: ['entity_not_found', 'file_missing'],
})
