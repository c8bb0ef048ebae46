import assert from 'node:assert/strict'
import type { Api } from './open-api.ts'

/** Makes an asset of a file, and answers its id. */
export async function createAsset(api: Api, name: string, fileName: string, bytes: Buffer): Promise<number> {
  const form = new FormData()
  form.append('json', JSON.stringify({ name, binary: 'cid:binary' }))
  form.append('binary', new File([new Uint8Array(bytes)], fileName))
  const answer = await api.fetch('/rest/dam/data/asset', { method: 'POST', body: form })
  const text = await answer.text()
  assert.equal(answer.status, 201, text)
  return (JSON.parse(text) as { response: { data: { id: number } } }).response.data.id
}
