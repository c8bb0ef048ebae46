import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import en from './en.json' with { type: 'json' }

/** The key of a translated text. */
export type TextId = keyof typeof en

declare global {
  namespace FormatjsIntl {
    interface Message { ids: TextId }
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

/** The language chosen on this device, else the browser's. */
export function storedLanguage(): Language {
  return languageOf(localStorage.getItem(storageKey) ?? navigator.language)
}

interface LanguageChoice { readonly language: Language; readonly setLanguage: (language: Language) => void }
const LanguageContext = createContext<LanguageChoice>({ language: 'en', setLanguage: () => undefined })

/** The language in use and the way to change it on this device. */
export function useLanguage(): LanguageChoice {
  return use(LanguageContext)
}

/** Gives the application its texts. The language is the one chosen on this device, else the browser's. English is always there, others load on demand. */
export function Translations({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(storedLanguage)
  // While another language is on its way the one before stays; at the very start there is none yet.
  const [texts, setTexts] = useState<{ language: Language; messages: Record<string, string> } | null>(language === 'en' ? { language, messages: en } : null)
  useEffect(() => {
    let current = true
    void loadTexts(language).then((messages) => {
      if (current) setTexts({ language, messages })
    })
    return () => { current = false }
  }, [language])
  useEffect(() => { document.documentElement.lang = texts?.language ?? 'en' }, [texts])
  const choice = useMemo<LanguageChoice>(() => ({
    language,
    setLanguage: (next) => {
      localStorage.setItem(storageKey, next)
      setLanguage(next)
    },
  }), [language])
  if (texts === null) return null
  return (
    <LanguageContext value={choice}>
      <IntlProvider locale={texts.language} messages={texts.messages} defaultLocale="en">{children}</IntlProvider>
    </LanguageContext>
  )
}

async function loadTexts(language: Language): Promise<Record<string, string>> {
  if (language === 'en') return en
  const loaded = await import('./fr.json', { with: { type: 'json' } })
  return loaded.default
}
