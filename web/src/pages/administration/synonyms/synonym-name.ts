import type { Synonym } from '@cartouche/contract'

/** A synonym in a line, the same in every language: `bike, bicycle` or `NYC → New York`. */
export function synonymName({ from, words }: Pick<Synonym, 'from' | 'words'>): string {
  const list = words.join(', ')
  return from.length === 0 ? list : `${from.join(', ')} → ${list}`
}
