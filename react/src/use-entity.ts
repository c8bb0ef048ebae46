import { useEffect } from 'react'
import { entityKey, type EntitySnapshot, type SchemaSnapshot } from '@cartouche/client'
import { useClient } from './provider.tsx'
import { useKey } from './use-readable.ts'

/** The one copy of an entity, read in full unless it is already. */
export function useEntity(path: string, id: number): EntitySnapshot {
  const { entities } = useClient()
  const key = entityKey(path, id)
  useEffect(() => {
    if (entities.get(key).status !== 'loaded') void entities.fetch(path, id, { withRights: true })
  }, [entities, path, id, key])
  return useKey(entities, key)
}

/** The schema of a resource path, asked for once. */
export function useSchema(path: string): SchemaSnapshot {
  const { schemas } = useClient()
  useEffect(() => {
    schemas.resolve(path).catch(() => undefined)
  }, [schemas, path])
  return useKey(schemas, path)
}
