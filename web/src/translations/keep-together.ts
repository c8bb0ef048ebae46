/** A French text whose punctuation never begins a line, and whose opening quotes never end one: the spaces beside them do not break. */
export function keepTogether(text: string): string {
  return text.replaceAll(/ (?=[;:?!»])|(?<=«) /g, '\u00A0')
}
