import { countBits, createBits, listBits, type Bits, type Scratch } from './bits.ts'
import { filled, shared, type SlotSet, type SlotSets } from './slot-sets.ts'
import { countLanes } from './count-lanes.ts'
import { createValueSetCache } from './value-set-cache.ts'
import { createValueColumn, type ValueColumn } from './value-column.ts'

/** Sets of values of one field; a value may be in several. */
export interface ValueSets {
  readonly field: string
  readonly sets: readonly (readonly number[])[]
}

/** The facet values of all slots, a column for each field that some slot has a value of. */
export interface FacetColumns {
  /** Replaces the values of a slot; each value once. */
  set(slot: number, values: readonly number[]): void
  /** The slots that have one of these values of a field. */
  scan(field: string, values: readonly number[], slots: number, sets: SlotSets): SlotSet
  /** How many of the hits have each value, `[value, count, value, count, …]`. */
  count(hits: SlotSet, sets: SlotSets, scratch: Scratch): Int32Array
  /** How many of the hits have a value of each set. */
  countSets(wanted: ValueSets, hits: Bits, scratch: Scratch): Int32Array
  /** Makes room for this many slots. */
  grow(capacity: number): void
  /** What it holds in memory, bytes. */
  sizeBytes(): number
}

/** The column of a field, and the values of the slot that is being set. */
interface Entry {
  readonly column: ValueColumn
  readonly pending: number[]
}

/**
 * A condition on more values than this, such as all below a node of a tree, is one pass and keeps nothing.
 */
const maxValueSets = 4

/** Creates columns without values. `fieldOf` says the field of a value, for ever the same. */
export function createFacetColumns(rows: number, fieldOf: (value: number) => string): FacetColumns {
  const entries = new Map<string, Entry>()
  const entryByValue: Entry[] = []
  let capacity = rows
  /** How many slots have each value. */
  let totals = new Int32Array(1024)
  const kept = createValueSetCache()

  const entryOf = (value: number): Entry => {
    const known = entryByValue[value]
    if (known) return known
    const field = fieldOf(value)
    const entry = entries.get(field) ?? { column: createValueColumn(capacity), pending: [] }
    entries.set(field, entry)
    entryByValue[value] = entry
    return entry
  }
  const change = (slot: number, value: number, by: 1 | -1): void => {
    if (value >= totals.length) totals = new Int32Array(totals.buffer.transfer(value * 8))
    totals[value] = (totals[value] ?? 0) + by
    kept.note(slot, value, by === 1)
  }
  const scan = ({ column }: Entry, values: readonly number[], slots: number, into: Bits): Bits =>
    column.scan(flagsOf(values, totals.length), slots, into)
  return {
    set: (slot, values) => {
      for (const value of values) entryOf(value).pending.push(value)
      for (const { column, pending } of entries.values()) {
        column.each(slot, (value) => change(slot, value, -1))
        column.set(slot, pending)
        column.each(slot, (value) => change(slot, value, 1))
        pending.length = 0
      }
    },
    scan: (field, values, slots, sets) => {
      const entry = entries.get(field)
      if (!entry) return 'none'
      const known = values.filter((value) => entryByValue[value] === entry)
      if (known.length > maxValueSets) return filled(scan(entry, known, slots, sets.empty()))
      return sets.or(
        known.map((value) =>
          shared(kept.get(value, () => scan(entry, [value], slots, createBits(capacity)))),
        ),
      )
    },
    count: (hits, sets, scratch) => {
      const [total, whole] = [sets.count(hits), sets.count('all')]
      // Of many hits, those are counted that are left out.
      const isFew = total * 2 <= whole
      const counted = isFew ? hits : sets.not(hits)
      const slots = listBits(sets.read(counted), scratch.list(isFew ? total : whole - total))
      const counts = new Int32Array(totals.length)
      if (slots.length > 0) for (const { column } of entries.values()) column.count(slots, counts)
      return pairs(isFew ? counts : totals.map((count, value) => count - (counts[value] ?? 0)))
    },
    countSets: ({ field, sets }, hits, scratch) => {
      const column = entries.get(field)?.column
      if (!column) return new Int32Array(sets.length)
      return Int32Array.from(
        chunksOf(sets, setsAtOnce).flatMap((some) =>
          countInColumn(column, masksOf(some, totals.length), hits, scratch).slice(0, some.length),
        ),
      )
    },
    grow: (wanted) => {
      capacity = wanted
      kept.clear()
      for (const { column } of entries.values()) column.grow(wanted)
    },
    sizeBytes: () =>
      [...entries.values()].reduce(
        (sum, { column }) => sum + column.sizeBytes(),
        totals.byteLength + kept.sizeBytes(),
      ),
  }
}

function flagsOf(values: readonly number[], length: number): Uint8Array {
  const flags = new Uint8Array(length)
  for (const value of values) flags[value] = 1
  return flags
}

/** As many as a mask has bits. */
const setsAtOnce = 32

function chunksOf<T>(list: readonly T[], length: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / length) }, (_, chunk) =>
    list.slice(chunk * length, (chunk + 1) * length),
  )
}

function countInColumn(column: ValueColumn, masks: Int32Array, hits: Bits, scratch: Scratch): number[] {
  const slots = listBits(hits, scratch.list(countBits(hits)))
  column.mask(slots, masks)
  return [...countLanes(slots)]
}

/** By value, in which of the sets it is. */
function masksOf(sets: ValueSets['sets'], length: number): Int32Array {
  const masks = new Int32Array(length)
  for (const [set, values] of sets.entries())
    for (const value of values) masks[value] = (masks[value] ?? 0) | (1 << set)
  return masks
}

function pairs(counts: Int32Array): Int32Array {
  const found: number[] = []
  for (let value = 1; value < counts.length; value++) {
    const count = counts[value] ?? 0
    if (count !== 0) found.push(value, count)
  }
  return Int32Array.from(found)
}
