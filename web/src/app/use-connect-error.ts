import type { Failure, SessionSnapshot } from '@cartouche/client'
import { useState } from 'react'

/** Why the session could not be read; kept during the next try, so that the message stays on screen. */
export function useConnectError({ status, error }: SessionSnapshot): Failure | null {
  const [last, setLast] = useState<Failure | null>(null)
  const now = status === 'error' ? error : status === 'fetching' ? last : null
  if (now !== last) setLast(now)
  return now
}
