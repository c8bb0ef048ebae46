import type { Routes } from '../../access/handler.ts'
import { assignWidgets } from './assign-widgets.ts'
import { getWorkingCopy } from './get-working-copy.ts'
import { sortWidgets } from './sort-widgets.ts'

/** Pages: what the calls of entities do not do. */
export const pageRoutes = { getWorkingCopy, assignWidgets, sortWidgets } satisfies Routes<
  'getWorkingCopy' | 'assignWidgets' | 'sortWidgets'
>
