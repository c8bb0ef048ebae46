import { assetStatuses } from '@cartouche/contract'
import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anonymous, type SignedIn } from '../../access/identity.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { cartRoutes } from '../carts/test-carts.ts'
import { createTestLibrary, type TestLibrary } from '../carts/test-library.ts'
import { replaceLinks } from '../../model/entities/entities.sql.ts'
import { identifyVisitor } from '../shares/identify-visitor.ts'
import { shareRoutes } from '../shares/shares.routes.ts'
import { downloadRoutes } from './downloads.routes.ts'

let library: TestLibrary
let editor: SignedIn
/** Sees and takes what is published and valid today, without a watermark. */
let portal: SignedIn
let assets: number[]

beforeAll(async () => {
  library = await createTestLibrary()
  ;[editor, portal] = await Promise.all([library.addUser('Ed', 'editor'), library.addUser('Pia', 'portal')])
})
afterAll(() => library.close())
beforeEach(async () => {
  assets = await Promise.all(
    [0, 1].map((at) =>
      library.addAsset({
        name: `Beach ${at}`,
        bytes: Buffer.from(`beach ${at} of ${Math.random()}`),
        fileName: 'beach.txt',
      }),
    ),
  )
})

const bare = { withContactSheet: false, withAssetsDescriptions: false }
const itemsOf = (ids: readonly number[]) => ids.map((id) => ({ type: 'asset', id }))

async function zip(who: SignedIn, items = assets): Promise<string> {
  const [cart] = await cartRoutes.createCart(library.as(who), { name: 'Summer', items: itemsOf(items) })
  return (await downloadRoutes.zipCart(library.as(who), { id: cart.id, ...bare })) as unknown as string
}

/** What anybody gets who has the address, and the error's code where there is one. */
async function take(uuid: string): Promise<string> {
  const answers = await Promise.all(
    [downloadRoutes.headArchive, downloadRoutes.downloadArchive].map((call) =>
      call(library.as(anonymous), { uuid }).then(
        async (source) => ('pending' in source ? 'pending' : (await bytesOf(source)) > 0 ? 'taken' : 'empty'),
        (error: { code?: string }) => error.code ?? 'failed',
      ),
    ),
  )
  expect(new Set(answers).size).toBe(1)
  return answers[0] ?? ''
}

const bytesOf = async (source: ByteSource): Promise<number> =>
  (await buffer(source.open(source.sizeBytes - 10, source.sizeBytes))).length

test('an archive ends for whoever made it when an asset in it is unpublished, and is good again when it is published', async () => {
  const [uuid, others] = await Promise.all([zip(portal), zip(portal, assets.slice(1))])
  expect(await take(uuid)).toBe('taken')
  await library.changeAsset(assets[0] ?? 0, { status: assetStatuses.draft })
  expect(await take(uuid)).toBe('archive_outdated')
  // An archive without it goes on.
  expect(await take(others)).toBe('taken')
  await library.changeAsset(assets[0] ?? 0, { status: assetStatuses.published })
  expect(await take(uuid)).toBe('taken')
})

test('the error says how many files fell out', async () => {
  const uuid = await zip(portal)
  for (const id of assets) await library.changeAsset(id, { status: assetStatuses.draft })
  await expect(downloadRoutes.downloadArchive(library.as(anonymous), { uuid })).rejects.toMatchObject({
    code: 'archive_outdated',
    status: 410,
    data: { count: 2 },
  })
})

test('an archive ends with the time of what is in it, by the clock alone', async () => {
  const uuid = await zip(portal)
  await library.changeAsset(assets[0] ?? 0, { valid_until: new Date(Date.now() + 1500) })
  expect(await take(uuid)).toBe('taken')
  await new Promise((resolve) => {
    setTimeout(resolve, 1700)
  })
  expect(await take(uuid)).toBe('archive_outdated')
})

test('an archive ends when its maker may no longer take, see, or see without a watermark, what is in it', async () => {
  const who = await library.addUser('Nora', 'portal')
  const uuid = await zip(who)
  const setRole = (role: number) => replaceLinks(library.database, 'user', who.id, 'role', 'role', [role])
  expect(await take(uuid)).toBe('taken')
  const viewer = 4
  await setRole(viewer)
  expect(await take(uuid)).toBe('archive_outdated')
  await setRole(portal.role.id)
  expect(await take(uuid)).toBe('taken')
  const setDownload = (action: string) =>
    sql`update role_grant set action = ${action} where role_id = ${portal.role.id} and resource = 'asset' and action <> 'view'`.execute(
      library.database,
    )
  await setDownload('nothing')
  expect(await take(uuid)).toBe('archive_outdated')
  await setDownload('download')
  expect(await take(uuid)).toBe('taken')
})

test('an archive of an editor goes on: they may take what is unpublished', async () => {
  const uuid = await zip(editor)
  await library.changeAsset(assets[0] ?? 0, { status: assetStatuses.draft })
  expect(await take(uuid)).toBe('taken')
})

test("a visitor's archive ends when an item is taken out of the shared cart, or its sharer may no longer take it", async () => {
  const [cart] = await cartRoutes.createCart(library.as(portal), { name: 'Shared', items: itemsOf(assets) })
  const { id } = await shareRoutes.shareCart(library.as(portal), { id: cart.id })
  const request = library.as(anonymous).request
  const visitor = library.as(await identifyVisitor(library.services, request, { shareId: id }))
  const uuid = (await downloadRoutes.prepareShareZip(visitor, { id, ...bare })) as unknown as string
  expect(await take(uuid)).toBe('taken')
  await library.changeAsset(assets[0] ?? 0, { status: assetStatuses.draft })
  expect(await take(uuid)).toBe('archive_outdated')
  await library.changeAsset(assets[0] ?? 0, { status: assetStatuses.published })
  expect(await take(uuid)).toBe('taken')
  await cartRoutes.removeCartItems(library.as(portal), { id: cart.id, items: itemsOf(assets.slice(0, 1)) })
  expect(await take(uuid)).toBe('archive_outdated')
})
