import type { CallAnswer, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction, scopeOf, seesAll } from '../../access/decide.ts'
import { refuseSlow } from '../../ground/database/create-pool.ts'
import { measureStorage, selectUserNames } from './storage.sql.ts'

/**
 * How much room files take, as it was measured in the last ten minutes. Owners and assets have names for whom
 * may see all of them: what is hidden from somebody is a number here.
 * @throws sign_in_needed, access_denied, query_too_slow
 * @source decision 0148
 */
export async function getStorage({
  database,
  identity,
  storageCache,
}: Context): Promise<CallAnswer<Calls['getStorage']>> {
  requireAction(identity, 'storage', 'view')
  const measure = await storageCache.get(() => measureStorage(database)).catch(refuseSlow)
  const [seesUsers, seesAssets] = ['user', 'asset'].map((resource) =>
    seesAll(scopeOf(identity, resource, 'view')),
  )
  const { owners, largest, ...sums } = measure
  const ids = [...owners, ...largest].flatMap(({ ownerId }) => ownerId ?? [])
  const names = seesUsers ? await selectUserNames(database, ids) : new Map<number, string>()
  const ownerOf = (id: number | null) => (id === null ? null : { id, name: names.get(id) ?? `#${id}` })
  return {
    ...sums,
    natures: [...sums.natures],
    years: [...sums.years],
    owners: owners.map(({ ownerId, ...sum }) => ({ owner: ownerOf(ownerId), ...sum })),
    largest: largest.map(({ id, name, fileName, ownerId, ...file }) => ({
      id,
      ...file,
      name: seesAssets ? name : null,
      fileName: seesAssets ? fileName : null,
      owner: ownerOf(ownerId),
    })),
  }
}
