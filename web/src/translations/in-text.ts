/**
 * The label of a field as it stands inside of a text: without its capital, unless the whole word has them
 * (`GPS`, `ID of the shoot`).
 */
export function inText(label: string, locale: string): string {
  const [first = '', second = ''] = label
  const isAbbreviation = second !== second.toLocaleLowerCase(locale)
  return isAbbreviation ? label : first.toLocaleLowerCase(locale) + label.slice(first.length)
}
