import { expect, test } from 'vitest'
import { createClient } from '../client.ts'
import type { TextStorage } from '../store/text-storage.ts'
import { createFakeServer } from '../testing/fake-server.ts'
import { sharedUploadsOf } from './shared-uploads.ts'
import { visitorsOf } from './visitors.ts'

const who = { name: 'Ann Lee', email: 'ann@example.org' }
const file = (name: string): File => new File([name], name)

function open() {
  const server = createFakeServer()
  const texts = new Map<string, string>()
  const storage: TextStorage = {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, value) => void texts.set(key, value),
    removeItem: (key) => void texts.delete(key),
  }
  const visit = (fetch: typeof globalThis.fetch = server.fetch) => {
    const client = createClient({ mode: 'bearer', fetch, storage })
    return { uploads: sharedUploadsOf(client), visitors: visitorsOf(client) }
  }
  return { server, texts, visit }
}

test('a visitor sends files, and reads on the next visit what has arrived', async () => {
  const { visit } = open()
  const { uploads, visitors } = visit()
  await visitors.introduce('one', who)
  uploads.send('one', [file('a.jpg'), file('b.jpg')])
  await expect.poll(() => uploads.sent.get('one')?.length).toBe(2)
  expect(uploads.uploads.get('one').files.map(({ status }) => status)).toEqual(['loaded', 'loaded'])
  expect(uploads.sent.get('two')).toBeNull()
  const later = visit().uploads
  await later.fetchSent('one')
  expect(
    later.sent
      .get('one')
      ?.map(({ name }) => name)
      .toSorted(),
  ).toEqual(['a.jpg', 'b.jpg'])
  later.forget('one')
  expect(later.sent.get('one')).toBeNull()
})

test('a file whose answer was lost is sent again as the same file; a full storage is reported', async () => {
  const { server, visit } = open()
  let isLost = true
  const { uploads, visitors } = visit(async (...asked) => {
    const answer = await server.fetch(...asked)
    const [input] = asked
    const url = input instanceof Request ? input.url : String(input)
    if (!isLost || !/\/files(\?|$)/.test(url)) return answer
    isLost = false
    throw new TypeError('fetch failed')
  })
  await visitors.introduce('one', who)
  uploads.send('one', [file('a.jpg')])
  await expect.poll(() => uploads.uploads.get('one').failed.length).toBe(1)
  uploads.retry('one', uploads.uploads.get('one').failed[0]?.id ?? '')
  await expect.poll(() => uploads.sent.get('one')?.length).toBe(1)
  uploads.send('one', ['b.jpg', 'c.jpg', 'd.jpg'].map(file))
  await expect.poll(() => uploads.uploads.get('one').failed.length).toBe(1)
  expect(uploads.uploads.get('one').failed[0]?.messageKey).toBe('share_uploads_full')
  await uploads.fetchSent('one')
  expect(uploads.sent.get('one')?.length).toBe(3)
})

test('files wait for whoever sends them; whom the server has forgotten is asked again', async () => {
  const { texts, visit } = open()
  const { uploads, visitors } = visit()
  uploads.send('one', [file('a.jpg')])
  expect(uploads.uploads.get('one')).toMatchObject({ paused: true, files: [{ status: 'registered' }] })
  await visitors.introduce('one', who)
  await expect.poll(() => uploads.sent.get('one')?.length).toBe(1)
  texts.set('cartouche-visitor/two', JSON.stringify({ visitor: 'old', name: 'Ann Lee' }))
  uploads.send('two', [file('b.jpg')])
  await expect.poll(() => uploads.uploads.get('two').failed[0]?.messageKey).toBe('visitor_unknown')
  expect(visitors.get('two')).toBeNull()
  uploads.retry('two', uploads.uploads.get('two').failed[0]?.id ?? '')
  await visitors.introduce('two', who)
  await expect.poll(() => uploads.sent.get('two')?.length).toBe(1)
})

test('what the link does not take fails before a byte is sent', async () => {
  const { server, visit } = open()
  const asked: string[] = []
  const { uploads, visitors } = visit((input, options) => {
    asked.push(input instanceof Request ? input.url : String(input))
    return server.fetch(input, options)
  })
  await visitors.introduce('one', who)
  asked.length = 0
  uploads.send('one', [file('Setup.EXE'), new File([], 'empty.jpg')])
  await expect.poll(() => uploads.uploads.get('one').failed.length).toBe(2)
  expect(uploads.uploads.get('one').failed.map(({ error }) => error?.code)).toEqual([
    'upload_type_refused',
    'upload_empty',
  ])
  expect(asked).toEqual([])
})
