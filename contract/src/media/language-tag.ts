/** A language in the usual spelling of BCP 47 (`fre` and `FR` are `fr`); undefined for what is none. */
export function toLanguageTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0]
  } catch {
    return undefined
  }
}
