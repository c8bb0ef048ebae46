import {
  languagesOf,
  pageProps,
  parseObject,
  readObject,
  type PageProps,
  type Translations,
} from '@cartouche/components'
import { addressOf } from './find-page.ts'
import type { PublishedPage } from './published-pages.sql.ts'

/** A language that a reader asked for, by the address and by their browser. */
export interface AskedLanguage {
  /** `lang` of the address. */
  readonly lang?: string | undefined
  /** The header `Accept-Language`. */
  readonly accepted?: string | undefined
}

/** What a page says of itself, in its own language. Applications keep properties of their own beside ours. */
export function propsOfPage({ props }: Pick<PublishedPage, 'props'>): PageProps {
  const given = Object.entries(readObject(props).object)
  const known = given.filter(([name]) => Object.hasOwn(pageProps.shape, name))
  return parseObject(pageProps, Object.fromEntries(known)).props as PageProps
}

/** The languages in which a page is offered, its own first. */
export function offeredLanguages(page: Pick<PublishedPage, 'props'>): string[] {
  return languagesOf(propsOfPage(page))
}

/** Texts in other languages, from a text of JSON. */
export function translationsOf(text: string): Translations {
  return readObject(text).object
}

/**
 * The language in which a page answers: that of the address, else the first of the browser's that is offered,
 * else its own. `byAddress`: whether the address alone decided.
 * @param offered at least one, the page's own first
 * @source RFC 4647 §3.4, RFC 9110 §12.5.4; decision 0187
 */
export function chooseLanguage(
  offered: readonly string[],
  { lang, accepted }: AskedLanguage,
): { readonly language: string; readonly byAddress: boolean } {
  const own = offered[0] ?? 'en'
  const byAddress = lang === undefined ? undefined : matching(offered, lang)
  if (byAddress !== undefined || offered.length === 1) return { language: byAddress ?? own, byAddress: true }
  const [found] = rangesOf(accepted ?? '').flatMap((range) =>
    range === '*' ? own : (matching(offered, range) ?? []),
  )
  return { language: found ?? own, byAddress: false }
}

/** `fr-CA` is found by itself, then by `fr`; `fr` also where `fr-CA` alone is offered. */
function matching(offered: readonly string[], range: string): string | undefined {
  const parts = range.toLowerCase().split('-')
  const wider = parts.map((_part, at) => parts.slice(0, parts.length - at).join('-'))
  const [found] = wider.flatMap((tag) => offered.find((one) => one.toLowerCase() === tag) ?? [])
  return found ?? offered.find((one) => one.toLowerCase().startsWith(`${parts[0]}-`))
}

/** Longest header that is read, and most languages in it. */
const maxLength = 500
const maxRanges = 20

/** The languages of `Accept-Language`, what is preferred first; those that are refused are missing. */
function rangesOf(header: string): string[] {
  return header
    .slice(0, maxLength)
    .split(',', maxRanges)
    .map((part) => {
      const [range = '', weight] = part.split(';').map((piece) => piece.trim())
      return { range, weight: weight?.startsWith('q=') ? Number(weight.slice(2)) : 1 }
    })
    .filter(({ range, weight }) => /^(\*|[a-z]{1,8}(-[a-z0-9]{1,8})*)$/i.test(range) && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ range }) => range)
}

/** Where a page stands in a language; a page of one language has one address. */
export function addressIn(
  page: Pick<PublishedPage, 'path' | 'props'>,
  language: string,
  offered: readonly string[] = offeredLanguages(page),
): string {
  const address = addressOf(page)
  return offered.length > 1 && offered.includes(language)
    ? `${address}?lang=${encodeURIComponent(language)}`
    : address
}

/** An address of a page for readers of a language; `x-default` for all others. */
interface Alternate {
  readonly hreflang: string
  readonly href: string
}

/** Where a page stands in each of its languages, whole addresses; none where it has one alone. */
export function alternatesOf(
  page: Pick<PublishedPage, 'path' | 'props'>,
  languages: readonly string[],
  baseUrl: string,
): Alternate[] {
  if (languages.length === 1) return []
  return [
    ...languages.map((language) => ({
      hreflang: language,
      href: baseUrl + addressIn(page, language, languages),
    })),
    { hreflang: 'x-default', href: baseUrl + addressOf(page) },
  ]
}
