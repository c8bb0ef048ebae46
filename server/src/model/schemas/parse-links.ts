import { ApiError, parseJson } from '@cartouche/contract'
import { z } from 'zod'
import type { Field } from './schema.ts'

/** How a list of links changes. @source wire facts "Entities": array values */
export type LinkMode = 'replace' | 'appendnew' | 'remove' | 'clear'
export interface LinkChange {
  readonly field: Field & { readonly target: string }
  readonly mode: LinkMode
  readonly ids: readonly number[]
}

const maxLinks = 10_000
const id = z.union([
  z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().positive()),
])
const idOrObject = z.union([id, z.looseObject({ id }).transform((one) => one.id)])
const moded = z.object({
  $mode: z.enum(['replace', 'appendnew', 'remove', 'clear']),
  $values: z.array(idOrObject).max(maxLinks).optional(),
})
const linkValue = z.union([
  z.null().transform(() => ({ mode: 'replace' as LinkMode, ids: [] as number[] })),
  moded.transform(({ $mode, $values }) => ({ mode: $mode as LinkMode, ids: $values ?? [] })),
  z
    .array(idOrObject)
    .max(maxLinks)
    .transform((ids) => ({ mode: 'replace' as LinkMode, ids })),
  idOrObject.transform((one) => ({ mode: 'replace' as LinkMode, ids: [one] })),
])

/**
 * What becomes of a field's links: an id, `{id}`, a list of either, `{"$mode", "$values"}`, or one of these
 * as a text of a form, where a list may also be written with commas.
 * @throws invalid_parameter
 * @source wire facts "Entities": array values; data-layer §7: objects by id
 */
export function parseLinks(field: Field & { target: string }, value: unknown): LinkChange {
  const parsed = linkValue.safeParse(fromText(value))
  if (!parsed.success) return bad(field, 'ids of linked entities are expected')
  const ids = [...new Set(parsed.data.ids)]
  if (field.type === 'object' && ids.length > 1) return bad(field, 'one linked entity is expected')
  // One link has no end to append to: the new one takes its place.
  const mode = field.type === 'object' && parsed.data.mode === 'appendnew' ? 'replace' : parsed.data.mode
  return { field, mode, ids: mode === 'clear' ? [] : ids }
}

function fromText(value: unknown): unknown {
  if (value === undefined || value === '') return null
  if (typeof value !== 'string') return value
  if (/^\d+(\s*,\s*\d+)+$/.test(value)) return value.split(',').map((part) => part.trim())
  if (!/^[[{]|^null$/.test(value)) return value
  try {
    return parseJson(value)
  } catch {
    return value
  }
}

function bad(field: Field, reason: string): never {
  throw new ApiError('invalid_parameter', { parameter: field.name, reason })
}
