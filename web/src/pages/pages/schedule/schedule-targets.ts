import type { PageRecord } from '@cartouche/client'
import { pageRows, type PageRow } from '../page-rows.ts'

/** What can be set for a page: ids of what is published, and of what is unpublished. */
export interface ScheduleTargets {
  readonly validate: number | undefined
  readonly unpublish: number | undefined
}

/** The draft or the working copy that can be published, and the page that can be unpublished then. */
export function scheduleTargets({
  page,
  copy,
  state,
}: Pick<PageRow, 'page' | 'copy' | 'state'>): ScheduleTargets {
  const isOpen = state === 'draft' || state === 'submitted'
  return {
    validate: copy?.id ?? (isOpen ? page.id : undefined),
    unpublish: state === 'archived' ? undefined : page.id,
  }
}

/** The row of a page, of its working copy or of an earlier version of it. */
export function rowOf(
  pages: readonly PageRecord[],
  { id, copietravail }: Pick<PageRecord, 'id' | 'copietravail'>,
): PageRow | undefined {
  const rows = pageRows(pages)
  return (
    rows.find(({ page }) => page.id === (copietravail?.id ?? id)) ?? rows.find(({ page }) => page.id === id)
  )
}
