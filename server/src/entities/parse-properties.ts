import { ApiError } from '@cartouche/contract'
import { z } from 'zod'
import { isLink, isSystemField, type Field, type Schema } from '../schemas/schema.ts'

/** How a list of links changes. @source wire facts "Entities": array values */
export type LinkMode = 'replace' | 'appendnew' | 'remove' | 'clear'
export interface LinkChange { readonly field: Field & { readonly target: string }; readonly mode: LinkMode; readonly ids: readonly number[] }

/** A write, parsed against a schema. Texts and numbers by field; null empties. */
export interface ParsedProperties {
  readonly props: Readonly<Record<string, unknown>>
  readonly links: readonly LinkChange[]
  readonly validFrom?: string | null
  readonly validUntil?: string | null
  readonly basedOn?: number
}

/** What a client may send back of what it read; it says nothing. */
const ignored = new Set(['id', 'activated', 'createdat', 'modifiedat', 'status', 'owner'])

/**
 * Parses properties of a create or a patch. `trusted` writes, the server's own at import, may set what is measured.
 * @throws unknown_field, field_read_only, field_mandatory, invalid_parameter
 */
export function parseProperties(schema: Schema, json: Readonly<Record<string, unknown>>, kind: 'create' | 'patch', trusted = false): ParsedProperties {
  const parsed = { props: {} as Record<string, unknown>, links: [] as LinkChange[], dates: {} as { validFrom?: string | null; validUntil?: string | null }, basedOn: undefined as number | undefined }
  for (const [name, value] of Object.entries(json)) {
    if (name === '$version') parsed.basedOn = versionOf(value)
    if (name.startsWith('$') || (ignored.has(name) && !schema.fields.has(name))) continue
    const field = schema.fields.get(name)
    if (!field) throw new ApiError('unknown_field', { resource: schema.resource, field: name.slice(0, 64) })
    if (!trusted && !field.cud[kind === 'create' ? 'create' : 'update']) throw new ApiError('field_read_only', { field: name })
    if (isLink(field)) parsed.links.push(linkChange(field, value))
    else if (name === 'validfrom') parsed.dates.validFrom = scalar(field, value) as string | null
    else if (name === 'validuntil') parsed.dates.validUntil = scalar(field, value) as string | null
    else parsed.props[name] = scalar(field, value)
  }
  checkMandatory(schema, parsed.props, parsed.links, kind)
  return { props: parsed.props, links: parsed.links, ...parsed.dates, ...(parsed.basedOn === undefined ? {} : { basedOn: parsed.basedOn }) }
}

function checkMandatory(schema: Schema, props: Readonly<Record<string, unknown>>, links: readonly LinkChange[], kind: 'create' | 'patch'): void {
  for (const field of schema.fields.values()) {
    if (isSystemField(field.name) || !(kind === 'create' ? field.cud.mandatoryCreate : field.cud.mandatoryPatch)) continue
    const link = links.find((change) => change.field.name === field.name)
    const given = isLink(field) ? link !== undefined : field.name in props
    const empty = isLink(field) ? link?.ids.length === 0 : props[field.name] === null || props[field.name] === ''
    if ((kind === 'create' && !given) || (given && empty)) throw new ApiError('field_mandatory', { field: field.name })
  }
}

const id = z.union([z.number().int().positive(), z.string().regex(/^\d+$/).transform(Number)])
const idOrObject = z.union([id, z.looseObject({ id }).transform((one) => one.id)])
const moded = z.object({ $mode: z.enum(['replace', 'appendnew', 'remove', 'clear']), $values: z.array(idOrObject).max(10_000).optional() })
const linkValue = z.union([
  z.null().transform(() => ({ mode: 'replace' as LinkMode, ids: [] as number[] })),
  moded.transform(({ $mode, $values }) => ({ mode: $mode as LinkMode, ids: $values ?? [] })),
  z.array(idOrObject).max(10_000).transform((ids) => ({ mode: 'replace' as LinkMode, ids })),
  idOrObject.transform((one) => ({ mode: 'replace' as LinkMode, ids: [one] })),
])

function linkChange(field: Field & { target: string }, value: unknown): LinkChange {
  const parsed = linkValue.safeParse(value)
  if (!parsed.success) return bad(field, 'ids of linked entities are expected')
  if (field.type === 'object' && parsed.data.ids.length > 1) return bad(field, 'one linked entity is expected')
  return { field, mode: parsed.data.mode, ids: parsed.data.mode === 'clear' ? [] : parsed.data.ids }
}

const gps = z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) })
const maxText = 2000
const maxLongText = 100_000

function scalar(field: Field, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return null
  switch (field.type) {
    case 'text': case 'longtext': return text(field, value)
    case 'number': return typeof value !== 'boolean' && Number.isFinite(Number(value)) ? Number(value) : bad(field, 'a number is expected')
    case 'boolean': return typeof value === 'boolean' ? value : bad(field, 'true or false is expected')
    case 'date': case 'datetime': {
      const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
      return Number.isNaN(time) ? bad(field, 'an instant like 2026-01-31T10:00:00Z is expected') : new Date(time).toISOString()
    }
    case 'geo': {
      const parsed = gps.safeParse(value)
      return parsed.success ? parsed.data : bad(field, '{lat, lon} in degrees is expected')
    }
    default: return value
  }
}

function text(field: Field, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return bad(field, 'a text is expected')
  // PostgreSQL stores no NUL.
  const clean = String(value).replaceAll('\0', '')
  const max = field.type === 'text' ? maxText : maxLongText
  return clean.length > max ? bad(field, `at most ${max} characters`) : clean
}

function versionOf(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value)) return value
  throw new ApiError('invalid_parameter', { parameter: '$version', reason: 'a whole number is expected' })
}

function bad(field: Field, reason: string): never {
  throw new ApiError('invalid_parameter', { parameter: field.name, reason })
}
