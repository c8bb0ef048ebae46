import type { CallAnswer, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { wordsOf } from '../../ground/fold-text.ts'
import { wordsSourceOf } from '../../media/words-source.ts'
import { selectReadings } from '../document-words/document-words.sql.ts'
import { expandTerms } from '../search/expand-terms.ts'
import { keepInScope } from '../search/find.ts'
import { clausesOfDocuments, fulltextQuery, termsOf } from '../search/fulltext.ts'
import { searchIn } from '../search/search-in.ts'
import { findMedia, type Media } from './find-media.ts'

type Answer = CallAnswer<Calls['getDocumentWords']>

const nothing: Answer = { state: 'none', isComplete: true, problem: null, found: [] }

/**
 * Which words of a full text stand inside a document; nothing to whoever may not read it.
 * @throws entity_not_found, file_missing, sign_in_needed, access_denied
 * @source decision 0252
 */
export async function getDocumentWords(
  context: Context,
  { object, id, fulltext }: CallInput<Calls['getDocumentWords']>,
): Promise<Answer> {
  const media = await findMedia(context, { object, id })
  if (wordsSourceOf(media.mediaType) === null || !(await mayRead(context, media))) return nothing
  const terms = expandTerms(termsOf(fulltext), await context.synonyms.get(context.database)).flat(2)
  const words = [...new Map(terms.map((term) => [term.word, term])).values()]
  const queries = words.map((term) => fulltextQuery(clausesOfDocuments([[[term]]])) ?? '')
  const [reading] = await selectReadings(context.database, media.resource, [media.id], queries)
  if (!reading?.isRead) return { ...nothing, state: 'waiting' }
  const { isComplete, problem: code, problemMessage: message } = reading
  if (code !== null)
    return { state: 'failed', isComplete, problem: { code, message: message ?? '' }, found: [] }
  const matched = new Set(reading.matches.map((at) => words[at]?.word ?? ''))
  return { state: 'read', isComplete, problem: null, found: asTyped(fulltext, matched) }
}

async function mayRead(context: Context, { resource, id }: Media): Promise<boolean> {
  const { reader } = scopeOf(context.identity, resource, 'view')
  return (await keepInScope(await searchIn(context), reader.reads(resource), [id])).length > 0
}

/** Accents are kept where they were typed: they are in the document as well. */
function asTyped(fulltext: string, matched: ReadonlySet<string>): string[] {
  const typed = fulltext
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '' && wordsOf(word).every((one) => matched.has(one)))
  const known = new Set(typed.flatMap((word) => wordsOf(word)))
  return [...new Set([...typed, ...[...matched].filter((word) => !known.has(word))])]
}
