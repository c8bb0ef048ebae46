import { ApiError, maxPartDepth, partPath, partSteps } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { currentUserId } from '../../model/entities/current-user-id.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { project } from '../../model/search/project.ts'
import { insertCopies, reserveIds, type PartCopy, type StoredPart } from './parts.sql.ts'
import { pathOf, type Place } from './place.ts'

/** Widgets and files of one page, or of one copy of a component. */
export const maxParts = 10_000
const projectedAtOnce = 500

/** What is copied: `roots` stand in the new place, the others in them, each after what it stands in. */
export interface CopySource {
  readonly roots: readonly StoredPart[]
  readonly others: readonly StoredPart[]
}

/**
 * Copies parts into a place, in the transaction that holds it. Answers the copies, those of the roots first.
 * @throws invalid_parameter where they are too many or too deep
 */
export async function copyParts(
  context: Context,
  { roots, others }: CopySource,
  { path, root }: Place,
): Promise<PartCopy[]> {
  const parts = [...roots, ...others]
  if (parts.length > maxParts) throw bad(`a page has at most ${maxParts} widgets and files`)
  const ids = await reserveIds(context.database, parts.length)
  const placeOf = new Map<string, string>(roots.map(({ parent }) => [parent, path]))
  const copies = parts.map((part, at): PartCopy => {
    const parent = at < roots.length ? path : (placeOf.get(part.parent) ?? path)
    const copy = { resource: part.resource, id: part.id, new_id: ids[at] ?? 0, parent }
    placeOf.set(pathOf(part), partPath({ resource: part.resource, id: copy.new_id }, parent))
    return copy
  })
  if (copies.some(({ parent }) => isTooDeep(parent))) throw tooDeep()
  await insertCopies(context.database, copies, root, currentUserId(context))
  await projectParts(
    context,
    copies.map(({ resource, new_id: id }) => ({ resource, id })),
  )
  return copies
}

/** Writes the search rows of parts of any resource. */
export async function projectParts(
  context: Context,
  parts: readonly Pick<StoredPart, 'resource' | 'id'>[],
): Promise<void> {
  for (const [resource, list] of Map.groupBy(parts, (part) => part.resource)) {
    const schema = await getSchemaOf(context, resource)
    for (let at = 0; at < list.length; at += projectedAtOnce)
      await project(
        context.database,
        schema,
        list.slice(at, at + projectedAtOnce).map(({ id }) => id),
      )
  }
}

/** Whether nothing can stand at a path, as it has too many steps. */
export const isTooDeep = (parent: string): boolean =>
  (partSteps(parent)?.length ?? maxPartDepth) >= maxPartDepth

/** What refuses a place that is too deep. */
export const tooDeep = (): ApiError => bad(`widgets stand at most ${maxPartDepth} deep in one another`)

function bad(reason: string): ApiError {
  return new ApiError('invalid_parameter', { parameter: 'form_value', reason })
}
