import { wordsOf } from './fold-text.ts'

/**
 * The tsquery of what someone typed: every word must be there (`must`, as unless said otherwise) or any of them (`should`);
 * the last word may go on, unless a space follows it. Undefined where there is no word at all.
 * @source issue: full text with accents and case folded, prefix on the last word; portal §5 fulltextMode
 */
export function fulltextQuery(typed: string, mode: 'should' | 'must' = 'must'): string | undefined {
  const words = wordsOf(typed).slice(0, 32)
  if (words.length === 0) return undefined
  const open = !/\s$/.test(typed)
  return words.map((word, index) => `'${word}'${open && index === words.length - 1 ? ':*' : ''}`).join(mode === 'must' ? ' & ' : ' | ')
}
