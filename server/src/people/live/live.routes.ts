import type { Routes } from '../../access/handler.ts'
import { listenLive } from './listen-live.ts'

/** The call that listens for what changes. */
export const liveRoutes = { listenLive } satisfies Routes<'listenLive'>
