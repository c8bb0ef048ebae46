import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type TestApplication,
  type Who,
} from '../../http/test-application.ts'

let application: TestApplication
const ask: TestApplication['ask'] = (...options) => application.ask(...options)

beforeAll(async () => {
  application = await startTestApplication()
}, 120_000)
afterAll(() => application.stop())

const assetAt = (id: number) => `/api/rest/dam/data/asset/${id}`
const historyAt = (id: number, query = '') => `/api/wedia/dam/history/asset/${id}${query}`
const create = async (resource: string, json: object, who: Who = 'admin'): Promise<number> =>
  (await ask('POST', `/api/rest/dam/data/${resource}`, { json: { json }, who })).body.response.data.id
const patch = async (id: number, json: object, who: Who = 'editor') =>
  expect((await ask('PATCH', assetAt(id), { json: { json }, who })).status).toBe(200)
const edits = async (id: number, query = '', who: Who = 'editor') =>
  (await ask('GET', historyAt(id, query), { who, call: 'listFieldEdits' })).body.edits as AnyJson[]

test('who changed which field from what to what, the latest first; what stayed is not listed', async () => {
  const sea = await create('assetkeyword', { name: 'Sea', name_fr: 'Mer' })
  const hill = await create('assetkeyword', { name: 'Hill' })
  const id = await create('asset', { name: 'First', keywords: [sea] }, 'editor')
  expect(await edits(id)).toEqual([])
  await patch(id, { name: 'Second', description: 'x'.repeat(2000), city: 'Brest' })
  await patch(id, { name: 'Second', keywords: [sea, hill] })
  await patch(id, { name: 'Second' })
  await patch(id, { validfrom: '2026-01-02T00:00:00.000Z', city: null }, 'admin')
  const all = await edits(id)
  expect(all.map(({ field, by }) => [field, by.name])).toEqual(
    expect.arrayContaining([
      ['name', 'Editor'],
      ['keywords', 'Editor'],
    ]),
  )
  const of = (field: string) => all.filter((edit) => edit.field === field)
  expect(of('name')).toMatchObject([{ from: 'First', to: 'Second' }])
  expect(of('description')).toMatchObject([{ from: null, to: 'x'.repeat(2000) }])
  expect(of('keywords')).toMatchObject([
    { from: [sea], to: [sea, hill], names: { [sea]: 'Sea', [hill]: 'Hill' } },
  ])
  expect(of('city')).toMatchObject([
    { from: 'Brest', to: null, by: { name: expect.not.stringMatching('Editor') } },
    { from: null, to: 'Brest' },
  ])
  expect(of('validfrom')).toMatchObject([{ from: null, to: '2026-01-02T00:00:00.000Z' }])
  const first = (await ask('GET', historyAt(id, '?max=2'), { who: 'editor' })).body
  const rest = await edits(id, `?max=200&before=${first.next}`)
  expect([...first.edits, ...rest]).toEqual(all)
  expect(await edits(id, '?field=city')).toEqual(of('city'))
})

test('a value of before is restored by an ordinary edit, which is an edit itself', async () => {
  const old = await create('assetkeyword', { name: 'Old' })
  const id = await create('asset', { name: 'Kept', keywords: [old], takenat: '2020-01-01T00:00:00.000Z' })
  await patch(id, { name: 'Lost', keywords: [], takenat: '2021-01-01T00:00:00.000Z' })
  for (const { field, from } of await edits(id)) await patch(id, { [field]: from })
  const { name, keywords, takenat } = (await ask('GET', assetAt(id))).body.response.data
  expect([name, keywords.map((one: AnyJson) => one.id)]).toEqual(['Kept', [old]])
  expect(Date.parse(takenat)).toBe(Date.parse('2020-01-01T00:00:00.000Z'))
  expect((await edits(id, '?field=name')).map(({ to }) => to)).toEqual(['Kept', 'Lost'])
})

