/** A name in both languages of the interface. */
export interface Names {
  readonly en: string
  readonly fr: string
}

/** The names with one for both languages where only one was given. */
export function completeNames({ en, fr }: Names): Names {
  return { en: en.trim() || fr.trim(), fr: fr.trim() || en.trim() }
}

/** The code of a name: lower-case letters, digits and dashes, beginning with a letter, at most 40. */
export function codeOf(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40)
    .replace(/-+$/, '')
}
