import { calls, type CallAnswer, type Calls } from '@cartouche/client'
import { useRead } from '@cartouche/react'

/** Numbers behind keys such as `asset_12`. */
export type Counts = CallAnswer<Calls['listTop']>['list']

/** The number in a key such as `asset_12`. */
export const idOf = (key: string): number => Number(key.split('_').at(-1))

/** Names of the entities of a resource that counts are about, by id; without those that are gone. */
export function useEntityNames(path: string, counts: Counts): ReadonlyMap<number, string> {
  const ids = [...new Set(counts.map(({ key }) => idOf(key)))].toSorted((a, b) => a - b)
  const { data } = useRead(calls.findEntities, {
    path,
    query: JSON.stringify({ id: { in: ids.length > 0 ? ids : [0] } }),
    max: 200,
  })
  return new Map(
    (data?.response.data ?? []).flatMap((one) =>
      typeof one === 'string' ? [] : [[one.id, String(one['name'] ?? '')] as const],
    ),
  )
}
