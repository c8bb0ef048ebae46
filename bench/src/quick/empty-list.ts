import { useVirtualizer } from '@tanstack/react-virtual'
import { createElement, useRef, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

const rows = Number(new URLSearchParams(location.search).get('rows'))
const rowPx = 48

/** A virtual list as its guide writes it, whose rows hold a number and nothing else. */
function EmptyList(): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- as its guide uses it; no compiler runs here
  const list = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 12,
  })
  const items = list.getVirtualItems().map(({ key, index, start }) => {
    const style = {
      position: 'absolute',
      top: 0,
      height: rowPx,
      transform: `translateY(${start}px)`,
    } as const
    return createElement('div', { key, 'data-index': index, style }, index)
  })
  return createElement(
    'div',
    { ref: scroller, id: 'scroller', style: { height: '100vh', overflow: 'auto' } },
    createElement('div', { style: { height: list.getTotalSize(), position: 'relative' } }, items),
  )
}

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(createElement(EmptyList))
