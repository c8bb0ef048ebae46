import { expect, test } from 'vitest'
import { calls, type ErrorCode } from '@cartouche/contract/wire'
import type { Ask } from './contract-search.ts'

type Refused = (work: Promise<unknown>, code: ErrorCode) => Promise<void>

/** What the contract says of comments. */
export function commentSuite(call: Ask, refused: Refused, assetIds: () => readonly number[]): void {
  test('comments are written, changed, resolved and deleted; what is not there is refused', async () => {
    const one = { object: 'asset', id: String(assetIds()[0] ?? 0) }
    const nothing = { object: 'asset', id: '999999999' }
    await refused(call(calls.listComments, nothing), 'entity_not_found')
    await refused(call(calls.createComment, { ...nothing, text: 'x' }), 'entity_not_found')
    await refused(call(calls.createComment, { ...one, text: ' ' }), 'invalid_parameter')
    await refused(call(calls.createComment, { ...one, text: 'x', thread: 999_999 }), 'comment_not_found')
    await refused(call(calls.createComment, { ...one, text: 'x', version: 99 }), 'version_not_found')
    const place = { x: 0.5, y: 0.5 }
    const made = await call(calls.createComment, { ...one, text: 'Here', place })
    expect(made).toMatchObject({ text: 'Here', place, isMine: true, thread: null })
    const at = { ...one, comment: made.id }
    const reply = await call(calls.createComment, { ...one, text: 'There', thread: made.id })
    expect(reply.thread).toBe(made.id)
    expect(await call(calls.updateComment, { ...at, text: 'Anywhere' })).toMatchObject({ text: 'Anywhere' })
    expect((await call(calls.resolveComment, at)).resolved).not.toBeNull()
    const { comments } = await call(calls.listComments, one)
    expect(comments.map(({ id }) => id)).toEqual(expect.arrayContaining([made.id, reply.id]))
    await call(calls.deleteComment, { ...one, comment: reply.id })
    await call(calls.deleteComment, at)
    await refused(call(calls.deleteComment, at), 'comment_not_found')
  })
}
