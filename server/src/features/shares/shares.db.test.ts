import { calls, type Cart, type Share } from '@cartouche/contract'
import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Context } from '../../access/context.ts'
import type { SignedIn } from '../../access/identity.ts'
import { cartRoutes } from '../carts/test-carts.ts'
import { createTestLibrary, type TestLibrary } from '../carts/test-library.ts'
import { identifyVisitor, type VisitorClaim } from './identify-visitor.ts'
import { shareRoutes } from './shares.routes.ts'
import { downloadRoutes } from '../downloads/downloads.routes.ts'
import { createTicket, isTicketGood } from './ticket.ts'
import { findShare } from './find-visitor.ts'

const dayMs = 86_400_000
let library: TestLibrary
let editor: SignedIn
let other: SignedIn
let viewer: SignedIn
let cleo: SignedIn
let assets: number[]
let draft: number
let outside: number
let cart: Cart

beforeAll(async () => {
  library = await createTestLibrary()
  ;[editor, cleo, other, viewer] = await Promise.all([
    library.addUser('Ed', 'editor'),
    library.addUser('Cleo', 'editor'),
    library.addUser('Otto', 'contributor'),
    library.addUser('Vera', 'viewer'),
  ])
  assets = []
  for (let at = 0; at < 3; at += 1)
    assets.push(
      await library.addAsset({
        name: `Beach ${at}`,
        bytes: Buffer.from(`the bytes of ${at}`),
        fileName: `beach-${at}.jpg`,
      }),
    )
  draft = await library.addAsset({
    name: 'Draft',
    status: 'draft',
    bytes: Buffer.from('draft'),
    ownerId: editor.id,
  })
  outside = await library.addAsset({ name: 'Not in the cart', bytes: Buffer.from('outside') })
})
beforeEach(async () => {
  await sql`delete from guess`.execute(library.database)
  ;[cart] = await cartRoutes.createCart(library.as(editor), {
    name: 'Summer',
    description: 'Of the sea',
    collaborators: [cleo.id],
    items: [...assets, draft].map((id) => ({ type: 'asset', id })),
  })
})
afterAll(() => library.close())

const code = (name: string) => expect.objectContaining({ code: name })
const share = (
  input: Partial<Parameters<typeof shareRoutes.shareCart>[1]> = {},
  who = editor,
): Promise<Share> => shareRoutes.shareCart(library.as(who), { id: cart.id, ...input })
const basic = (password: string): string => `Basic ${Buffer.from(`:${password}`).toString('base64')}`
const visit = async (claim: VisitorClaim, authorization?: string, address = '10.0.0.1'): Promise<Context> => {
  const { request } = library.as(editor, { authorization, address })
  return library.as(await identifyVisitor(library.services, request, claim), request)
}
const visitShare = ({ id }: Share): Promise<Context> => visit({ shareId: id })

test('P7.30 P9.05 a share is good for 30 days, allows everything and asks for no password by default', async () => {
  const made = calls.shareCart.answers.parse(await share())
  expect(made).toMatchObject({
    cart: cart.id,
    name: 'Summer',
    actions: ['view', 'download', 'zip'],
    hasPassword: false,
    opened: 0,
    lastOpenedAt: null,
    url: `http://cartouche.test/s/${made.id}`,
  })
  expect(made.password).toBeUndefined()
  expect(Buffer.from(made.id, 'base64url')).toHaveLength(16)
  expect(Math.abs(Date.parse(made.expires) - Date.now() - 30 * dayMs)).toBeLessThan(60_000)
})

test('a share may not expire in the past nor later than in a year', async () => {
  for (const days of [-1, 400])
    await expect(share({ expires: new Date(Date.now() + days * dayMs).toISOString() })).rejects.toEqual(
      code('invalid_parameter'),
    )
  const expires = new Date(Date.now() + 365 * dayMs).toISOString()
  expect(await share({ expires })).toMatchObject({ expires })
})

