import type { Database } from '../../ground/database/database.ts'
import type { Schemas } from '../schemas/schema-registry.ts'

/** What searching works on. */
export interface SearchIn {
  readonly database: Database
  readonly schemas: Schemas
}
