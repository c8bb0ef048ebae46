import type { Generated } from 'kysely'
import type { Instant, OptionalInstant } from './column-types.ts'

/** Rows of the tables about applications. */
export interface ApplicationTables {
  application_key: {
    id: Generated<number>
    resource: Generated<'application'>
    application_id: number
    name: string
    login: string
    secret_hash: string
    created_at: Instant
    expires_at: OptionalInstant
    last_used_on: string | null
  }
  application_call_day: {
    resource: Generated<'application'>
    application_id: number
    day: string
    call: string
    count: number
    failures: number
    refused: number
    last_at: Date
  }
}
