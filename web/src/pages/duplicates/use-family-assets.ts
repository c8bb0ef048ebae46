import { calls, type Asset, type Failure } from '@cartouche/client'
import type { DuplicateFamily } from '@cartouche/contract'
import { useRead } from '@cartouche/react'
import { useState } from 'react'
import { assetPath } from '../../address/browse-cursor.ts'

/** The assets of families, by id; those that were read before stay while they are read again. */
export function useFamilyAssets(families: readonly DuplicateFamily[]): {
  readonly assets: ReadonlyMap<number, Asset>
  readonly error: Failure | null
} {
  const ids = families.flatMap(({ members }) => members.map(({ id }) => id)).toSorted((a, b) => a - b)
  const { data, error } = useRead(calls.findEntities, {
    path: assetPath,
    query: JSON.stringify({ id: { in: ids.length > 0 ? ids : [0] } }),
    max: 200,
    withRights: true,
  })
  const [last, setLast] = useState(data)
  if (data !== undefined && data !== last) setLast(data)
  const records = (data ?? last)?.response.data ?? []
  const assets = new Map(
    records.flatMap((one) => (typeof one === 'string' ? [] : [[one.id, one as Asset] as const])),
  )
  return { assets, error: data === undefined ? error : null }
}
