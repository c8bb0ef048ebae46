import type { ColumnType, Generated } from 'kysely'
import type { Instant, OptionalInstant } from './column-types.ts'

type OptionalText = ColumnType<Record<string, number> | null, string | null | undefined, string | null>

/** Rows of the tables of comments and of what waits for a decision. */
export interface ReviewTables {
  comment: {
    comment_id: Generated<number>
    resource: string
    id: number
    thread_id: number | null
    author_kind: 'user' | 'application' | 'visitor'
    author_id: number | null
    visitor_name: string | null
    visitor_id: number | null
    share_id: string | null
    body: string
    mentions: Generated<number[]>
    place: OptionalText
    version: number | null
    created_at: Instant
    edited_at: OptionalInstant
    deleted_at: OptionalInstant
    resolved_at: OptionalInstant
    resolved_by: number | null
  }
  review_request: {
    request_id: Generated<number>
    requester_id: number | null
    note: Generated<string>
    due_at: OptionalInstant
    needs_all: Generated<boolean>
    created_at: Instant
    reminded_at: OptionalInstant
  }
  review_reviewer: { request_id: number; user_resource: Generated<'user'>; user_id: number }
  review_item: {
    resource: string
    id: number
    request_id: number
    state: 'waiting' | 'approved' | 'rejected' | 'withdrawn'
    decided_at: OptionalInstant
    decided_by: number | null
    reason: Generated<string>
    version: number | null
    reopened_at: OptionalInstant
  }
  review_decision: {
    decision_id: Generated<number>
    resource: string
    id: number
    request_id: number | null
    author_kind: 'user' | 'application'
    author_id: number
    verdict: 'approve' | 'reject'
    reason: Generated<string>
    version: number | null
    at: Instant
    is_void: Generated<boolean>
  }
}
