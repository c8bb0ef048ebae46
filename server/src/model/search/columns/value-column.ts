import type { Bits } from './bits.ts'

/** The facet values that each slot has of one field, as numbers of `facet_value`, from 1. */
export interface ValueColumn {
  /** Replaces the values of a slot. */
  set(slot: number, values: readonly number[]): void
  /** Visits each value of a slot. */
  each(slot: number, visit: (value: number) => void): void
  /**
   * Adds to an empty set the slots that have a value whose flag is 1; `flags` has one for each value that
   * there is.
   */
  scan(flags: Uint8Array, slots: number, into: Bits): Bits
  /** Adds to `counts`, by value, the values of these slots. */
  count(slots: Int32Array, counts: Int32Array): void
  /**
   * Replaces each of these slots by the masks of its values, united; `masks` has one for each value that
   * there is.
   */
  mask(slots: Int32Array, masks: Int32Array): void
  /** Makes room for this many slots. */
  grow(capacity: number): void
  /** What it holds in memory, bytes. */
  sizeBytes(): number
}

/**
 * A slot with one value keeps it in `codes`; one with several keeps `~start` of its list there, and the list,
 * which begins with its length, in the pool. 0 stands for none.
 */
interface Store {
  codes: Int32Array<ArrayBuffer>
  pool: Int32Array
  used: number
}

/** Creates a column in which no slot has a value. */
export function createValueColumn(capacity: number): ValueColumn {
  const store: Store = { codes: new Int32Array(capacity), pool: new Int32Array(0), used: 0 }
  return {
    set: (slot, values) => {
      store.codes[slot] = values.length === 1 ? (values[0] ?? 0) : 0
      if (values.length > 1) append(store, slot, values)
    },
    each: (slot, visit) => each(store, slot, visit),
    scan: (flags, slots, into) => scan(store, flags, slots, into),
    count: (slots, counts) => count(store, slots, counts),
    mask: (slots, masks) => mask(store, slots, masks),
    grow: (wanted) => {
      store.codes = new Int32Array(store.codes.buffer.transfer(wanted * 4))
    },
    sizeBytes: () => store.codes.byteLength + store.pool.byteLength,
  }
}

function append(store: Store, slot: number, values: readonly number[]): void {
  if (store.used + values.length + 1 > store.pool.length) makeRoom(store, values.length + 1)
  store.codes[slot] = ~store.used
  store.pool[store.used++] = values.length
  for (const value of values) store.pool[store.used++] = value
}

/** Lists that are no longer used go when the pool is full: the others move to a new one. */
function makeRoom(store: Store, needed: number): void {
  const { codes, pool } = store
  let live = 0
  for (const code of codes) if (code < 0) live += 1 + (pool[~code] ?? 0)
  const next = new Int32Array(Math.ceil((live + needed) * 1.25) + 1024)
  let used = 0
  for (let slot = 0; slot < codes.length; slot++) {
    const start = ~(codes[slot] ?? 0)
    if (start < 0) continue
    const end = start + 1 + (pool[start] ?? 0)
    next.set(pool.subarray(start, end), used)
    codes[slot] = ~used
    used += end - start
  }
  store.pool = next
  store.used = used
}

function each({ codes, pool }: Store, slot: number, visit: (value: number) => void): void {
  const code = codes[slot] ?? 0
  if (code > 0) visit(code)
  if (code < 0)
    for (let from = ~code + 1, to = ~code + (pool[~code] ?? 0); from <= to; from++) visit(pool[from] ?? 0)
}

/**
 * Without branches that depend on the values: which way they go cannot be foreseen, and costs more than the
 * rest.
 */
function scan({ codes, pool, used }: Store, flags: Uint8Array, slots: number, into: Bits): Bits {
  for (let word = 0, slot = 0; word < into.length; word++) {
    let bits = 0
    const end = Math.min(slot + 32, slots)
    if (used === 0) for (; slot < end; slot++) bits |= (flags[codes[slot] ?? 0] ?? 0) << slot
    else for (; slot < end; slot++) bits |= flagOf(pool, codes[slot] ?? 0, flags) << slot
    into[word] = bits
  }
  return into
}

function flagOf(pool: Int32Array, code: number, flags: Uint8Array): number {
  if (code >= 0) return flags[code] ?? 0
  let flag = 0
  for (let from = ~code + 1, to = ~code + (pool[~code] ?? 0); from <= to; from++)
    flag |= flags[pool[from] ?? 0] ?? 0
  return flag
}

function count({ codes, pool, used }: Store, slots: Int32Array, counts: Int32Array): void {
  if (used === 0) for (let at = 0; at < slots.length; at++) add(counts, codes[slots[at] ?? 0] ?? 0)
  else for (let at = 0; at < slots.length; at++) addAll(counts, codes[slots[at] ?? 0] ?? 0, pool)
}

/** Counts of 0, which stands for none, are nobody's. */
function add(counts: Int32Array, value: number): void {
  counts[value] = (counts[value] ?? 0) + 1
}

function addAll(counts: Int32Array, code: number, pool: Int32Array): void {
  if (code >= 0) add(counts, code)
  else
    for (let from = ~code + 1, to = ~code + (pool[~code] ?? 0); from <= to; from++)
      add(counts, pool[from] ?? 0)
}

function mask({ codes, pool }: Store, slots: Int32Array, masks: Int32Array): void {
  for (let at = 0; at < slots.length; at++) {
    const code = codes[slots[at] ?? 0] ?? 0
    let united = code >= 0 ? (masks[code] ?? 0) : 0
    if (code < 0)
      for (let from = ~code + 1, to = ~code + (pool[~code] ?? 0); from <= to; from++)
        united |= masks[pool[from] ?? 0] ?? 0
    slots[at] = united
  }
}
