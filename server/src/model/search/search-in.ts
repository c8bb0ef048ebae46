import type { Scope } from '../../access/decide.ts'
import type { Database } from '../../ground/database/database.ts'
import type { Services } from '../../ground/services.ts'
import { listSchemas, type Schemas, type WithSchemas } from '../schemas/schema-registry.ts'
import type { SearchColumns } from './columns/columns.ts'
import type { FacetValues } from './facet-values.ts'
import type { Synonyms } from './synonyms.ts'
import type { SearchTurns } from './take-turns.ts'

/**
 * What searching works on. A transaction has neither the numbers in memory, which know nothing of what it
 * wrote, nor turns, as its connection is its own.
 */
export interface SearchIn {
  readonly database: Database
  readonly schemas: Schemas
  readonly synonyms: Synonyms
  readonly facetValues?: FacetValues | undefined
  readonly columns: SearchColumns | undefined
  readonly turns: SearchTurns | undefined
}

type Searching = WithSchemas & Pick<Services, 'searchColumns' | 'searchTurns' | 'synonyms' | 'facetValues'>

/** What a request, a job or its transaction searches in. */
export async function searchIn(services: Searching): Promise<SearchIn> {
  const { database, searchTurns } = services
  return {
    database,
    schemas: await listSchemas(services),
    synonyms: services.synonyms,
    facetValues: services.facetValues,
    columns: columnsOf(services),
    turns: database.isTransaction ? undefined : searchTurns,
  }
}

/** The numbers in memory that are true of what `database` sees. */
export function columnsOf({
  database,
  searchColumns,
}: Pick<Services, 'database' | 'searchColumns'>): SearchColumns | undefined {
  return database.isTransaction ? undefined : searchColumns
}

/** Runs a search of a reader in their turn. @throws searches_waiting */
export function inTurn<Found>(
  { turns }: SearchIn,
  { scope: { reader } }: { readonly scope: Scope },
  search: () => Promise<Found>,
): Promise<Found> {
  return turns ? turns(reader.key, search) : search()
}
