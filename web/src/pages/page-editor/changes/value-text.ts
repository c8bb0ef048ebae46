import type { PartField, Widget } from '@cartouche/client'
import { readTranslationKey, type ComponentField } from '@cartouche/components'
import type { IntlShape } from 'react-intl'
import { languageInText, languageName } from '../../../components/asset-details/track-name.ts'
import { choiceLabel, choicesOf, fieldLabel } from '../fields/field-labels.ts'
import { componentOf, fieldsFor, pageFields, summaryOf } from '../page-components.ts'

/** A value of a widget, or of the page (null): which it is. */
export interface NamedValue {
  readonly widget: Widget | null
  readonly field: PartField
  /** Name of the property, where the field is `props` or `translations`. */
  readonly property: string | null
}

/** How a value is filled in; undefined for what no form of ours asks for. */
export function fieldOf({ widget, field, property }: NamedValue): ComponentField | undefined {
  const component = widget ? componentOf(widget) : undefined
  const translated = field === 'translations' ? readTranslationKey(property ?? '')?.property : property
  const name = field === 'value' ? component?.valueProp : translated
  const fields = widget === null ? pageFields : component ? fieldsFor(component) : []
  return fields.find((one) => one.name === name)
}

/** What a value is called, as its form calls it. */
export function valueLabel(intl: IntlShape, value: NamedValue): string {
  const { field, property } = value
  if (field === 'props') return fieldLabel(intl, property ?? '')
  const translated = field === 'translations' ? readTranslationKey(property ?? '') : undefined
  if (translated)
    return intl.formatMessage(
      { id: 'pageChange.translated' },
      { label: fieldLabel(intl, translated.property), language: languageInText(intl, translated.language) },
    )
  const known = fieldOf(value)
  return known ? fieldLabel(intl, known.name) : intl.formatMessage({ id: `pageChange.${field}` })
}

/** A value in words. Assets are named elsewhere: nobody knows them by their number. */
export function valueText(intl: IntlShape, field: ComponentField | undefined, given: unknown): string {
  const value = given === undefined ? field?.standard : given
  if (typeof value === 'boolean')
    return intl.formatMessage({ id: value ? 'pageChange.yes' : 'pageChange.no' })
  if (typeof value === 'number') return intl.formatNumber(value)
  if (typeof value === 'string' && field && choicesOf(field)) return choiceLabel(intl, field.name, value)
  if (isEmpty(value)) return intl.formatMessage({ id: 'pageChange.none' })
  if (field?.kind === 'language' || field?.kind === 'languages')
    return [value]
      .flat()
      .map((code) => languageName(intl, String(code)))
      .join(', ')
  if (typeof value === 'string') return field?.kind === 'html' ? textOfHtml(value) : value
  if (field?.kind === 'focus' && isPoint(value))
    return [
      intl.formatMessage({ id: 'pageField.focus.x' }, { percent: value.x }),
      intl.formatMessage({ id: 'pageField.focus.y' }, { percent: value.y }),
    ].join(', ')
  return JSON.stringify(value)
}

/**
 * Whether two values read the same though they are not: texts that differ in formatting alone. They are shown
 * as the HTML that they are.
 */
export function readsTheSame(
  intl: IntlShape,
  field: ComponentField | undefined,
  one: unknown,
  other: unknown,
) {
  return (
    typeof one === 'string' &&
    typeof other === 'string' &&
    one !== other &&
    valueText(intl, field, one) === valueText(intl, field, other)
  )
}

/** What a widget is called where it is one of several: its component, and some words of what it says. */
export function widgetName(widget: Widget, language: 'en' | 'fr'): string {
  const name = componentOf(widget)?.label[language] ?? widget.component?.name ?? widget.name
  const summary = summaryOf(widget)
  return summary === '' ? name : `${name} – ${summary}`
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function isPoint(value: unknown): value is { readonly x: number; readonly y: number } {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'x') === 'number' &&
    typeof Reflect.get(value, 'y') === 'number'
  )
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
}

/** The words of HTML; HTML without words as it is. */
function textOfHtml(html: string): string {
  const words = html
    .replaceAll(/<[^>]*>/g, (tag) =>
      /^<\/?(a|abbr|b|strong|i|em|s|u|code|span|sub|sup)\b/i.test(tag) ? '' : ' ',
    )
    .replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (_whole, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return words === '' ? html : words
}
