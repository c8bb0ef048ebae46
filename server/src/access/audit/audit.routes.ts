import type { Routes } from '../handler.ts'
import { findAudit } from './find-audit.ts'

/** Handlers of the call that reads the audit log; nothing writes it from outside. */
export const auditRoutes: Routes<'findAudit'> = { findAudit }
