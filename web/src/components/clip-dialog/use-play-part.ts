import type { ClipRange } from '@cartouche/client'
import { useEffect, useState } from 'react'

/** Plays a part of a film from its start to its end. */
export function usePlayPart(film: HTMLVideoElement | null) {
  const [playing, setPlaying] = useState<ClipRange | null>(null)
  useEffect(() => {
    if (film === null || playing === null) return undefined
    const { startMs, endMs } = playing
    let frame = 0
    const watch = (): void => {
      if (film.currentTime * 1000 < endMs && !film.ended) frame = requestAnimationFrame(watch)
      else setPlaying(null)
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
  }, [film, playing])
  return {
    isPlaying: playing !== null,
    play: (range: ClipRange) => setPlaying(range),
    stop: () => setPlaying(null),
  }
}
