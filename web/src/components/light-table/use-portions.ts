import { useEffect, useState } from 'react'
import type { Laid } from './table-layout.ts'

/** New pictures in one frame: each is an element of a few parts. */
const perFrame = 40

/**
 * What is drawn of what should be: what is there stays, and the rest comes in portions, one a frame, so that
 * no frame takes long while the table is moved. `current` is there at once.
 */
export function usePortions(wanted: readonly Laid[], current: number | null): readonly Laid[] {
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    const missing = wanted.filter(({ id }) => !drawn.has(id))
    if (missing.length === 0) return undefined
    const frame = requestAnimationFrame(() => {
      const kept = wanted.filter(({ id }) => drawn.has(id))
      setDrawn(new Set([...kept, ...missing.slice(0, perFrame)].map(({ id }) => id)))
    })
    return () => cancelAnimationFrame(frame)
  }, [wanted, drawn])
  return wanted.filter(({ id }) => id === current || drawn.has(id))
}
