/** What events of usage are counted by. */
interface UsageColumns {
  kind: string
  resource: string | null
  entity_id: number | null
  actor_kind: string
  actor_id: number | null
  share_id: string | null
  reached: number
  site: string | null
  words: string | null
  is_robot: boolean
}

interface UsageCounts {
  count: number
  hits: number
  none_found: number
}

/** Rows of the tables of what people do. */
export interface UsageTables {
  usage_event: UsageColumns & { at: Date; event_id: string; hits: number }
  usage_pending_hour: { hour: Date }
  usage_hour: UsageColumns & UsageCounts & { hour: Date }
  usage_day: UsageColumns & UsageCounts & { day: string }
  usage_cdn: { resource: string; entity_id: number; day: string; site: string; count: number }
}
