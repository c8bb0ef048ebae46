import type { RoleGrant } from '@cartouche/client'

type Rows = RoleGrant['rows']

/**
 * Grants of one resource that share a row rule: what an editor shows as one. `key` distinguishes groups while
 * they are edited.
 */
export interface GrantGroup {
  readonly key: string
  readonly resource: string
  readonly actions: readonly string[]
  readonly rows: Rows
}

/** Grants put together by resource and rule, in the order of their first. */
export function groupGrants(grants: readonly RoleGrant[]): GrantGroup[] {
  const groups = new Map<string, GrantGroup>()
  for (const { resource, action, rows } of grants) {
    const key = `${resource} ${JSON.stringify(rows)}`
    const known = groups.get(key)
    groups.set(
      key,
      known ? { ...known, actions: [...known.actions, action] } : { key, resource, actions: [action], rows },
    )
  }
  return [...groups.values()]
}

/** The grants that groups stand for. */
export function grantsOf(groups: readonly GrantGroup[]): RoleGrant[] {
  return groups.flatMap(({ resource, actions, rows }) =>
    actions.map((action) => ({ resource, action, rows })),
  )
}
