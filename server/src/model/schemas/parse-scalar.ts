import { ApiError, parseJson } from '@cartouche/contract'
import { z } from 'zod'
import type { Field } from './schema.ts'

const gps = z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) })
const maxText = 2000
const maxLongText = 100_000
/** Characters of one JSON value. */
const maxJson = 1_000_000

/**
 * The value of a field that links nowhere, as it is stored; from JSON or as a text of a form. What is empty
 * is null.
 * @throws invalid_parameter
 * @source data-layer §7: dates as ISO strings
 */
export function parseScalar(field: Field, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return null
  switch (field.type) {
    case 'text':
    case 'longtext':
      return text(field, value)
    case 'number':
      return number(field, value)
    case 'boolean':
      return boolean(field, value)
    case 'date':
    case 'datetime':
      return instant(field, value)
    case 'geo': {
      const parsed = gps.safeParse(typeof value === 'string' ? fromJson(value) : value)
      return parsed.success ? parsed.data : bad(field, '{lat, lon} in degrees is expected')
    }
    default:
      return json(field, value)
  }
}

function text(field: Field, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return bad(field, 'a text is expected')
  // PostgreSQL stores no NUL.
  const clean = String(value).toWellFormed().replaceAll('\0', '')
  const max = field.type === 'text' ? maxText : maxLongText
  return clean.length > max ? bad(field, `at most ${max} characters`) : clean
}

function number(field: Field, value: unknown): number {
  const parsed =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value.trim() !== ''
        ? Number(value)
        : Number.NaN
  return Number.isFinite(parsed) ? parsed : bad(field, 'a number is expected')
}

function boolean(field: Field, value: unknown): boolean {
  if (value === true || value === 'true' || value === '1') return true
  return value === false || value === 'false' || value === '0'
    ? false
    : bad(field, 'true or false is expected')
}

/** Years that PostgreSQL and JSON write alike. */
const firstInstant = Date.parse('0001-01-01T00:00:00Z')
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')

function instant(field: Field, value: unknown): string {
  const time = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN
  return time >= firstInstant && time <= lastInstant
    ? new Date(time).toISOString()
    : bad(field, 'an instant like 2026-01-31T10:00:00Z is expected')
}

function json(field: Field, value: unknown): unknown {
  const written = JSON.stringify(value)
  if (written.length > maxJson) return bad(field, `at most ${maxJson} characters`)
  return JSON.parse(written, (_key, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '') : part,
  ) as unknown
}

function fromJson(value: string): unknown {
  try {
    return parseJson(value)
  } catch {
    return undefined
  }
}

function bad(field: Field, reason: string): never {
  throw new ApiError('invalid_parameter', { parameter: field.name, reason })
}
