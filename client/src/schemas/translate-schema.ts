import type { Client } from '../client.ts'
import { nounError } from '../failure.ts'
import { schemaErrors } from './schema-errors.ts'
import type { SchemaSnapshot } from './schema.ts'

/**
 * Reads a schema again in the language of the session, for its labels: after `session.changeLocale`. What is
 * the same in both languages keeps its identity.
 * @throws schema_unknown for one that was never read; what the call rejects with
 * @source data-layer §8
 */
export async function translateSchema({ schemas }: Client, path: string): Promise<SchemaSnapshot> {
  if (schemas.get(path).status === 'unknown') throw nounError(schemaErrors, 'schema_unknown')
  return schemas.refresh(path)
}
