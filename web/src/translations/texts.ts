import type administrationEn from './administration/en.json'
import type en from './en.json'
import { keepAllTogether } from './keep-together.ts'
import type { Language } from './languages.ts'

/** The key of a translated text. */
export type TextId = keyof typeof en | keyof typeof administrationEn

type Texts = Readonly<Partial<Record<TextId, string>>>

/** What is loaded together: what every page may show, and what the administration alone does. */
export type TextPart = 'common' | 'administration'

const catalogues: Readonly<Record<TextPart, Record<Language, () => Promise<{ default: Texts }>>>> = {
  common: {
    en: () => import('./en.json', { with: { type: 'json' } }),
    fr: () => import('./fr.json', { with: { type: 'json' } }),
  },
  administration: {
    en: () => import('./administration/en.json', { with: { type: 'json' } }),
    fr: () => import('./administration/fr.json', { with: { type: 'json' } }),
  },
}

/** The texts that the application shows now. */
export interface ShownTexts {
  readonly language: Language
  /** Those of a part that was not added are missing: the pages that use it add it first. */
  readonly messages: Record<TextId, string>
}

/** The texts of one language, with the parts that pages asked for until now. */
export interface TextStore {
  /** Null until the first have come. */
  readonly get: () => ShownTexts | null
  readonly subscribe: (listener: () => void) => () => void
  /** Has every part shown in this language; the one before stays while it is on its way. */
  readonly show: (language: Language) => Promise<void>
  /** Adds a part, in the language in use and in each that is chosen later. Resolves when it is shown. */
  readonly add: (part: TextPart) => Promise<void>
}

/** @param load gives the texts of a part; rejects where they cannot be fetched, and is asked again then */
export function createTexts(
  first: Language,
  load: (part: TextPart, language: Language) => Promise<Texts> = loadCatalogue,
): TextStore {
  const parts = new Set<TextPart>(['common'])
  const listeners = new Set<() => void>()
  const loaded = new Map<string, Promise<Texts>>()
  let wanted = first
  let shown: ShownTexts | null = null
  let shownParts = 0
  const loadOnce = (part: TextPart, language: Language): Promise<Texts> => {
    const key = `${language} ${part}`
    const texts = loaded.get(key) ?? load(part, language)
    loaded.set(key, texts)
    texts.catch(() => loaded.delete(key))
    return texts
  }
  /** Shows what is wanted now; again where another language or part was asked for meanwhile. */
  const settle = async (): Promise<void> => {
    for (;;) {
      const [language, asked] = [wanted, [...parts]]
      const texts = await Promise.all(asked.map((part) => loadOnce(part, language)))
      if (language !== wanted || asked.length !== parts.size) continue
      // Whoever asked first has shown them already.
      if (shown?.language === language && shownParts === asked.length) return
      shown = { language, messages: Object.assign({}, ...texts) as Record<TextId, string> }
      shownParts = asked.length
      for (const listener of listeners) listener()
      return
    }
  }
  return {
    get: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async show(language) {
      wanted = language
      await settle()
    },
    async add(part) {
      if (parts.has(part)) return
      await loadOnce(part, wanted)
      parts.add(part)
      await settle()
    },
  }
}

async function loadCatalogue(part: TextPart, language: Language): Promise<Texts> {
  const { default: texts } = await catalogues[part][language]()
  return keepAllTogether(texts, language)
}
