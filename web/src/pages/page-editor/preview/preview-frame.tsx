import { components, directionIn, pageStyle } from '@cartouche/components'
import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { PreviewWidth } from '../editor-address.ts'
import classes from '../page-editor.module.css'

const style = [
  pageStyle,
  ...Object.values(components).map((component) => component.style),
  // What is of the editor alone.
  `[data-widget]{cursor:pointer;border-radius:4px}
[data-widget]:hover{outline:1px dashed var(--muted);outline-offset:4px}
[data-selected]{outline:2px solid var(--accent)!important;outline-offset:4px}
[data-empty]{padding:1rem;border:1px dashed var(--line);color:var(--muted);text-align:center}`,
].join('\n')

/**
 * The document of a page, in which nothing runs. Its style is that of published pages, and its width decides
 * by itself what stands beside what.
 */
const source = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>.</title><style>${style}</style></head><body></body></html>`

interface PreviewFrameProps {
  readonly title: string
  readonly language: string
  readonly width: PreviewWidth
  readonly selected: number | undefined
  readonly children: ReactNode
}

function nameDocument(inner: Document, language: string, title: string): void {
  inner.documentElement.lang = language
  inner.documentElement.dir = directionIn(language)
  inner.title = title
}

/** A frame that shows what React draws in the place of a document of its own. */
export function PreviewFrame({ title, language, width, selected, children }: PreviewFrameProps) {
  const [inner, setInner] = useState<Document | null>(null)
  useEffect(() => {
    if (inner) nameDocument(inner, language, title)
  }, [inner, language, title])
  useEffect(() => {
    const marked = inner?.querySelector(`[data-widget="${selected ?? 0}"]`)
    marked?.setAttribute('data-selected', '')
    marked?.scrollIntoView({ block: 'nearest' })
    return () => marked?.removeAttribute('data-selected')
  }, [inner, selected, children])
  return (
    <iframe
      className={classes.frame}
      data-width={width}
      title={title}
      srcDoc={source}
      onLoad={(event) => setInner(event.currentTarget.contentDocument)}
    >
      {inner && createPortal(children, inner.body)}
    </iframe>
  )
}
