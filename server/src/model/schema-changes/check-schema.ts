import { aliasNames, ApiError, fieldTypes, isApiError } from '@cartouche/contract'
import { parseLinks } from '../schemas/parse-links.ts'
import { parseScalar } from '../schemas/parse-scalar.ts'
import { isLink, isSystemField, type Field, type Schema } from '../schemas/schema.ts'
import type { RecordProps } from '../schemas/schema-record.ts'

/** Names with a meaning of their own in queries, paths and answers, and those that every object has. */
const takenNames = new Set([
  'and',
  'or',
  'not',
  'relevance',
  'constructor',
  'prototype',
  'owner',
  'activated',
  'status',
  'id',
  'uuid',
  'resource',
  'uses',
  'merge',
])
const takenResources = new Set([
  ...aliasNames,
  'data',
  'headers',
  'aggs',
  'tree',
  'workflow',
  'search',
  'dam',
  'massimport',
  'massimportjob',
  'massimportitem',
  'job',
  'item',
  'items',
  'cart',
  'share',
  'signin',
  'signout',
  'token',
  'profil',
  'config',
  'auth',
  'bs',
  'constructor',
  'prototype',
  'add',
  'update',
  'delete',
])
const takenDomains = new Set([
  'massimport',
  'search',
  'profil',
  'signin',
  'signout',
  'token',
  'config',
  'auth',
  'bs',
  'constructor',
  'prototype',
])
const maxFields = 300

/** What may follow what without making stored values wrong. */
const widening: Readonly<Record<string, readonly string[]>> = {
  text: ['longtext'],
  longtext: ['text'],
  date: ['datetime'],
  datetime: ['date'],
  object: ['array'],
}

/**
 * Refuses the record of a schema that cannot be.
 * @throws invalid_parameter
 * @source decision 0040
 */
export function checkResource(props: RecordProps): void {
  const { name, domain } = props
  if (typeof name !== 'string' || !/^[a-z][a-z0-9]{1,39}$/.test(name))
    throw bad('name', 'a name has 2 to 40 small letters and digits and begins with a letter')
  if (takenResources.has(name)) throw bad('name', `${name} has a meaning of its own`)
  if (typeof domain !== 'string' || !/^[a-z][a-z0-9]{1,39}$/.test(domain) || takenDomains.has(domain))
    throw bad('domain', 'a domain has 2 to 40 small letters and digits, for example dam')
}

/** A field as it is to be, beside what stands around it. */
export interface FieldCheck {
  readonly field: Field
  /** As its record says it; it may not be one. */
  readonly type: unknown
  /** What it was until now; undefined where it is new. */
  readonly before: Field | undefined
  readonly isBuiltIn: boolean
  /** What values of a field of this name, which was removed, are still stored as. */
  readonly stored: { readonly type: string; readonly target: string | null } | undefined
  /** The schema without the change. */
  readonly schema: Schema
}

/**
 * Refuses a field that cannot be, or that breaks what is stored.
 * @throws invalid_parameter, field_read_only for what is built in
 * @source decision 0040
 */
export function checkField(check: FieldCheck): void {
  const { field, type, before, isBuiltIn, stored } = check
  if (!(fieldTypes as readonly unknown[]).includes(type))
    throw bad('type', `one of ${fieldTypes.join(', ')} is expected`)
  if (isBuiltIn && before) checkBuiltIn(field, before)
  if (!isBuiltIn) checkName(check)
  if (before && before.type !== field.type && !widening[before.type]?.includes(field.type))
    throw bad('type', `what is stored as ${before.type} cannot become ${field.type}: make another field`)
  if (
    stored &&
    (stored.target !== field.target ||
      (stored.type !== field.type && !widening[stored.type]?.includes(field.type)))
  )
    throw bad(
      'type',
      `values of a removed field of this name are still stored as ${stored.type}${stored.target === null ? '' : ` to ${stored.target}`}: purge them first`,
    )
  checkKind(check)
  checkDefault('defaultcreate', field, field.cud.defaultCreate)
  checkDefault('defaultpatch', field, field.cud.defaultPatch)
}

