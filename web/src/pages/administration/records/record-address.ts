import type { CursorDefinition } from '@cartouche/client'
import { readBrowseAddress, writeBrowseAddress, type BrowseState } from '../../../address/browse-address.ts'
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
  }
}

/** The address of a state. The opposite of {@link readRecordsAddress}. */
export function writeRecordsAddress({ resource, record, search }: RecordsState): AddressParams {
  return { ...writeBrowseAddress(search), section: recordsSection, resource, record }
}

/** What the cursor of a list asks for a state. `usualOrder`: where the address names none. */
export function recordsDefinition(
  path: string,
  { search }: RecordsState,
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
    constraints: constraintsOf(search),
  }
}
