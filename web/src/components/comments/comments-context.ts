import type { CommentPlace } from '@cartouche/contract'
import type { Comments, CommentsSnapshot, ShownComment } from '@cartouche/client'
import { createContext, useContext } from 'react'

/** A thread: the comment that begins it, and its replies. */
export interface Thread {
  readonly first: ShownComment
  readonly replies: readonly ShownComment[]
  /** Its number among those that have a place, from 1; null: it has none. */
  readonly pin: number | null
}

/** What picture, player and column share of the comments of the asset that is shown. */
export interface CommentsState {
  readonly assetId: number
  /** Reads and writes them: the client's, or those of a share. */
  readonly comments: Comments
  /** Whether people are offered to be mentioned, and threads are resolved: not for visitors. */
  readonly isVisitor: boolean
  readonly snapshot: CommentsSnapshot
  readonly threads: readonly Thread[]
  /** The thread that is looked at, by its first comment. */
  readonly active: number | null
  readonly activate: (thread: number | null, by?: 'pin' | 'thread') => void
  /** Whether a picture is shown, on which a place can be set: not where a document is read. */
  readonly hasPicture: boolean
  readonly setHasPicture: (hasPicture: boolean) => void
  /** Whether a click on the picture sets a place. */
  readonly isPlacing: boolean
  readonly setPlacing: (placing: boolean) => void
  /** The place that the next comment is about. */
  readonly place: CommentPlace | null
  readonly setPlace: (place: CommentPlace | null) => void
  /** Of a film or recording: reads its time, and goes to one; undefined while there is no player. */
  readonly player: PlayerTime | null
  readonly setPlayer: (player: PlayerTime | null) => void
  /** Of a document: reads its page, and goes to one; null while its pages are not read. */
  readonly reader: ReaderPage | null
  readonly setReader: (reader: ReaderPage | null) => void
}

/** The page of a document that is read, from 1. */
export interface ReaderPage {
  readonly page: () => number
  readonly goTo: (page: number) => void
}

/** The time of a player, in milliseconds. */
export interface PlayerTime {
  readonly now: () => number
  readonly seek: (timeMs: number) => void
}

export const CommentsContext = createContext<CommentsState | null>(null)

/** The comments of the asset that is shown; null where nobody may read them. */
export function useCommentsState(): CommentsState | null {
  return useContext(CommentsContext)
}
