import type { ColumnCondition, NumberColumnName, WordsCondition } from '../condition.ts'
import { createBits, createScratch, setBit, type Bits } from './bits.ts'
import { createFacetColumns, type FacetColumns, type ValueSets } from './facet-columns.ts'
import { createNumberColumn, type NumberColumn } from './number-column.ts'
import { createSlotSets, filled, shared, type SlotSet, type SlotSets } from './slot-sets.ts'
import { createSlotDirectory, type SlotDirectory } from './slot-directory.ts'
import { createRevisionColumn, type Revisions } from './revision-column.ts'
import { pickBest, type BestRows } from './pick-best.ts'
import {
  createWordSets,
  type FoundWords,
  type UnknownWords,
  type WantedWords,
  type WordSets,
} from './word-sets.ts'

/** A row of the projection, as far as its numbers are kept; instants are milliseconds. */
export interface ColumnRow {
  readonly numbers: Readonly<Record<NumberColumnName, number | null>>
  /** Numbers of facet values, each once. */
  readonly facets: readonly number[]
  /** The transaction that wrote it, above 0: another one after every change. */
  readonly revision: number
  /** Which of the kept words it has; none where no words are kept. */
  readonly words?: FoundWords
}

/** The rows of the highest rank for some words, the highest first; those of the same rank by their id. */
export interface BestQuestion {
  readonly words: WordsCondition
  readonly max: number
  readonly descendingIds: boolean
}

/**
 * How many hits there are, with facets how often each value, `[value, count, value, count, …]`, and how many
 * have a value of each set.
 */
export interface ColumnCounts {
  readonly total: number
  readonly byValue: Int32Array
  readonly bySet: Int32Array
  readonly best?: BestRows
  /** Of all rows, where they were asked for and are no more. */
  readonly ids?: Float64Array<ArrayBuffer>
}

/** Rows: those that a condition holds for, or those of some ids. */
type Wanted = { readonly condition: ColumnCondition } | { readonly ids: readonly number[] }

/** The numbers of all rows of one resource. */
export interface ColumnTable {
  set(id: number, row: ColumnRow): void
  delete(id: number): void
  /** Counts rows; of ids, those that are there. */
  count(
    rows: Wanted,
    wanted: { withFacets: boolean; sets?: ValueSets; best?: BestQuestion; maxIds?: number },
  ): ColumnCounts
  /** Those of some words whose rows are to be read and given to `learn`, before they are asked for. */
  unknownWords(wanted: readonly WantedWords[]): UnknownWords[]
  /** Learns which rows have words that were unknown, with their ranks. */
  learn(unknown: UnknownWords, ids: Float64Array, ranks: Float32Array): void
  /** All words of which a row has to say whether it has them. */
  keptWords(): WantedWords[]
  /**
   * For each condition, the revisions of these rows in their order; 0 of one that is not there, or for which
   * it does not hold.
   */
  revisions(ids: Float64Array, conditions: readonly ColumnCondition[]): Revisions[]
  /** What it holds in memory, bytes. */
  sizeBytes(): number
}

/**
 * Creates a table with room for some rows; it grows.
 * @param fieldOf the field of a facet value; a value belongs to one field for ever
 */
export function createColumnTable(rows: number, fieldOf: (value: number) => string): ColumnTable {
  const directory = createSlotDirectory()
  const numbers = createNumberColumns(rows)
  const facets = createFacetColumns(rows, fieldOf)
  const revisions = createRevisionColumn(rows)
  const words = createWordSets(rows)
  let capacity = rows
  let live = createBits(rows)
  let liveCount = 0
  const scratch = createScratch()

  const grow = (): void => {
    capacity = Math.ceil(capacity * 1.25) + 1024
    for (const column of [...Object.values(numbers), facets, revisions, words]) column.grow(capacity)
    live = new Int32Array(live.buffer.transfer(Math.ceil(capacity / 32) * 4))
  }
  const hitsOf = (wanted: Wanted): { hits: SlotSet; sets: SlotSets } => {
    scratch.begin(directory.end())
    const sets = createSlotSets(live, liveCount, scratch)
    const hits =
      'condition' in wanted
        ? select(wanted.condition, { numbers, facets, words, directory, sets })
        : pick(wanted.ids, directory, sets)
    return { hits, sets }
  }

  return {
    set: (id, row) => {
      if (directory.get(id) === undefined) liveCount++
      const slot = directory.take(id)
      if (slot >= capacity) grow()
      for (const name of numberNames) numbers[name].set(slot, row.numbers[name])
      facets.set(slot, row.facets)
      revisions.set(slot, row.revision)
      words.set(slot, row.words ?? noWords)
      setBit(live, slot, true)
    },
    delete: (id) => {
      const slot = directory.free(id)
      if (slot === undefined) return
      liveCount--
      for (const name of numberNames) numbers[name].set(slot, null)
      facets.set(slot, [])
      words.set(slot, noWords)
      setBit(live, slot, false)
    },
    count: (wanted, { withFacets, sets, best, maxIds = 0 }) => {
      const { hits, sets: slotSets } = hitsOf(wanted)
      const total = slotSets.count(hits)
      return {
        total,
        ...(total <= maxIds ? { ids: listIds(slotSets.read(hits), total, directory) } : {}),
        ...(best ? { best: pickBest(slotSets.read(hits), words.ranksOf(best.words), directory, best) } : {}),
        bySet: sets ? facets.countSets(sets, slotSets.read(hits), scratch) : new Int32Array(0),
        byValue: withFacets ? facets.count(hits, slotSets, scratch) : new Int32Array(0),
      }
    },
    revisions: (ids, conditions) => {
      const slots = directory.list(ids)
      return conditions.map((condition) => {
        const { hits, sets } = hitsOf({ condition })
        return revisions.pick(slots, sets.read(hits))
      })
    },
    unknownWords: (wanted) => words.unknown(wanted),
    learn: (unknown, ids, ranks) => words.learn(unknown, directory.list(ids), ranks),
    keptWords: () => words.kept(),
    sizeBytes: () =>
      [...Object.values(numbers), facets, revisions, words, directory].reduce(
        (sum, part) => sum + part.sizeBytes(),
        live.byteLength,
      ),
  }
}

