import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anonymous, type SignedIn } from '../../access/identity.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { downloadRoutes } from '../downloads/downloads.routes.ts'
import { cartRoutes } from './test-carts.ts'
import { createTestLibrary, type TestLibrary } from './test-library.ts'

let library: TestLibrary
let editor: SignedIn
let other: SignedIn
let assets: number[]

beforeAll(async () => {
  library = await createTestLibrary()
  ;[editor, other] = await Promise.all([
    library.addUser('Ed', 'editor'),
    library.addUser('Otto', 'contributor'),
  ])
  assets = []
  for (let at = 0; at < 2; at += 1)
    assets.push(await library.addAsset({ name: `Film ${at}`, bytes: randomBytes(12_000_000) }))
})
afterAll(() => library.close())

async function archiveOf(who: SignedIn, cart: number): Promise<{ uuid: string; source: ByteSource }> {
  const uuid = await downloadRoutes.zipCart(library.as(who), {
    id: cart,
    withContactSheet: false,
    withAssetsDescriptions: false,
  })
  const source = await downloadRoutes.downloadArchive(library.as(anonymous), { uuid })
  if ('pending' in source) throw new Error('The archive is ready at once')
  return { uuid, source }
}
const makeCart = async (): Promise<number> =>
  (
    await cartRoutes.createCart(library.as(editor), {
      name: 'Films',
      items: assets.map((id) => ({ type: 'asset', id })),
    })
  )[0].id

test('P7.29 a cart that is deleted while its archive streams: the stream is cut, and nobody takes half an archive for a whole one', async () => {
  const cart = await makeCart()
  const { uuid, source } = await archiveOf(editor, cart)
  const stream = source.open(0, source.sizeBytes)
  const [first] = (await once(stream, 'data')) as [Buffer]
  stream.pause()
  expect(first.length).toBeLessThan(source.sizeBytes)
  const cut = once(stream, 'error')
  await cartRoutes.deleteCart(library.as(editor), { id: cart })
  expect(await cut).toMatchObject([{ message: 'What gave the right to these bytes has ended' }])
  await expect(downloadRoutes.headArchive(library.as(anonymous), { uuid })).rejects.toMatchObject({
    code: 'archive_not_found',
  })
})

test('an asset that is taken out, unpublished or deleted while the archive streams: what was promised arrives', async () => {
  const cart = await makeCart()
  const { source } = await archiveOf(editor, cart)
  const stream = source.open(0, source.sizeBytes)
  const sizes: number[] = []
  await once(stream, 'readable')
  await cartRoutes.removeCartItems(library.as(editor), {
    id: cart,
    items: [{ type: 'asset', id: assets[0] ?? 0 }],
  })
  await library.database
    .deleteFrom('entity')
    .where('id', '=', assets[1] ?? 0)
    .execute()
  for await (const chunk of stream) sizes.push((chunk as Buffer).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(source.sizeBytes)
  expect(await cartRoutes.viewCart(library.as(editor), { id: cart })).toMatchObject({
    total: 0,
    sizeBytes: 0,
  })
})

test('someone who is put out of a cart gets no new archive of it', async () => {
  const [made] = await cartRoutes.createCart(library.as(editor), {
    name: 'One',
    collaborators: [other.id],
    items: [{ type: 'asset', id: assets[0] ?? 0 }],
  })
  expect((await archiveOf(other, made.id)).uuid).toBeTypeOf('string')
  await cartRoutes.removeCartCollaborators(library.as(editor), { id: made.id, collaborators: [other.id] })
  await expect(archiveOf(other, made.id)).rejects.toMatchObject({ code: 'cart_not_found' })
})
