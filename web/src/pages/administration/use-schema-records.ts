import type { CursorSnapshot, EntityData, ProjectionProgress } from '@cartouche/client'
import { useClient, useCursor, useEntity, type CursorActions } from '@cartouche/react'
import { useEffect } from 'react'
import { languageOf } from '../../translations/languages.ts'

/** Resource paths of schemas and of their fields, which are data like all others. @source decision 0040 */
export const schemaPath = 'data/schema'
export const fieldPath = 'data/schemafield'
export const rolePath = 'data/role'

/** More than a schema has fields at most, and a library resources. */
const allOfThem = 500
const projectionPauseMs = 1000

type Records = CursorSnapshot & { readonly actions: CursorActions }

/** All resources, in their order. */
export function useSchemaRecords(): Records {
  return useCursor({
    name: 'schemas',
    path: schemaPath,
    max: allOfThem,
    orderby: 'position asc',
    staticQuery: {},
  })
}

/** The name of the cursor on the fields of a schema. */
export function fieldsCursor(schemaId: number): string {
  return `fields of ${schemaId}`
}

/** The fields of a schema, in their order. */
export function useFieldRecords(schemaId: number): Records {
  return useCursor({
    name: fieldsCursor(schemaId),
    path: fieldPath,
    max: allOfThem,
    orderby: 'taborder asc',
    staticQuery: { schema: schemaId },
  })
}

/** What follows a change of a schema in the background. */
interface Following {
  readonly projection: ProjectionProgress | undefined
  readonly purge: ProjectionProgress | undefined
  /** Removed fields whose values are still stored. */
  readonly removed: readonly string[]
}

/**
 * How far the search follows a change of a schema, and the forgetting of removed fields; asked for every
 * second while one of them runs.
 */
export function useProjection(schemaId: number): Following {
  const { entities } = useClient()
  const { data } = useEntity(schemaPath, schemaId)
  const projection = data?.['$projection'] as ProjectionProgress | undefined
  const purge = data?.['$purge'] as ProjectionProgress | undefined
  const isRunning = projection?.state === 'running' || purge?.state === 'running'
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setTimeout(() => void entities.fetch(schemaPath, schemaId), projectionPauseMs)
    return () => clearTimeout(timer)
  }, [entities, schemaId, isRunning, data])
  return { projection, purge, removed: (data?.['$removed'] as readonly string[] | undefined) ?? [] }
}

/**
 * What a schema or a field is called in the reader's language, in English where it has no name in that one;
 * nothing where there is none.
 * @param locale BCP 47
 */
export function labelOf(record: EntityData | undefined, locale: string): string {
  const translated = languageOf(locale) === 'fr' ? record?.['label_fr'] : null
  const label = typeof translated === 'string' && translated !== '' ? translated : record?.['label']
  return typeof label === 'string' ? label : ''
}

/** The path of the entities of a schema. */
export function pathOfSchema(schema: EntityData): string {
  return `${String(schema['domain'])}/data/${schema.name ?? ''}`
}

/** Has everything know a schema that was changed: forms, facets, and how far the search is. */
export function useFollowSchema(schema: EntityData): () => Promise<void> {
  const { cursors, schemas, entities } = useClient()
  return async () => {
    await Promise.all(
      [
        cursors.refresh(fieldsCursor(schema.id)),
        schemas.refresh(pathOfSchema(schema)),
        entities.fetch(schemaPath, schema.id),
      ].map((work: Promise<unknown>) => work.catch(() => undefined)),
    )
  }
}
