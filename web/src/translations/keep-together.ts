/**
 * A text whose French punctuation never begins a line, and whose opening quotes never end one: the spaces
 * beside them do not break. Other languages have no such spaces.
 */
export function keepTogether(text: string, language: string): string {
  return language !== 'fr' ? text : text.replaceAll(/ (?=[;:?!»])|(?<=«) /g, '\u00A0')
}

/** All texts of a language, kept together. Thousands are not copied where there is nothing to do. */
export function keepAllTogether<Texts extends Readonly<Record<string, string>>>(
  texts: Texts,
  language: string,
): Texts {
  if (language !== 'fr') return texts
  return Object.fromEntries(
    Object.entries(texts).map(([id, text]) => [id, keepTogether(text, language)]),
  ) as Texts
}
