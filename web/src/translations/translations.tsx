import { useWindowEvent } from '@mantine/hooks'
import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { languageOf, localeOf, storageKey, storedLanguage, type Language } from './languages.ts'
import { createTexts, type TextId, type TextPart } from './texts.ts'

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: TextId
    }
  }
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

const isBrowser = typeof localStorage !== 'undefined'
const texts = createTexts(isBrowser ? storedLanguage() : 'en')
// Before anything is drawn: the texts travel beside the code of the first page, and no language brings
// another. A failure is met where they are used.
if (isBrowser) texts.show(storedLanguage()).catch(() => undefined)

/** Loads texts that few pages use, for the page that is loaded beside them. */
export async function addTexts(part: TextPart): Promise<void> {
  await texts.add(part)
}

/**
 * Gives the application its texts. The language is the one chosen on this device, else the browser's; each
 * loads by itself.
 */
export function Translations({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(storedLanguage)
  // While another language is on its way the one before stays; at the very start there is none yet.
  const shown = useSyncExternalStore(texts.subscribe, texts.get)
  useEffect(() => void texts.show(language), [language])
  useEffect(() => {
    document.documentElement.lang = shown?.language ?? 'en'
  }, [shown])
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
  if (shown === null) return null
  return (
    <LanguageContext value={choice}>
      <IntlProvider locale={localeOf(shown.language)} messages={shown.messages} defaultLocale="en">
        {children}
      </IntlProvider>
    </LanguageContext>
  )
}
