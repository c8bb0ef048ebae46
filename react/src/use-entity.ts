import { useEffect } from 'react'
import { entityKey, schemaBatchesOf, type EntitySnapshot, type SchemaSnapshot } from '@cartouche/client'
import { useClient } from './provider.tsx'
import { suspendKey, type SuspenseOption } from './suspend.ts'
import { useKey } from './use-readable.ts'

/** The one copy of an entity, read in full unless it is already. */
export function useEntity(path: string, id: number, { suspense }: SuspenseOption = {}): EntitySnapshot {
  const { entities } = useClient()
  const key = entityKey(path, id)
  useEffect(() => {
    if (entities.get(key).status !== 'loaded') void entities.fetch(path, id, { withRights: true })
  }, [entities, path, id, key])
  const snapshot = useKey(entities, key)
  if (suspense)
    suspendKey(entities, key, {
      isThere: ({ data, status }) => data !== null || status === 'not_found',
      start: () => entities.fetch(path, id, { withRights: true }),
    })
  return snapshot
}

/** The schema of a resource path, asked for once. */
export function useSchema(path: string, { suspense }: SuspenseOption = {}): SchemaSnapshot {
  const client = useClient()
  // Who shows schemas shows several: those of one turn travel together.
  schemaBatchesOf(client)
  const { schemas } = client
  useEffect(() => {
    schemas.resolve(path).catch(() => undefined)
  }, [schemas, path])
  const snapshot = useKey(schemas, path)
  if (suspense)
    suspendKey(schemas, path, {
      isThere: (schema) => Object.keys(schema.schemas).length > 0,
      start: () => schemas.resolve(path).catch(() => undefined),
    })
  return snapshot
}
