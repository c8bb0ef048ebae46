import { expect, test } from 'vitest'
import { calls, type ErrorCode } from '@cartouche/contract/wire'
import type { Ask } from './contract-search.ts'

type Refused = (work: Promise<unknown>, code: ErrorCode) => Promise<void>

/** What the contract says of the trash. */
export function trashSuite(call: Ask, refused: Refused): void {
  test('a deleted asset is listed in the trash, restored under its id, and deleted for good', async () => {
    const name = 'Contract of the trash'
    const path = 'dam/data/asset'
    const { id } = (await call(calls.createEntity, { path, json: { name } })).response.data
    const one = { resource: 'asset', id }
    await call(calls.deleteEntity, { path, id })
    const page = await call(calls.listTrash, { name: 'contract OF' })
    expect(page).toMatchObject({ list: [{ ...one, name }], total: 1, next: null })
    expect(page.list[0]?.hasPicture).toBe(false)
    await refused(call(calls.getTrashPicture, { resource: 'asset', id: 999_999_999 }), 'trash_not_found')
    expect(await call(calls.restoreFromTrash, one)).toEqual({ restored: true, missing: 0 })
    expect((await call(calls.getEntity, { path, id })).response.data.name).toBe(name)
    await refused(call(calls.restoreFromTrash, one), 'trash_not_found')
    await call(calls.deleteEntity, { path, id })
    expect(await call(calls.deleteFromTrash, one)).toEqual({ deleted: true })
    await refused(call(calls.deleteFromTrash, one), 'trash_not_found')
    await refused(call(calls.listTrash, { after: 'no token' }), 'token_mismatch')
  })
}
