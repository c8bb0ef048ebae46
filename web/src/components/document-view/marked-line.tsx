import type { ReactNode } from 'react'
import { hitsOf, type Hit } from './find-in-lines.ts'
import classes from './text-reader.module.css'

/** Most characters of a line that are drawn: more in one line make a browser stand still. */
const maxShown = 10_000

interface MarkedLineProps {
  readonly line: string
  readonly at: number
  readonly hits: readonly Hit[]
  readonly current: Hit | undefined
}

/** A line of text with what was found in it. */
export function MarkedLine({ line, at, hits, current }: MarkedLineProps) {
  const parts: ReactNode[] = []
  let end = 0
  for (const hit of hitsOf(hits, at)) {
    if (hit.end > maxShown) break
    parts.push(
      line.slice(end, hit.start),
      <mark key={hit.start} data-current={hit === current || undefined}>
        {line.slice(hit.start, hit.end)}
      </mark>,
    )
    end = hit.end
  }
  return (
    <span className={classes.words}>
      {parts}
      {line.slice(end, maxShown)}
      {line.length > maxShown && '…'}
    </span>
  )
}
