/**
 * Page size by default, and the most that one page holds.
 * @source data-layer §9; wire facts "Lists"
 */
export const defaultPageSize = 24
export const maxPageSize = 200
