import type { Routes } from '../../access/handler.ts'
import { assignWidgets } from './assign-widgets.ts'
import { deletePageWithVersions } from './delete-page.ts'
import { getWorkingCopy } from './get-working-copy.ts'
import { cancelPageSchedule, listPageSchedules, schedulePage } from './schedule-page.ts'
import { sortWidgets } from './sort-widgets.ts'

/** Pages: what the calls of entities do not do. */
export const pageRoutes = {
  getWorkingCopy,
  assignWidgets,
  sortWidgets,
  deletePageWithVersions,
  listPageSchedules,
  schedulePage,
  cancelPageSchedule,
} satisfies Routes<
  | 'getWorkingCopy'
  | 'assignWidgets'
  | 'sortWidgets'
  | 'deletePageWithVersions'
  | 'listPageSchedules'
  | 'schedulePage'
  | 'cancelPageSchedule'
>
