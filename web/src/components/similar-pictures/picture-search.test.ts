import { createClient } from '@cartouche/client'
import { createFakeServer } from '@cartouche/client/testing/fake-server'
import { expect, test } from 'vitest'
import { pictureSearchOf } from './picture-search.ts'

const picture = (name: string) => new File([Uint8Array.of(0xff, 0xd8)], name)
const open = async () => {
  const server = createFakeServer()
  const client = createClient({ mode: 'bearer', fetch: server.fetch })
  await client.session.signIn({ login: 'editor', password: 'editor' })
  return { client, server, search: pictureSearchOf(client) }
}

test('D1.12 a search by a picture says that it is sent, and what was found', async () => {
  const { client, search } = await open()
  expect(search.get().status).toBe('none')
  const ended = search.search(picture('harbour.jpg'))
  expect(search.get()).toMatchObject({ status: 'sending', picture: { name: 'harbour.jpg' }, found: [] })
  await ended
  expect(search.get()).toMatchObject({ status: 'found', found: [{ score: 1 }, { score: 0.9 }] })
  search.clear()
  expect(search.get()).toMatchObject({ status: 'none', picture: null, found: [] })
  client.session.dispose()
})

test('another picture takes the place of the one that is searched for; one that is stopped stays', async () => {
  const { client, server, search } = await open()
  const held = server.hold('/similar')
  const first = search.search(picture('first.jpg'))
  const second = search.search(picture('second.jpg'))
  search.stop()
  held.release()
  await Promise.all([first, second])
  expect(search.get()).toMatchObject({ status: 'stopped', picture: { name: 'second.jpg' }, error: null })
  client.session.dispose()
})

test('what cannot be searched by is reported by its error', async () => {
  const { client, search } = await open()
  await search.search(new File(['a text'], 'note.txt'))
  expect(search.get()).toMatchObject({ status: 'failed', error: { code: 'picture_unsupported' } })
  search.stop()
  expect(search.get().status).toBe('failed')
  client.session.dispose()
})
