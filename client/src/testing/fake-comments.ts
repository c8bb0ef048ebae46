import { ApiError, type Comment } from '@cartouche/contract'
import type { FakeLibrary } from './fake-library.ts'
import type { FakeHandlers } from './fake-routes.ts'
import { sharedUploadHandlers } from './fake-shared-uploads.ts'

/** Comments of the fake server: all of them are the user's own. */
export function commentHandlers(library: FakeLibrary): FakeHandlers {
  const kept = new Map<number, readonly Comment[]>()
  const made = { count: 0 }
  const idOf = ({ object, id }: { readonly object: string; readonly id: string }): number =>
    library.get(object.toLowerCase(), Number(id)).id
  const listOf = (id: number): readonly Comment[] => kept.get(id) ?? []
  const find = (id: number, comment: number): Comment => {
    const found = listOf(id).find((one) => one.id === comment)
    if (!found) throw new ApiError('comment_not_found', { id: comment })
    return found
  }
  const replace = (id: number, changed: Comment): Comment => {
    kept.set(
      id,
      listOf(id).map((one) => (one.id === changed.id ? changed : one)),
    )
    return changed
  }
  return {
    listComments(input) {
      return { comments: [...listOf(idOf(input))], version: 1, mayComment: true, mayModerate: true }
    },
    createComment({ text, mentions, place, thread, version, ...input }) {
      const id = idOf(input)
      if (thread !== undefined) find(id, thread)
      if (version !== undefined && version !== 1) throw new ApiError('version_not_found', { number: version })
      const comment = newComment({
        id: ++made.count,
        thread: thread ?? null,
        by: { kind: 'user', id: 1, name: 'Editor' },
        text,
        mentions: mentions.map((one) => ({ id: one, name: `Person ${one}` })),
        place: place ?? null,
        share: null,
        visitorsRead: false,
      })
      kept.set(id, [...listOf(id), comment])
      return comment
    },
    updateComment({ comment, text, ...input }) {
      const id = idOf(input)
      return replace(id, { ...find(id, comment), text, editedAt: '2026-01-02T00:00:00.000Z' })
    },
    deleteComment({ comment, ...input }) {
      const id = idOf(input)
      find(id, comment)
      kept.set(
        id,
        listOf(id).filter((one) => one.id !== comment),
      )
      return { deleted: true }
    },
    resolveComment({ comment, resolved, ...input }) {
      const id = idOf(input)
      const by = { at: '2026-01-02T00:00:00.000Z', by: 'Editor' }
      return replace(id, { ...find(id, comment), resolved: resolved ? by : null })
    },
    findMentionable(input) {
      idOf(input)
      return []
    },
    getTodoCounts: () => ({ toReview: 0, rejected: 0, threads: 0 }),
    listToReview: () => ({ requests: [], total: 0 }),
    listOwnReviews: () => ({ requests: [], total: 0 }),
    listOwnThreads: () => ({ threads: [], total: 0 }),
  }
}

/** Comments and files of visitors on the fake server: each share has its own. */
export function visitorHandlers(): FakeHandlers {
  const visitors = new Map<string, string>()
  const kept = new Map<string, (Comment & { readonly visitor: string })[]>()
  const listOf = (share: string, asset: number) => {
    const key = `${share}/${asset}`
    const list = kept.get(key) ?? []
    kept.set(key, list)
    return list
  }
  const nameOf = (visitor: string): string => {
    const name = visitors.get(visitor)
    if (name === undefined) throw new ApiError('visitor_unknown')
    return name
  }
  const made = { count: 0 }
  return {
    ...sharedUploadHandlers(nameOf),
    introduceVisitor({ name }) {
      const visitor = `visitor-${visitors.size + 1}`
      visitors.set(visitor, name)
      return { visitor, name }
    },
    listSharedComments: ({ id, idAsset, visitor }) => ({
      comments: listOf(id, idAsset).map(({ visitor: by, ...one }) => ({ ...one, isMine: by === visitor })),
      version: 1,
      mayComment: true,
      mayModerate: false,
    }),
    createSharedComment({ id, idAsset, visitor, text, place, thread }) {
      const comment = newComment({
        id: ++made.count,
        thread: thread ?? null,
        by: { kind: 'visitor', id: null, name: nameOf(visitor) },
        text,
        mentions: [],
        place: place ?? null,
        share: 'Share',
        visitorsRead: true,
      })
      listOf(id, idAsset).push({ ...comment, visitor })
      return comment
    },
  }
}

type Written = Pick<
  Comment,
  'id' | 'thread' | 'by' | 'text' | 'mentions' | 'place' | 'share' | 'visitorsRead'
>

/** A comment as it is answered to its author, when it has just been written. */
function newComment(written: Written): Comment {
  return {
    ...written,
    isMine: true,
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    editedAt: null,
    isDeleted: false,
    resolved: null,
  }
}
