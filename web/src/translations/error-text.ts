import { isApiError, isClientError } from '@cartouche/client'
import type { IntlShape } from 'react-intl'
import { formatBytes } from './format.ts'
import type { TextId } from './texts.ts'

const isTextId = (intl: IntlShape, key: string): key is TextId => Object.hasOwn(intl.messages, key)

/**
 * What an error says, in the reader's language: by code. What is in no table was said by a browser or a
 * library, to developers: it is not shown. Byte counts are written with their unit.
 */
export function errorText(intl: IntlShape, error: unknown): string {
  if (!isApiError(error) && !isClientError(error)) return intl.formatMessage({ id: 'error.unforeseen' })
  const key = `error.${error.code}`
  if (!isTextId(intl, key)) return error.message
  const text = intl.messages[key]
  const names = [...(typeof text === 'string' ? text : '').matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']) => name,
  )
  const values = names.map((name) => [name, valueOf(intl, name, error.data[name])])
  return intl.formatMessage({ id: key }, Object.fromEntries(values) as Record<string, string>)
}

function valueOf(intl: IntlShape, name: string, value: string | number | undefined): string {
  if (name.endsWith('Bytes') && value !== undefined) return formatBytes(intl, Number(value))
  if (name === 'field' && isTextId(intl, `field.${value}`))
    return intl.formatMessage({ id: `field.${value}` as TextId })
  return value === undefined ? '?' : String(value)
}

/** The text of a key that is made at run time, for example a status; the fallback where there is none. */
export function textOr(
  intl: IntlShape,
  key: string,
  fallback: string,
  values?: Readonly<Record<string, string | number>>,
): string {
  return isTextId(intl, key) ? intl.formatMessage({ id: key }, values) : fallback
}
