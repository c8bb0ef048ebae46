import type { Changes, EntityData } from '@cartouche/client'
import { moveTo, ordersFor } from './record-order.ts'

/** Fields by group, both in their order. */
export type FieldGroups = readonly { readonly id: number; readonly fields: readonly EntityData[] }[]

/** Groups that every resource can have. @source server built-in schemas */
export const groupIds = [1, 2, 3, 4] as const

/** The fields of a resource in their groups; the usual groups are there when they are empty, too. */
export function groupsOf(fields: readonly EntityData[]): FieldGroups {
  const ids = [...new Set([...groupIds, ...fields.map(groupOf)])].toSorted((a, b) => a - b)
  return ids.map((id) => ({
    id,
    fields: fields
      .filter((field) => groupOf(field) === id)
      .toSorted((a, b) => orderOf(a) - orderOf(b) || a.id - b.id),
  }))
}

/** Where a field goes: before another of a group, or at its end. */
export interface FieldPlace {
  readonly group: number
  readonly before: number | null
}

/** The place one step up or down, which may be in the next group; undefined where there is none. */
export function placeBeside(groups: FieldGroups, id: number, by: 1 | -1): FieldPlace | undefined {
  const at = groups.findIndex(({ fields }) => fields.some((field) => field.id === id))
  const group = groups[at]
  const index = group?.fields.findIndex((field) => field.id === id) ?? -1
  const beside = group?.fields[index + by]
  const other = groups[at + by]
  if (group && beside)
    return { group: group.id, before: by === -1 ? beside.id : (group.fields[index + 2]?.id ?? null) }
  return other && { group: other.id, before: by === -1 ? null : (other.fields[0]?.id ?? null) }
}

/** What is to be written, by field, to put one before another of a group, or at its end. */
export function changesOfMove(
  groups: FieldGroups,
  moved: number,
  { group, before }: FieldPlace,
): ReadonlyMap<number, Changes> {
  const field = groups.flatMap(({ fields }) => fields).find(({ id }) => id === moved)
  if (!field || before === moved) return new Map()
  const others = (groups.find(({ id }) => id === group)?.fields ?? []).filter(({ id }) => id !== moved)
  const index =
    before === null
      ? others.length
      : Math.max(
          0,
          others.findIndex(({ id }) => id === before),
        )
  const orders = ordersFor(
    moveTo([...others, field], moved, index).map((one) => ({ id: one.id, order: orderOf(one) })),
    moved,
  )
  const changes = new Map<number, Changes>([...orders].map(([id, taborder]) => [id, { taborder }]))
  if (groupOf(field) !== group) changes.set(moved, { ...changes.get(moved), group })
  return changes
}

const groupOf = (field: EntityData): number => (typeof field['group'] === 'number' ? field['group'] : 1)
const orderOf = (field: EntityData): number =>
  typeof field['taborder'] === 'number' ? field['taborder'] : 1000
