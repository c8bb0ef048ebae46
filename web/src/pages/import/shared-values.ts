import type { ImportItem } from '@cartouche/contract'
import { linksOf, type Link } from '../../components/asset-details/asset-fields.ts'

/** The value of a field where several items have the same; otherwise that they differ. */
export type SharedValue = { readonly same: true; readonly value: unknown } | { readonly same: false }

/** What several items say of one field. */
export function sharedValue(items: readonly ImportItem[], field: string): SharedValue {
  const [first, ...others] = items.map((item) => item.$assetmetadata[field] ?? null)
  return others.every((value) => JSON.stringify(value) === JSON.stringify(first))
    ? { same: true, value: first }
    : { same: false }
}

/**
 * The links of several items: those that all have, others with how many of the items have them, and names
 * that are yet to be made.
 */
export interface SharedLinks {
  readonly common: readonly Link[]
  readonly others: readonly (Link & { readonly count: number })[]
  readonly fresh: readonly string[]
}

/** What several items link to by one field. */
export function sharedLinks(items: readonly ImportItem[], field: string): SharedLinks {
  const values = items.map((item) => item.$assetmetadata[field])
  const lists = values.map(linksOf)
  const all = [...new Map(lists.flat().map((link) => [link.id, link])).values()]
  const countOf = ({ id }: Link): number => lists.filter((list) => list.some((link) => link.id === id)).length
  const counted = all.map((link) => ({ link, count: countOf(link) }))
  return {
    common: counted.filter(({ count }) => count === lists.length).map(({ link }) => link),
    others: counted
      .filter(({ count }) => count < lists.length)
      .map(({ link, count }) => ({ ...link, count })),
    fresh: [...new Set(values.flatMap(freshNames))],
  }
}

/**
 * The change of a list field that turns common links into others, whatever else each item has; null for none.
 */
export function linkChange(
  before: readonly Link[],
  after: readonly number[],
): { readonly $mode: 'appendnew' | 'remove'; readonly $values: readonly { readonly id: number }[] } | null {
  const added = after.filter((id) => !before.some((link) => link.id === id))
  if (added.length > 0) return { $mode: 'appendnew', $values: added.map((id) => ({ id })) }
  const removed = before.filter(({ id }) => !after.includes(id))
  return removed.length > 0 ? { $mode: 'remove', $values: removed.map(({ id }) => ({ id })) } : null
}

function freshNames(value: unknown): string[] {
  return [value].flat().flatMap((one: unknown) => {
    const { id, name } = (one ?? {}) as { readonly id?: unknown; readonly name?: unknown }
    return (id === null || id === undefined) && typeof name === 'string' ? [name] : []
  })
}
