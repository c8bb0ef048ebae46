/**
 * What a copy of something on the server can be in, in order. `downloaded` exists for downloads only.
 * @source portal §3 Load statuses; data-layer §3 Status vocabulary
 */
export const loadStatuses = [
  'unknown',
  'registering',
  'registered',
  'resolving',
  'resolved',
  'initial',
  'invalid',
  'loaded',
  'fetching',
  'next',
  'error',
  'not_found',
  'downloaded',
] as const
export type LoadStatus = (typeof loadStatuses)[number]

const inProgress: ReadonlySet<LoadStatus> = new Set([
  'registering',
  'resolving',
  'initial',
  'fetching',
  'next',
])

/** Whether something is under way. @source portal §3 Load statuses */
export function isInProgress(status: LoadStatus): boolean {
  return inProgress.has(status)
}

/**
 * Whether a status lies at or after another in the order. A failure has reached nothing but itself, whatever
 * its place.
 * @source data-layer §3 Status vocabulary; DESIGN "Data layer"
 */
export function reached(status: LoadStatus, wanted: LoadStatus): boolean {
  if (status === 'error' || status === 'not_found') return status === wanted
  if (wanted === 'error' || wanted === 'not_found') return false
  return loadStatuses.indexOf(status) >= loadStatuses.indexOf(wanted)
}
