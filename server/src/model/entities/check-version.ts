import { ApiError } from '@cartouche/contract'
import type { Schema } from '../schemas/schema.ts'
import type { HeldEntity } from './entities.sql.ts'

/**
 * Refuses a write that is based on another version than the one that is stored.
 * @throws version_conflict
 * @source DESIGN: a lost race is a 409, never a silent overwrite
 */
export function checkVersion(schema: Schema, held: HeldEntity, basedOn: number | undefined): void {
  if (basedOn !== undefined && basedOn !== held.version)
    throw new ApiError('version_conflict', { resource: schema.resource, id: held.id })
}
