import type { Synonym } from '@cartouche/contract'
import type { IntlShape } from 'react-intl'

/** A synonym in a line: `bike, bicycle` or `NYC → New York`. */
export function synonymName(
  { formatList }: IntlShape,
  { from, words }: Pick<Synonym, 'from' | 'words'>,
): string {
  const list = (texts: readonly string[]): string => formatList(texts, { type: 'unit' })
  return from.length === 0 ? list(words) : `${list(from)} → ${list(words)}`
}
