import { ApiError, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { recordEdit } from '../../access/audit/record-edit.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { currentUserId } from '../../model/entities/current-user-id.ts'
import { requireRows } from '../../model/entities/decide-rows.ts'
import { appendLinks, selectTargets } from '../../model/entities/entities.sql.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { copyParts, isTooDeep, maxParts, projectParts, tooDeep } from './copy-parts.ts'
import {
  lockWidgets,
  moveParts,
  selectBelow,
  selectChildren,
  selectPart,
  updatePositions,
  type StoredPart,
} from './parts.sql.ts'
import { openPlace, pathOf, type Place } from './place.ts'

/**
 * Says which widgets stand in a place, in order: those that are there keep their ids, other widgets of the
 * page move there, components and widgets of other pages are copied in. What stands there and is not named
 * stays, after the others: of two people who add a widget at once, neither loses it.
 * @throws entity_not_found, access_denied, page_closed, invalid_parameter
 * @source wire facts "Pages": Assign; decision 0162
 */
export async function assignWidgets(
  context: Context,
  { form_object: resource, form_id: id, form_value: named }: CallInput<Calls['assignWidgets']>,
): Promise<CallAnswer<Calls['assignWidgets']>> {
  const widgets = await getSchemaOf(context, 'pagewidget')
  await requireRows(context, await getSchemaOf(context, resource), [id], 'update')
  if (named.length > 0) await requireRows(context, widgets, named, 'view')
  const children = await withTransaction(context.database, async (database) => {
    const within = { ...context, database }
    const owner = await selectPart(database, { resource, id })
    if (!owner) throw new ApiError('entity_not_found', { resource, id })
    const place = await openPlace(within, pathOf(owner))
    const placed = await placeWidgets(within, place, named)
    const left = (await selectChildren(database, place.path)).map((child) => child.id)
    const order = [...new Set([...placed, ...left])]
    const changed = await updatePositions(database, order, currentUserId(context))
    await projectParts(within, partsOf(changed))
    await recordEdit(within, { resource, id, verb: 'updated', fields: { children: order } })
    return order
  })
  return { new_children: children.map(String) }
}

const partsOf = (ids: readonly number[]): Pick<StoredPart, 'resource' | 'id'>[] =>
  ids.map((id) => ({ resource: 'pagewidget', id }))

/** Brings each widget into a place; answers what stands there in place of each. */
async function placeWidgets(context: Context, place: Place, named: readonly number[]): Promise<number[]> {
  const held = new Map((await lockWidgets(context.database, named)).map((widget) => [widget.id, widget]))
  const placed: number[] = []
  for (const id of named) {
    const widget = held.get(id)
    if (!widget) throw new ApiError('entity_not_found', { resource: 'pagewidget', id })
    placed.push(await placeWidget(context, place, widget))
  }
  return placed
}

async function placeWidget(context: Context, place: Place, widget: StoredPart): Promise<number> {
  if (widget.parent === place.path) return widget.id
  const root = pathOf(place.root)
  const isOfPage = widget.parent === root || widget.parent.startsWith(`${root}_`)
  return isOfPage ? moveWidget(context, place, widget) : copyWidget(context, place, widget)
}

async function moveWidget(context: Context, { path }: Place, widget: StoredPart): Promise<number> {
  const from = pathOf(widget)
  if (path === from || path.startsWith(`${from}_`))
    throw new ApiError('invalid_parameter', {
      parameter: 'form_value',
      reason: `the widget ${widget.id} cannot stand in itself`,
    })
  await requireRows(context, await getSchemaOf(context, 'pagewidget'), [widget.id], 'update')
  const to = pathOf({ ...widget, parent: path })
  const moved = await moveParts(context.database, { id: widget.id, from, to }, path, currentUserId(context))
  if (moved.some(({ parent }) => isTooDeep(parent))) throw tooDeep()
  await projectParts(context, moved)
  return widget.id
}

/** A copy knows the component that it is of, through whichever widget it was made. */
async function copyWidget(context: Context, place: Place, widget: StoredPart): Promise<number> {
  requireAction(context.identity, 'pagewidget', 'create')
  const { database } = context
  const others = await selectBelow(database, pathOf(widget))
  const there = await selectBelow(database, pathOf(place.root))
  if (there.length + others.length + 1 > maxParts)
    throw new ApiError('invalid_parameter', {
      parameter: 'form_value',
      reason: `a page has at most ${maxParts} widgets and files`,
    })
  const [copy] = await copyParts(context, { roots: [widget], others }, place)
  const of = { resource: 'pagewidget', id: copy?.new_id ?? 0, field: 'mastercomponent' }
  if (widget.parent === '' && (await selectTargets(database, of)).length === 0) {
    await appendLinks(database, of, 'pagewidget', [widget.id])
    await projectParts(context, partsOf([of.id]))
  }
  return of.id
}
