import type { Generated } from 'kysely'
import type { OptionalInstant } from './column-types.ts'

/** Rows of the tables of visitors of shares who write. */
export interface VisitorTables {
  share_visitor: {
    visitor_id: Generated<number>
    share_id: string
    token_hash: Buffer
    name: string
    email: string
    created_at: Generated<Date>
  }
  share_limit: {
    share_id: string
    kind: 'visitor' | 'comment' | 'link' | 'upload'
    network: string
    at: Generated<Date>
  }
  share_upload: {
    upload_id: Generated<number>
    share_id: string
    visitor_id: number
    upload_key: string
    file_name: string
    size_bytes: number
    started_at: Generated<Date>
    finished_at: OptionalInstant
  }
  link_request: {
    request_id: Generated<number>
    share_id: string
    name: string
    email: string
    message: Generated<string>
    asked_at: Generated<Date>
    answered_at: OptionalInstant
  }
}
