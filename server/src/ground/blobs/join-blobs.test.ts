import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createFolderBlobs } from './folder-blobs.ts'
import type { OpenStore } from './test-blob-store.ts'
import { serve, storeParts, testJoinBlobs } from './test-join-blobs.ts'

async function openFolder(): Promise<OpenStore> {
  const folder = await mkdtemp(join(tmpdir(), 'join-'))
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true })
  return { blobs: await createFolderBlobs(folder), names: () => Promise.resolve([]), close }
}

testJoinBlobs(openFolder)

test('a damaged blob breaks the answer off', async () => {
  const { blobs, close } = await openFolder()
  const { parts, sha256s } = await storeParts(blobs)
  await blobs.withLocalFile(sha256s[27] ?? '', (path) => truncate(path, 5))
  const body = blobs.join(parts)
  const failed = new Promise((resolve) => {
    body.once('error', resolve)
  })
  await serve(
    body,
    async (answer) => {
      await expect(buffer(answer)).rejects.toMatchObject({ code: 'ECONNRESET' })
    },
    (source, response) => source.on('error', () => response.destroy()).pipe(response),
  )
  expect(await failed).toMatchObject({ name: 'BlobDamaged', sha256: sha256s[27] })
  await close()
})
