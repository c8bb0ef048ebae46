import { expect, test } from 'vitest'
import { createClient } from '../client.ts'
import type { TextStorage } from '../store/text-storage.ts'
import { createFakeServer } from '../testing/fake-server.ts'
import { visitorsOf } from '../shares/visitors.ts'
import { sharedCommentsOf } from './shared-comments.ts'
import { commentsKey } from './shown-comments.ts'

const who = { name: 'Anna Berg', email: 'anna@example.org' }

function open() {
  const server = createFakeServer()
  const texts = new Map<string, string>()
  const storage: TextStorage = {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, value) => void texts.set(key, value),
    removeItem: (key) => void texts.delete(key),
  }
  const visit = () => {
    const client = createClient({ mode: 'bearer', fetch: server.fetch, storage })
    return { ...sharedCommentsOf(client), visitors: visitorsOf(client) }
  }
  return { server, texts, visit }
}

test('a visitor says once who they are; each share has its own comments and its own visitor', async () => {
  const { visit } = open()
  const shared = visit()
  expect(shared.visitors.get('one')).toBeNull()
  await shared.visitors.introduce('one', who)
  expect([shared.visitors.get('one')?.name, shared.visitors.get('two')]).toEqual(['Anna Berg', null])
  const comments = shared.of('one')
  const adding = comments.add('asset', 1, { text: 'Too dark', place: { x: 0.5, y: 0.5 } })
  expect(comments.get(commentsKey('asset', 1)).comments).toMatchObject([
    { isPending: true, by: { kind: 'visitor', name: 'Anna Berg' } },
  ])
  await adding
  // The same browser, tomorrow.
  const later = visit()
  expect(later.visitors.get('one')).toEqual(shared.visitors.get('one'))
  await later.of('one').fetch('asset', 1)
  expect(later.of('one').get(commentsKey('asset', 1)).comments).toMatchObject([{ isMine: true }])
  await later.of('two').fetch('asset', 1)
  expect(later.of('two').get(commentsKey('asset', 1)).comments).toEqual([])
  later.visitors.forget('one')
  expect([later.visitors.get('one'), visit().visitors.get('one')]).toEqual([null, null])
})

test('whom the server has forgotten is asked again, and what they wrote is theirs to send again', async () => {
  const { texts, visit } = open()
  texts.set('cartouche-visitor/one', JSON.stringify({ visitor: 'old', name: 'Anna Berg' }))
  texts.set('cartouche-visitor/two', 'no JSON')
  const shared = visit()
  expect(shared.visitors.get('two')).toBeNull()
  await expect(shared.of('one').add('asset', 1, { text: 'x' })).rejects.toMatchObject({
    code: 'visitor_unknown',
  })
  expect([shared.visitors.get('one'), texts.has('cartouche-visitor/one')]).toEqual([null, false])
  expect(shared.of('one').get(commentsKey('asset', 1)).comments).toEqual([])
})
