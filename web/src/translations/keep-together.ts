/**
 * A text whose French punctuation never begins a line, and whose opening quotes never end one: the spaces
 * beside them do not break. Other languages have no such spaces.
 */
export function keepTogether(text: string, language: string): string {
  return language !== 'fr' ? text : text.replaceAll(/ (?=[;:?!»])|(?<=«) /g, '\u00A0')
}
