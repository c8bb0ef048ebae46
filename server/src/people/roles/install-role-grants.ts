import { formatQuery } from '@cartouche/contract'
import { administratorRoleId, builtInRoles } from '../../access/built-in-roles.ts'
import type { Grant, Role } from '../../access/identity.ts'
import { readGrants, type StoredGrant } from '../../access/read-grants.ts'
import type { Database } from '../../ground/database/database.ts'
import { keepShippedGrants, replaceGrants, selectGrants, selectShippedGrants } from './role-grants.sql.ts'

/**
 * Gives the built-in roles their grants, in the transaction of the installation. A role that has them already
 * keeps what was changed here, and gets or loses what this version of the product came with or without; the
 * administrator's are always whole.
 * @source decision 0068
 */
export async function installRoleGrants(transaction: Database): Promise<void> {
  for (const role of builtInRoles) await installGrants(transaction, role)
}

async function installGrants(transaction: Database, role: Role): Promise<void> {
  const product = role.grants.map(storedGrant)
  const shipped = await selectShippedGrants(transaction, role.id)
  const here = await selectGrants(transaction, role.id)
  const wanted =
    shipped === undefined || role.id === administratorRoleId ? product : mergeGrants(here, shipped, product)
  if (keyOf(wanted) !== keyOf(here)) await replaceGrants(transaction, role.id, wanted)
  if (shipped === undefined || keyOf(shipped) !== keyOf(product))
    await keepShippedGrants(transaction, role.id, product)
}

/** What is here, without what the product no longer comes with and with what it newly comes with. */
export function mergeGrants(
  here: readonly StoredGrant[],
  shipped: readonly StoredGrant[],
  product: readonly StoredGrant[],
): StoredGrant[] {
  const keys = (grants: readonly StoredGrant[]): Set<string> => new Set(grants.map((grant) => keyOf([grant])))
  const [inHere, inShipped, inProduct] = [keys(here), keys(shipped), keys(product)]
  const kept = here.filter((grant) => !inShipped.has(keyOf([grant])) || inProduct.has(keyOf([grant])))
  return [
    ...kept,
    ...product.filter((grant) => !inShipped.has(keyOf([grant])) && !inHere.has(keyOf([grant]))),
  ]
}

/** A grant as it is stored. */
export function storedGrant({ resource, action, rows }: Grant): StoredGrant {
  return { resource, action, rows: rows ? formatQuery(rows) : null }
}

/** Equal for equal grants, however their JSON was written. */
function keyOf(grants: readonly StoredGrant[]): string {
  return JSON.stringify(readGrants(JSON.stringify(grants)))
}
