import type { Routes } from '../../access/handler.ts'
import { importUsageLog } from './import-usage-log.ts'
import { listAssetEvents, listBroadcasts } from './list-asset-events.ts'
import { listUnusedAssets } from './list-unused-assets.ts'
import { listTop, listTopAssets } from './list-top-assets.ts'
import { logEvent } from './log-event.ts'
import { logObjectData } from './log-object-data.ts'

/** What people do: reported by clients, and counted for those who may see it. */
export const analyticsRoutes = {
  logObjectData,
  logEvent,
  listTopAssets,
  listTop,
  listAssetEvents,
  listBroadcasts,
  listUnusedAssets,
  importUsageLog,
} satisfies Routes<
  | 'logObjectData'
  | 'logEvent'
  | 'listTopAssets'
  | 'listTop'
  | 'listAssetEvents'
  | 'listBroadcasts'
  | 'listUnusedAssets'
  | 'importUsageLog'
>
