import { expect, test } from 'vitest'
import { createFakeClient } from '../testing/fake-client.ts'
import { settle } from '../testing/fake-clock.ts'
import { openLiveWorld } from '../testing/live-world.ts'
import { commentsOf } from './comments.ts'
import { commentsKey } from './shown-comments.ts'

const open = async () => {
  const { client, server } = await createFakeClient()
  const id = server.library.list('asset')[0]?.id ?? 0
  const comments = commentsOf(client)
  await comments.fetch('asset', id)
  return { client, server, comments, id, shown: () => comments.get(commentsKey('asset', id)).comments }
}

test('a comment shows at once, and is the one of the server once it is there', async () => {
  const { server, comments, id, shown } = await open()
  const gate = server.hold('/wedia/dam/comments')
  const adding = comments.add('asset', id, { text: 'Too dark', place: { x: 0.5, y: 0.5 } })
  expect(shown()).toMatchObject([{ text: 'Too dark', isPending: true, isMine: true }])
  gate.release()
  const made = await adding
  expect(shown()).toEqual([made])
  await comments.resolve('asset', id, made.id, true)
  expect(shown()[0]?.resolved).not.toBeNull()
  await comments.edit('asset', id, made.id, { text: 'Dark' })
  expect(shown()[0]).toMatchObject({ text: 'Dark', editedAt: expect.any(String) })
})

test('what fails is taken back: a new one, a change, a deletion', async () => {
  const { server, comments, id, shown } = await open()
  const first = await comments.add('asset', id, { text: 'First' })
  await comments.add('asset', id, { text: 'Reply', thread: first.id })
  const before = shown()
  for (const change of [
    () => comments.add('asset', id, { text: 'Second' }),
    () => comments.edit('asset', id, first.id, { text: 'Other' }),
    () => comments.resolve('asset', id, first.id, true),
    () => comments.remove('asset', id, first.id),
  ]) {
    server.fail('access_denied')
    const changing = change()
    expect(shown()).not.toEqual(before)
    await expect(changing).rejects.toMatchObject({ code: 'access_denied' })
    expect(shown()).toEqual(before)
  }
})

test('one with replies leaves its place, which goes with the last of them', async () => {
  const { comments, id, shown } = await open()
  const first = await comments.add('asset', id, { text: 'First' })
  const reply = await comments.add('asset', id, { text: 'Reply', thread: first.id })
  await comments.remove('asset', id, first.id)
  expect(shown()).toMatchObject([{ isDeleted: true, text: '' }, { text: 'Reply' }])
  await comments.remove('asset', id, reply.id)
  expect(shown()).toEqual([])
})

test('an answer to what was asked before a change does not undo it', async () => {
  const { server, comments, id, shown } = await open()
  const gate = server.hold('/wedia/dam/comments')
  const reading = comments.fetch('asset', id)
  await settle()
  const adding = comments.add('asset', id, { text: 'Meanwhile' })
  gate.release()
  await Promise.all([reading, adding])
  expect(shown().map(({ text }) => text)).toEqual(['Meanwhile'])
})

test('whoever looks hears of comments of this asset, and of no other', async () => {
  const { client, server, streams } = await openLiveWorld()
  const id = server.library.list('asset')[0]?.id ?? 0
  const stop = commentsOf(client).watch('asset', id)
  await settle()
  const asked = (): number => server.requests.filter((one) => one.includes('/comments/')).length
  const before = asked()
  await streams[0]?.send(`data: {"kind":"comments","resource":"asset","id":${id + 1}}\n\n`)
  expect(asked()).toBe(before)
  await streams[0]?.send(`data: {"kind":"comments","resource":"asset","id":${id}}\n\n`)
  await settle()
  expect(asked()).toBe(before + 1)
  stop()
})
