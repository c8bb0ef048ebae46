import { sharedUploadsOf, type VisitedShare } from '@cartouche/client'
import { useClient, useKey } from '@cartouche/react'
import { useEffect } from 'react'

/** Files that a visitor drops or chooses. */
export interface SendFiles {
  readonly take: (files: readonly File[]) => void
  /** Whether files are on their way. */
  readonly isSending: boolean
}

/** Queues files of a visitor; while they are on their way, leaving the page is asked about. */
export function useSendFiles({ id }: VisitedShare): SendFiles {
  const queue = sharedUploadsOf(useClient())
  const { files } = useKey(queue.uploads, id)
  const isSending = files.some(({ status }) => status !== 'loaded')
  useEffect(() => {
    if (!isSending) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isSending])
  return { take: (taken) => void queue.send(id, taken), isSending }
}
