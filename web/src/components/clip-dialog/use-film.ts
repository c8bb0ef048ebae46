import { useEffect, useState, type RefObject } from 'react'
import { connection } from '../../connection/connection.ts'

/** A film that is to be played. */
export interface Film {
  readonly state: FilmState
  /** Null until it is known. */
  readonly durationMs: number | null
  /** Of its file; null until it is known. */
  readonly sizeBytes: number | null
}

/** How a film stands that is to be played. */
export type FilmState = 'loading' | 'preparing' | 'ready' | 'failed'

const askAgainMs = 3000

/** Loads a film into an element; one that is still being made is waited for. */
export function useFilm(element: RefObject<HTMLVideoElement | null>, src: string): Film {
  const [state, setState] = useState<FilmState>('loading')
  const [durationMs, setDurationMs] = useState<number | null>(null)
  const [sizeBytes, setSizeBytes] = useState<number | null>(null)
  useEffect(() => {
    const film = element.current
    if (film === null) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async (): Promise<void> => {
      const answer = await connection.fetch(src, { headers: { range: 'bytes=0-0' }, signal })
      await answer.body?.cancel()
      setSizeBytes(Number(answer.headers.get('content-range')?.split('/')[1]) || null)
      if (answer.status === 202) {
        setState('preparing')
        timer = setTimeout(ask, askAgainMs)
      } else if (answer.ok && film.error?.code !== MediaError.MEDIA_ERR_DECODE) film.src = src
      else setState('failed')
    }
    const ask = (): void =>
      void look().catch(() => {
        if (!signal.aborted) setState('failed')
      })
    const ready = (): void => {
      if (!Number.isFinite(film.duration) || film.duration <= 0) return
      setDurationMs(Math.floor(film.duration * 1000))
      setState('ready')
    }
    film.addEventListener('durationchange', ready, { signal })
    film.addEventListener('error', () => setState('failed'), { signal })
    ask()
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [element, src])
  return { state, durationMs, sizeBytes }
}
