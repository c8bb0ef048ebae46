import type { ClipRange } from '@cartouche/client'
import { useEffect, useRef, useState } from 'react'

/** A film of which a part is played, from its start to its end; the element is the film's. */
export function usePlayPart() {
  const element = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState<ClipRange | null>(null)
  useEffect(() => {
    const film = element.current
    if (film === null || playing === null) return undefined
    const { startMs, endMs } = playing
    let frame = 0
    const watch = (): void => {
      if (film.currentTime * 1000 < endMs && !film.ended) frame = requestAnimationFrame(watch)
      else {
        film.pause()
        // A busy machine looks late: it stays at the end of the part all the same.
        if (!film.ended) film.currentTime = endMs / 1000
        setPlaying(null)
      }
    }
    // Somebody who stops it or looks elsewhere has the film to themselves again.
    const leaving = new AbortController()
    film.currentTime = startMs / 1000
    film.addEventListener(
      'seeked',
      () => {
        film.addEventListener('pause', () => setPlaying(null), { signal: leaving.signal })
        film.addEventListener('seeking', () => setPlaying(null), { signal: leaving.signal })
        film.play().then(watch, () => setPlaying(null))
      },
      { once: true, signal: leaving.signal },
    )
    return () => {
      leaving.abort()
      cancelAnimationFrame(frame)
      film.pause()
    }
  }, [playing])
  return {
    element,
    /** Milliseconds. */
    nowMs: (): number => Math.round((element.current?.currentTime ?? 0) * 1000),
    show(ms: number): void {
      if (element.current) element.current.currentTime = ms / 1000
    },
    isPlaying: playing !== null,
    play: (range: ClipRange) => setPlaying(range),
    stop: () => setPlaying(null),
  }
}
