import { expect, test } from 'vitest'
import { calls, type ErrorCode } from '@cartouche/contract/wire'
import type { Ask } from './contract-search.ts'

type Refused = (work: Promise<unknown>, code: ErrorCode) => Promise<void>

/** A grey pixel as PNG. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='

/** What the contract says of reverse search. */
export function reverseSearchSuite(call: Ask, refused: Refused): void {
  test('D7.71 the status of reverse search says how many files are ready for it', async () => {
    const { ready, total } = await call(calls.getReverseSearchStatus, {})
    expect(ready).toBeLessThanOrEqual(total)
  })
  test('D7.72 D7.73 D7.74 an asset that is not there is refused by every call alike', async () => {
    const uuid = '00000000-0000-4000-8000-ffffffffffff'
    await refused(call(calls.getReverseSearchPermissions, { uuid }), 'entity_not_found')
    await refused(call(calls.submitReverseSearch, { uuid }), 'entity_not_found')
    await refused(call(calls.getReverseSearchReport, { uuid }), 'entity_not_found')
    await refused(call(calls.getReverseSearchMatches, { uuid }), 'entity_not_found')
    await refused(call(calls.findSimilarAssets, { uuid }), 'entity_not_found')
    await refused(call(calls.findSimilarAssets, { uuid, max: 0 }), 'invalid_parameter')
    await refused(call(calls.getReverseSearchPermissions, { uuid: 'none' }), 'invalid_parameter')
  })
  test('D1.12 a picture is searched by; what is none is refused', async () => {
    const send = (files: readonly File[], max = 3) => {
      const form = new FormData()
      for (const file of files) form.append('picture', file, file.name)
      return call(calls.findSimilarToPicture, { max }, { form })
    }
    const bytes = Uint8Array.from(atob(dot), (char) => char.charCodeAt(0))
    const picture = new File([bytes], 'dot.png', { type: 'image/png' })
    expect((await send([picture])).data.length).toBeLessThanOrEqual(3)
    await refused(send([new File(['a text'], 'dot.png', { type: 'image/png' })]), 'picture_unsupported')
    await refused(send([]), 'upload_empty')
    await refused(send([new File([], 'dot.png')]), 'upload_empty')
    await refused(send([picture, picture]), 'upload_format')
    await refused(send([picture], 0), 'invalid_parameter')
  })
}
