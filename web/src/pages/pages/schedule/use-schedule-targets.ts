import { pagesOf, type PageRecord } from '@cartouche/client'
import { useCan, useClient, useReadable } from '@cartouche/react'
import { rowOf, scheduleTargets, type ScheduleTargets } from './schedule-targets.ts'

/** What this person may set for a page; undefined where that is nothing. */
export function useScheduleTargets(
  page: Pick<PageRecord, 'id' | 'copietravail'>,
): ScheduleTargets | undefined {
  const { pages } = useReadable(pagesOf(useClient()).list)
  const canPublish = useCan('page/validate')
  const canUnpublish = useCan('page/unpublish')
  const row = rowOf(pages, page)
  const targets = row && scheduleTargets(row)
  const isAny = targets && ((canPublish && targets.validate) || (canUnpublish && targets.unpublish))
  return isAny ? targets : undefined
}
