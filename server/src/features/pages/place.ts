import {
  ApiError,
  assetStatuses,
  maxPartDepth,
  partPath,
  partSteps,
  statusName,
  workflowOf,
} from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireRows } from '../../model/entities/decide-rows.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { selectPart, type StoredPart } from './parts.sql.ts'

/** Where widgets and files stand: a page, or a widget of one or of a component. */
export interface Place {
  readonly path: string
  /** The page, or the component; status and owner are those of everything in it. */
  readonly root: StoredPart
}

/**
 * A place by its path, which the caller may change; the transaction, `context.database`, holds its page, so
 * that it is not published meanwhile.
 * @throws invalid_parameter, entity_not_found, access_denied, page_closed
 */
export async function openPlace(context: Context, path: string): Promise<Place> {
  const steps = partSteps(path)
  const last = steps?.at(-1)
  if (!steps || !last || last.resource === 'pagefile' || steps.length >= maxPartDepth)
    throw new ApiError('invalid_parameter', {
      parameter: 'parent',
      reason: 'the path of a place is expected',
    })
  await requireRows(context, await getSchemaOf(context, last.resource), [last.id], 'update')
  const root = await openRoot(context, path)
  const part = await selectPart(context.database, last)
  // The path of each widget is kept right: where the last step fits, all do.
  if (!part || pathOf(part) !== path)
    throw new ApiError('entity_not_found', { resource: last.resource, id: last.id })
  return { path, root }
}

/**
 * The page or the component that a path begins with, held against whoever publishes it.
 * @throws entity_not_found, page_closed
 */
export async function openRoot(context: Context, path: string): Promise<StoredPart> {
  const [first] = partSteps(path) ?? []
  const root = first && (await selectPart(context.database, first, 'share'))
  if (!root) throw new ApiError('entity_not_found', { resource: 'page', id: first?.id ?? 0 })
  requireOpen(root)
  return root
}

/**
 * Refuses to change what is published or archived: that is what working copies are for.
 * @throws page_closed
 * @source decision 0163
 */
export function requireOpen(part: StoredPart): void {
  const { resource, id, status } = part
  if (resource !== 'page' || isOpen(part)) return
  throw new ApiError('page_closed', { id, status: statusName(workflowOf('page'), status) })
}

/** Whether a page is still being worked on. */
export function isOpen({ status }: StoredPart): boolean {
  return status === assetStatuses.draft || status === assetStatuses.submitted
}

/** The path of what is stored. */
export function pathOf({ resource, id, parent }: StoredPart): string {
  return partPath({ resource, id }, parent)
}
