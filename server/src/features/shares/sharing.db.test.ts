import { calls, type Cart, type Share } from '@cartouche/contract'
import { sql } from 'kysely'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Context } from '../../access/context.ts'
import type { SignedIn } from '../../access/identity.ts'
import { cartRoutes } from '../carts/test-carts.ts'
import { createTestLibrary, type TestLibrary } from '../carts/test-library.ts'
import { downloadRoutes } from '../downloads/downloads.routes.ts'
import { findEntities } from '../../model/entities/find-entities.ts'
import { getVariation } from '../../model/variations/get-variation.ts'
import { endWithShare } from './end-with-share.ts'
import { identifyVisitor, type VisitorClaim } from './identify-visitor.ts'
import { shareTasks } from './share-tasks.ts'
import { shareRoutes } from './shares.routes.ts'
import { shortenAddress } from '../../access/audit/visitors.ts'

let library: TestLibrary
let editor: SignedIn
let cleo: SignedIn
let viewer: SignedIn
let assets: number[]
let cart: Cart

beforeAll(async () => {
  library = await createTestLibrary()
  ;[editor, cleo, viewer] = await Promise.all([
    library.addUser('Ed', 'editor'),
    library.addUser('Cleo', 'editor'),
    library.addUser('Vera', 'viewer'),
  ])
  await sql`update entity set props = props || '{"email":"cleo@example.org","locale":"fr"}' where resource = 'user' and id = ${cleo.id}`.execute(
    library.database,
  )
  assets = []
  for (let at = 0; at < 2; at += 1)
    assets.push(
      await library.addAsset({
        name: `Beach ${at}`,
        bytes: Buffer.from(`the bytes of ${at}`),
        fileName: `beach-${at}.jpg`,
      }),
    )
})
beforeEach(async () => {
  await library.database.deleteFrom('mail').execute()
  ;[cart] = await cartRoutes.createCart(library.as(editor), {
    name: 'Summer',
    description: 'Of the sea',
    items: assets.map((id) => ({ type: 'asset', id })),
  })
})
afterAll(() => library.close())

const code = (name: string) => expect.objectContaining({ code: name })
type Draft = Partial<Parameters<typeof shareRoutes.shareCart>[1]>
const share = (input: Draft = {}, who = editor): Promise<Share> =>
  shareRoutes.shareCart(library.as(who), { id: cart.id, ...input })
const shareZip = (input: Partial<Parameters<typeof downloadRoutes.shareZip>[1]> = {}): Promise<Share> =>
  downloadRoutes.shareZip(library.as(editor), { id: cart.id, ...input })
const visit = async (
  claim: VisitorClaim,
  {
    address = '192.0.2.17',
    agent = 'Firefox/140',
    authorization,
  }: { address?: string; agent?: string; authorization?: string } = {},
): Promise<Context> => {
  const { request } = library.as(editor, { authorization, address, headers: { 'user-agent': agent } })
  return library.as(await identifyVisitor(library.services, request, claim), request)
}
const parse = (input: object) => calls.shareCart.input.parse({ id: cart.id, ...input })
const outbox = () => library.database.selectFrom('mail').selectAll().orderBy('recipient').execute()
const first = (): number => assets[0] ?? 0

test('P7.31 a share of the archive gives the archive under its profile, and shows nothing of what is in it', async () => {
  const made = calls.shareZip.answers.parse(
    await shareZip({ name: 'For the press', description: 'All of it' }),
  )
  expect(made).toMatchObject({
    mode: 'zip',
    profile: 'originals',
    actions: ['zip'],
    name: 'For the press',
    description: 'All of it',
    state: 'living',
  })
  const context = await visit({ shareId: made.id })
  const seen = calls.viewShare.answers.parse(await shareRoutes.viewShare(context))
  expect(seen).toMatchObject({
    mode: 'zip',
    profile: 'originals',
    total: 2,
    items: { asset: [] },
    cartDescription: '',
  })
  expect(JSON.stringify(seen)).not.toContain('Beach')
  await expect(
    shareRoutes.viewSharedItem(context, { id: made.id, typeAsset: 'asset', idAsset: first() }),
  ).rejects.toEqual(code('share_action_refused'))
  await expect(
    shareRoutes.downloadSharedItem(context, { id: made.id, typeAsset: 'asset', idAsset: first() }),
  ).rejects.toEqual(code('share_action_refused'))
  const byTicket = await visit({ ticket: seen.ticket })
  await expect(
    getVariation(byTicket, { object: 'asset', id: String(first()), download: true }),
  ).rejects.toEqual(code('access_denied'))
  await expect(
    findEntities(byTicket, calls.findEntities.input.parse({ path: 'dam/data/asset' })),
  ).rejects.toEqual(code('access_denied'))
  const { size } = await downloadRoutes.testZipShare(context, { id: made.id, withContactSheet: false })
  const source = await downloadRoutes.zipShare(context, {
    id: made.id,
    withContactSheet: false,
    profile: 'preview',
  })
  if ('pending' in source) throw new Error('Originals are there')
  const zip = await yauzl.fromBufferPromise(await buffer(source.open(0, source.sizeBytes)), {})
  const names: string[] = []
  for await (const entry of zip.eachEntry()) names.push(entry.fileName)
  expect(names).toEqual(['beach-0.jpg', 'beach-1.jpg', 'descriptions.csv', 'manifest.txt'])
  expect(source.sizeBytes).toBe(size)
  await expect(shareZip({ profile: 'nonsense' })).rejects.toEqual(code('invalid_parameter'))
})

