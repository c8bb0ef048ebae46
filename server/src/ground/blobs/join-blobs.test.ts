import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { createFolderBlobs } from './folder-blobs.ts'
import type { OpenStore } from './test-blob-store.ts'
import { expectBrokenOff, storeParts, testJoinBlobs } from './test-join-blobs.ts'

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
  await expectBrokenOff(blobs.join(parts), sha256s[27])
  await close()
})
