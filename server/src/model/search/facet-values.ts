import { createCache } from '../../ground/cache.ts'
import type { Changes } from '../../ground/changes.ts'
import type { Database } from '../../ground/database/database.ts'
import { selectFacetValueIds, type FacetField } from './facet-values.sql.ts'

/** The numbers of facet values, for searches. */
export interface FacetValues {
  /** Those of keys of a field that exist; keys that no row ever had are missing. */
  idsOf(database: Database, field: FacetField, keys: readonly string[]): Promise<number[]>
}

declare module '../../ground/services.ts' {
  interface Services {
    readonly facetValues: FacetValues
  }
}

/** Looked up each time. */
export const uncachedFacetValues: FacetValues = {
  idsOf: async (database, field, keys) =>
    (await selectFacetValueIds(database, field, keys)).flatMap(numbersOf),
}

const numbersOf = ({ ids }: { readonly ids: readonly (number | null)[] }): number[] =>
  ids.filter((id) => id !== null)

/** A search of more values than this, such as all below a node of a tree, is looked up each time. */
const maxKeys = 20

/**
 * Caches numbers of facet values: what has a number keeps it for ever, and what was merged is reported as a
 * change. Keys without a number are looked up each time, as they may get one. A transaction may have seen
 * what nobody else ever will, so it caches nothing.
 */
export function createFacetValues(changes: Changes | undefined): FacetValues {
  const cached = createCache<string, readonly number[]>({ max: 10_000 })
  let cachedEpoch: number | undefined
  return {
    idsOf: async (database, field, keys) => {
      const epoch = changes?.schemaEpoch()
      if (epoch === undefined || database.isTransaction || keys.length > maxKeys)
        return uncachedFacetValues.idsOf(database, field, keys)
      if (epoch !== cachedEpoch) cached.clear()
      cachedEpoch = epoch
      const nameOf = (key: string): string => [field.resource, field.name, key].join('\0')
      const found = keys.map((key) => cached.get(nameOf(key)))
      const missing = keys.filter((_key, at) => found[at] === undefined)
      if (missing.length === 0) return found.flatMap((ids) => ids ?? [])
      const looked = await selectFacetValueIds(database, field, missing)
      if (changes?.schemaEpoch() === epoch)
        for (const one of looked) if (!one.ids.includes(null)) cached.set(nameOf(one.key), numbersOf(one))
      return [...found.flatMap((ids) => ids ?? []), ...looked.flatMap(numbersOf)]
    },
  }
}
