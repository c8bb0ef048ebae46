import type { CallAnswer, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { findVocabulary } from './find-vocabulary.ts'
import { tokensOf } from './token.ts'
import { parsePhrase } from './parse-phrase.ts'

/** What a phrase asks for, of what the person may see. @source portal §7 Other */
export async function analyzePhrase(
  context: Context,
  { phrase }: CallInput<Calls['analyzePhrase']>,
): Promise<CallAnswer<Calls['analyzePhrase']>> {
  const vocabulary = await findVocabulary(context, tokensOf(phrase))
  const { entities, fulltext, score } = parsePhrase(phrase, { now: new Date(), vocabulary })
  return {
    query: phrase,
    topScoringIntent: { intent: entities.length > 0 ? 'search' : 'none', score },
    entities: [...entities],
    fulltext,
  }
}
