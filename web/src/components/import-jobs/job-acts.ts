import type { ImportJob } from '@cartouche/client'

/** What is asked in a dialog before it is done with imports. */
export interface JobAct {
  readonly what: 'rename' | 'transfer' | 'putUnder' | 'takeOut' | 'delete'
  /** One; several where they are transferred or deleted together. */
  readonly jobs: readonly [ImportJob, ...ImportJob[]]
}

/** Whether the user may change an import, as the server said when it listed it. */
export function canChange({ $rights }: ImportJob): boolean {
  return $rights?.update === true
}

/** Whether the user may delete an import, as the server said when it listed it. */
export function canDelete({ $rights }: ImportJob): boolean {
  return $rights?.delete === true
}

/** Files of an import that are no assets yet: what is lost with it. */
export function openFiles({ count, counts, $moreChildren_$items: { total } }: ImportJob): number {
  return (count ?? total) - (counts['validated'] ?? 0)
}
