import { ApiError, isApiError, type ErrorCode } from '@cartouche/contract'
import { may } from '../../access/decide.ts'
import type { Identity } from '../../access/identity.ts'
import { parseScalar } from '../../model/schemas/parse-scalar.ts'
import { isLink, type Field, type Schema } from '../../model/schemas/schema.ts'
import { linksOf, type ItemMetadata } from './item-metadata.ts'

/** What keeps a value of an item from becoming that of an asset: a code for programs, and plain words. */
export interface FieldMessage {
  readonly code: ErrorCode | 'keywords_left_out'
  readonly message: string
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * The fields that an asset must have and an item has no value for, in the order of the schema. The file is
 * there: it is the item's.
 */
export function missingFieldsOf(schema: Schema, metadata: ItemMetadata): string[] {
  return [...schema.fields.values()]
    .filter(({ name }) => name !== schema.importField)
    .filter(({ name, cud }) => cud.mandatoryCreate === true && isMissing(metadata[name]))
    .map(({ name }) => name)
}

function isMissing(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  )
}

/**
 * What would come of making an asset of an item, by field: what is missing, does not fit, is gone or may not
 * be added.
 * @param isThere whether a linked entity exists and may be seen by the user
 */
export function checkMetadata(
  identity: Identity,
  schema: Schema,
  metadata: ItemMetadata,
  isThere: (target: string, id: number) => boolean,
): Map<string, FieldMessage[]> {
  const missing = new Set(missingFieldsOf(schema, metadata))
  const checked = [...schema.fields.values()].map((field): [string, FieldMessage[]] => [
    field.name,
    [
      ...(missing.has(field.name) ? [messageOf(new ApiError('field_mandatory', { field: field.name }))] : []),
      ...(isLink(field)
        ? checkLinks(identity, field, metadata, isThere)
        : checkValue(field, metadata[field.name])),
    ],
  ])
  return new Map(checked.filter(([, messages]) => messages.length > 0))
}

function checkValue(field: Field, value: unknown): FieldMessage[] {
  try {
    parseScalar(field, value)
    return []
  } catch (error) {
    if (!isApiError(error)) throw error
    return [messageOf(error)]
  }
}

function checkLinks(
  identity: Identity,
  { name, target }: Field & { readonly target: string },
  metadata: ItemMetadata,
  isThere: (target: string, id: number) => boolean,
): FieldMessage[] {
  const links = linksOf(metadata, name)
  const gone = links.flatMap((link) =>
    'id' in link && !isThere(target, link.id)
      ? [messageOf(new ApiError('entity_not_found', { resource: target, id: link.id }))]
      : [],
  )
  const names = links.flatMap((link) => ('name' in link ? [link.name] : []))
  return names.length === 0 || may(identity, target, 'create') ? gone : [...gone, leftOut(names)]
}

/** Of keywords that do not exist, for whoever may not add them. */
export function leftOut(names: readonly string[]): FieldMessage {
  const keywords = names.join(', ')
  return {
    code: 'keywords_left_out',
    message: `These keywords do not exist and you may not add them: ${keywords}`,
    data: { keywords },
  }
}

function messageOf({ code, message, data }: ApiError): FieldMessage {
  return { code, message, data }
}
