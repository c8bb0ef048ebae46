import type { GeneratedAlways } from 'kysely'

/** What an event of usage says. */
interface UsageColumns {
  at: Date
  kind: string
  resource: string | null
  entity_id: number | null
  actor_kind: string
  actor_id: number | null
  embed_id: number | null
  reached: number
  site: string | null
  words: string | null
  hits: number
}

/** Rows of the tables of what people do. */
export interface UsageTables {
  usage_event: UsageColumns & { event_id: string; share_id: string | null; is_robot: boolean }
  usage_uncounted: UsageColumns
  usage_entity_day: { resource: string; entity_id: number; kind: string; day: string; count: number }
  usage_span: { days: number; after: string }
  usage_entity: {
    resource: string
    entity_id: number
    kind: string
    last_7: number
    last_30: number
    last_90: number
    last_365: number
    total: number
    last_7_level: GeneratedAlways<number>
    last_30_level: GeneratedAlways<number>
    last_90_level: GeneratedAlways<number>
    last_365_level: GeneratedAlways<number>
    total_level: GeneratedAlways<number>
  }
  usage_group: {
    kind: string
    grouping: string
    key: string
    last_7: number
    last_30: number
    last_90: number
    last_365: number
    total: number
    none_7: number
    none_30: number
    none_90: number
    none_365: number
    none_total: number
  }
  usage_group_day: {
    day: string
    kind: string
    grouping: string
    key: string
    count: number
    none_found: number
  }
  usage_site_day: {
    resource: string
    entity_id: number
    day: string
    site: string
    source: 'event' | 'log'
    count: number
  }
  usage_embed_day: { embed_id: number; kind: string; day: string; site: string; count: number }
  usage_log: { sha256: Buffer; file_name: string; lines: number; imported_at: Date }
}
