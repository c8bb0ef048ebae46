import type { Link } from './asset-fields.ts'

/** What a typed word stands for: something that is there, a new entity of that name, or nothing. */
export type TypedLink =
  | { readonly kind: 'link'; readonly link: Link }
  | { readonly kind: 'new'; readonly name: string }
  | { readonly kind: 'none' }

/**
 * Finds what a typed word stands for: the entity of that very name, else the first whose name begins with it
 * or has a word that does, else a new one for whoever may create it. Whoever leaves the field has not seen
 * the list: a new word goes before a longer one.
 */
export function typedLink(
  text: string,
  offered: readonly Link[],
  { mayCreate, isLeaving }: { readonly mayCreate: boolean; readonly isLeaving: boolean },
): TypedLink {
  const sought = fold(text)
  if (sought === '') return { kind: 'none' }
  const exact = offered.find(({ name }) => fold(name) === sought)
  if (exact) return { kind: 'link', link: exact }
  const starting =
    offered.find(({ name }) => fold(name).startsWith(sought)) ??
    offered.find(({ name }) => ` ${fold(name)}`.includes(` ${sought}`))
  if (starting && !(isLeaving && mayCreate)) return { kind: 'link', link: starting }
  return mayCreate ? { kind: 'new', name: text.trim() } : { kind: 'none' }
}

/** The words of a text with commas between. */
export function wordsIn(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

function fold(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
