/** How a language is written: `dir` of HTML. */
export type Direction = 'ltr' | 'rtl'

/**
 * The direction of a language: that of its script, which its tag names or which is usual for it.
 * @source RFC 5646 §2.2.3
 */
export function directionIn(language: string): Direction {
  return rightToLeft.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr'
}

/** Scripts that are written from right to left, of languages with a tag. @source ISO 15924, Unicode UAX #9 */
const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'])