test('the password that the server makes is shown once and kept as a hash', async () => {
  const made = await share({ askForPassword: true })
  expect(made).toMatchObject({
    hasPassword: true,
    password: expect.stringMatching(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/),
  })
  const [listed] = await shareRoutes.listShares(library.as(editor), { id: cart.id })
  expect(listed).toEqual({ ...made, password: undefined })
  const row = await library.database
    .selectFrom('share')
    .selectAll()
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow()
  expect(row.password_hash).toMatch(/^\$argon2id\$/)
  expect(JSON.stringify(row)).not.toContain(made.password)
})

test('a chosen password must be long enough, and none is set where none is asked for', async () => {
  await expect(share({ askForPassword: true, password: 'short' })).rejects.toEqual(code('password_too_weak'))
  expect(await share({ password: 'long enough by far' })).toMatchObject({ hasPassword: true })
  expect(await share({ askForPassword: false, password: 'long enough by far' })).toMatchObject({
    hasPassword: false,
  })
})

test('whoever may not share a cart makes, sees and ends no share', async () => {
  const made = await share()
  for (const [who, refused] of [
    [viewer, 'cart_not_found'],
    [other, 'cart_not_found'],
  ] as const) {
    await expect(share({}, who)).rejects.toEqual(code(refused))
    await expect(shareRoutes.listShares(library.as(who), { id: cart.id })).rejects.toEqual(code(refused))
    await expect(shareRoutes.revokeShare(library.as(who), { id: cart.id, shareId: made.id })).rejects.toEqual(
      code(refused),
    )
  }
  await cartRoutes.editCart(library.as(editor), { id: cart.id, name: 'Summer', private: false })
  await expect(share({}, viewer)).rejects.toEqual(code('access_denied'))
  await expect(visitShare(made)).resolves.toBeDefined()
})

test('P3.08 P7.32 the actions of a share have codes', async () => {
  expect(await shareRoutes.listShareActions(library.as(editor))).toMatchObject([
    { code: 'view' },
    { code: 'download' },
    { code: 'zip' },
  ])
})

test('P3.07 P7.34 a visitor sees the shared cart, and of its items what the sharer may see', async () => {
  const made = await share({ description: 'For you' })
  const seen = calls.viewShare.answers.parse(await shareRoutes.viewShare(await visitShare(made)))
  expect(seen).toMatchObject({
    id: made.id,
    cart: cart.id,
    name: 'Summer',
    description: 'For you',
    cartDescription: 'Of the sea',
    sharer: 'Ed',
    organisation: 'Cartouche',
    actions: ['view', 'download', 'zip'],
    items: { asset: [...assets, draft].map((id) => ({ type: 'asset', id })) },
    sizeBytes: cart.sizeBytes,
  })
  expect(seen.items['asset']?.map(({ name }) => name)).toEqual(['Beach 0', 'Beach 1', 'Beach 2', 'Draft'])
})

test('what the sharer may see no more, their visitors do not see', async () => {
  await sql`insert into cart_collaborator values (${cart.id}, ${other.id})`.execute(library.database)
  const seen = await shareRoutes.viewShare(await visitShare(await share({}, other)))
  expect(seen.items['asset']?.map(({ id }) => id)).toEqual(assets)
  expect(JSON.stringify(seen)).not.toContain('Draft')
})

test('a visitor sees what is in the cart, and nothing else', async () => {
  const context = await visitShare(await share())
  expect(
    await shareRoutes.viewSharedItem(context, { id: '', typeAsset: 'asset', idAsset: assets[0] ?? 0 }),
  ).toMatchObject({ name: 'Beach 0' })
  for (const [typeAsset, idAsset] of [
    ['asset', outside],
    ['asset', 999_999],
    ['user', editor.id],
  ] as const) {
    await expect(shareRoutes.viewSharedItem(context, { id: '', typeAsset, idAsset })).rejects.toEqual(
      code('entity_not_found'),
    )
    await expect(shareRoutes.downloadSharedItem(context, { id: '', typeAsset, idAsset })).rejects.toEqual(
      code('entity_not_found'),
    )
  }
  await expect(cartRoutes.createCart(context, { name: 'x' })).rejects.toEqual(code('access_denied'))
  await expect(
    cartRoutes.addCartItems(context, { id: cart.id, items: [{ type: 'asset', id: outside }] }),
  ).rejects.toEqual(code('access_denied'))
  const [elsewhere] = await cartRoutes.createCart(library.as(editor), { name: 'Elsewhere', private: false })
  await expect(cartRoutes.viewCart(context, { id: elsewhere.id })).rejects.toEqual(code('cart_not_found'))
  expect(await cartRoutes.viewCart(context, { id: cart.id })).toMatchObject({
    isMine: false,
    isEditable: false,
    collaborators: [],
  })
})

