import {
  isBlank,
  languagesOf,
  pageProps,
  parseObject,
  textFieldsOf,
  translationKey,
  type ComponentField,
  type PageProps,
} from '@cartouche/components'
import type { Page, PageEditor, Widget } from '@cartouche/client'
import { find, outlineOf } from '../outline.ts'
import { componentOf, propsOf } from '../page-components.ts'

/** A text of a page, in its own language and in another. */
export interface PageText {
  readonly field: ComponentField
  /** In the page's own language; empty where nothing is written. */
  readonly original: string
  /** Empty where it is not translated. */
  readonly translation: string
  /** There is something to translate, and no translation. */
  readonly isMissing: boolean
}

/** The texts of a widget, or of the page itself (null). */
export interface PartTexts {
  readonly widget: Widget | null
  readonly texts: readonly PageText[]
}

/** The languages of a page, its own first. */
export function languagesOfPage({ props }: Pick<Page, 'props'>): readonly string[] {
  const known = Object.entries(props).filter(([name]) => Object.hasOwn(pageProps.shape, name))
  return languagesOf(parseObject(pageProps, Object.fromEntries(known)).props as PageProps)
}

/** The texts of the page itself, or of one of its widgets. */
export function textsOfPart(part: Page | Widget, language: string): readonly PageText[] {
  const isPage = 'path' in part
  const component = isPage ? undefined : componentOf(part)
  const shape = isPage ? pageProps : component?.props
  if (!shape) return []
  const props = isPage || !component ? part.props : propsOf(component, part)
  return textFieldsOf(shape).map((field) => {
    const text = textOf(props[field.name])
    // A page without a title has its name in the place of one.
    const original = isPage && field.name === 'title' && text === '' ? part.name : text
    const translation = textOf(part.translations[translationKey({ property: field.name, language })])
    return { field, original, translation, isMissing: !isBlank(original) && isBlank(translation) }
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** All that is to be translated, in the order of the page; what has no texts is missing. */
export function textsOfPage(page: Page, language: string): readonly PartTexts[] {
  const widgets = outlineOf(page).flatMap((row) => (row.kind === 'widget' ? [row.widget] : []))
  return [null, ...widgets]
    .map((widget) => ({
      widget,
      texts: textsOfPart(widget ?? page, language).filter(
        ({ original, translation }) => !isBlank(original) || !isBlank(translation),
      ),
    }))
    .filter(({ texts }) => texts.length > 0)
}

/** Writes the text of a widget, or of the page (null), in a language; an empty one is none. */
export function translate(
  editor: PageEditor,
  widgetId: number | null,
  { property, language }: { readonly property: string; readonly language: string },
  text: string,
): void {
  const { page } = editor.get()
  // As it is by then: several fields may be taken at once.
  const part = page && (widgetId === null ? page : find(page, widgetId)?.widget)
  if (!part) return
  const key = translationKey({ property, language })
  const { [key]: _before, ...others } = part.translations
  const translations = isBlank(text) ? others : { ...others, [key]: text }
  if (widgetId === null) editor.editPage({ translations })
  else editor.edit(widgetId, { translations })
}
