import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '../../access/identity.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { cartRoutes } from '../carts/test-carts.ts'
import { createTestLibrary, type TestLibrary } from '../carts/test-library.ts'
import { archiveTasks } from './archive-tasks.ts'
import { downloadRoutes } from './downloads.routes.ts'

let library: TestLibrary
let editor: SignedIn
beforeAll(async () => {
  library = await createTestLibrary()
  editor = await library.addUser('Ed', 'editor')
})
afterAll(() => library.close())

async function sweep(): Promise<void> {
  const task = archiveTasks['sweep-archives']
  if (typeof task !== 'object') throw new Error('archives are swept by the clock')
  await task.run(library.services, {}, new AbortController().signal)
}

async function get(uuid: string): Promise<ByteSource> {
  const answer = await downloadRoutes.downloadArchive(library.as({ kind: 'anonymous', sessionGone: false }), {
    uuid,
  })
  if ('pending' in answer) throw new Error('The archive is pending')
  return answer
}

test('archives that hold the same share one layout, which goes with the last of them', async () => {
  const { database } = library.services
  const items = [
    {
      type: 'asset',
      id: await library.addAsset({
        name: 'Notes',
        bytes: Buffer.from('what was said'),
        fileName: 'notes.txt',
      }),
    },
  ]
  const [cart] = await cartRoutes.createCart(library.as(editor), { name: 'Summer', items })
  const zip = (): Promise<string> =>
    downloadRoutes.zipCart(library.as(editor), {
      id: cart.id,
      withContactSheet: false,
      withAssetsDescriptions: false,
    })
  const [first, second] = [await zip(), await zip()]
  const { etag } = await get(first)
  const layouts = async (): Promise<number> =>
    (await database.selectFrom('archive_layout').select('etag').where('etag', '=', etag).execute()).length
  const bytesOf = async (uuid: string): Promise<Buffer> => {
    const source = await get(uuid)
    return buffer(source.open(0, source.sizeBytes))
  }
  const bytes = await bytesOf(first)
  expect((await get(second)).etag).toBe(etag)
  expect(await layouts()).toBe(1)
  await database.deleteFrom('archive').where('uuid', '=', first).execute()
  await sweep()
  expect(await layouts()).toBe(1)
  expect((await bytesOf(second)).equals(bytes)).toBe(true)
  await database.deleteFrom('archive').where('uuid', '=', second).execute()
  // Held by an archive that is being given out: it stays.
  await database.transaction().execute(async (transaction) => {
    await sql`select from archive_layout where etag = ${etag} for key share`.execute(transaction)
    await sweep()
  })
  expect(await layouts()).toBe(1)
  await sweep()
  expect(await layouts()).toBe(0)
  const third = await zip()
  expect((await bytesOf(third)).equals(bytes)).toBe(true)
  expect(await layouts()).toBe(1)
})
