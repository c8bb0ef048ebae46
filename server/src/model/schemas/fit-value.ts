import { isDeepStrictEqual } from 'node:util'
import { isApiError } from '@cartouche/contract'
import { parseScalar } from './parse-scalar.ts'
import { isLink, type Field } from './schema.ts'

const kinds: Readonly<Record<string, string>> = { longtext: 'text', datetime: 'date' }

/** What values of a field are stored as: fields of one kind take each other's values. */
export function kindOf(field: Field): string {
  return isLink(field) ? `>${field.target}` : (kinds[field.type] ?? field.type)
}

/** Whether a field that links nowhere takes a value as it is. */
export function takesValue(field: Field, value: unknown): boolean {
  if (isLink(field) || field.type === 'binary') return false
  try {
    return isDeepStrictEqual(parseScalar(field, value), value)
  } catch (error) {
    if (isApiError(error)) return false
    throw error
  }
}