const noWords: FoundWords = new Map()

interface Parts {
  readonly numbers: Readonly<Record<NumberColumnName, NumberColumn>>
  readonly facets: FacetColumns
  readonly words: WordSets
  readonly directory: SlotDirectory
  readonly sets: SlotSets
}

function select(condition: ColumnCondition, parts: Parts): SlotSet {
  const { numbers, facets, words, directory, sets } = parts
  switch (condition.kind) {
    case 'all':
    case 'none':
      return condition.kind
    case 'and':
      return sets.and(condition.parts.map((part) => select(part, parts)))
    case 'or':
      return sets.or(condition.parts.map((part) => select(part, parts)))
    case 'not':
      return sets.not(select(condition.part, parts))
    case 'overlap':
      return facets.scan(condition.field, condition.values, directory.end(), sets)
    case 'marked':
      return pick(condition.ids ?? [], directory, sets)
    case 'words':
      return shared(words.get(condition))
    case 'number':
      return selectNumbers(numbers[condition.column], condition, directory.end(), sets)
  }
}

function listIds(hits: Bits, total: number, directory: SlotDirectory): Float64Array<ArrayBuffer> {
  const ids = new Float64Array(total)
  let count = 0
  for (let at = 0; at < hits.length; at++)
    for (let word = hits[at] ?? 0; word !== 0; word &= word - 1)
      ids[count++] = directory.idAt(at * 32 + 31 - Math.clz32(word & -word))
  return ids
}

function pick(ids: readonly number[], directory: SlotDirectory, sets: SlotSets): SlotSet {
  const bits = sets.empty()
  for (const slot of directory.list(ids)) if (slot >= 0) setBit(bits, slot, true)
  return filled(bits)
}

function createNumberColumns(rows: number): Readonly<Record<NumberColumnName, NumberColumn>> {
  return {
    status: createNumberColumn(rows),
    owner_id: createNumberColumn(rows),
    valid_from: createNumberColumn(rows),
    valid_until: createNumberColumn(rows),
  }
}

const numberNames: readonly NumberColumnName[] = ['status', 'owner_id', 'valid_from', 'valid_until']
type NumberComparison = Extract<ColumnCondition, { kind: 'number' }>

/** Every operator in terms of "lies between"; what is missing lies nowhere. */
function selectNumbers(
  column: NumberColumn,
  { operator, values }: NumberComparison,
  slots: number,
  sets: SlotSets,
): SlotSet {
  const [value = null] = values
  const between = (least: number, most: number): SlotSet => column.scan(least, most, slots, sets)
  const known = (): SlotSet => between(-Infinity, Infinity)
  const oneOf = (list: readonly (number | null)[]): SlotSet =>
    column.scanAny(new Set(list.filter((one) => one !== null)), slots, sets)
  switch (operator) {
    case 'eq':
      return value === null ? sets.not(known()) : between(value, value)
    case 'neq':
      return value === null ? known() : sets.not(between(value, value))
    case 'in':
      return oneOf(values)
    case 'nin':
      return sets.not(oneOf(values))
    case 'gte':
      return value === null ? 'none' : between(value, Infinity)
    case 'lte':
      return value === null ? 'none' : between(-Infinity, value)
    case 'gt':
      return value === null ? 'none' : sets.and([sets.not(between(-Infinity, value)), known()])
    case 'lt':
      return value === null ? 'none' : sets.and([sets.not(between(value, Infinity)), known()])
  }
}
