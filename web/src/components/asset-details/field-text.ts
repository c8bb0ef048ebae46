import type { FieldHeader } from '@cartouche/client'
import type { IntlShape } from 'react-intl'
import { formatBytes, formatDuration } from '../../translations/format.ts'
import { isEmptyValue, linksOf } from './asset-fields.ts'
import { geoText } from './field-value.tsx'

/** The most of a text that a line shows. */
const longestText = 200

/** The value of a field as one line; empty where there is none. */
export function fieldText(intl: IntlShape, field: string, header: FieldHeader, value: unknown): string {
  if (isEmptyValue(value)) return ''
  switch (header.type) {
    case 'object':
    case 'array':
      return linksOf(value)
        .map((link) => link.name)
        .join(', ')
    case 'boolean':
      return value === true ? header.name : ''
    case 'geo':
      return geoText(value)
    case 'date':
      return intl.formatDate(String(value), { dateStyle: 'medium', timeZone: 'UTC' })
    case 'datetime':
      return intl.formatDate(String(value), { dateStyle: 'medium' })
    case 'number':
      return numberText(intl, field, Number(value))
    case 'binary':
      return typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : ''
    case 'json':
      return JSON.stringify(value).slice(0, longestText)
    default:
      return String(value).slice(0, longestText)
  }
}

function numberText(intl: IntlShape, field: string, value: number): string {
  if (field === 'metadata.filesize') return formatBytes(intl, value)
  return field === 'duration' ? formatDuration(value) : intl.formatNumber(value)
}
