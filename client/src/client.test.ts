import { expect, test } from 'vitest'
import { createFakeClient } from './testing/fake-client.ts'
import { settle } from './testing/fake-clock.ts'
import { cartsOf } from './carts/carts.ts'
import { downloadsOf } from './downloads/downloads.ts'

const path = 'dam/data/asset'

async function used() {
  const fake = await createFakeClient()
  const { client, clock } = fake
  client.cursors.ensure({ name: 'browse', path })
  await client.cursors.fetch('browse')
  const cart = await cartsOf(client).createCart({
    name: 'Mine',
    items: [{ type: 'asset', id: client.cursors.get('browse').data[0]?.id ?? 0 }],
  })
  await cartsOf(client).fetchCarts()
  downloadsOf(client).start({ name: 'Mine', cartId: cart.id })
  await clock.advance(0)
  return fake
}

test.each(['signs out', 'is followed by somebody else'])(
  'what one person has read is gone when that person %s',
  async (how) => {
    const { client } = await used()
    if (how === 'signs out') await client.session.signOut()
    else await client.session.signIn({ login: 'viewer', password: 'viewer' })
    await settle()
    expect(client.cursors.get('browse')).toMatchObject({ status: 'unknown', data: [] })
    expect(cartsOf(client).list.get()).toMatchObject({ status: 'unknown', carts: [] })
    expect(downloadsOf(client).all.get()).toEqual([])
  },
)

test('a session that only ended loses nothing for the same person', async () => {
  const { client, server } = await used()
  server.endSessions()
  await cartsOf(client)
    .fetchCarts()
    .catch(() => undefined)
  await settle()
  expect(client.session.get().status).toBe('invalid')
  await client.session.signIn({ login: 'editor', password: 'editor' })
  await settle()
  expect(client.cursors.get('browse')).toMatchObject({ status: 'loaded', total: 60 })
})
