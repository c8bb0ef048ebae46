import type { PageRecord } from '@cartouche/client'
import { stateOf } from '../pages/page-rows.ts'

/** Whether a page can be changed as it is: what is published or archived has a working copy. */
export function isEditable(page: PageRecord): boolean {
  const state = stateOf(page)
  return state === 'draft' || state === 'submitted'
}
