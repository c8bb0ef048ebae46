import { importItemStatuses, type ImportItemStatus, type ItemSearch } from '@cartouche/client'
import type { AddressParams } from '../../address/search-params.ts'

/** Which files of an import are shown: all, those to publish, damaged ones, those that are assets. */
export const stateFilters = ['all', 'open', 'broken', 'done'] as const
export type StateFilter = (typeof stateFilters)[number]

/** What of an import is shown, as the address says it. */
export interface ImportFilter {
  readonly state: StateFilter
  readonly text: string
  /** The code of a problem that the files have; `duplicate`: the library has them; empty: any or none. */
  readonly problem: string
}

/** The kind of problem that the page finds among the files that are loaded: who sees what decides over it. */
export const duplicateProblem = 'duplicate'

/** Statuses of the files that a filter shows. */
export const statusesOf: Readonly<Record<StateFilter, readonly ImportItemStatus[]>> = {
  all: [],
  open: ['waiting', 'analyzing', 'ready'],
  broken: ['broken'],
  done: ['validating', 'validated'],
}

/** Reads the filter from the address. What is wrong in it is as if it were not there. */
export function readImportFilter({ show, q, problem }: AddressParams): ImportFilter {
  return {
    state: stateFilters.find((one) => one === show) ?? 'all',
    text: typeof q === 'string' ? q : '',
    problem: typeof problem === 'string' && /^\w{1,64}$/.test(problem) ? problem : '',
  }
}

/** The address of a filter of an import. The opposite of {@link readImportFilter}. */
export function writeImportFilter(jobId: number, { state, text, problem }: ImportFilter): AddressParams {
  return { job: String(jobId), show: state === 'all' ? '' : state, q: text, problem }
}

/** Whether a filter leaves files out. */
export function isFiltering({ state, text, problem }: ImportFilter): boolean {
  return state !== 'all' || text !== '' || problem !== ''
}

/** What the server is asked for a filter. `only`: these items alone, 200 at most. */
export function itemSearchOf({ state, text, problem }: ImportFilter, only: readonly number[]): ItemSearch {
  const statuses = statusesOf[state].map((name) => importItemStatuses[name])
  const query = {
    ...(statuses.length === 0 ? {} : { status: { in: statuses } }),
    ...(problem === '' || problem === duplicateProblem ? {} : { problems: { eq: problem } }),
    ...(only.length === 0 ? {} : { id: { in: [...only] } }),
  }
  return { ...(Object.keys(query).length === 0 ? {} : { query }), ...(text === '' ? {} : { fulltext: text }) }
}
