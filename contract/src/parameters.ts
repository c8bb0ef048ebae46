import { z } from 'zod'
import { parseJson } from './parse-json.ts'

/**
 * A flag as existing clients write it: true, 'true', '1', 1, '' (present without a value) or their opposites.
 */
export const flag = z.union([z.boolean(), z.string(), z.number()]).transform((value, context) => {
  const text = String(value).toLowerCase()
  if (text === 'true' || text === '1' || text === '') return true
  if (text === 'false' || text === '0') return false
  context.addIssue({ code: 'custom', message: 'true or false is expected' })
  return z.NEVER
})

/** A whole number, as a number or as text. */
export const int = z.coerce.number().int()

/** The identifier of an entity: a positive whole number, as a number or as text. */
export const id = z
  .union([z.number(), z.string().regex(/^\d+$/, 'a number is expected')])
  .transform(Number)
  .pipe(z.number().int().positive().max(Number.MAX_SAFE_INTEGER))

/** A comma-separated list or a list, as a list of texts without empty ones. */
export const csv = z
  .union([z.string(), z.array(z.string())])
  .transform((value) =>
    (typeof value === 'string' ? value.split(',') : value)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )

/** JSON text or the value itself, parsed further by `inner`. */
export function jsonOr<T extends z.ZodType>(inner: T) {
  return z.preprocess((value, context) => {
    if (typeof value !== 'string') return value
    try {
      return parseJson(value)
    } catch {
      context.addIssue({ code: 'custom', message: 'JSON is expected', input: value })
      return z.NEVER
    }
  }, inner)
}

/**
 * A list whose items the following transform parses itself: it may have 100,000 of them.
 * @source measured: a union of schemas takes 4 µs for each item, a schema that accepts all of them 0.3, this
 * nothing
 */
export function anyList<Item>(items: Readonly<Record<string, unknown>>, maxItems?: number) {
  return z
    .custom<readonly Item[]>((value) => Array.isArray(value), 'a list is expected')
    .refine((list) => maxItems === undefined || list.length <= maxItems, `at most ${maxItems} items`)
    .meta({ type: 'array', items, ...(maxItems === undefined ? {} : { maxItems }) })
}

type IdInput = number | string | { readonly id: number | string }

/**
 * A list of identifiers in their order: as numbers, texts, or objects that have an `id`.
 */
export const idList = anyList<IdInput>({ type: ['integer', 'string', 'object'] }).transform(
  (list, context) => {
    const found = list.map(readId)
    const at = found.indexOf(0)
    if (at < 0) return found
    context.addIssue({ code: 'custom', message: 'a number is expected', path: [at] })
    return z.NEVER
  },
)

/** The identifier that a value is or has; 0 where it has none. */
export function readId(value: unknown): number {
  if (typeof value === 'object' && value !== null && 'id' in value && typeof value.id !== 'object')
    return readId(value.id)
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : 0
}

/**
 * Identifiers of entities, each once: a list or one alone, as numbers, texts or objects that have an `id`.
 * JSON text, or with commas, where the body is a form.
 */
export const ids = z
  .preprocess(splitIds, jsonOr(z.union([idList, id.transform((one) => [one])])))
  .transform((list) => [...new Set(list)])

/** Ids with commas between them, as forms of existing clients have them, are a list. */
export function splitIds(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,16}(,\d{1,16})+$/.test(value) ? value.split(',') : value
}

/** Identifiers in a path, `5` or `5,6`, each once and in their order. */
export const idsInPath = z
  .union([z.number(), z.string(), z.array(z.number())])
  .transform((value): readonly IdInput[] => (Array.isArray(value) ? value : String(value).split(',')))
  .pipe(idList)
  .transform((list) => [...new Set(list)])

/**
 * An instant in ISO 8601, for example 2026-01-31T10:00:00Z, or in milliseconds since 1970; a date alone is
 * its midnight in UTC.
 */
export const instant = z
  .union([
    z.iso.datetime({ offset: true }),
    z.iso.date(),
    z.number().int().min(0).max(8.64e15),
    z
      .string()
      .regex(/^\d{12,15}$/)
      .transform(Number),
  ])
  .transform((value) => new Date(value).toISOString())

/** The name that a visitor gives: one line, which no sign turns round. */
export const visitorName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine(
    (value) => !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(value),
    'it holds a character that no name has',
  )
