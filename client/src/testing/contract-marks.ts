import { expect, test } from 'vitest'
import { calls, type EntityData, type ErrorCode } from '@cartouche/contract/wire'
import type { Ask } from './contract-search.ts'

type Refused = (work: Promise<unknown>, code: ErrorCode) => Promise<void>

/** What the contract says of ratings, labels and picks. */
export function markSuite(call: Ask, refused: Refused): void {
  const path = 'dam/data/asset'
  const none = { rating: 0, label: null, pick: null }
  test('marks are set, answered where they are asked for, searched and counted', async () => {
    const create = async (name: string): Promise<number> =>
      (await call(calls.createEntity, { path, json: { name } })).response.data.id
    const [one, two, three] = [await create('Mark 1'), await create('Mark 2'), await create('Mark 3')]
    const ids = [one, two, three]
    expect(await call(calls.setMarks, { ids: [one, two], rating: 4 })).toEqual({
      marked: [one, two].map((id) => ({ id, before: none, marks: { ...none, rating: 4 } })),
      failed: [],
    })
    const { marked, failed } = await call(calls.setMarks, {
      ids: [two, 999_999_999],
      label: 'green',
      pick: 'picked',
    })
    const marks = { rating: 4, label: 'green', pick: 'picked' }
    expect(marked).toEqual([{ id: two, before: { ...none, rating: 4 }, marks }])
    expect(failed).toMatchObject([{ id: 999_999_999, code: 'entity_not_found' }])
    expect((await call(calls.getEntity, { path, id: two, withMarks: true })).response.data.$marks).toEqual(
      marks,
    )
    expect((await call(calls.getEntity, { path, id: two })).response.data).not.toHaveProperty('$marks')
    const find = async (query: object) =>
      call(calls.findEntities, {
        path,
        query: { and: [{ id: { in: ids } }, query] },
        orderby: 'id asc',
        withMarks: true,
        withAggregates: true,
        aggFields: ['$rating', '$pick'],
      })
    const idsOf = async (query: object): Promise<number[]> =>
      (await find(query)).response.data.map((found) => (found as EntityData).id)
    expect(await idsOf({ $rating: { gte: 1 } })).toEqual([one, two])
    expect(await idsOf({ $rating: 0 })).toEqual([three])
    expect(await idsOf({ $label: { in: ['green', 'red'] } })).toEqual([two])
    expect(await idsOf({ $pick: 'none' })).toEqual([one, three])
    const { data, aggregates } = (await find({})).response
    expect(data.map((found) => (found as EntityData).$marks)).toEqual([{ ...none, rating: 4 }, marks, none])
    const counted = Object.entries(aggregates ?? {}).map(([field, values]) => [
      field,
      Object.fromEntries(
        (values as { count: number; data: { id: string | number } }[]).map((value) => [
          value.data.id,
          value.count,
        ]),
      ) as unknown,
    ])
    expect(Object.fromEntries(counted)).toEqual({ $rating: { 0: 1, 4: 2 }, $pick: { none: 2, picked: 1 } })
    await call(calls.setMarks, { ids, ...none })
    expect(await idsOf({ $rating: { gte: 1 } })).toEqual([])
    await refused(call(calls.setMarks, { ids }), 'invalid_parameter')
    await refused(call(calls.setMarks, { ids, rating: 6 }), 'invalid_parameter')
    for (const id of ids) await call(calls.deleteEntity, { path, id })
  })
}
