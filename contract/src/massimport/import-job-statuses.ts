/**
 * Statuses of an import job, by id: some of its items wait, are being inspected or turned into assets; some
 * can be turned into assets; the files left are damaged; all are assets; it has no items.
 * @source data-layer §3 Mass import job: status (outstanding); decision 0139
 */
export const importJobStatuses = { outstanding: 1, ready: 3, broken: 4, validated: 6, empty: 7 } as const
export type ImportJobStatus = keyof typeof importJobStatuses
