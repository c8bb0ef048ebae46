import type { Routes } from '../../access/handler.ts'
import { createLogs } from './create-logs.ts'
import { findLogs } from './find-logs.ts'

/** Messages of clients: kept from anybody, read by administrators. */
export const logRoutes = { createLogs, findLogs } satisfies Routes<'createLogs' | 'findLogs'>
