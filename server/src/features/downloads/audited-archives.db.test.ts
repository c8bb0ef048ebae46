import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anonymous } from '../../access/identity.ts'
import { selectAudit } from '../../access/audit/audit.sql.ts'
import { cartRoutes } from '../carts/test-carts.ts'
import { createTestLibrary, type TestLibrary } from '../carts/test-library.ts'
import { downloadRoutes } from './downloads.routes.ts'

let library: TestLibrary
beforeAll(async () => {
  library = await createTestLibrary()
})
afterAll(() => library.close())

test('an archive that is taken is in the audit log, once for a download and its resumptions', async () => {
  const editor = library.as(await library.addUser('Ed', 'editor'))
  const asset = await library.addAsset({ name: 'Beach', bytes: Buffer.alloc(3000, 7), fileName: 'beach.jpg' })
  const [cart] = await cartRoutes.createCart(editor, {
    name: 'Summer',
    items: [{ type: 'asset', id: asset }],
  })
  const uuid = await downloadRoutes.zipCart(editor, {
    id: cart.id,
    withContactSheet: false,
    withAssetsDescriptions: false,
  })
  const source = await downloadRoutes.downloadArchive(library.as(anonymous), { uuid })
  if ('pending' in source) throw new Error('The archive is pending')
  await buffer(source.open(0, 1000))
  await buffer(source.open(1000, source.sizeBytes))
  const entries = () =>
    selectAudit(library.services.database, { resource: 'cart', id: String(cart.id), kind: 'archive' }, 10)
  // The manifest is a file of it, too.
  const after = { name: 'Summer', files: 2, sizeBytes: source.sizeBytes }
  await vi.waitFor(
    async () =>
      expect(await entries()).toMatchObject([{ kind: 'archive.downloaded', actor_kind: 'nobody', after }]),
    10_000,
  )
})
