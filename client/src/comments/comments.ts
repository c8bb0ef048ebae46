import {
  calls,
  type Comment,
  type CommentPlace,
  type Comments as CommentList,
} from '@cartouche/contract/wire'
import { attach, type Forgetful } from '../attach.ts'
import type { Client } from '../client.ts'
import { isCanceled } from '../failure.ts'
import { keepCurrent } from '../live/keep-current.ts'
import { liveOf } from '../live/live.ts'
import type { KeyedReadable } from '../store/keyed-store.ts'
import {
  commentsKey,
  createShownComments,
  type CommentsSnapshot,
  type ShownComment,
} from './shown-comments.ts'

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

/** The comments of a client. */
export const commentsOf = attach((client) => createComments(client, colleagueWire(client)))

/** The calls by which comments are read and written, and who writes. */
export interface CommentWire {
  list(object: string, id: number): Promise<CommentList>
  create(object: string, id: number, draft: CommentDraft): Promise<Comment>
  update(object: string, id: number, comment: number, draft: CommentDraft): Promise<Comment>
  remove(object: string, id: number, comment: number): Promise<unknown>
  resolve(object: string, id: number, comment: number, resolved: boolean): Promise<Comment>
  findPeople: Comments['findPeople']
  /** Shown with what is on its way. */
  author(): Comment['by']
}

function colleagueWire(client: Client): CommentWire {
  const at = (object: string, id: number) => ({ object, id: String(id) })
  return {
    list: (object, id) => client.call(calls.listComments, at(object, id)),
    create: (object, id, { text, mentions = [], place, thread }) =>
      client.call(calls.createComment, {
        ...at(object, id),
        text,
        mentions: [...mentions],
        ...(place === undefined ? {} : { place }),
        ...(thread === undefined ? {} : { thread }),
      }),
    update: (object, id, comment, { text, mentions = [] }) =>
      client.call(calls.updateComment, { ...at(object, id), comment, text, mentions: [...mentions] }),
    remove: (object, id, comment) => client.call(calls.deleteComment, { ...at(object, id), comment }),
    resolve: (object, id, comment, resolved) =>
      client.call(calls.resolveComment, { ...at(object, id), comment, resolved }),
    findPeople: (object, id, text) => client.call(calls.findMentionable, { ...at(object, id), text }),
    author() {
      const { user } = client.session.get()
      return { kind: 'user', id: user?.id ?? null, name: user?.name ?? '' }
    },
  }
}

/** Creates a store of comments over the calls of whoever writes them. */
export function createComments(client: Client, wire: CommentWire): Comments {
  const shown = createShownComments(wire.list)
  const made = { count: 0 }
  return {
    get: shown.store.get,
    subscribe: shown.store.subscribe,
    fetch: shown.fetch,
    watch: (object, id) => watch(client, { object, id }, () => shown.fetch(object, id)),
    add(object, id, draft) {
      const pending = pendingComment(client, wire.author(), --made.count, draft)
      return shown.change(commentsKey(object, id), {
        apply: (comments) => [...comments, pending],
        send: () => wire.create(object, id, draft),
        keep: (comments, answer) => [
          ...comments.filter((one) => one.id !== pending.id && one.id !== answer.id),
          answer,
        ],
        undo: (comments) => comments.filter((one) => one.id !== pending.id),
      })
    },
    edit: (object, id, comment, draft) =>
      shown.changeOne(
        commentsKey(object, id),
        comment,
        (one) => ({ ...one, text: draft.text, isPending: true }),
        () => wire.update(object, id, comment, draft),
      ),
    async remove(object, id, comment) {
      await shown.change(commentsKey(object, id), {
        apply: (comments) => withoutComment(comments, comment),
        send: () => wire.remove(object, id, comment),
        keep: (comments) => comments,
        undo: (_comments, before) => before,
      })
    },
    resolve: (object, id, comment, resolved) =>
      shown.changeOne(
        commentsKey(object, id),
        comment,
        (one) => ({ ...one, resolved: resolved ? resolvedNow(client) : null }),
        () => wire.resolve(object, id, comment, resolved),
      ),
    findPeople: wire.findPeople,
    clear: shown.clear,
  }
}

const resolvedNow = (client: Client) => ({
  at: new Date(client.options.clock.nowMs()).toISOString(),
  by: client.session.get().user?.name ?? '',
})

function pendingComment(
  client: Client,
  by: Comment['by'],
  id: number,
  { text, place, thread }: CommentDraft,
): ShownComment {
  return {
    id,
    thread: thread ?? null,
    by,
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
    visitorsRead: false,
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
  return keepCurrent(client, look, [
    live.on('comments', ({ resource, id }) => {
      if (resource === entity.object && id === entity.id) void look()
    }),
  ])
}
