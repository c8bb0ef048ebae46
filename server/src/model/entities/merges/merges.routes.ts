import type { Routes } from '../../../access/handler.ts'
import { getEntityUses } from './get-entity-uses.ts'
import { mergeEntity } from './merge-entity.ts'

/** What links to an entity, and another in its place. */
export const mergeRoutes: Routes<'getEntityUses' | 'mergeEntity'> = { getEntityUses, mergeEntity }
