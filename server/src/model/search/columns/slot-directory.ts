/** Which slot each id has. Slots are dense: one that became free is given to the next new id. */
export interface SlotDirectory {
  /** The slot of an id; undefined where it has none. */
  get(id: number): number | undefined
  /** The slots of ids in their order, below 0 for one that has none. */
  list(ids: ArrayLike<number>): Int32Array
  /** The slot of an id, a new one where it had none. */
  take(id: number): number
  /** Frees the slot of an id, and gives it. */
  free(id: number): number | undefined
  /** The id of a slot in use. */
  idAt(slot: number): number
  /** One more than the highest slot that was ever in use. */
  end(): number
  /** What it holds in memory, bytes. */
  sizeBytes(): number
}

/**
 * Ids of a resource come in stretches, so stretches of them share a page of slots: 4 bytes an id, where a map
 * takes 40.
 */
const idsPerPage = 512

/** Creates a directory without ids. */
export function createSlotDirectory(): SlotDirectory {
  /** A slot plus one; 0 stands for none. */
  const pages = new Map<number, Int32Array>()
  const freed: number[] = []
  let ids = new Float64Array(1024)
  let end = 0
  const get = (id: number): number | undefined => {
    const slot = pages.get(Math.floor(id / idsPerPage))?.[id % idsPerPage] ?? 0
    return slot === 0 ? undefined : slot - 1
  }
  const put = (id: number, slot: number): void => {
    const number = Math.floor(id / idsPerPage)
    const page = pages.get(number) ?? new Int32Array(idsPerPage)
    pages.set(number, page)
    page[id % idsPerPage] = slot + 1
    if (slot < 0) return
    if (slot >= ids.length) ids = new Float64Array(ids.buffer.transfer(Math.ceil(slot * 1.25) * 8))
    ids[slot] = id
  }
  return {
    get,
    list: (ids) => {
      const slots = new Int32Array(ids.length)
      for (let at = 0; at < ids.length; at++) slots[at] = get(ids[at] ?? 0) ?? -1
      return slots
    },
    take: (id) => {
      const known = get(id)
      if (known !== undefined) return known
      const slot = freed.pop() ?? end++
      put(id, slot)
      return slot
    },
    free: (id) => {
      const slot = get(id)
      if (slot === undefined) return undefined
      put(id, -1)
      freed.push(slot)
      return slot
    },
    idAt: (slot) => ids[slot] ?? 0,
    end: () => end,
    sizeBytes: () => pages.size * idsPerPage * 4 + ids.byteLength,
  }
}
