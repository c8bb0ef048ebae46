import { importItemsOf, importsOf, type ImportJobSnapshot } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import {
  itemSearchOf,
  isFiltering,
  readImportFilter,
  writeImportFilter,
  type ImportFilter,
} from './import-filter.ts'

/** What of an import is shown, and the way to have something else shown. */
export interface ImportFilterControl {
  readonly filter: ImportFilter
  /** Ids of the items that alone are shown; empty: all. */
  readonly only: readonly number[]
  readonly isFiltered: boolean
  readonly change: (changes: Partial<ImportFilter>, options?: { readonly replace?: boolean }) => void
  /** Shows these items alone. */
  readonly showOnly: (ids: readonly number[]) => void
  readonly clear: () => void
}

/** Has the server search the files of an import for what the address says. */
export function useImportFilter(jobId: number): ImportFilterControl {
  const imports = importsOf(useClient())
  const navigate = useNavigate()
  const filter = useSearch({ from: '/frame/import', select: readImportFilter, structuralSharing: true })
  const [only, showOnly] = useState<readonly number[]>([])
  const asked = JSON.stringify(itemSearchOf(filter, only))
  useEffect(() => {
    const { query, fulltext, status } = imports.jobs.get(String(jobId))
    const search = JSON.parse(asked) as ReturnType<typeof itemSearchOf>
    const isSame =
      JSON.stringify(query ?? {}) === JSON.stringify(search.query ?? {}) &&
      fulltext === (search.fulltext ?? '')
    if (!isSame && status !== 'unknown') imports.searchItems(jobId, search).catch(() => undefined)
  }, [imports, jobId, asked])
  const go = (next: ImportFilter, replace = false): void =>
    void navigate({ to: '/import', search: writeImportFilter(jobId, next), replace })
  return {
    filter,
    only,
    isFiltered: isFiltering(filter) || only.length > 0,
    change: (changes, { replace } = {}) => go({ ...filter, ...changes }, replace),
    showOnly: (ids) => {
      go(readImportFilter({}), true)
      showOnly(ids)
    },
    clear: () => {
      go(readImportFilter({}))
      showOnly([])
    },
  }
}

/** How many files of an import have each kind of problem, counted again when files change their status. */
export function useProblemCounts({ id, counts }: ImportJobSnapshot): ReadonlyMap<string, number> {
  const items = importItemsOf(useClient())
  const [problems, setProblems] = useState<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    let isLeft = false
    items.countProblems(id).then(
      (found) => {
        if (!isLeft) setProblems(found)
      },
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [items, id, counts])
  return problems
}
