/** How long a table has to stand still before its pictures are sharp again, ms. */
const calmMs = 120
/** Pictures that are made in one frame: each decodes its colours first. */
const atOnce = 16

/** Whether a table is moved at this moment. While it is, no pictures are made. */
export interface TablePace {
  readonly isMoving: () => boolean
  readonly note: () => void
  /** Calls once when the table stands still, a few listeners in each frame. Answers how to forget it. */
  readonly whenCalm: (listener: () => void) => () => void
  /** Calls each time that it stands still again. Answers how to stop. */
  readonly onCalm: (listener: () => void) => () => void
}

/** Creates the pace of one table. */
export function createTablePace(): TablePace {
  const waiting = new Set<() => void>()
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  const drain = (): void => {
    frame = 0
    if (timer !== undefined) return
    for (const listener of [...waiting].slice(0, atOnce)) {
      waiting.delete(listener)
      listener()
    }
    if (waiting.size > 0) frame = requestAnimationFrame(drain)
  }
  const calm = (): void => {
    timer = undefined
    for (const listener of listeners) listener()
    drain()
  }
  return {
    isMoving: () => timer !== undefined,
    note() {
      clearTimeout(timer)
      timer = setTimeout(calm, calmMs)
    },
    whenCalm(listener) {
      waiting.add(listener)
      if (timer === undefined && frame === 0) frame = requestAnimationFrame(drain)
      return () => waiting.delete(listener)
    },
    onCalm(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