test('P7.34 a visitor takes a file where the share allows it', async () => {
  const open = await shareRoutes.downloadSharedItem(await visitShare(await share()), {
    id: '',
    typeAsset: 'asset',
    idAsset: assets[1] ?? 0,
  })
  if ('pending' in open) throw new Error('An original is there')
  expect(open).toMatchObject({ fileName: 'beach-1.jpg', disposition: 'attachment' })
  expect((await buffer(open.open(0, open.sizeBytes))).toString()).toBe('the bytes of 1')
  const onlyView = await visitShare(await share({ actions: ['view'] }))
  await expect(
    shareRoutes.downloadSharedItem(onlyView, { id: '', typeAsset: 'asset', idAsset: assets[1] ?? 0 }),
  ).rejects.toEqual(code('share_action_refused'))
  for (const zip of [downloadRoutes.testZipShare, downloadRoutes.prepareShareZip, downloadRoutes.zipShare])
    await expect(zip(onlyView, { id: '' })).rejects.toEqual(code('share_action_refused'))
})

test('P6.06 P8.04 a share with a password asks for it, in the header, with an empty user name', async () => {
  const { id, password = '' } = await share({ askForPassword: true })
  await expect(visit({ shareId: id })).rejects.toMatchObject({ code: 'share_password_needed', status: 401 })
  await expect(visit({ shareId: id }, basic(''))).rejects.toEqual(code('share_password_needed'))
  await expect(visit({ shareId: id }, basic('wrong'))).rejects.toMatchObject({
    code: 'share_password_wrong',
    status: 401,
  })
  await expect(visit({ shareId: id }, 'Bearer x')).rejects.toEqual(code('share_password_needed'))
  expect(await shareRoutes.viewShare(await visit({ shareId: id }, basic(password)))).toMatchObject({ id })
})

test('a password with colons and letters of any script is understood', async () => {
  const password = 'mot:de:passe:été:☀️'
  const { id } = await share({ password })
  await expect(visit({ shareId: id }, basic(password))).resolves.toBeDefined()
})

test('guesses are limited per share and address', async () => {
  const { id, password = '' } = await share({ askForPassword: true })
  const guess = (address: string): Promise<unknown> =>
    visit({ shareId: id }, basic('wrong'), address).catch((error: unknown) => error)
  const answers = await Promise.all(Array.from({ length: 12 }, () => guess('10.0.0.9')))
  expect(answers).toContainEqual(code('too_many_guesses'))
  await expect(visit({ shareId: id }, basic(password), '10.0.0.9')).rejects.toEqual(code('too_many_guesses'))
  await expect(visit({ shareId: id }, basic(password), '10.0.0.8')).resolves.toBeDefined()
  // Nor is the block of one who guesses lifted by a password that opened the share for others.
  await expect(visit({ shareId: id }, basic(password), '10.0.0.9')).rejects.toEqual(code('too_many_guesses'))
})

test('P8.04 an unknown, an expired and a revoked share are one answer', async () => {
  const expired = await share()
  await sql`update share set expires_at = now() where id = ${expired.id}`.execute(library.database)
  const revoked = await share()
  expect(await shareRoutes.revokeShare(library.as(editor), { id: cart.id, shareId: revoked.id })).toEqual({
    id: revoked.id,
    revoked: true,
  })
  for (const id of ['nothing', '', expired.id, revoked.id])
    await expect(visit({ shareId: id })).rejects.toMatchObject({ code: 'share_not_found', status: 404 })
  await expect(
    shareRoutes.revokeShare(library.as(editor), { id: cart.id, shareId: revoked.id }),
  ).rejects.toEqual(code('share_not_found'))
  expect((await shareRoutes.listShares(library.as(editor), { id: cart.id })).map(({ id }) => id)).toEqual([])
  const ended = await shareRoutes.listShares(library.as(editor), { id: cart.id, ended: true })
  expect(ended.map(({ id, state }) => [id, state])).toEqual([
    [revoked.id, 'recalled'],
    [expired.id, 'expired'],
  ])
})

