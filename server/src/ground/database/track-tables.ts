import type { TrackKind } from '@cartouche/contract'
import type { Generated } from 'kysely'

/** Rows of the tables of subtitles, captions and chapters. */
export interface TrackTables {
  track: {
    id: Generated<number>
    resource: string
    entity_id: number
    kind: TrackKind
    language: string
    label: string
    origin: 'upload' | 'import' | 'embedded'
    file_name: string
    sha256: string
    cues: number
    created_at: Generated<Date>
  }
  track_source: { resource: string; entity_id: number; sha256: string }
}