function checkName({ field: { name, i18nFor }, schema }: FieldCheck): void {
  if (!/^[a-z][a-z0-9]{0,39}(_[a-z]{2})?$/.test(name))
    throw bad(
      'name',
      'a name has small letters and digits, begins with a letter, and may end in a language like _fr',
    )
  if (isSystemField(name) || takenNames.has(name)) throw bad('name', `${name} has a meaning of its own`)
  if (schema.fields.size >= maxFields && !schema.fields.has(name))
    throw bad('schema', `a schema has at most ${maxFields} fields`)
  if (
    i18nFor !== null &&
    (!schema.fields.get(i18nFor)?.i18n ||
      !name.startsWith(`${i18nFor}_`) ||
      name.length !== i18nFor.length + 3)
  )
    throw bad(
      'i18nfor',
      `a variant of ${i18nFor} is called ${i18nFor}_ and its language, and ${i18nFor} is by language`,
    )
  if (i18nFor === null && name.includes('_'))
    throw bad('name', 'a name with a language is of a variant: say of which field')
}

function checkBuiltIn(field: Field, before: Field): void {
  const fixed: readonly [string, (of: Field) => unknown][] = [
    ['type', (of) => of.type],
    ['i18n', (of) => of.i18n],
    ['tree', (of) => of.isTree],
    ['create', (of) => of.cud.create === true],
    ['update', (of) => of.cud.update === true],
    ['mandatorystructure', (of) => of.cud.mandatoryStructure === true],
  ]
  const changed = fixed.find(([, part]) => part(field) !== part(before))
  if (changed) throw new ApiError('field_read_only', { field: changed[0] })
}

function checkKind({ field, before, schema }: FieldCheck): void {
  const variants = [...schema.fields.values()]
    .filter(({ i18nFor }) => i18nFor === field.name)
    .map(({ name }) => name)
  if (!field.i18n && variants.length > 0)
    throw bad('i18n', `it has variants: take ${variants.join(', ')} away first`)
  const links = field.type === 'object' || field.type === 'array'
  if (links && field.target === null) throw bad('target', 'the linked schema is expected')
  if (!links && field.target !== null) throw bad('target', `a field of type ${field.type} links to nothing`)
  if (before && before.target !== field.target) throw new ApiError('field_read_only', { field: 'target' })
  if (field.isTree && (field.type !== 'object' || field.target !== schema.resource))
    throw bad('tree', 'the parent in a tree is one entity of the same schema')
  if (field.isTree && [...schema.fields.values()].some((other) => other.isTree && other.name !== field.name))
    throw bad('tree', 'a tree has one parent field')
  if (field.i18n && field.type !== 'text' && field.type !== 'longtext')
    throw bad('i18n', 'texts alone differ by language')
  if (field.isSortable && !['text', 'number', 'boolean', 'date', 'datetime'].includes(field.type))
    throw bad('sortable', `a ${field.type} has no order`)
  if (field.isFacet && ['longtext', 'geo', 'binary', 'json'].includes(field.type))
    throw bad('facet', `a ${field.type} is no facet`)
  if (field.fulltextWeight !== null && ['boolean', 'geo', 'binary', 'json'].includes(field.type))
    throw bad('fulltext', `a ${field.type} has no words`)
}

function checkDefault(name: string, field: Field, value: unknown): void {
  if (value === null || value === undefined) return
  if (field.type === 'binary') throw bad(name, 'a file has no default')
  try {
    if (isLink(field)) parseLinks(field, value)
    else parseScalar(field, value)
  } catch (error) {
    if (isApiError(error, 'invalid_parameter')) throw bad(name, String(error.data['reason']))
    throw error
  }
}

function bad(parameter: string, reason: string): ApiError {
  return new ApiError('invalid_parameter', { parameter, reason })
}
