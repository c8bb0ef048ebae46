import type { Constraint, CursorDefinition } from '@cartouche/client'
import {
  clearConstraints,
  isConstrained,
  readBrowseAddress,
  writeBrowseAddress,
  type BrowseState,
} from '../../../address/browse-address.ts'
import { constraintsOf } from '../../../address/browse-cursor.ts'
import type { AddressParams } from '../../../address/search-params.ts'

/** The section of the administration that the lists are. */
export const recordsSection = 'data'

/** Records of one page. */
const pageSize = 100

/** What a list of records shows, as the address says it. */
export interface RecordsState {
  /** Short name of the resource; empty: the first. */
  readonly resource: string
  /** The record that is open over the list, by number; `new`: one that is being made; empty: none. */
  readonly record: string
  /** What is searched for, in the words of the list of assets. */
  readonly search: BrowseState
  /** Texts that fields hold, by field. */
  readonly contains: Readonly<Record<string, string>>
  /** Fields that have no value. */
  readonly empty: readonly string[]
}

/**
 * Reads the state of a list from its address: `resource`, `record`, and what {@link readBrowseAddress} reads.
 */
export function readRecordsAddress(params: AddressParams): RecordsState {
  const { resource, record } = params
  return {
    resource: typeof resource === 'string' ? resource : '',
    record: typeof record === 'string' && /^(\d{1,15}|new)$/.test(record) ? record : '',
    search: readBrowseAddress({ ...params, view: '', group: '' }),
    contains: readContains(params),
    empty: [...new Set([params['empty'] ?? []].flat())].filter((field) => fieldName.test(field)),
  }
}

/** The address of a state. The opposite of {@link readRecordsAddress}. */
export function writeRecordsAddress(state: RecordsState): AddressParams {
  const { resource, record, search, contains, empty } = state
  const texts = Object.entries(contains).map(([field, text]) => [`has.${field}`, text] as const)
  return {
    ...writeBrowseAddress(search),
    ...Object.fromEntries(texts),
    section: recordsSection,
    resource,
    record,
    empty: [...empty],
  }
}

/** Whether anything constrains the list. */
export function isFiltered({ search, contains, empty }: RecordsState): boolean {
  return isConstrained(search) || Object.keys(contains).length > 0 || empty.length > 0
}

/** The list without anything that constrains it. */
export function withoutFilters(state: RecordsState): RecordsState {
  return { ...state, search: clearConstraints(state.search), contains: {}, empty: [] }
}

function readContains(params: AddressParams): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([key, value]) => {
      const field = /^has\.(.+)$/.exec(key)?.[1]
      const text = [value].flat()[0]?.trim() ?? ''
      return field === undefined || !fieldName.test(field) || text === '' ? [] : [[field, text]]
    }),
  )
}

const fieldName = /^[a-z][\w.]*$/i

/** What the cursor of a list asks for a state. `usualOrder`: where the address names none. */
export function recordsDefinition(
  path: string,
  { search, contains, empty }: RecordsState,
  usualOrder: string,
): CursorDefinition {
  const { fulltext, order } = search
  return {
    name: `records of ${path}`,
    path,
    max: pageSize,
    staticQuery: {},
    fulltext,
    orderby: order === '' ? (fulltext === '' ? usualOrder : 'relevance') : order,
    constraints: { ...constraintsOf(search), ...ownConstraints(contains, empty) },
  }
}

function ownConstraints(
  contains: RecordsState['contains'],
  empty: RecordsState['empty'],
): Record<string, Constraint> {
  const texts = Object.entries(contains).map(
    ([field, text]) => [`has ${field}`, { field, operator: 'ct', values: [text] }] as const,
  )
  const missing = empty.map((field) => [`empty ${field}`, { field, operator: 'eq', values: [null] }] as const)
  return Object.fromEntries([...texts, ...missing])
}
