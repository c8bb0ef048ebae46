/**
 * Page size by default, and the most that one page holds.
 * @source data-layer §9; wire facts "Lists"
 */
export const defaultPageSize = 24
export const maxPageSize = 200

/** Pages come all at once where nobody says how many. @source wire facts "Pages" */
const allAtOnce: ReadonlySet<string> = new Set(['page'])
const maxAllAtOnce = 1000

/** How many entities of a resource an answer has where the client does not say. */
export function pageSizeOf(resource: string): number {
  return allAtOnce.has(resource) ? maxAllAtOnce : defaultPageSize
}
