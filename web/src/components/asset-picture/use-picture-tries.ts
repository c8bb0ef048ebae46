import { useEffect, useRef, useState } from 'react'

/** Before each further try, ms. */
const waitsMs = [0, 5_000, 15_000, 30_000, 60_000]

/** State of the picture at an address. */
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
    const abort = new AbortController()
    waiting.current = abort
    setTries({ url, failed, state: 'waiting' })
    void waitToRetry(url, waitsMs[failed], abort.signal).then((isRetried) => {
      if (!abort.signal.aborted)
        setTries({ url, failed: failed + 1, state: isRetried ? 'loading' : 'missing' })
    })
  }
  return { state, onError }
}

/**
 * Waits before a picture is asked for again, ms; answers whether it is: not after a refusal (4xx), and not
 * when the tries are used up.
 */
async function waitToRetry(url: string, waitMs: number | undefined, signal: AbortSignal): Promise<boolean> {
  if (waitMs === undefined) return false
  try {
    // An image does not say why it failed.
    const { ok, status } = await fetch(url, { method: 'HEAD', signal })
    if (!ok && status < 500) return false
  } catch {
    if (signal.aborted) return false
  }
  await new Promise<void>((done) => {
    const timer = setTimeout(done, waitMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
  })
  return true
}
