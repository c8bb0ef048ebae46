import { parseQuery, type QueryJson } from '@cartouche/contract'
import { createCache } from '../ground/cache.ts'
import type { Grant } from './identity.ts'

/** A grant as it is stored and as it travels; `rows` is null where it is about every row. */
export interface StoredGrant {
  readonly resource: string
  readonly action: string
  readonly rows: QueryJson | null
}

/** Roles are few, and each request of their people reads them. */
const cached = createCache<string, readonly Grant[]>({ max: 200 })

/**
 * The grants of a role from the JSON text that the database gives; equal text gives the same list.
 * @source decision 0068
 */
export function readGrants(text: string): readonly Grant[] {
  const found = cached.get(text)
  if (found) return found
  const grants = (JSON.parse(text) as StoredGrant[]).map(({ resource, action, rows }) => ({
    resource,
    action,
    ...(rows === null ? {} : { rows: parseQuery(rows) }),
  }))
  cached.set(text, grants)
  return grants
}