test('an edit that came too late is not listed; each edit that counts is in history and audit log once', async () => {
  const word = await create('assetkeyword', { name: 'Late' })
  const id = await create('asset', { name: 'Raced', city: 'Brest' }, 'editor')
  await patch(id, { $version: 1, city: 'Lyon', keywords: [word] })
  const late = await ask('PATCH', assetAt(id), {
    json: { json: { $version: 1, city: 'Metz', keywords: [] } },
    who: 'editor',
  })
  expect(late.status).toBe(409)
  // What was there before is written again: no field has changed.
  await patch(id, { city: 'Lyon', keywords: [word] })
  const changes = (await edits(id)).map(({ field, from, to }) => [field, from, to])
  expect(changes).toHaveLength(2)
  expect(changes).toEqual(
    expect.arrayContaining([
      ['city', 'Brest', 'Lyon'],
      ['keywords', [], [word]],
    ]),
  )
  const { entries } = (await ask('GET', `/api/rest/administration/audit?resource=asset&id=${id}`)).body
  expect(entries.map(({ kind, target }: AnyJson) => [kind, target.name])).toEqual([
    ['asset.updated', 'Raced'],
    ['asset.updated', 'Raced'],
    ['asset.created', 'Raced'],
  ])
})

test('a field that somebody may not read is not in the history for them, nor are hidden entities', async () => {
  const role = '/rest/administration/roles/2'
  const before = (await ask('GET', role)).body as { grants: AnyJson[]; watermark: boolean }
  const shown = await create('assetkeyword', { name: 'Shown' })
  const hidden = await create('assetkeyword', { name: 'Hidden' })
  const id = await create('asset', { name: 'Rights' }, 'editor')
  await patch(id, { keywords: [shown] })
  await patch(id, { keywords: [shown, hidden] })
  expect((await edits(id, '?field=keywords')).map(({ to }) => to)).toEqual([[shown, hidden], [shown]])
  const grant = async (rows?: object) =>
    expect(
      (
        await ask('PUT', role, {
          json: {
            watermark: before.watermark,
            grants: [
              ...before.grants.filter(
                ({ resource, action }) =>
                  resource !== '*' && !(resource === 'assetkeyword' && action === 'view'),
              ),
              ...(rows ? [{ resource: 'assetkeyword', action: 'view', rows }] : []),
            ],
          },
        })
      ).status,
    ).toBe(200)
  await grant({ id: shown })
  expect((await edits(id, '?field=keywords')).map(({ to }) => to)).toEqual([[shown]])
  await grant()
  expect(await edits(id)).toEqual([])
})

test('whoever may only look at an asset does not read its history; it goes to the trash and comes back', async () => {
  const id = await create('asset', { name: 'One' }, 'editor')
  await patch(id, { name: 'Two' }, 'admin')
  await ask('POST', `${assetAt(id)}/workflow`, { json: { workflowAction: 'publish' } })
  expect((await ask('GET', assetAt(id), { who: 'viewer' })).status).toBe(200)
  for (const who of ['viewer', 'nobody'] as const)
    expect((await ask('GET', historyAt(id), { who })).status).toBeGreaterThanOrEqual(401)
  const all = await edits(id, '', 'admin')
  expect(all).toHaveLength(1)
  await ask('DELETE', assetAt(id))
  await ask('POST', `/api/rest/trash/${id}/restore`, { json: {} })
  expect(await edits(id, '', 'admin')).toEqual(all)
})

test('two who edit at once are recorded each against what the other left', async () => {
  const id = await create('asset', { name: 'Start' }, 'editor')
  await Promise.all(['A', 'B', 'C'].map((name) => patch(id, { name })))
  const all = (await edits(id)).toReversed()
  expect(all).toHaveLength(3)
  expect(all.map(({ from }) => from)).toEqual(['Start', all[0]?.to, all[1]?.to])
})
