import { z } from 'zod'
import { defaultWordLimits, type DocumentWords } from './collect-words.ts'
import { RenditionError } from './rendition-error.ts'

/** Folded words alone, as the search compares them. */
const Answer = z
  .object({ words: z.array(z.string().regex(/^[\p{L}\p{N}\p{M}]{1,100}$/u)), isComplete: z.boolean() })
  .refine(({ words }) => Buffer.byteLength(words.join('')) <= defaultWordLimits.maxWordBytes)

/** Words as a worker sends them, which a file may have taken over. @throws RenditionError `crashed` */
export function readWordsAnswer(value: unknown): DocumentWords {
  const answer = Answer.safeParse(value)
  if (answer.success) return answer.data
  throw new RenditionError('crashed', 'The decoder gave no words.')
}
