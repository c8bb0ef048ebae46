import { ApiError, type CallAnswer, type Calls, type StorageUse } from '@cartouche/contract'
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '../../access/context.ts'
import { requireAction, scopeOf, seesAll } from '../../access/decide.ts'
import { readAtStandby } from '../../ground/database/standby.ts'
import { selectStorageUses } from '../../model/storage-limits/storage-limits.sql.ts'
import { isLimited } from '../../model/storage-limits/within-storage-limit.ts'
import { measureStorage, selectUserNames, type StorageMeasure } from './storage.sql.ts'

/** How long a request waits for a measure, which goes on without it. */
const patienceMs = 8000

/**
 * How much room files take, as it was measured lately. Owners and assets have names for whom
 * may see all of them: what is hidden from somebody is a number here.
 * @throws sign_in_needed, access_denied, query_too_slow
 * @source decision 0148
 */
export async function getStorage({
  database,
  standby,
  identity,
  storageCache,
}: Context): Promise<CallAnswer<Calls['getStorage']>> {
  requireAction(identity, 'storage', 'view')
  const measure = await soonEnough(
    storageCache.get(() => readAtStandby({ database, standby }, measureStorage)),
  )
  const [seesUsers, seesAssets] = ['user', 'asset'].map((resource) =>
    seesAll(scopeOf(identity, resource, 'view')),
  )
  const { owners, largest, ...sums } = measure
  const ids = [...owners, ...largest].flatMap(({ ownerId }) => ownerId ?? [])
  const uses = await selectStorageUses(
    database,
    owners.flatMap(({ ownerId }) => ownerId ?? []),
  )
  const names = seesUsers ? await selectUserNames(database, ids) : new Map<number, string>()
  const ownerOf = (id: number | null) => (id === null ? null : { id, name: names.get(id) ?? `#${id}` })
  return {
    ...sums,
    natures: [...sums.natures],
    years: [...sums.years],
    months: [...sums.months],
    owners: owners.map(({ ownerId, ...sum }) => ({
      owner: ownerOf(ownerId),
      ...sum,
      use: limitedUse(uses.get(ownerId ?? 0)),
    })),
    largest: largest.map(({ id, name, fileName, ownerId, ...file }) => ({
      id,
      ...file,
      name: seesAssets ? name : null,
      fileName: seesAssets ? fileName : null,
      owner: ownerOf(ownerId),
    })),
  }
}

function limitedUse(use: StorageUse | undefined): StorageUse | null {
  return use && isLimited(use) ? use : null
}

/** @throws query_too_slow where it is not there in time: whoever asks again later finds it */
async function soonEnough(measure: Promise<StorageMeasure>): Promise<StorageMeasure> {
  const late = new AbortController()
  const slow = wait(patienceMs, undefined, { signal: late.signal }).then(() => {
    throw new ApiError('query_too_slow')
  })
  try {
    return await Promise.race([measure, slow])
  } finally {
    late.abort()
    slow.catch(() => undefined)
  }
}
