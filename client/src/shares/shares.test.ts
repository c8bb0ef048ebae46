import { expect, test, vi } from 'vitest'
import { createFakeClient } from '../testing/fake-client.ts'
import { cartsOf } from '../carts/carts.ts'
import { sharesOf } from './shares.ts'

async function open() {
  const fake = await createFakeClient()
  const items = fake.server.library
    .list('asset')
    .slice(0, 2)
    .map(({ id }) => ({ type: 'asset', id }))
  const [shares, carts] = [sharesOf(fake.client), cartsOf(fake.client)]
  const cart = await carts.createCart({ name: 'Shared', items })
  const visitor = await createFakeClient({ signIn: false, fetch: fake.server.fetch })
  return { ...fake, shares, cart, items, visitor: sharesOf(visitor.client) }
}

test('P4.15 P8.04 a share that is gone is an error; one that is there is loaded, without an account', async () => {
  const { shares, cart, visitor, items } = await open()
  const { id } = await shares.shareCart(cart.id, {})
  await visitor.openShare(id)
  expect(visitor.visits.get(id)).toMatchObject({
    status: 'loaded',
    password: 'none',
    share: { name: 'Shared', items: { asset: items }, detailedItems: items },
  })
  await shares.revokeShare(cart.id, id)
  await visitor.openShare(id)
  expect(visitor.visits.get(id)).toMatchObject({ status: 'error', error: { status: 404 }, share: null })
})

test('P6.06 a share with a password asks for it, says when it is wrong, and uses it for all that follows', async () => {
  const { shares, cart, visitor, items } = await open()
  const { id } = await shares.shareCart(cart.id, { password: 'secret' })
  await visitor.openShare(id)
  expect(visitor.visits.get(id)).toMatchObject({
    status: 'error',
    password: 'needed',
    error: { status: 401 },
  })
  await visitor.openShare(id, 'wrong')
  expect(visitor.visits.get(id).password).toBe('wrong')
  expect(visitor.passwordOf(id)).toBeUndefined()
  await visitor.openShare(id, 'secret')
  expect(visitor.visits.get(id)).toMatchObject({ status: 'loaded', password: 'none' })
  await expect(visitor.viewSharedItem(id, 'asset', items[0]?.id ?? 0)).resolves.toMatchObject({
    name: 'Asset 1',
  })
  await visitor.openShare(id)
  expect(visitor.visits.get(id).status).toBe('loaded')
})

test('the owner sees active shares, newest first; a password is shown once and not kept', async () => {
  const { shares, cart } = await open()
  await shares.fetchShares(cart.id)
  const made = await shares.shareCart(cart.id, { name: 'Second', askForPassword: true })
  expect(made.password).toBeTypeOf('string')
  const shown = shares.byCart.get(String(cart.id))
  expect(shown).toMatchObject({ status: 'loaded', shares: [{ name: 'Second', hasPassword: true }] })
  expect(shown.shares[0]).not.toHaveProperty('password')
  await shares.revokeShare(cart.id, made.id)
  expect(shares.byCart.get(String(cart.id)).shares).toEqual([])
})

test('P7.31 a share of the archive alone has its profile, and stands among the shares of the cart', async () => {
  const { shares, cart, visitor } = await open()
  const made = await shares.shareZip(cart.id, { profile: 'originals', password: 'secret' })
  expect(made).toMatchObject({
    mode: 'zip',
    profile: 'originals',
    actions: ['zip'],
    hasPassword: true,
    password: 'secret',
  })
  expect(shares.byCart.get(String(cart.id)).shares[0]).not.toHaveProperty('password')
  await visitor.openShare(made.id, 'secret')
  expect(visitor.visits.get(made.id)).toMatchObject({ status: 'loaded', share: { mode: 'zip' } })
})

test('P9.05 a share asks for no password and has descriptions by default', async () => {
  const { shares, cart, client } = await open()
  const call = vi.spyOn(client, 'call')
  expect((await shares.shareCart(cart.id, {})).hasPassword).toBe(false)
  expect(call.mock.calls[0]?.[1]).toEqual({
    id: cart.id,
    askForPassword: false,
    withAssetsDescriptions: true,
  })
})

test('a busy server is reported at once, with when to try again; the password that was given is tried again', async () => {
  const { server, shares, cart, visitor } = await open()
  const { id } = await shares.shareCart(cart.id, { password: 'secret' })
  server.fail('server_busy')
  await visitor.openShare(id, 'secret')
  expect(visitor.visits.get(id)).toMatchObject({ status: 'error', error: { code: 'server_busy' } })
  await visitor.openShare(id)
  expect(visitor.visits.get(id)).toMatchObject({ status: 'loaded', password: 'none' })
  server.fail('server_busy')
  await visitor.openShare(id, 'wrong')
  await visitor.openShare(id)
  expect(visitor.visits.get(id)).toMatchObject({ status: 'error', password: 'wrong' })
  expect(visitor.passwordOf(id)).toBeUndefined()
})
