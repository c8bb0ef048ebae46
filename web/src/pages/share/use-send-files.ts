import { sharedUploadsOf, type VisitedShare } from '@cartouche/client'
import { useClient, useKey } from '@cartouche/react'
import { useEffect, useState } from 'react'

/** Files that a visitor drops or chooses. */
export interface SendFiles {
  readonly take: (files: readonly File[]) => void
  /** Names of those that are too large, and were not queued. */
  readonly refused: readonly string[]
  readonly dismissRefused: () => void
  /** Whether files are on their way. */
  readonly isSending: boolean
}

/** Queues files of a visitor; while they are on their way, leaving the page is asked about. */
export function useSendFiles({ id, uploads }: VisitedShare): SendFiles {
  const queue = sharedUploadsOf(useClient())
  const { files } = useKey(queue.uploads, id)
  const [refused, setRefused] = useState<readonly string[]>([])
  const isSending = files.some(({ status }) => status !== 'loaded')
  useEffect(() => {
    if (!isSending) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isSending])
  return {
    take(taken) {
      const isTooLarge = ({ size }: File): boolean => size > (uploads?.maxFileBytes ?? 0)
      setRefused(taken.filter(isTooLarge).map(({ name }) => name))
      queue.send(
        id,
        taken.filter((file) => !isTooLarge(file)),
      )
    },
    refused,
    dismissRefused: () => setRefused([]),
    isSending,
  }
}
