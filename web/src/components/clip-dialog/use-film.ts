import { useEffect, useState } from 'react'
import { connection } from '../../connection/connection.ts'

/** How a film stands that is to be played. */
export type FilmState = 'loading' | 'preparing' | 'ready' | 'failed'

const askAgainMs = 3000

/** Loads a film into an element; one that is still being made is waited for. */
export function useFilm(
  film: HTMLVideoElement | null,
  src: string,
): { readonly state: FilmState; readonly durationMs: number | null } {
  const [state, setState] = useState<FilmState>('loading')
  const [durationMs, setDurationMs] = useState<number | null>(null)
  useEffect(() => {
    if (film === null) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async (): Promise<void> => {
      const answer = await connection.fetch(src, { headers: { range: 'bytes=0-0' }, signal })
      await answer.body?.cancel()
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
  }, [film, src])
  return { state, durationMs }
}
