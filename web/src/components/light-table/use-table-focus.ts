import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** The item of a table that Tab reaches, and that arrows go on from. */
export interface TableFocus {
  readonly current: number | null
  /** Makes it current, without moving the focus. */
  readonly set: (id: number) => void
  /** Makes it current, and focuses it once it is there. */
  readonly take: (id: number) => void
  /** The link of an item that is there. */
  readonly linkOf: (id: number) => HTMLElement | null
}

/** Holds it. What was open over the table has the focus when it is closed. */
export function useTableFocus(
  stage: RefObject<HTMLElement | null>,
  { order, openId }: { readonly order: readonly number[]; readonly openId: number | undefined },
  has: (id: number) => boolean,
): TableFocus {
  // Another object each time: the focus is taken though the same item was chosen before.
  const [{ chosen }, setState] = useState<{ readonly chosen: number | null }>({ chosen: null })
  const setChosen = (id: number): void => setState((now) => (now.chosen === id ? now : { chosen: id }))
  const isWanted = useRef(false)
  const lastOpen = useRef<number | undefined>(undefined)
  const current = chosen !== null && has(chosen) ? chosen : (order[0] ?? null)
  const linkOf = (id: number): HTMLElement | null =>
    stage.current?.querySelector<HTMLElement>(`[data-item="${id}"] a`) ?? null
  const take = (id: number): void => {
    isWanted.current = true
    setState({ chosen: id })
  }
  useLayoutEffect(() => {
    if (!isWanted.current || current === null) return
    const link = linkOf(current)
    if (!link) return
    isWanted.current = false
    link.focus({ preventScroll: true })
  })
  useEffect(() => {
    const id = openId ?? lastOpen.current
    if (openId === undefined && id !== undefined) take(id)
    else if (id !== undefined) setChosen(id)
    lastOpen.current = openId
  }, [openId])
  return { current, set: setChosen, take, linkOf }
}
