import { ApiError } from '@cartouche/contract'
import type { Database } from '../../ground/database/database.ts'
import { mediaTypeOf } from '../../media/media-types.ts'
import { builtInSchemas } from '../schemas/built-in-schemas.ts'
import type { Schema } from '../schemas/schema.ts'
import type { RecordProps } from '../schemas/schema-record.ts'
import { moveToAttachments, moveToOriginals, selectAttachedTypes } from './import-field.sql.ts'

/**
 * The file field that the record of a schema names for imports: null where nothing is imported into the
 * resource.
 * @throws invalid_parameter where the resource has no such file field, or is none that people fill;
 * field_read_only for what the product imports into
 * @source decision 0150
 */
export function importFieldOf(
  { importfield }: RecordProps,
  { resource, domain, fields }: Pick<Schema, 'resource' | 'domain' | 'fields'>,
): string | null {
  const name = typeof importfield === 'string' && importfield !== '' ? importfield : null
  const builtIn = builtInSchemas.find((schema) => schema.resource === resource)
  if (builtIn?.importField && name !== builtIn.importField)
    throw new ApiError('field_read_only', { field: 'importfield' })
  if (name === null) return null
  if (builtIn && domain === 'data') throw bad(`${resource} is made by nothing but the administration`)
  if (![...fields.values()].some(({ type }) => type === 'binary'))
    throw bad(`${resource} has no file field: add a field of type binary first`)
  if (fields.get(name)?.type !== 'binary') throw bad(`${resource} has no file field ${name.slice(0, 64)}`)
  return name
}

/**
 * Files of the field that imports fill are originals, of which there are renditions; those of other fields
 * lie beside them. What is stored follows a change of that field, in its transaction.
 */
export async function moveFiles(database: Database, before: Schema, after: Schema): Promise<void> {
  if (before.importField === after.importField) return
  if (before.importField !== null) await moveToAttachments(database, before.resource, before.importField)
  if (after.importField === null) return
  const types = await selectAttachedTypes(database, after.resource, after.importField)
  const facts = types.map((mediaType) => {
    const { nature, label, extensions } = mediaTypeOf(mediaType)
    return { mediaType, facts: { nature, typeLabel: label, extension: extensions[0] ?? '' } }
  })
  await moveToOriginals(database, after.resource, after.importField, facts)
}

function bad(reason: string): ApiError {
  return new ApiError('invalid_parameter', { parameter: 'importfield', reason })
}
