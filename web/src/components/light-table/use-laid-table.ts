import { useMemo } from 'react'
import { layTable, paintOrder, readingRows, type Laid, type TableItem } from './table-layout.ts'

/** A table as it is laid. */
export interface LaidTable {
  /** Everything in the cart, in its order. */
  readonly laid: readonly Laid[]
  /** What is shown of it. */
  readonly visible: readonly Laid[]
  /** From back to front, and how far in front each is. */
  readonly painted: readonly Laid[]
  readonly depths: ReadonlyMap<number, number>
  /** As people read it. */
  readonly rows: readonly (readonly Laid[])[]
  readonly order: readonly number[]
  /** In reading order, from 1. */
  readonly positions: ReadonlyMap<number, number>
  readonly byId: ReadonlyMap<number, Laid>
}

/** Lays a table. `shown`: items that are shown; all by default. */
export function useLaidTable(items: readonly TableItem[], shown: ReadonlySet<number> | undefined): LaidTable {
  const laid = useMemo(() => layTable(items), [items])
  return useMemo(() => {
    const visible = shown === undefined ? laid : laid.filter(({ id }) => shown.has(id))
    const painted = paintOrder(visible)
    const rows = readingRows(visible)
    const order = rows.flatMap((row) => row.map(({ id }) => id))
    return {
      laid,
      visible,
      painted,
      rows,
      order,
      depths: new Map(painted.map(({ id }, index) => [id, index])),
      positions: new Map(order.map((id, index) => [id, index + 1])),
      byId: new Map(visible.map((one) => [one.id, one])),
    }
  }, [laid, shown])
}
