import type { Generated } from 'kysely'
import type { Instant, Json } from './column-types.ts'

/** Rows of the tables of pictures that look alike, and of assets that were merged. */
export interface DuplicateTables {
  duplicate_pair: { one: number; other: number; score: number; mirrored: boolean }
  duplicate_dismissal: { one: number; other: number; dismissed_by: number | null; dismissed_at: Instant }
  asset_merge: {
    merge_id: Generated<number>
    resource: Generated<string>
    keep_id: number
    merged_ids: number[]
    state: 'running' | 'done' | 'failed' | 'undone'
    moved: Json<Record<string, unknown>>
    merged_by: number | null
    merged_at: Instant
  }
}
