import { useVirtualizer } from '@tanstack/react-virtual'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useIntl } from 'react-intl'
import classes from './document-view.module.css'

/** Width of a page, px, and the height of its row: pages of a document mostly have one size. */
const widthPx = 96
const rowPx = 164

interface PageThumbnailsProps {
  readonly pdf: PDFDocumentProxy
  readonly page: number
  readonly onPage: (page: number) => void
}

/** All pages in small, those in sight drawn. Arrows turn over. */
export function PageThumbnails({ pdf, page, onPage }: PageThumbnailsProps) {
  const intl = useIntl()
  const list = useRef<HTMLElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer is read in this component alone, nothing memoized receives it
  const rows = useVirtualizer({
    count: pdf.numPages,
    getScrollElement: () => list.current,
    estimateSize: () => rowPx,
    overscan: 2,
  })
  useEffect(() => rows.scrollToIndex(page - 1, { align: 'auto' }), [page, rows])
  useEffect(() => {
    // Where the keys are here, they go along with the page.
    if (list.current?.contains(document.activeElement))
      list.current.querySelector<HTMLElement>('[aria-current="page"]')?.focus()
  }, [page])
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onPage(Math.min(Math.max(1, page + by), pdf.numPages))
  }
  return (
    <nav
      ref={list}
      className={classes.thumbnails}
      aria-label={intl.formatMessage({ id: 'reader.thumbnails' })}
    >
      <div style={{ height: rows.getTotalSize() }} className={classes.thumbnailRows}>
        {rows.getVirtualItems().map(({ index, start }) => (
          <button
            key={index}
            type="button"
            className={classes.thumbnail}
            style={{ transform: `translateY(${start}px)`, height: rowPx }}
            aria-label={intl.formatMessage({ id: 'reader.page' }, { page: index + 1 })}
            aria-current={index + 1 === page ? 'page' : undefined}
            tabIndex={index + 1 === page ? 0 : -1}
            onClick={() => onPage(index + 1)}
            onKeyDown={onKeyDown}
          >
            <Thumbnail pdf={pdf} page={index + 1} />
            <span>{index + 1}</span>
          </button>
        ))}
      </div>
    </nav>
  )
}

function Thumbnail({ pdf, page: number }: { readonly pdf: PDFDocumentProxy; readonly page: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let cancel: (() => void) | undefined
    let isGone = false
    const draw = async (): Promise<void> => {
      const page = await pdf.getPage(number)
      if (isGone || canvas.current === null) return
      const full = page.getViewport({ scale: 1 })
      const scale = Math.min(widthPx / full.width, (rowPx - 36) / full.height) * window.devicePixelRatio
      const viewport = page.getViewport({ scale })
      canvas.current.width = Math.max(1, Math.round(viewport.width))
      canvas.current.height = Math.max(1, Math.round(viewport.height))
      canvas.current.style.width = `${viewport.width / window.devicePixelRatio}px`
      const task = page.render({ canvas: canvas.current, viewport })
      cancel = () => task.cancel()
      await task.promise
    }
    // A page that cannot be drawn stays white.
    draw().catch(() => undefined)
    return () => {
      isGone = true
      cancel?.()
    }
  }, [pdf, number])
  return <canvas ref={canvas} aria-hidden />
}
