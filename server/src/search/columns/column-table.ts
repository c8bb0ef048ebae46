import type { ColumnCondition, NumberColumnName } from '../condition.ts'
import { complement, countBits, createBits, createScratch, intersect, setBit, unite, type Bits } from './bits.ts'
import { createFacetColumns, type ValueSets } from './facet-columns.ts'
import { createNumberColumn, type NumberColumn } from './number-column.ts'
import { createSlotDirectory, type SlotDirectory } from './slot-directory.ts'
import { createStampColumn, type Stamps } from './stamp-column.ts'

/** A row of the projection, as far as its numbers are kept; instants are milliseconds. */
export interface ColumnRow {
  readonly numbers: Readonly<Record<NumberColumnName, number | null>>
  /** Numbers of facet values, each once. */
  readonly facets: readonly number[]
  /** The transaction that wrote it, above 0: another one after every change. */
  readonly stamp: number
}

/** How many hits there are, with facets how often each value, `[value, count, value, count, …]`, and how many have a value of each set. */
export interface ColumnCounts {
  readonly total: number
  readonly byValue: Int32Array
  readonly bySet: Int32Array
}

/** The numbers of all rows of one resource. */
export interface ColumnTable {
  set(id: number, row: ColumnRow): void
  delete(id: number): void
  /** Counts the rows that a condition holds for, or those of some ids that are there. */
  count(rows: { readonly condition: ColumnCondition } | { readonly ids: readonly number[] }, withFacets: boolean, sets?: ValueSets): ColumnCounts
  /** For each condition, the stamps of these rows in their order; 0 of one that is not there, or for which it does not hold. */
  stamps(ids: Float64Array, conditions: readonly ColumnCondition[]): Stamps[]
  /** What it holds in memory, bytes. */
  sizeBytes(): number
}

/**
 * Creates a table with room for some rows; it grows.
 * @param fieldOf the field of a facet value; a value belongs to one field for ever
 */
export function createColumnTable(rows: number, fieldOf: (value: number) => string): ColumnTable {
  const directory = createSlotDirectory()
  const numbers: Readonly<Record<NumberColumnName, NumberColumn>> = {
    status: createNumberColumn(rows), owner_id: createNumberColumn(rows), valid_from: createNumberColumn(rows), valid_until: createNumberColumn(rows),
  }
  const facets = createFacetColumns(rows, fieldOf)
  const stamps = createStampColumn(rows)
  let capacity = rows
  let live = createBits(rows)
  const scratch = createScratch()

  const grow = (): void => {
    capacity = Math.ceil(capacity * 1.25) + 1024
    for (const column of [...Object.values(numbers), facets, stamps]) column.grow(capacity)
    live = new Int32Array(live.buffer.transfer(Math.ceil(capacity / 32) * 4))
  }
  const all = (): Bits => {
    const bits = scratch.bits()
    bits.set(live.subarray(0, bits.length))
    return bits
  }
  const select = (condition: ColumnCondition): Bits => {
    switch (condition.kind) {
      case 'all': return all()
      case 'none': return scratch.bits()
      case 'and': return condition.parts.map(select).reduce(intersect, all())
      case 'or': return condition.parts.map(select).reduce(unite, scratch.bits())
      case 'not': return complement(select(condition.part), all())
      case 'overlap': return facets.scan(condition.field, condition.values, directory.end(), scratch.bits())
      case 'number': return intersect(selectNumbers(numbers[condition.column], condition, directory.end(), scratch.bits), all())
    }
  }

  return {
    set: (id, row) => {
      const slot = directory.take(id)
      if (slot >= capacity) grow()
      for (const name of numberNames) numbers[name].set(slot, row.numbers[name])
      facets.set(slot, row.facets)
      stamps.set(slot, row.stamp)
      setBit(live, slot, true)
    },
    delete: (id) => {
      const slot = directory.free(id)
      if (slot === undefined) return
      facets.set(slot, [])
      setBit(live, slot, false)
    },
    count: (wanted, withFacets, sets) => {
      scratch.begin(directory.end())
      const hits = 'condition' in wanted ? select(wanted.condition) : pick(wanted.ids, directory, scratch.bits())
      return {
        total: countBits(hits),
        bySet: sets ? facets.countSets(sets, hits, scratch) : new Int32Array(0),
        byValue: withFacets ? facets.count(hits, all(), scratch) : new Int32Array(0),
      }
    },
    stamps: (ids, conditions) => {
      const slots = new Int32Array(ids.length)
      for (let at = 0; at < ids.length; at++) slots[at] = directory.get(ids[at] ?? 0) ?? -1
      return conditions.map((condition) => {
        scratch.begin(directory.end())
        return stamps.pick(slots, select(condition))
      })
    },
    sizeBytes: () => [...Object.values(numbers), facets, stamps, directory].reduce((sum, part) => sum + part.sizeBytes(), live.byteLength),
  }
}

function pick(ids: readonly number[], directory: SlotDirectory, into: Bits): Bits {
  for (const id of ids) {
    const slot = directory.get(id)
    if (slot !== undefined) setBit(into, slot, true)
  }
  return into
}

const numberNames: readonly NumberColumnName[] = ['status', 'owner_id', 'valid_from', 'valid_until']
type NumberComparison = Extract<ColumnCondition, { kind: 'number' }>

/** Every operator in terms of "lies between"; what is missing lies nowhere. Bits of slots that are not in use mean nothing. */
function selectNumbers(column: NumberColumn, { operator, values }: NumberComparison, slots: number, bits: () => Bits): Bits {
  const [value = null] = values
  const between = (least: number, most: number): Bits => column.scan(least, most, slots, bits())
  const known = (): Bits => between(-Infinity, Infinity)
  const whole = (): Bits => bits().fill(-1)
  const oneOf = (list: readonly (number | null)[]): Bits => column.scanAny(new Set(list.filter((one) => one !== null)), slots, bits())
  switch (operator) {
    case 'eq': return value === null ? complement(known(), whole()) : between(value, value)
    case 'neq': return value === null ? known() : complement(between(value, value), whole())
    case 'in': return oneOf(values)
    case 'nin': return complement(oneOf(values), whole())
    case 'gte': return value === null ? bits() : between(value, Infinity)
    case 'lte': return value === null ? bits() : between(-Infinity, value)
    case 'gt': return value === null ? bits() : complement(between(-Infinity, value), known())
    case 'lt': return value === null ? bits() : complement(between(value, Infinity), known())
  }
}
