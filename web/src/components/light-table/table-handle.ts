/** Lets menus of a place act on what a light table has selected, or in focus. */
export interface TableHandle {
  readonly relayer: (to: 'front' | 'back') => void
  /** The table that is there takes what is asked for. Answers how to stop. */
  readonly connect: (relayer: TableHandle['relayer']) => () => void
}

/** Creates one, without a table. */
export function createTableHandle(): TableHandle {
  let connected: TableHandle['relayer'] | undefined
  return {
    relayer: (to) => connected?.(to),
    connect(relayer) {
      connected = relayer
      return () => {
        connected = undefined
      }
    },
  }
}
