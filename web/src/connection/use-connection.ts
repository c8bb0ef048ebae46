import { isApiError, isClientError } from '@cartouche/client'
import { useReadable } from '@cartouche/react'
import { useEffect, useRef } from 'react'
import { connection, type ConnectionState } from './connection.ts'
import { isPartMissing, reloadOnce } from './load-part.ts'

/** Whether the server can be reached. */
export function useConnection(): ConnectionState {
  return useReadable(connection)
}

/** Whether copies that this device kept are shown in the place of what the server has. */
export function useShowsCopies(): boolean {
  return useReadable(connection.copies)
}

/** Whether a failure is that of the connection: the server, or the network to it, was away. */
export function isUnreachable(error: unknown): boolean {
  return (
    isClientError(error, 'network') ||
    (isApiError(error) && error.status >= 502 && error.status <= 504) ||
    isPartMissing(error)
  )
}

/** Before a new try where the server answers, milliseconds. */
const pauseMs = 5000

/** Tries again by itself what failed because the server was away, as soon as it is back. */
export function useRetryWhenUp(error: unknown, retry: (() => void) | undefined): void {
  const latest = useRef(retry)
  useEffect(() => {
    latest.current = retry
  })
  const isWaiting = retry !== undefined && error !== null && isUnreachable(error)
  useEffect(() => {
    if (!isWaiting) return undefined
    // The connection may be back before the failure of a request that began without it was shown.
    let isHere = true
    const tryAgain = async (): Promise<void> => {
      // Where the server is there all the while, another answer needs time.
      if (await connection.check())
        await new Promise((resolve) => {
          setTimeout(resolve, pauseMs)
        })
      await connection.whenUp()
      if (isHere) latest.current?.()
    }
    void tryAgain()
    return () => {
      isHere = false
    }
  }, [isWaiting, error])
}

/**
 * Has the page loaded again where a part of an older build was to be shown.
 * @source Vite, "Load Error Handling"
 */
export function useReloadForMissingPart(error: unknown): void {
  useEffect(() => {
    if (isPartMissing(error))
      void connection.check().then((isThere) => {
        if (isThere) reloadOnce()
      })
  }, [error])
}

/** Reads everything again once the server is back, where copies were shown meanwhile. */
export function useReadAgainAfterCopies(read: () => void): void {
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  const shows = useShowsCopies()
  const showed = useRef(shows)
  useEffect(() => {
    if (showed.current && !shows) latest.current()
    showed.current = shows
  }, [shows])
}
