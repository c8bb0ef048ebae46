import { expect, test } from 'vitest'
import { calls, type ErrorCode } from '@cartouche/contract/wire'
import type { Ask } from './contract-search.ts'

type Refused = (work: Promise<unknown>, code: ErrorCode) => Promise<void>

/** What the contract says of the versions of files. */
export function versionSuite(call: Ask, refused: Refused, assetIds: () => readonly number[]): void {
  test('versions of an asset are listed; what is not there is refused by every call', async () => {
    const one = { object: 'asset', id: String(assetIds()[0] ?? 0) }
    const nothing = { object: 'asset', id: '999999999' }
    const form = new FormData()
    form.append('file', new File(['bytes'], 'new.txt'))
    await refused(call(calls.listVersions, nothing), 'entity_not_found')
    await refused(call(calls.listFieldEdits, nothing), 'entity_not_found')
    await refused(call(calls.replaceFile, nothing, { form }), 'entity_not_found')
    const number = 999_999
    await refused(call(calls.getVersionFile, { ...one, number, variation: 'original' }), 'version_not_found')
    await refused(call(calls.restoreVersion, { ...one, number }), 'version_not_found')
    await refused(call(calls.deleteVersion, { ...one, number }), 'version_not_found')
    await refused(call(calls.replaceFile, { ...one, basedOn: number }, { form }), 'version_conflict')
    await refused(call(calls.listFieldEdits, { ...one, max: 0 }), 'invalid_parameter')
    expect(Array.isArray(await call(calls.listVersions, one))).toBe(true)
  })
}
