import { calls, type Comment, type CommentPlace } from '@cartouche/contract/wire'
import { attach, type Forgetful } from '../attach.ts'
import type { Client } from '../client.ts'
import { isCanceled, toFailure, type Failure } from '../failure.ts'
import { liveOf } from '../live/live.ts'
import type { LoadStatus } from '../load-status.ts'
import { createKeyedStore, type KeyedReadable } from '../store/keyed-store.ts'

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

/** What somebody writes. `thread`: the comment that it replies to. */
export interface CommentDraft {
  readonly text: string
  readonly mentions?: readonly number[]
  readonly place?: CommentPlace | undefined
  readonly thread?: number | undefined
}

/**
 * Comments by entity (`asset/12`). What is written, resolved and deleted shows at once, and is taken back
 * where it fails.
 * @source decision 0209
 */
export interface Comments extends KeyedReadable<CommentsSnapshot>, Forgetful {
  /** Reads the comments of an entity; what is shown stays until they come. */
  fetch(object: string, id: number): Promise<void>
  /** Keeps them in step with the server while somebody looks. Answers how to stop. */
  watch(object: string, id: number): () => void
  /** @throws comments_full, too_many_comments, invalid_parameter, access_denied */
  add(object: string, id: number, draft: CommentDraft): Promise<Comment>
  /** @throws comment_not_found, invalid_parameter, access_denied */
  edit(object: string, id: number, comment: number, draft: CommentDraft): Promise<void>
  /** @throws comment_not_found, access_denied */
  remove(object: string, id: number, comment: number): Promise<void>
  /** Resolves a thread, or opens it again. @throws comment_not_found, access_denied */
  resolve(object: string, id: number, comment: number, resolved: boolean): Promise<void>
  /** People whom a comment may name, by a part of their name. */
  findPeople(
    object: string,
    id: number,
    text: string,
  ): Promise<readonly { readonly id: number; readonly name: string }[]>
}

/** The key under which the comments of an entity are. */
export function commentsKey(object: string, id: number): string {
  return `${object}/${id}`
}

/** The comments of a client. */
export const commentsOf = attach(createComments)

/** While no live events come, whoever looks asks so often. @source decision 0062 */
const pollEveryMs = 60_000

const unknown: CommentsSnapshot = {
  status: 'unknown',
  error: null,
  hasData: false,
  comments: [],
  version: null,
  mayComment: false,
  mayModerate: false,
}

