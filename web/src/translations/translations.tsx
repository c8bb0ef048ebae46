import { useWindowEvent } from '@mantine/hooks'
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import type en from './en.json'
import { keepAllTogether } from './keep-together.ts'

/** The key of a translated text. */
export type TextId = keyof typeof en

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: TextId
    }
  }
}

/** Languages of the interface. */
export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]

const storageKey = 'cartouche-language'

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

interface LanguageChoice {
  readonly language: Language
  readonly setLanguage: (language: Language) => void
}
const LanguageContext = createContext<LanguageChoice>({ language: 'en', setLanguage: () => undefined })

/** Listens for a language that is chosen in another tab. */
export function useLanguageOfOtherTabs(onLanguage: (language: Language) => void): void {
  useWindowEvent('storage', ({ key, newValue }) => {
    if (key === storageKey && newValue !== null) onLanguage(languageOf(newValue))
  })
}

/** The language in use and the way to change it on this device. */
export function useLanguage(): LanguageChoice {
  return use(LanguageContext)
}

type Texts = Record<TextId, string>

const catalogues: Readonly<Record<Language, () => Promise<{ default: Texts }>>> = {
  en: () => import('./en.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
}
const loaded = new Map<Language, Promise<Texts>>()
function loadTexts(language: Language): Promise<Texts> {
  const known = loaded.get(language)
  if (known) return known
  const texts = catalogues[language]().then(({ default: all }) => keepAllTogether(all, language))
  loaded.set(language, texts)
  texts.catch(() => loaded.delete(language))
  return texts
}

// Before anything is drawn: the texts travel beside the code of the first page, and no language brings
// another. A failure is met where they are used.
if (typeof localStorage !== 'undefined') loadTexts(storedLanguage()).catch(() => undefined)

/**
 * Gives the application its texts. The language is the one chosen on this device, else the browser's; each
 * loads by itself.
 */
export function Translations({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(storedLanguage)
  // While another language is on its way the one before stays; at the very start there is none yet.
  const [texts, setTexts] = useState<{ language: Language; messages: Texts } | null>(null)
  useEffect(() => {
    let current = true
    void loadTexts(language).then((messages) => {
      if (current) setTexts({ language, messages })
    })
    return () => {
      current = false
    }
  }, [language])
  useEffect(() => {
    document.documentElement.lang = texts?.language ?? 'en'
  }, [texts])
  useLanguageOfOtherTabs(setLanguage)
  const choice = useMemo<LanguageChoice>(
    () => ({
      language,
      setLanguage: (next) => {
        localStorage.setItem(storageKey, next)
        setLanguage(next)
      },
    }),
    [language],
  )
  if (texts === null) return null
  return (
    <LanguageContext value={choice}>
      <IntlProvider locale={localeOf(texts.language)} messages={texts.messages} defaultLocale="en">
        {children}
      </IntlProvider>
    </LanguageContext>
  )
}