test('P7.30 shareMode says the furthest that visitors may go, in place of actions', async () => {
  for (const [shareMode, actions] of [
    ['view', ['view']],
    ['download', ['view', 'download']],
    ['zip', ['view', 'download', 'zip']],
  ] as const)
    expect((await share({ shareMode })).actions).toEqual(actions)
  expect(() => parse({ shareMode: 'everything' })).toThrow()
  expect((await share({ actions: ['zip'] })).actions).toEqual(['view', 'zip'])
})

test('a share lets in as many visitors as it says; whoever came in comes back for a day', async () => {
  const made = await share({ maxUses: 2 })
  const [ana, ben, cai] = [
    { address: '192.0.2.1' },
    { address: '192.0.2.1', agent: 'Safari/26' },
    { address: '198.51.100.1' },
  ]
  const ticket = (await shareRoutes.viewShare(await visit({ shareId: made.id }, ana))).ticket
  await visit({ shareId: made.id }, ana)
  await visit({ shareId: made.id }, ben)
  await expect(visit({ shareId: made.id }, cai)).rejects.toMatchObject({ code: 'share_used_up', status: 404 })
  await expect(visit({ shareId: made.id }, ana)).resolves.toBeDefined()
  await expect(visit({ ticket }, ana)).resolves.toBeDefined()
  expect(await shareRoutes.listShares(library.as(editor), { id: cart.id })).toMatchObject([
    { state: 'usedUp', uses: 2, maxUses: 2 },
  ])
  await sql`update share_admission set admitted_at = now() - interval '25 hours' where share_id = ${made.id}`.execute(
    library.database,
  )
  await expect(visit({ shareId: made.id }, ana)).rejects.toEqual(code('share_used_up'))
})

