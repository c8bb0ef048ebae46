import { sharedUploadsOf, visitorsOf, type VisitedShare } from '@cartouche/client'
import { useClient, useKey } from '@cartouche/react'
import { useEffect, useEffectEvent, useState } from 'react'

/** Files that a visitor drops or chooses. */
export interface SendFiles {
  readonly take: (files: readonly File[]) => void
  /** Names of those that are too large, and were not queued. */
  readonly refused: readonly string[]
  readonly dismissRefused: () => void
  /** How many wait until the visitor has said who they are. */
  readonly waiting: number
  /** Whether files are on their way. */
  readonly isSending: boolean
}

/**
 * Queues files of a visitor, who is asked first who they are; while they are on their way, leaving the page is
 * asked about.
 */
export function useSendFiles({ id, uploads }: VisitedShare): SendFiles {
  const client = useClient()
  const queue = sharedUploadsOf(client)
  const known = useKey(visitorsOf(client), id)
  const { files } = useKey(queue.uploads, id)
  const [refused, setRefused] = useState<readonly string[]>([])
  const [waiting, setWaiting] = useState<readonly File[]>([])
  const isSending = files.some(({ status }) => status !== 'loaded')
  const take = (taken: readonly File[]): void => {
    const isTooLarge = ({ size }: File): boolean => size > (uploads?.maxFileBytes ?? 0)
    setRefused(taken.filter(isTooLarge).map(({ name }) => name))
    const fitting = taken.filter((file) => !isTooLarge(file))
    if (known === null) setWaiting((before) => [...before, ...fitting])
    else queue.send(id, fitting)
  }
  const sendWaiting = useEffectEvent(() => {
    if (known === null || waiting.length === 0) return
    queue.send(id, waiting)
    setWaiting([])
  })
  useEffect(() => sendWaiting(), [known])
  useEffect(() => {
    if (!isSending) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isSending])
  return { take, refused, dismissRefused: () => setRefused([]), waiting: waiting.length, isSending }
}
