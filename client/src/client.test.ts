import { expect, test } from 'vitest'
import { createFakeClient } from './testing/fake-client.ts'
import { settle } from './testing/fake-clock.ts'

const path = 'dam/data/asset'

async function used() {
  const fake = await createFakeClient()
  const { client, clock } = fake
  client.cursors.ensure({ name: 'browse', path })
  await client.cursors.fetch('browse')
  const cart = await client.carts.createCart({ name: 'Mine', items: [{ type: 'asset', id: client.cursors.get('browse').data[0]?.id ?? 0 }] })
  await client.carts.fetchCarts()
  client.downloads.start({ name: 'Mine', cartId: cart.id })
  await clock.advance(0)
  return fake
}

test.each(['signs out', 'is followed by somebody else'])('what one person has read is gone when that person %s', async (how) => {
  const { client } = await used()
  if (how === 'signs out') await client.session.signOut()
  else await client.session.signIn({ login: 'viewer', password: 'viewer' })
  await settle()
  expect(client.cursors.get('browse')).toMatchObject({ status: 'unknown', data: [] })
  expect(client.carts.list.get()).toMatchObject({ status: 'unknown', carts: [] })
  expect(client.downloads.all.get()).toEqual([])
})

test('a session that only ended loses nothing for the same person', async () => {
  const { client, server } = await used()
  server.endSessions()
  await client.carts.fetchCarts().catch(() => undefined)
  await settle()
  expect(client.session.get().status).toBe('invalid')
  await client.session.signIn({ login: 'editor', password: 'editor' })
  await settle()
  expect(client.cursors.get('browse')).toMatchObject({ status: 'loaded', total: 60 })
})
