import { useEffect, useRef, useState } from 'react'

/** Before each further try, ms. */
const waitsMs = [0, 5_000, 15_000, 30_000, 60_000]

/** What became of the address of a picture. */
interface Tries {
  readonly url: string
  /** How often it failed. */
  readonly failed: number
  readonly state: 'loading' | 'waiting' | 'missing'
}

/**
 * The tries to load a picture. The server answers without one while it makes it, or is away; then it is asked
 * for again. There is none after any other refusal.
 */
export function usePictureTries(url: string): {
  readonly state: Tries['state']
  readonly onError: () => void
} {
  const [tries, setTries] = useState<Tries>({ url, failed: 0, state: 'loading' })
  const { failed, state } = tries.url === url ? tries : { failed: 0, state: 'loading' as const }
  const waiting = useRef<AbortController>(null)
  useEffect(() => () => waiting.current?.abort(), [url])
  const onError = (): void => {
    const left = new AbortController()
    waiting.current = left
    setTries({ url, failed, state: 'waiting' })
    void comesLater(url, waitsMs[failed], left.signal).then((comes) => {
      if (!left.signal.aborted) setTries({ url, failed: failed + 1, state: comes ? 'loading' : 'missing' })
    })
  }
  return { state, onError }
}

/** Waits until a picture can be asked for again; whether that is worth it. */
async function comesLater(url: string, waitMs: number | undefined, left: AbortSignal): Promise<boolean> {
  if (waitMs === undefined) return false
  try {
    // An image does not say why it failed.
    const { ok, status } = await fetch(url, { method: 'HEAD', signal: left })
    if (!ok && status < 500) return false
  } catch {
    if (left.aborted) return false
  }
  await new Promise<void>((done) => {
    const timer = setTimeout(done, waitMs)
    left.addEventListener('abort', () => clearTimeout(timer))
  })
  return true
}
