import { importJobStatuses, type ImportJobStatus, type ImportListDefinition } from '@cartouche/client'
import type { AddressParams } from '../../../address/search-params.ts'

/** The section of the administration that lists all imports. */
export const importsSection = 'imports'

/** Which imports are listed: those in use, those put away, or both. */
export const archivedChoices = ['active', 'archived', 'all'] as const
export type ArchivedChoice = (typeof archivedChoices)[number]

/** What the list of all imports shows, as the address says it. */
export interface ImportsState {
  /** Words of the name. */
  readonly text: string
  /** Id of the owner; null: everybody. */
  readonly owner: number | null
  readonly status: ImportJobStatus | null
  readonly archived: ArchivedChoice
  /** `field asc` or `field desc`. */
  readonly order: string
}

const usualOrder = 'created desc'

/** Reads the state from the address. What is wrong in it is as if it were not there. */
export function readImportsAddress({ q, owner, state, archived, order }: AddressParams): ImportsState {
  return {
    text: typeof q === 'string' ? q : '',
    owner: typeof owner === 'string' && /^\d{1,15}$/.test(owner) ? Number(owner) : null,
    status: typeof state === 'string' && isStatus(state) ? state : null,
    archived: archivedChoices.find((one) => one === archived) ?? 'active',
    order:
      typeof order === 'string' && /^(name|status|count|created|modified) (asc|desc)$/.test(order)
        ? order
        : usualOrder,
  }
}

/** The address of a state. The opposite of {@link readImportsAddress}. */
export function writeImportsAddress({ text, owner, status, archived, order }: ImportsState): AddressParams {
  return {
    section: importsSection,
    q: text,
    owner: owner === null ? '' : String(owner),
    state: status ?? '',
    archived: archived === 'active' ? '' : archived,
    order: order === usualOrder ? '' : order,
  }
}

/** Whether anything keeps imports in use from being listed. */
export function isFiltered({ text, owner, status, archived }: ImportsState): boolean {
  return text !== '' || owner !== null || status !== null || archived === 'archived'
}

/** What the list asks for a state. */
export function importsDefinition({
  text,
  owner,
  status,
  archived,
  order,
}: ImportsState): ImportListDefinition {
  const query = {
    ...(owner === null ? {} : { jobowner: { eq: owner } }),
    ...(status === null ? {} : { status: { eq: importJobStatuses[status] } }),
    ...(archived === 'active' ? {} : { activated: { in: archived === 'all' ? [true, false] : [false] } }),
  }
  return { name: 'all imports', query, fulltext: text, orderby: order, maxItems: 0 }
}

function isStatus(name: string): name is ImportJobStatus {
  return Object.hasOwn(importJobStatuses, name)
}
