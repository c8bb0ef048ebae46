/** Somebody whom a text names. */
export interface MentionedPerson {
  readonly id: number
  readonly name: string
}

/** A part of a text: words, or the person who is named there. */
export type TextPart = string | MentionedPerson

const pattern = /@\[(\d{1,15})\]/g

/** The parts of a stored text, people by their names of today. An id of nobody who is named is text. */
export function partsOf(text: string, mentions: readonly MentionedPerson[]): readonly TextPart[] {
  const known = new Map(mentions.map((person) => [String(person.id), person]))
  const parts: TextPart[] = []
  let from = 0
  for (const found of text.matchAll(pattern)) {
    const person = known.get(found[1] ?? '')
    if (!person) continue
    if (found.index > from) parts.push(text.slice(from, found.index))
    parts.push(person)
    from = found.index + found[0].length
  }
  if (from < text.length) parts.push(text.slice(from))
  return parts
}

/** A stored text as it is written: `@Anna Berg`. */
export function toTyped(text: string, mentions: readonly MentionedPerson[]): string {
  return partsOf(text, mentions)
    .map((part) => (typeof part === 'string' ? part : `@${part.name}`))
    .join('')
}

/** What was written as it is stored; of the people who were picked, those whose name is still there. */
export function fromTyped(
  typed: string,
  picked: readonly MentionedPerson[],
): { readonly text: string; readonly mentions: readonly number[] } {
  // Longer names first: "Anna" stands in "Anna Berg".
  const people = picked.toSorted((a, b) => b.name.length - a.name.length)
  const mentions = new Set<number>()
  let text = typed
  for (const { id, name } of people) {
    const written = `@${name}`
    if (name === '' || !text.includes(written)) continue
    text = text.replaceAll(written, `@[${id}]`)
    mentions.add(id)
  }
  return { text: text.trim(), mentions: [...mentions] }
}

/** What is typed of a name right before the caret; undefined where no name is. */
export function nameBefore(typed: string, caret: number): string | undefined {
  return /(?:^|[\s(])@([^\s@]{0,40})$/u.exec(typed.slice(0, caret))?.[1]
}
