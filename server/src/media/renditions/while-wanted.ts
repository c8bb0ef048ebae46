const lookEveryMs = 1000

/**
 * Does work that ends, decoder and all, once nobody wants it any more: somebody deleted what it is for, on
 * whichever server.
 * @param isWanted asked every second
 * @param signal the caller's own
 * @returns undefined where it ended for want of interest
 * @throws what the work throws; the caller's reason
 */
export async function whileWanted<T>(
  isWanted: () => Promise<boolean>,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const unwanted = new AbortController()
  const timer = setInterval(() => {
    // A database that is away for a moment says nothing about whoever still waits.
    void isWanted()
      .catch(() => true)
      .then((wanted) => {
        if (!wanted) unwanted.abort()
      })
  }, lookEveryMs)
  try {
    return await work(signal ? AbortSignal.any([signal, unwanted.signal]) : unwanted.signal)
  } catch (error) {
    if (unwanted.signal.aborted && !signal?.aborted) return undefined
    throw error
  } finally {
    clearInterval(timer)
  }
}