function createComments(client: Client): Comments {
  const store = createKeyedStore<CommentsSnapshot>(() => unknown)
  /** Counts changes made here by key: an answer to what was asked before one of them is old. */
  const changes = new Map<string, number>()
  const made = { count: 0 }
  const touch = (key: string): void => void changes.set(key, (changes.get(key) ?? 0) + 1)

  const fetch = async (object: string, id: number): Promise<void> => {
    const key = commentsKey(object, id)
    store.update(key, (now) => ({ ...now, status: now.hasData ? 'fetching' : 'initial', error: null }))
    try {
      for (;;) {
        const before = changes.get(key)
        const answer = await client.call(calls.listComments, { object, id: String(id) })
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
  }

  /** Shows a change at once; keeps what the server says of it, or takes it back. */
  const change = async <Answer>(
    key: string,
    apply: (comments: readonly ShownComment[]) => readonly ShownComment[],
    send: () => Promise<Answer>,
    keep: (comments: readonly ShownComment[], answer: Answer) => readonly ShownComment[],
    undo: (comments: readonly ShownComment[], before: readonly ShownComment[]) => readonly ShownComment[],
  ): Promise<Answer> => {
    const before = store.get(key).comments
    const show = (to: (comments: readonly ShownComment[]) => readonly ShownComment[]): void => {
      touch(key)
      store.update(key, (now) => ({ ...now, comments: to(now.comments) }))
    }
    show(apply)
    try {
      const answer = await send()
      show((comments) => keep(comments, answer))
      return answer
    } catch (error) {
      show((comments) => undo(comments, before))
      throw toFailure(error)
    }
  }

  /** A change of one comment that is there. */
  const changeOne = async (
    key: string,
    comment: number,
    apply: (one: ShownComment) => ShownComment,
    send: () => Promise<Comment>,
  ): Promise<void> => {
    const only = (one: (before: ShownComment) => ShownComment) => (comments: readonly ShownComment[]) =>
      comments.map((shown) => (shown.id === comment ? one(shown) : shown))
    await change(
      key,
      only(apply),
      send,
      (comments, answer) => only(() => answer)(comments),
      (comments, before) => only((now) => before.find(({ id }) => id === comment) ?? now)(comments),
    )
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    fetch,
    watch: (object, id) => watch(client, { object, id }, () => fetch(object, id)),
    async add(object, id, { text, mentions = [], place, thread }) {
      const key = commentsKey(object, id)
      const pending = pendingComment(client, --made.count, { text, place, thread })
      return change(
        key,
        (comments) => [...comments, pending],
        () =>
          client.call(calls.createComment, {
            object,
            id: String(id),
            text,
            mentions: [...mentions],
            ...(place === undefined ? {} : { place }),
            ...(thread === undefined ? {} : { thread }),
          }),
        (comments, answer) => [
          ...comments.filter((one) => one.id !== pending.id && one.id !== answer.id),
          answer,
        ],
        (comments) => comments.filter((one) => one.id !== pending.id),
      )
    },
    edit: (object, id, comment, { text, mentions = [] }) =>
      changeOne(
        commentsKey(object, id),
        comment,
        (one) => ({ ...one, text, isPending: true }),
        () =>
          client.call(calls.updateComment, {
            object,
            id: String(id),
            comment,
            text,
            mentions: [...mentions],
          }),
      ),
    async remove(object, id, comment) {
      await change(
        commentsKey(object, id),
        (comments) => withoutComment(comments, comment),
        () => client.call(calls.deleteComment, { object, id: String(id), comment }),
        (comments) => comments,
        (_comments, before) => before,
      )
    },
    resolve: (object, id, comment, resolved) =>
      changeOne(
        commentsKey(object, id),
        comment,
        (one) => ({
          ...one,
          resolved: resolved
            ? {
                at: new Date(client.options.clock.nowMs()).toISOString(),
                by: client.session.get().user?.name ?? '',
              }
            : null,
        }),
        () => client.call(calls.resolveComment, { object, id: String(id), comment, resolved }),
      ),
    findPeople: (object, id, text) => client.call(calls.findMentionable, { object, id: String(id), text }),
    clear() {
      changes.clear()
      store.clear()
    },
  }
}

function pendingComment(
  client: Client,
  id: number,
  {
    text,
    place,
    thread = null,
  }: Omit<CommentDraft, 'thread'> & { readonly thread?: number | null | undefined },
): ShownComment {
  const { user } = client.session.get()
  return {
    id,
    thread,
    by: { kind: 'user', id: user?.id ?? null, name: user?.name ?? '' },
    isMine: true,
    text,
    mentions: [],
    place: place ?? null,
    version: null,
    createdAt: new Date(client.options.clock.nowMs()).toISOString(),
    editedAt: null,
    isDeleted: false,
    resolved: null,
    share: null,
    isPending: true,
  }
}

/** One with replies leaves its place; the place goes with the last of them. */
function withoutComment(comments: readonly ShownComment[], id: number): readonly ShownComment[] {
  const hasReplies = comments.some(({ thread }) => thread === id)
  if (hasReplies)
    return comments.map((one) =>
      one.id === id
        ? {
            ...one,
            isDeleted: true,
            isMine: false,
            text: '',
            mentions: [],
            place: null,
            by: { ...one.by, id: null, name: '' },
          }
        : one,
    )
  const left = comments.filter((one) => one.id !== id)
  return left.filter((one) => !one.isDeleted || left.some(({ thread }) => thread === one.id))
}

function watch(
  client: Client,
  entity: { readonly object: string; readonly id: number },
  fetch: () => Promise<void>,
): () => void {
  const live = liveOf(client)
  const look = (): Promise<void> =>
    fetch().catch((error: unknown) => {
      if (!isCanceled(error)) client.options.log('warn', 'Comments could not be read', error)
    })
  let callOff: (() => void) | undefined
  const poll = (): void => {
    callOff?.()
    callOff = live.open.get()
      ? undefined
      : client.options.clock.after(pollEveryMs, () => void look().then(poll))
  }
  const stops = [
    live.on('comments', ({ resource, id }) => {
      if (resource === entity.object && id === entity.id) void look()
    }),
    live.onOpen(() => void look()),
    live.open.subscribe(poll),
  ]
  void look()
  poll()
  return () => {
    callOff?.()
    for (const stop of stops) stop()
  }
}
