/** Languages of the interface. */
export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]

/** Where it is kept which language was chosen on this device. */
export const storageKey = 'cartouche-language'

/** The language of a locale such as `fr_CA`; English where it is not translated. */
export function languageOf(locale: string | undefined): Language {
  const start = locale?.slice(0, 2).toLowerCase()
  return languages.find((language) => language === start) ?? 'en'
}

/**
 * The locale in which dates, times and numbers are written: the language of the interface with the region of
 * the reader, which is the browser's: `31 Dec 2026` for English readers in Europe, `Dec 31, 2026` in the
 * United States.
 */
export function localeOf(language: Language, preferred: readonly string[] = navigator.languages): string {
  // Some systems name locales that `Intl.Locale` refuses, such as `en-US@posix`.
  const tags = preferred.flatMap((tag) => {
    const [, spoken, region] = /^([a-z]+)(?:-[a-z]{4})?-([a-z]{2})(?![a-z])/i.exec(tag) ?? []
    return region === undefined ? [] : [{ spoken, region }]
  })
  const region = (tags.find(({ spoken }) => spoken === language) ?? tags[0])?.region
  return region === undefined ? language : `${language}-${region}`
}

/** The language chosen on this device, else the browser's. */
export function storedLanguage(): Language {
  return languageOf(localStorage.getItem(storageKey) ?? navigator.language)
}
