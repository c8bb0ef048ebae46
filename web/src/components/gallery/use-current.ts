import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** The current item of a gallery: the one that Tab reaches and arrows go on from. */
export interface Current {
  readonly index: number
  /** Makes it current without moving the focus. */
  readonly set: (index: number) => void
  /** Makes it current, brings it into view and focuses it. */
  readonly focus: (index: number) => void
}

interface Given {
  readonly root: RefObject<HTMLElement | null>
  readonly items: readonly { readonly id: number }[]
  readonly openId: number | undefined
  readonly focused?: { readonly id: number; readonly request: number } | undefined
  readonly resetKey: string
  readonly bringIntoView: (index: number) => void
}

/**
 * Holds the current item. What is open over the list is the current one, and has the focus when it is
 * closed. Where what had the focus is gone, as what was deleted, that which takes its place has it: Tab
 * would begin at the top of the page.
 */
export function useCurrent({ root, items, openId, focused, resetKey, bringIntoView }: Given): Current {
  const [{ index, of }, setCurrent] = useState({ index: 0, of: resetKey })
  const wanted = useRef(false)
  const opened = useRef<number | undefined>(undefined)
  const lastFocused = useRef<EventTarget | null>(null)
  const shown = of === resetKey ? Math.min(index, Math.max(0, items.length - 1)) : 0

  useEffect(() => {
    const list = root.current
    const onFocus = ({ target }: FocusEvent): void => void (lastFocused.current = target)
    list?.addEventListener('focusin', onFocus)
    return () => list?.removeEventListener('focusin', onFocus)
  }, [root])
  useLayoutEffect(() => {
    if (document.activeElement === document.body && isGone(lastFocused.current)) wanted.current = true
    if (!wanted.current) return
    const link = root.current?.querySelector<HTMLElement>(`[data-index="${shown}"] a`)
    if (!link) return
    wanted.current = false
    // In a list that has just been laid out it had no place before.
    bringIntoView(shown)
    link.focus({ preventScroll: true })
  })
  const focus = (next: number): void => {
    wanted.current = true
    setCurrent({ index: next, of: resetKey })
    bringIntoView(next)
  }
  useEffect(() => {
    const last = openId ?? opened.current
    const at = last === undefined ? -1 : items.findIndex(({ id }) => id === last)
    if (openId !== undefined && at >= 0) {
      setCurrent({ index: at, of: resetKey })
      bringIntoView(at)
    } else if (opened.current !== undefined && at >= 0) focus(at)
    opened.current = openId
    // Only opening, going on and closing move the current one; what is loaded meanwhile does not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [openId])
  useEffect(() => {
    if (focused === undefined || items.length === 0) return
    const at = items.findIndex(({ id }) => id === focused.id)
    focus(at >= 0 ? at : shown)
    // Only when it is asked for: where it stands later is its own matter.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [focused])
  return { index: shown, set: (next) => setCurrent({ index: next, of: resetKey }), focus }
}

const isGone = (target: EventTarget | null): boolean => target instanceof Element && !target.isConnected
