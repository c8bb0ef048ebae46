import { useEffect, useRef, useState, type RefObject } from 'react'
import { takeLostFocus } from '../../components/empty-state/take-lost-focus.ts'

interface Pages<Start> {
  /** Where each page that is shown starts; the first is undefined. */
  readonly starts: readonly (Start | undefined)[]
  readonly addPage: (start: Start) => void
  /** What the rows stand in. */
  readonly rows: RefObject<HTMLDivElement | null>
}

/**
 * The pages of a list that are shown. Another list begins with its first page, at its top. Rows that both
 * have keep the focus; where it went with its row, the first button of a row has it.
 */
export function usePages<Start>(parameters: unknown): Pages<Start> {
  const asked = JSON.stringify(parameters)
  const rows = useRef<HTMLDivElement>(null)
  const [pages, setPages] = useState<{ readonly asked: string; readonly starts: readonly Start[] }>({
    asked,
    starts: [],
  })
  const further = pages.asked === asked ? pages.starts : []
  useEffect(() => {
    rows.current?.closest('[data-scroller]')?.scrollTo(0, 0)
    takeLostFocus(rows.current?.querySelector('button') ?? null)
  }, [asked])
  return {
    starts: [undefined, ...further],
    addPage: (start) => setPages({ asked, starts: [...further, start] }),
    rows,
  }
}
