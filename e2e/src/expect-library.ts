import assert from 'node:assert/strict'
import { countItems, listItems, sha256, type UploadFile } from './imports.ts'
import type { Api } from './open-api.ts'

/** Proves that each file is one asset with its own bytes: none lost, none doubled, none mixed up. */
export async function expectLibrary(api: Api, jobId: number, files: readonly UploadFile[]): Promise<void> {
  const items = await listItems(api, jobId)
  assert.deepEqual(
    items.map(({ filename }) => filename).toSorted(),
    files.map(({ name }) => name).toSorted(),
    'an item for each file',
  )
  assert.deepEqual(
    await countItems(api, jobId).then((counts) => counts['validated']),
    files.length,
    'every item became an asset',
  )
  const assetIds = items.map(({ asset }) => asset?.id ?? 0)
  assert.equal(new Set(assetIds).size, files.length, 'an asset of its own for each')
  const { response } = await api.call<{ response: { total: number } }>('GET', '/rest/dam/data/asset?max=1')
  assert.equal(response.total, files.length, 'no asset beside them')
  for (const { filename, asset } of items) {
    const answer = await api.fetch(`/wedia/dam/variation?object=asset&id=${asset?.id}&variation=original`)
    const file = files.find(({ name }) => name === filename)
    assert.equal(
      sha256(new Uint8Array(await answer.arrayBuffer())),
      file && sha256(file.bytes),
      `the bytes of ${filename}`,
    )
  }
}