test('a ticket opens what its share opens, until the share ends', async () => {
  const { id, password = '' } = await share({ askForPassword: true })
  const { ticket } = await shareRoutes.viewShare(await visit({ shareId: id }, basic(password)))
  expect(
    await shareRoutes.viewSharedItem(await visit({ ticket }), {
      id: '',
      typeAsset: 'asset',
      idAsset: assets[0] ?? 0,
    }),
  ).toMatchObject({ name: 'Beach 0' })
  await shareRoutes.revokeShare(library.as(editor), { id: cart.id, shareId: id })
  await expect(visit({ ticket })).rejects.toEqual(code('share_not_found'))
})

test('a ticket cannot be made up, moved to another share, or used beyond its time', async () => {
  const [one, two] = [await share(), await share()]
  const { ticket } = await shareRoutes.viewShare(await visitShare(one))
  const [, until = '', signature = ''] = ticket.split('.')
  for (const forged of [
    '',
    '.',
    one.id,
    `${one.id}.${until}.`,
    `${two.id}.${until}.${signature}`,
    `${one.id}.${Number(until) + 1}.${signature}`,
    `${ticket}x`,
    `${one.id}.${until}.${'A'.repeat(43)}`,
  ]) {
    await expect(visit({ ticket: forged })).rejects.toEqual(code('share_not_found'))
  }
  const found = await findShare(library.services, one.id)
  if (!found) throw new Error('The share is there')
  const now = Date.parse('2026-05-01T10:20:00Z')
  const early = await createTicket(library.services, found.share, now)
  expect(early).toBe(await createTicket(library.services, found.share, now + 30 * 60_000))
  expect(await isTicketGood(library.services, early, found.share, now + dayMs - 3_600_000)).toBe(true)
  expect(await isTicketGood(library.services, early, found.share, now + dayMs)).toBe(false)
})

test('another password voids the tickets given out before', async () => {
  const { id, password = '' } = await share({ askForPassword: true })
  const { ticket } = await shareRoutes.viewShare(await visit({ shareId: id }, basic(password)))
  await sql`update share set password_hash = password_hash || 'x' where id = ${id}`.execute(library.database)
  await expect(visit({ ticket })).rejects.toEqual(code('share_not_found'))
})

test('a share ends with its cart, with the cart’s time, and with its sharer', async () => {
  const ends: (() => Promise<unknown>)[] = [
    () => sql`update cart set expires_at = now() where id = ${cart.id}`.execute(library.database),
    () =>
      sql`update cart set owner_id = ${viewer.id}, expires_at = null where id = ${cart.id}`.execute(
        library.database,
      ),
    () => cartRoutes.deleteCart(library.as(viewer), { id: cart.id }),
  ]
  const made = await share()
  const { ticket } = await shareRoutes.viewShare(await visitShare(made))
  for (const end of ends) {
    await end()
    await expect(visitShare(made)).rejects.toEqual(code('share_not_found'))
    await expect(visit({ ticket })).rejects.toEqual(code('share_not_found'))
  }
})

test('a disabled sharer ends the share', async () => {
  const leaver = await library.addUser(`Leaver ${cart.id}`, 'editor')
  ;[cart] = await cartRoutes.createCart(library.as(leaver), { name: 'Of a leaver' })
  const made = await share({}, leaver)
  await expect(visitShare(made)).resolves.toBeDefined()
  await sql`update credential set disabled = true where resource = 'user' and id = ${leaver.id}`.execute(
    library.database,
  )
  await expect(visitShare(made)).rejects.toEqual(code('share_not_found'))
})

test('openings are counted; a reload is none', async () => {
  const made = await share()
  for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.1', '10.0.0.3'])
    await shareRoutes.viewShare(await visit({ shareId: made.id }, undefined, address))
  const [listed] = await shareRoutes.listShares(library.as(editor), { id: cart.id })
  expect(listed).toMatchObject({ opened: 3, lastOpenedAt: expect.any(String) })
})
