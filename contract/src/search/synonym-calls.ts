import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { id } from '../parameters.ts'
import { maxSynonymWords } from './synonym-limits.ts'

/** A word, or several that belong together: five at most. */
const words = z.array(
  z
    .string()
    .trim()
    .max(100)
    .regex(/[\p{L}\p{N}]/u, 'a word is expected')
    .refine((text) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean).length <= 5, 'five words at most'),
)
const fields = {
  /**
   * One way: who searches for one of these finds the `words` as well. Empty: each of `words` finds the
   * others.
   */
  from: words.max(maxSynonymWords).default([]),
  words: words.min(1).max(maxSynonymWords),
}

/** Words that a search finds by others. */
export const Synonym = z.object({
  id: z.number(),
  from: z.array(z.string()),
  words: z.array(z.string()),
  changedAt: z.string(),
})
export type Synonym = z.output<typeof Synonym>

export const listSynonyms = defineCall({
  name: 'listSynonyms',
  method: 'GET',
  path: '/rest/administration/synonyms',
  access: 'synonym/view',
  summary: 'Synonyms of searches, the latest changed first',
  source: 'decision 0185',
  input: z.object({}),
  answers: z.array(Synonym),
  errors: ['access_denied', 'sign_in_needed'],
})

export const createSynonym = defineCall({
  name: 'createSynonym',
  method: 'POST',
  path: '/rest/administration/synonyms',
  access: 'synonym/update',
  summary: 'Let searches find words by others; counts with the next search everywhere',
  source: 'decision 0185',
  input: z.object(fields),
  answers: Synonym,
  status: 201,
  errors: ['access_denied', 'sign_in_needed', 'invalid_parameter', 'synonyms_full'],
})

export const updateSynonym = defineCall({
  name: 'updateSynonym',
  method: 'PUT',
  path: '/rest/administration/synonyms/{id}',
  access: 'synonym/update',
  summary: 'Replace the words of a synonym',
  source: 'decision 0185',
  input: z.object({ id, ...fields }),
  answers: Synonym,
  errors: ['access_denied', 'sign_in_needed', 'invalid_parameter', 'synonym_not_found'],
})

export const deleteSynonym = defineCall({
  name: 'deleteSynonym',
  method: 'DELETE',
  path: '/rest/administration/synonyms/{id}',
  access: 'synonym/update',
  summary: 'Delete a synonym',
  source: 'decision 0185',
  input: z.object({ id }),
  answers: z.object({ deleted: z.literal(true) }),
  errors: ['access_denied', 'sign_in_needed', 'synonym_not_found'],
})
