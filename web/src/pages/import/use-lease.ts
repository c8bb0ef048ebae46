import { importsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { useEffect } from 'react'

/** Selections that change in passing are not announced. */
const settledMs = 600
/** A lease lasts for a minute. */
const renewedMs = 40_000
/** Items of a lease: who selects more works on an import, not on files that others open one by one. */
const maxLeased = 200

/**
 * Announces that the person edits items, as long as they are selected here. What it answers says who else
 * does. It refuses nothing, so that a failure is no news.
 * @source decision 0144
 */
export function useLease(jobId: number, ids: readonly number[]): void {
  const imports = importsOf(useClient())
  const leased = ids.slice(0, maxLeased).join(',')
  useEffect(() => {
    if (leased === '') return
    const items = leased.split(',').map(Number)
    let isTaken = false
    const take = (): void => {
      isTaken = true
      imports.lockItems(jobId, items).catch(() => undefined)
    }
    const first = setTimeout(take, settledMs)
    const renewal = setInterval(take, renewedMs)
    return () => {
      clearTimeout(first)
      clearInterval(renewal)
      if (isTaken) imports.unlockItems(jobId, items).catch(() => undefined)
    }
  }, [imports, jobId, leased])
}
