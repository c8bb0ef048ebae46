import type { Comment, Comments } from '@cartouche/contract/wire'
import { toFailure, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { createKeyedStore, type KeyedStore } from '../store/keyed-store.ts'

/** A comment as it is shown; one that is on its way to the server has an id below 0. */
export type ShownComment = Comment & { readonly isPending?: true }

/** The comments of one entity, in the order in which they were written. */
export interface CommentsSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly hasData: boolean
  readonly comments: readonly ShownComment[]
  /** The version of the file that the entity has now. */
  readonly version: number | null
  readonly mayComment: boolean
  readonly mayModerate: boolean
}

/** The key under which the comments of an entity are. */
export function commentsKey(object: string, id: number): string {
  return `${object}/${id}`
}

type Shown = readonly ShownComment[]

/** A change that shows before the server knows of it. */
export interface CommentChange<Answer> {
  readonly apply: (comments: Shown) => Shown
  readonly send: () => Promise<Answer>
  /** What the answer makes of it. */
  readonly keep: (comments: Shown, answer: Answer) => Shown
  /** Takes it back; `before`: as it was. */
  readonly undo: (comments: Shown, before: Shown) => Shown
}

/** Comments by entity, and the changes of them. */
export interface ShownComments {
  readonly store: KeyedStore<CommentsSnapshot>
  fetch(object: string, id: number): Promise<void>
  change<Answer>(key: string, change: CommentChange<Answer>): Promise<Answer>
  /** A change of one comment that is there. */
  changeOne(
    key: string,
    comment: number,
    apply: (one: ShownComment) => ShownComment,
    send: () => Promise<Comment>,
  ): Promise<void>
  clear(): void
}

const unknown: CommentsSnapshot = {
  status: 'unknown',
  error: null,
  hasData: false,
  comments: [],
  version: null,
  mayComment: false,
  mayModerate: false,
}

/**
 * Creates the store of comments that `list` reads: an answer to what was asked before a change does not undo
 * it.
 */
export function createShownComments(list: (object: string, id: number) => Promise<Comments>): ShownComments {
  const store = createKeyedStore<CommentsSnapshot>(() => unknown)
  /** Counts changes made here by key. */
  const changes = new Map<string, number>()
  const show = (key: string, to: (comments: Shown) => Shown): void => {
    changes.set(key, (changes.get(key) ?? 0) + 1)
    store.update(key, (now) => ({ ...now, comments: to(now.comments) }))
  }
  const change = async <Answer>(
    key: string,
    { apply, send, keep, undo }: CommentChange<Answer>,
  ): Promise<Answer> => {
    const before = store.get(key).comments
    show(key, apply)
    try {
      const answer = await send()
      show(key, (comments) => keep(comments, answer))
      return answer
    } catch (error) {
      show(key, (comments) => undo(comments, before))
      throw toFailure(error)
    }
  }
  return {
    store,
    async fetch(object, id) {
      const key = commentsKey(object, id)
      store.update(key, (now) => ({ ...now, status: now.hasData ? 'fetching' : 'initial', error: null }))
      try {
        for (;;) {
          const before = changes.get(key)
          const answer = await list(object, id)
          if (before !== changes.get(key)) continue
          return store.update(key, (now) => ({
            ...answer,
            // What is on its way is not in the answer yet.
            comments: [...answer.comments, ...now.comments.filter((one) => one.id < 0)],
            status: 'loaded',
            error: null,
            hasData: true,
          }))
        }
      } catch (error) {
        store.update(key, (now) => ({ ...now, status: 'error', error: toFailure(error) }))
        throw toFailure(error)
      }
    },
    change,
    async changeOne(key, comment, apply, send) {
      const only = (one: (before: ShownComment) => ShownComment) => (comments: Shown) =>
        comments.map((shown) => (shown.id === comment ? one(shown) : shown))
      await change(key, {
        apply: only(apply),
        send,
        keep: (comments, answer) => only(() => answer)(comments),
        undo: (comments, before) => only((now) => before.find(({ id }) => id === comment) ?? now)(comments),
      })
    },
    clear() {
      changes.clear()
      store.clear()
    },
  }
}
