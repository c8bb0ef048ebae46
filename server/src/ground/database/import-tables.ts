import type { Generated } from 'kysely'
import type { Instant, Json, OptionalInstant } from './column-types.ts'

/** Rows of the tables of imports. */
export interface ImportTables {
  import_job: {
    id: Generated<number>
    owner_id: number
    name: string
    is_active: Generated<boolean>
    created_at: Instant
  }
  import_subjob: { job_id: number; subjob_id: number }
  import_item: {
    id: Generated<number>
    uuid: Generated<string>
    job_id: number
    status: number
    sha256: string
    file_name: string
    folded_name: string
    upload_key: string
    inspection: Json<Record<string, unknown> | null>
    problems: Json<
      {
        code: string
        message: string
        data?: Readonly<Record<string, string | number>>
        bytes?: string
        assetId?: number
        resource?: string
      }[]
    >
    resource: Generated<string>
    metadata: Json<Record<string, unknown>>
    set_aside: Json<Record<string, unknown>>
    keys: Json<Record<string, unknown> | null>
    words: string | null
    asset_id: number | null
    validated_by: string | null
    sender: Json<{ name: string; share: string } | null>
    created_at: Instant
    changed_at: Instant
    version: Generated<number>
    edits: Generated<Record<string, unknown>>
    locked_by: number | null
    locked_until: OptionalInstant
    projection: Generated<number>
  }
  import_count: { job_id: number; status: number; backend: number; count: number; changed_at: Date | null }
  import_command: {
    id: string
    job_id: number
    kind: 'edit' | 'type' | 'validate' | 'move' | 'delete' | 'undo'
    options: Json<object>
    total: Generated<number>
    finished: Generated<number>
    failed: Generated<number>
    cancelled_at: OptionalInstant
    workflow_action: string | null
    surfer_id: number
    may_create_keywords: Generated<boolean>
    created_at: Instant
    done_at: OptionalInstant
  }
}
