import type { Routes } from '../../access/handler.ts'
import { getApplicationUsage, setApplicationQuota } from './application-usage.ts'
import {
  createApplicationKey,
  listApplicationKeys,
  listEndingKeys,
  revokeApplicationKey,
  rotateApplicationKey,
  rotateSecret,
  updateApplicationKey,
} from './manage-keys.ts'

/** Handlers of the calls by which the keys and quotas of applications are administered. */
export const applicationRoutes = {
  listApplicationKeys,
  listEndingKeys,
  createApplicationKey,
  updateApplicationKey,
  rotateApplicationKey,
  rotateSecret,
  revokeApplicationKey,
  setApplicationQuota,
  getApplicationUsage,
} satisfies Routes<
  | 'listApplicationKeys'
  | 'listEndingKeys'
  | 'createApplicationKey'
  | 'updateApplicationKey'
  | 'rotateApplicationKey'
  | 'rotateSecret'
  | 'revokeApplicationKey'
  | 'setApplicationQuota'
  | 'getApplicationUsage'
>
