import { expect, test } from 'vitest'
import { calls, type ErrorCode } from '@cartouche/contract/wire'
import type { Ask } from './contract-search.ts'

type Refused = (work: Promise<unknown>, code: ErrorCode) => Promise<void>

/** What the contract says of duplicates, and of one asset in the place of others. */
export function duplicateSuite(call: Ask, refused: Refused): void {
  const path = 'dam/data/asset'
  const create = async (name: string): Promise<number> =>
    (await call(calls.createEntity, { path, json: { name } })).response.data.id

  test('assets that give way to another one are in the trash, and come back when that is undone', async () => {
    const [keep, other] = [await create('Contract, kept'), await create('Contract, merged')]
    const merge = await call(calls.mergeAssets, { keep, ids: [other] })
    expect(merge).toEqual({ id: expect.any(Number), keep, ids: [other], state: 'done', undoable: true })
    await refused(call(calls.getEntity, { path, id: other }), 'entity_not_found')
    expect(await call(calls.getAssetMerge, { id: merge.id })).toEqual(merge)
    expect(await call(calls.undoMerge, { id: merge.id })).toEqual({ restored: [other], changed: 0 })
    expect((await call(calls.getEntity, { path, id: other })).response.data.name).toBe('Contract, merged')
    await refused(call(calls.undoMerge, { id: merge.id }), 'merge_not_found')
    expect((await call(calls.getAssetMerge, { id: merge.id })).state).toBe('undone')
    await refused(call(calls.getAssetMerge, { id: 999_999 }), 'merge_not_found')
    await refused(call(calls.mergeAssets, { keep, ids: [keep] }), 'invalid_parameter')
    await refused(call(calls.mergeAssets, { keep, ids: [999_999] }), 'entity_not_found')
  })

  test('families are listed, and taken for different ones', async () => {
    const page = await call(calls.listDuplicates, { max: 1 })
    expect(page.families.length).toBeLessThanOrEqual(1)
    const ids = [await create('Contract, one'), await create('Contract, another')]
    expect(await call(calls.dismissDuplicates, { ids })).toEqual({ dismissed: true })
    expect(await call(calls.restoreDuplicates, { ids })).toEqual({ restored: true })
    expect(await call(calls.findDuplicates, {})).toEqual({ started: true })
    await refused(call(calls.dismissDuplicates, { ids: [ids[0] ?? 0] }), 'invalid_parameter')
    await refused(call(calls.listDuplicates, { max: 0 }), 'invalid_parameter')
  })
}
