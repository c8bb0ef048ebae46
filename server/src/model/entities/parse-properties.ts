import { ApiError } from '@cartouche/contract'
import { isLink, isSystemField, type Field, type Schema } from '../schemas/schema.ts'
import { parseLinks, type LinkChange } from '../schemas/parse-links.ts'
import { parseScalar } from '../schemas/parse-scalar.ts'

type Json = Readonly<Record<string, unknown>>

/** A new file of a binary field by the name of its part; null takes the file away. */
export interface FileChange {
  readonly field: Field
  readonly part: string | null
}

/** A write, parsed against a schema. Texts and numbers by field; null empties. */
export interface ParsedProperties {
  readonly props: Json
  readonly links: readonly LinkChange[]
  readonly files: readonly FileChange[]
  readonly validFrom?: string | null
  readonly validUntil?: string | null
  readonly basedOn?: number
}

export interface ParseOptions {
  /** What the schema fills in; it may be of fields that the writer may not set. */
  readonly defaults?: Json
  /** Says nothing of what is missing: for a simulation, whose form is still being filled. */
  readonly lenient?: boolean
}

/** What a client may send back of what it read; it says nothing. */
const ignored = new Set(['id', 'activated', 'createdat', 'modifiedat', 'status', 'owner'])

interface Collected {
  props: Record<string, unknown>
  links: LinkChange[]
  files: FileChange[]
  dates: { validFrom?: string | null; validUntil?: string | null }
}

/**
 * Parses properties of a create or a patch, from JSON or as texts of a form.
 * @throws unknown_field, field_read_only, field_mandatory, invalid_parameter
 * @source data-layer §3 Schema, §7 Entities
 */
export function parseProperties(
  schema: Schema,
  json: Json,
  kind: 'create' | 'patch',
  { defaults = {}, lenient = false }: ParseOptions = {},
): ParsedProperties {
  const into: Collected = { props: {}, links: [], files: [], dates: {} }
  for (const [name, value] of entriesOf(schema, json)) {
    if (
      Object.hasOwn(defaults, name) ||
      name.startsWith('$') ||
      (ignored.has(name) && !schema.fields.has(name))
    )
      continue
    const field = schema.fields.get(name)
    if (!field) throw new ApiError('unknown_field', { resource: schema.resource, field: name.slice(0, 64) })
    if (!field.cud[kind === 'create' ? 'create' : 'update'])
      throw new ApiError('field_read_only', { field: name })
    take(into, field, value)
  }
  for (const [name, value] of Object.entries(defaults)) {
    const field = schema.fields.get(name)
    if (field) take(into, field, value)
  }
  if (!lenient) checkMandatory(schema, into, kind)
  const basedOn = json['$version'] === undefined ? {} : { basedOn: versionOf(json['$version']) }
  return { props: into.props, links: into.links, files: into.files, ...into.dates, ...basedOn }
}

/** `{metadata: {filename}}`, as it is read, is `metadata.filename`. */
function entriesOf(schema: Schema, json: Json): [string, unknown][] {
  return Object.entries(json).flatMap(([name, value]): [string, unknown][] => {
    if (schema.fields.has(name) || typeof value !== 'object' || value === null || Array.isArray(value))
      return [[name, value]]
    const parts = Object.entries(value).map(([part, inner]): [string, unknown] => [`${name}.${part}`, inner])
    return parts.length > 0 && parts.every(([part]) => schema.fields.has(part)) ? parts : [[name, value]]
  })
}

function take(into: Collected, field: Field, value: unknown): void {
  if (isLink(field)) into.links.push(parseLinks(field, value))
  else if (field.type === 'binary') into.files.push(...parseFile(field, value))
  else if (field.name === 'validfrom') into.dates.validFrom = parseScalar(field, value) as string | null
  else if (field.name === 'validuntil') into.dates.validUntil = parseScalar(field, value) as string | null
  else into.props[field.name] = parseScalar(field, value)
}

function parseFile(field: Field, value: unknown): FileChange[] {
  if (value === null || value === undefined || value === '') return [{ field, part: null }]
  // What was read is sent back: the file stays.
  if (typeof value === 'object' && 'uri' in value) return []
  if (typeof value === 'string' && value.startsWith('cid:'))
    return [{ field, part: value.slice('cid:'.length) }]
  throw new ApiError('invalid_parameter', {
    parameter: field.name,
    reason: 'a file is expected: "cid:" and the name of its part',
  })
}

function checkMandatory(schema: Schema, { props, links, files }: Collected, kind: 'create' | 'patch'): void {
  const given = new Map<string, boolean>([
    ...Object.entries(props).map(([name, value]) => [name, value !== null && value !== ''] as const),
    ...links.map(
      ({ field, ids, mode }) =>
        [field.name, ids.length > 0 || mode === 'appendnew' || mode === 'remove'] as const,
    ),
    ...files.map(({ field, part }) => [field.name, part !== null] as const),
  ])
  for (const field of schema.fields.values()) {
    if (isSystemField(field.name) || !isMandatory(field, kind)) continue
    const filled = given.get(field.name)
    if (filled === false || (filled === undefined && kind === 'create'))
      throw new ApiError('field_mandatory', { field: field.name })
  }
}

/** Whether a field must be filled when an entity is made or changed. */
export function isMandatory({ cud }: Field, kind: 'create' | 'patch'): boolean {
  return (
    cud.mandatoryStructure === true || (kind === 'create' ? cud.mandatoryCreate : cud.mandatoryPatch) === true
  )
}

function versionOf(value: unknown): number {
  const version = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  if (typeof version === 'number' && Number.isInteger(version)) return version
  throw new ApiError('invalid_parameter', { parameter: '$version', reason: 'a whole number is expected' })
}
