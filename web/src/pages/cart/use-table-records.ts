import { calls, type Asset } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

/** What the server answers at once. */
const pageSize = 200

/**
 * The records of a cart that are loaded, and of those that a light table needs beside them: what is seen, and
 * what is selected. `need` says which.
 */
export function useTableRecords(
  loaded: readonly Asset[],
  selected: ReadonlySet<number>,
  isWanted: boolean,
): { readonly assets: readonly Asset[]; readonly need: (ids: readonly number[]) => void } {
  const client = useClient()
  const [more, setMore] = useState<ReadonlyMap<number, Asset>>(new Map())
  const asked = useRef(new Set<number>())
  const known = useMemo(() => new Set(loaded.map(({ id }) => id)), [loaded])
  const latest = useRef(known)
  useEffect(() => {
    latest.current = known
  })
  const need = useCallback(
    (ids: readonly number[]): void => {
      const missing = ids.filter((id) => !latest.current.has(id) && !asked.current.has(id))
      missing.forEach((id) => asked.current.add(id))
      const read = async (): Promise<void> => {
        for (let first = 0; first < missing.length; first += pageSize) {
          const { response } = await client.call(calls.findEntities, {
            path: 'dam/data/asset',
            query: { id: { in: missing.slice(first, first + pageSize) } },
            max: pageSize,
          })
          // What lists of assets answer is made of assets.
          const found = response.data as unknown as Asset[]
          setMore((now) => new Map([...now, ...found.map((asset) => [asset.id, asset] as const)]))
        }
      }
      read().catch(() => missing.forEach((id) => asked.current.delete(id)))
    },
    [client],
  )
  useEffect(() => {
    if (isWanted && selected.size > 0) need([...selected])
  }, [isWanted, selected, need])
  const assets = useMemo(
    () => (more.size === 0 ? loaded : [...loaded, ...[...more.values()].filter(({ id }) => !known.has(id))]),
    [loaded, more, known],
  )
  return { assets, need }
}
