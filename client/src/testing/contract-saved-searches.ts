import { expect, test } from 'vitest'
import {
  calls,
  type Call,
  type CallAnswer,
  type CallParameters,
  type ErrorCode,
} from '@cartouche/contract/wire'

type Ask = <C extends Call>(call: C, parameters: CallParameters<C>) => Promise<CallAnswer<C>>
type Refused = (work: Promise<unknown>, code: ErrorCode) => Promise<void>

/** What the contract says of preferences. */
export function preferenceSuite(call: Ask, refused: Refused): void {
  const where = { namespace: 'contract', key: 'a/b c?é' }
  test('P7.02 P7.03 P7.04 keeps a preference as text until it is taken away', async () => {
    expect((await call(calls.getPreference, where)).response.data).toEqual({})
    const kept = { ...where, type: 'json', value: '{"a":  [1]}' }
    expect((await call(calls.setPreference, kept)).response.data).toEqual(kept)
    expect((await call(calls.getPreference, where)).response.data).toEqual(kept)
    expect((await call(calls.setPreference, { ...where, value: { b: 2 } })).response.data).toMatchObject({
      type: 'string',
      value: '{"b":2}',
    })
    expect((await call(calls.deletePreference, where)).response.data).toEqual({})
    expect((await call(calls.getPreference, where)).response.data).toEqual({})
  })
  test('refuses a preference without a key or a value', async () => {
    await refused(call(calls.setPreference, { key: '', value: '1' }), 'invalid_parameter')
    await refused(
      call(calls.setPreference, { key: 'k' } as CallParameters<typeof calls.setPreference>),
      'invalid_parameter',
    )
  })
}

const nobody = 999_999_999

/** What the contract says of saved searches. */
export function savedSearchSuite(call: Ask, refused: Refused): void {
  const data = {
    name: 'Contract',
    path: 'dam/data/asset',
    fulltextTokens: ['harbour'],
    userConstraints: {},
    customParams: {},
    context: null,
  }
  const ids = async (filter: CallParameters<typeof calls.listSavedSearches>): Promise<number[]> =>
    (await call(calls.listSavedSearches, filter)).map(({ id }) => id)
  test('P7.43 P7.47 P7.48 P7.49 P7.51 saves, lists, changes and deletes a search', async () => {
    const made = await call(calls.createSavedSearch, { name: ' Contract search ', data, description: 'd' })
    expect(made).toMatchObject({
      name: 'Contract search',
      description: 'd',
      type: 'asset',
      isMine: true,
      isPrivate: true,
      isPrivatelyShared: false,
      subscribers: [],
      data,
    })
    expect(await ids({ type: 'asset', name: 'CONTRACT*' })).toContain(made.id)
    expect(await ids({ name: 'nothing like it' })).not.toContain(made.id)
    expect(await ids({ type: 'nothing like it' })).toEqual([])
    const renamed = await call(calls.updateSavedSearch, {
      id: made.id,
      name: 'Renamed',
      version: made.version,
    })
    expect(renamed).toMatchObject({ name: 'Renamed', description: 'd', data })
    await refused(
      call(calls.updateSavedSearch, { id: made.id, name: 'Late', version: made.version }),
      'version_conflict',
    )
    expect(await call(calls.switchSavedSearchPrivate, { id: made.id, isPrivate: false })).toMatchObject({
      isPrivate: false,
    })
    expect(await call(calls.deleteSavedSearch, { id: made.id })).toEqual({ id: made.id, deleted: true })
    await refused(call(calls.getSavedSearch, { id: made.id }), 'saved_search_not_found')
  })
  test('P5.07 refuses a search that asks nothing, and one without a name', async () => {
    await refused(
      call(calls.createSavedSearch, { name: 'x', data: { ...data, fulltextTokens: [] } }),
      'saved_search_empty',
    )
    await refused(call(calls.createSavedSearch, { name: ' ', data }), 'saved_search_name_missing')
    await refused(call(calls.createSavedSearch, { data }), 'saved_search_name_missing')
  })
  test('P7.44 P7.45 P7.46 P7.50 shares a search with people that there are, never with its owner', async () => {
    const { id, owner } = await call(calls.createSavedSearch, { name: 'Contract', data })
    expect(await call(calls.addSavedSearchSubscribers, { id, collaborators: [owner.id] })).toMatchObject({
      subscribers: [],
    })
    expect(await call(calls.shareSavedSearch, { id, subscribers: [] })).toMatchObject({ subscribers: [] })
    await refused(call(calls.addSavedSearchSubscribers, { id, collaborators: [nobody] }), 'invalid_parameter')
    await refused(call(calls.shareSavedSearch, { id, subscribers: [nobody] }), 'invalid_parameter')
    await refused(call(calls.transferSavedSearch, { id, owner: nobody }), 'invalid_parameter')
    expect(
      await call(calls.removeSavedSearchSubscribers, { id, subscribers: [String(nobody)] }),
    ).toMatchObject({ subscribers: [] })
    await refused(call(calls.unsubscribeSavedSearch, { id }), 'saved_search_not_found')
    await call(calls.deleteSavedSearch, { id })
    await refused(call(calls.shareSavedSearch, { id, subscribers: [] }), 'saved_search_not_found')
  })
}
