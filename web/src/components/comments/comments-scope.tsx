import type { CommentPlace } from '@cartouche/contract'
import { commentsOf, sharedCommentsOf } from '@cartouche/client'
import { useCan, useClient, useComments } from '@cartouche/react'
import { useWindowEvent } from '@mantine/hooks'
import { useMemo, useState, type ReactNode } from 'react'
import { isTyping } from '../gallery/is-typing.ts'
import { CommentsContext, type CommentsState, type PlayerTime, type ReaderPage } from './comments-context.ts'
import { threadsOf } from './threads-of.ts'

interface CommentsScopeProps {
  readonly assetId: number
  /** The comment that the address names. */
  readonly opened?: number | undefined
  /** The share whose visitor looks; they may comment. */
  readonly shareId?: string | undefined
  readonly children: ReactNode
}

/**
 * Gives the comments of an asset to its picture and to the column beside it. `K` sets a place. What is around
 * them stays when another asset is shown, with the focus in it.
 */
export function CommentsScope({ assetId, opened, shareId, children }: CommentsScopeProps) {
  const client = useClient()
  const isVisitor = shareId !== undefined
  const comments = isVisitor ? sharedCommentsOf(client).of(shareId) : commentsOf(client)
  const isReader = useCan('asset/readComments')
  const mayRead = isVisitor || isReader
  const snapshot = useComments('asset', assetId, mayRead, comments)
  const [active, setActive] = useState<number | null>(opened ?? null)
  const [hasPicture, setHasPicture] = useState(true)
  const [isPlacing, setPlacing] = useState(false)
  const [place, setPlace] = useState<CommentPlace | null>(null)
  const [player, setPlayer] = useState<PlayerTime | null>(null)
  const [reader, setReader] = useState<ReaderPage | null>(null)
  const [about, setAbout] = useState(assetId)
  if (about !== assetId) {
    setAbout(assetId)
    setActive(opened ?? null)
    setPlacing(false)
    setPlace(null)
  }
  const threads = useMemo(() => threadsOf(snapshot.comments), [snapshot.comments])
  const { mayComment } = snapshot
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || document.querySelectorAll('[role="dialog"]').length > 1) return
    if (event.key.toLowerCase() !== 'k' || !mayComment || !hasPicture) return
    event.preventDefault()
    setPlacing(!isPlacing)
  })
  // A reply is looked at in its thread.
  const thread = snapshot.comments.find(({ id }) => id === active)?.thread ?? active
  const state = useMemo(
    (): CommentsState => ({
      assetId,
      comments,
      isVisitor,
      snapshot,
      threads,
      active: thread,
      activate: (next, by) => {
        setActive(next)
        const { timeMs, page } = threads.find(({ first }) => first.id === next)?.first.place ?? {}
        if (timeMs !== undefined && by === 'thread') player?.seek(timeMs)
        if (page !== undefined && by === 'thread') reader?.goTo(page)
      },
      hasPicture,
      setHasPicture,
      isPlacing,
      setPlacing,
      place,
      setPlace,
      player,
      setPlayer,
      reader,
      setReader,
    }),
    [assetId, comments, isVisitor, snapshot, threads, thread, hasPicture, isPlacing, place, player, reader],
  )
  return <CommentsContext value={mayRead ? state : null}>{children}</CommentsContext>
}
