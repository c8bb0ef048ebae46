import type { Context } from '../../access/context.ts'
import { requirePower } from '../../access/power.ts'
import { selectPower } from './role-grants.sql.ts'

/** What says who asks, and where. */
export type Asking = Pick<Context, 'database' | 'identity'>

/**
 * Refuses to touch what these roles stand for: what somebody of one of them may do.
 * @throws power_exceeded, administrator_only
 * @source decision 0110
 */
export async function requirePowerOver(
  { database, identity }: Asking,
  roleIds: readonly (number | null | undefined)[],
): Promise<void> {
  for (const roleId of new Set(roleIds)) {
    const power = typeof roleId === 'number' ? await selectPower(database, roleId) : undefined
    if (power) requirePower(identity, power)
  }
}