test('of many who come at once for the last place, one gets it', async () => {
  const made = await share({ maxUses: 1 })
  const came = await Promise.allSettled(
    Array.from({ length: 8 }, (_, at) => visit({ shareId: made.id }, { address: `192.0.2.${at}` })),
  )
  expect(came.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a wrong password takes no place', async () => {
  const { id, password } = await share({ maxUses: 1, askForPassword: true })
  const basic = (text = ''): { authorization: string } => ({
    authorization: `Basic ${Buffer.from(`:${text}`).toString('base64')}`,
  })
  await expect(visit({ shareId: id }, { address: '192.0.2.1', ...basic('wrong') })).rejects.toEqual(
    code('share_password_wrong'),
  )
  await expect(visit({ shareId: id }, { address: '198.51.100.2', ...basic(password) })).resolves.toBeDefined()
})

test('the sharer reads who opened what and when; addresses are shortened', async () => {
  const made = await share()
  const context = await visit({ shareId: made.id })
  const { ticket } = await shareRoutes.viewShare(context)
  await shareRoutes.viewShare(context)
  await shareRoutes.viewSharedItem(context, { id: made.id, typeAsset: 'asset', idAsset: first() })
  await shareRoutes.downloadSharedItem(context, { id: made.id, typeAsset: 'asset', idAsset: first() })
  const byTicket = await visit({ ticket }, { address: '2001:db8:1:2:3::4', agent: 'curl/8' })
  await getVariation(byTicket, { object: 'asset', id: String(assets[1] ?? 0), download: true })
  await downloadRoutes.prepareShareZip(context, { id: made.id, withContactSheet: false })
  const answer = calls.findShareVisits.answers.parse(
    await shareRoutes.findShareVisits(library.as(editor), { id: cart.id, shareId: made.id }),
  )
  expect(answer.next).toBeNull()
  expect(answer.visits.map(({ kind, item, address, agent }) => [kind, item?.name, address, agent])).toEqual([
    ['zip', undefined, '192.0.2.x', 'Firefox/140'],
    ['download', 'Beach 1', '2001:db8:1::x', 'curl/8'],
    ['download', 'Beach 0', '192.0.2.x', 'Firefox/140'],
    ['item', 'Beach 0', '192.0.2.x', 'Firefox/140'],
    ['view', undefined, '192.0.2.x', 'Firefox/140'],
  ])
  const page = await shareRoutes.findShareVisits(library.as(editor), {
    id: cart.id,
    shareId: made.id,
    max: 2,
  })
  expect(page.visits).toEqual(answer.visits.slice(0, 2))
  expect(
    (
      await shareRoutes.findShareVisits(library.as(editor), {
        id: cart.id,
        shareId: made.id,
        max: 5,
        before: page.next ?? 0,
      })
    ).visits,
  ).toEqual(answer.visits.slice(2))
  await expect(
    shareRoutes.findShareVisits(library.as(viewer), { id: cart.id, shareId: made.id }),
  ).rejects.toEqual(code('cart_not_found'))
  const [elsewhere] = await cartRoutes.createCart(library.as(editor), { name: 'Elsewhere' })
  await expect(
    shareRoutes.findShareVisits(library.as(editor), { id: elsewhere.id, shareId: made.id }),
  ).rejects.toEqual(code('share_not_found'))
  await shareRoutes.revokeShare(library.as(editor), { id: cart.id, shareId: made.id })
  expect(
    (await shareRoutes.findShareVisits(library.as(editor), { id: cart.id, shareId: made.id })).visits,
  ).toHaveLength(5)
})

test.for([
  ['10.1.2.3', '10.1.2.x'],
  ['::ffff:10.1.2.3', '10.1.2.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::x'],
  ['::1', '0:0:0::x'],
  ['nonsense', ''],
] as const)('the address %s is shown as %s', ([address, shown]) => {
  expect(shortenAddress(address)).toBe(shown)
})

test('visits and ended shares are forgotten after 90 days', async () => {
  const [made, ended] = [await share(), await share()]
  for (const { id } of [made, ended]) await shareRoutes.viewShare(await visit({ shareId: id }))
  await sql`update share set revoked_at = now() - interval '91 days' where id = ${ended.id}`.execute(
    library.database,
  )
  await sql`update share_visit set at = now() - interval '91 days'`.execute(library.database)
  const sweep = shareTasks['sweep-shares']
  if (!sweep || typeof sweep === 'function') throw new Error('It recurs')
  await sweep.run(library.services, {}, new AbortController().signal)
  expect(
    (await shareRoutes.findShareVisits(library.as(editor), { id: cart.id, shareId: made.id })).visits,
  ).toEqual([])
  await expect(
    shareRoutes.findShareVisits(library.as(editor), { id: cart.id, shareId: ended.id }),
  ).rejects.toEqual(code('share_not_found'))
})

test('P7.30 the link goes to users and addresses by mail, each in their language, and users are notified', async () => {
  const { collaborators } = parse({
    collaborators: [cleo.id, { email: 'Ana@Example.org' }, 'ana@example.org', 'cleo@example.org'],
  })
  const made = await share({
    name: 'Beaches <b>',
    description: 'Look & choose',
    collaborators,
    askForPassword: true,
  })
  expect(made.sentTo).toBe(2)
  const [ana, french] = await outbox()
  expect(ana).toMatchObject({
    recipient: 'ana@example.org',
    subject: 'Ed shared “Beaches <b>” with you',
    status: 'kept',
  })
  expect(french).toMatchObject({
    recipient: 'cleo@example.org',
    subject: 'Ed a partagé « Beaches <b> » avec vous',
  })
  for (const { text_body: text, html_body: html } of [ana, french].filter((one) => one !== undefined)) {
    expect(text).toContain(`http://cartouche.test/s/${made.id}`)
    expect(html).toContain(`href="http://cartouche.test/s/${made.id}"`)
    expect(html).toContain('Beaches &lt;b&gt;')
    expect(html).toContain('Look &amp; choose')
    expect(`${text}${html}`).not.toContain(made.password)
  }
  const notices = await library.database
    .selectFrom('notification')
    .selectAll()
    .where('user_id', '=', cleo.id)
    .execute()
  expect(notices).toMatchObject([{ type: 'share', link: `/s/${made.id}` }])
})

test('recipients are read as clients write them, and hostile ones are refused', () => {
  const read = (collaborators: unknown) => parse({ collaborators }).collaborators
  expect(read('a@example.org, b@example.org;c@example.org')).toEqual({
    users: [],
    emails: ['a@example.org', 'b@example.org', 'c@example.org'],
  })
  expect(read('[7,"8",{"id":9},"a@example.org"]')).toEqual({ users: [7, 8, 9], emails: ['a@example.org'] })
  expect(read(7)).toEqual({ users: [7], emails: [] })
  expect(read('')).toEqual({ users: [], emails: [] })
  for (const bad of [
    ['nobody'],
    ['a@example.org\r\nBcc: b@example.org'],
    Array.from({ length: 101 }, (_, at) => at + 1),
    [{ name: 'x' }],
  ])
    expect(() => read(bad)).toThrow()
})

test('a link leads to this server or to one that is listed; users whom the sharer does not see are not notified', async () => {
  const emails = { users: [], emails: ['a@example.org'] }
  await share({ collaborators: emails, url: '/look?share={id}' })
  expect((await outbox())[0]?.text_body).toMatch(/http:\/\/cartouche\.test\/look\?share=[\w-]{22}\n/)
  for (const url of ['https://evil.example.org/{id}', 'javascript:alert(1)', '//evil.example.org'])
    await expect(share({ collaborators: emails, url })).rejects.toEqual(code('invalid_parameter'))
  const listed: Context = {
    ...library.as(editor),
    settings: { ...library.services.settings, origins: ['https://portal.example.org'] },
  }
  await library.database.deleteFrom('mail').execute()
  const made = await shareRoutes.shareCart(listed, {
    id: cart.id,
    collaborators: emails,
    url: 'https://portal.example.org/share/',
  })
  expect((await outbox())[0]?.text_body).toContain(`https://portal.example.org/share/${made.id}\n`)
  await expect(share({ collaborators: { users: [999_999], emails: [] } })).rejects.toEqual(
    code('entity_not_found'),
  )
  ;[cart] = await cartRoutes.createCart(library.as(viewer), { name: 'Of a viewer' })
  await expect(share({ collaborators: { users: [cleo.id], emails: [] } }, viewer)).rejects.toEqual(
    code('entity_not_found'),
  )
  expect(await shareRoutes.listShares(library.as(viewer), { id: cart.id })).toEqual([])
})

test('recalling a share cuts what its visitors are receiving', async () => {
  const made = await share()
  let epoch = 1
  const changes = {
    epoch: () => epoch,
    accountEpoch: () => 1,
    schemaEpoch: () => 1,
    searchEpoch: () => epoch,
    cartRevision: () => epoch,
    catchUp: async () => {},
    stop: async () => {},
  }
  const endless = (): Readable =>
    new Readable({
      read() {
        setTimeout(() => {
          if (!this.destroyed) this.push(new Uint8Array(10))
        }, 20)
      },
    })
  const source = {
    sizeBytes: 1e9,
    etag: '"x"',
    mediaType: 'application/zip',
    cacheControl: 'no-store',
    open: endless,
  }
  const body = endWithShare({ ...library.services, changes }, made.id, source).open(0, 1e9)
  const ended = new Promise<Error>((resolve) => {
    body.on('error', resolve)
  })
  body.resume()
  epoch += 1
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(body.destroyed).toBe(false)
  await shareRoutes.revokeShare(library.as(editor), { id: cart.id, shareId: made.id })
  epoch += 1
  expect((await ended).message).toMatch(/has ended/)
})

test('P4.04 an archive that streams is cut when its cart is deleted', async () => {
  const uuid = await downloadRoutes.zipCart(library.as(editor), { id: cart.id, withContactSheet: false })
  const source = await downloadRoutes.downloadArchive(library.as(editor), { uuid })
  if ('pending' in source) throw new Error('Originals are there')
  const body = source.open(0, source.sizeBytes)
  const ended = new Promise<Error>((resolve) => {
    body.on('error', resolve)
  })
  await cartRoutes.deleteCart(library.as(editor), { id: cart.id })
  expect((await ended).message).toMatch(/has ended/)
})

test('a cart says how many links to it live, and when the next ends, to whoever may share it', async () => {
  const day = 86_400_000
  const [soon, later] = [
    new Date(Date.now() + day).toISOString(),
    new Date(Date.now() + 9 * day).toISOString(),
  ]
  const listed = async (who: SignedIn): Promise<Cart['shares'] | undefined> =>
    (await cartRoutes.listCarts(library.as(who), calls.listCarts.input.parse({}))).find(
      ({ id }) => id === cart.id,
    )?.shares
  expect(await listed(editor)).toEqual({ living: 0, nextEndAt: null })
  const [, second, over, used] = [
    await share({ expires: later }),
    await share({ expires: soon }),
    await share(),
    await share({ expires: soon, maxUses: 1 }),
  ]
  await sql`update share set expires_at = now() - interval '1 second' where id = ${over.id}`.execute(
    library.database,
  )
  expect(await listed(editor)).toEqual({ living: 3, nextEndAt: soon })
  await visit({ shareId: used.id })
  await shareRoutes.revokeShare(library.as(editor), { id: cart.id, shareId: second.id })
  expect(await listed(editor)).toEqual({ living: 1, nextEndAt: later })
  await cartRoutes.editCart(library.as(editor), { id: cart.id, name: 'Summer', private: false })
  expect(await listed(viewer)).toBeNull()
  expect(
    (await cartRoutes.viewCart(library.as(editor), calls.viewCart.input.parse({ id: cart.id }))).shares,
  ).toEqual({ living: 1, nextEndAt: later })
})
