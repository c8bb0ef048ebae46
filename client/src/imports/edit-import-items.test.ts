import { calls } from '@cartouche/contract/wire'
import { expect, test, vi } from 'vitest'
import { openImport } from '../testing/import-world.ts'
import { importWorkflowsOf } from './import-workflows.ts'

const many = (count: number) => Array.from({ length: count }, (_file, n) => `${n}.jpg`)

test('D4.29 the collection of items is changed here first, and taken back when it is refused', async () => {
  const { imports, jobId, ids, shown, work } = await openImport('a.jpg', 'b.jpg')
  const types = () => shown().items.map((item) => item.$assetmetadata['$resource'])
  const refused = imports.changeItemType(jobId, ids.slice(0, 1), 'assetkeyword')
  expect(types()).toEqual(['assetkeyword', 'asset'])
  await expect(refused).rejects.toMatchObject({ code: 'invalid_parameter' })
  expect(types()).toEqual(['asset', 'asset'])
  await imports.changeItemType(jobId, ids, 'asset')
  expect(shown().commands).toMatchObject([{ itemIds: ids, fields: ['$resource'] }])
  await work()
  expect(shown().commands).toEqual([])
})

test('D4.29 D7.14 the status of items is changed here first, then as the server answers', async () => {
  const { imports, jobId, ids, shown, client, server, logged } = await openImport('a.jpg', 'b.jpg')
  await importWorkflowsOf(client).resolve()
  const { release } = server.hold('/workflow')
  const done = imports.takeItemAction(jobId, ids.slice(0, 1), 'validate')
  await Promise.resolve()
  await Promise.resolve()
  expect(shown()).toMatchObject({
    items: [{ id: ids[1], status: { name: 'ready' } }],
    validated: [{ id: ids[0], status: { id: 6, name: 'validated', online: false } }],
  })
  release()
  await done
  expect(shown().validated).toMatchObject([{ id: ids[0], status: { name: 'validating' } }])
  server.fail('action_not_possible')
  await expect(imports.takeItemAction(jobId, ids.slice(1), 'validate')).rejects.toMatchObject({
    code: 'action_not_possible',
  })
  expect(shown().items.map(({ status }) => status.name)).toEqual(['ready'])
  expect(logged).toEqual(['error updating entity workflow'])
})

test('D9.02 workflow actions go in chunks of 50 ids; for an empty list, nothing does', async () => {
  const { imports, jobId, ids, asked, shown } = await openImport(...many(60))
  await imports.takeItemAction(jobId, ids, 'validate')
  expect(
    asked('/workflow')
      .filter((request) => request.startsWith('POST'))
      .map((request) => decodeURIComponent(request).split('/').at(-2)?.split(',').length),
  ).toEqual([50, 10])
  expect(shown()).toMatchObject({ items: [], validated: { length: 60 } })
  const before = asked('massimport').length
  await Promise.all([
    imports.takeItemAction(jobId, [], 'validate'),
    imports.changeItemType(jobId, [], 'asset'),
    imports.describeItems(jobId, [], { name: 'x' }),
  ])
  expect(asked('massimport')).toHaveLength(before)
})

test('D3.34 D7.25 the workflows of items are a list, read once', async () => {
  const { client, asked } = await openImport()
  const workflows = importWorkflowsOf(client)
  expect((await workflows.resolve())[0]?.actions.map(({ name }) => name)).toContain('validate')
  await workflows.resolve()
  expect(asked('/data/item/workflow')).toHaveLength(1)
  expect(workflows.get()).toMatchObject({ status: 'loaded', data: [{ resource: 'massimportitem' }] })
})

test('D7.13 items are moved to another import at once; those that are refused come back', async () => {
  const { client, imports, jobId, ids, shownIds, server } = await openImport('a.jpg', 'b.jpg', 'c.jpg')
  const { id: other } = await imports.createJob({ name: 'Other' })
  await imports.fetchJob(other)
  const done = imports.moveItems(jobId, ids.slice(0, 2), other)
  expect(shownIds()).toEqual(ids.slice(2))
  await done
  expect(shownIds()).toEqual(ids.slice(2))
  expect(imports.jobs.get(String(other)).items.map((item) => [item.id, item.job.id])).toEqual([
    [ids[0], other],
    [ids[1], other],
  ])
  await imports.moveItems(other, ids.slice(0, 1), jobId)
  expect(new Set(shownIds())).toEqual(new Set([ids[0], ids[2]]))
  await imports.moveItems(jobId, ids.slice(0, 1), other)
  // Somebody moves it back: what is gone may come back.
  await client.call(calls.patchImportItems, { ids: ids.slice(0, 1), job: jobId })
  await imports.fetchJob(jobId)
  expect(new Set(shownIds())).toEqual(new Set([ids[0], ids[2]]))
  server.fail('access_denied')
  await expect(imports.moveItems(jobId, ids.slice(2), other)).rejects.toMatchObject({ code: 'access_denied' })
  expect(shownIds()).toContain(ids[2])
})

test('D9.04 transfers and deletes of items run three at once, to the end', async () => {
  const { imports, jobId, ids, server, asked } = await openImport(...many(170))
  const { id: other } = await imports.createJob({ name: 'Other' })
  for (const [part, work] of [
    ['data/item', () => imports.moveItems(jobId, ids.slice(0, 160), other)],
    ['data/item', () => imports.deleteItems(jobId, ids.slice(160))],
  ] as const) {
    const before = asked(part).length
    const { release } = server.hold(part)
    const done = work()
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
    expect(asked(part)).toHaveLength(before + 3)
    release()
    await done
    expect(asked(part)).toHaveLength(before + (part === 'data/item' && before === 0 ? 4 : 10))
  }
})

test('D3.28 who edits items is shown to others, and sees them', async () => {
  const { imports, jobId, ids, shown, asked } = await openImport(...many(210))
  const locked = () => shown().items.filter(({ $lockedby }) => $lockedby?.name === 'editor').length
  await imports.lockItems(jobId, ids)
  expect(locked()).toBe(210)
  expect(asked('/lock')).toHaveLength(2)
  await imports.unlockItems(jobId, ids.slice(0, 10))
  expect(locked()).toBe(200)
})

test('D3.28 a lease that nobody renews goes from the view when its time is over, unasked', async () => {
  const { imports, jobId, ids, shown, asked, clock } = await openImport('a.jpg', 'b.jpg')
  const locked = () => shown().items.map(({ $lockedby }) => $lockedby?.name)
  await imports.lockItems(jobId, ids)
  await clock.advance(40_000)
  await imports.lockItems(jobId, ids.slice(0, 1))
  const before = asked('/massimport/').length
  await clock.advance(20_000)
  expect(locked()).toEqual(['editor', undefined])
  await clock.advance(39_999)
  expect(locked()).toEqual(['editor', undefined])
  await clock.advance(1)
  expect(locked()).toEqual([undefined, undefined])
  expect(asked('/massimport/')).toHaveLength(before)
  // The server says the same.
  await imports.fetchJob(jobId)
  expect(locked()).toEqual([undefined, undefined])
})

test('an import that is forgotten is not followed for its leases', async () => {
  const { imports, jobId, ids, clock } = await openImport('a.jpg')
  await imports.lockItems(jobId, ids)
  expect(clock.pendingMs()).toContain(60_000)
  imports.clear()
  expect(clock.pendingMs()).not.toContain(60_000)
  expect(imports.jobs.get(String(jobId)).status).toBe('unknown')
})

test('D4.29 a description carries the versions that were seen, and answers its commands', async () => {
  const { imports, jobId, ids, shown, client } = await openImport('a.jpg')
  const call = vi.spyOn(client, 'call')
  const versions = { [String(ids[0])]: 3 }
  const commands = await imports.describeItems(jobId, ids, { name: 'Harbour' }, versions)
  expect(call.mock.calls[0]?.[1]).toEqual({
    id: jobId,
    metadata: { ids, data: { name: 'Harbour' }, versions },
  })
  expect(commands).toEqual(shown().commands.map(({ id }) => id))
})

test('edits of an import travel one after the other: the one that was made last stays', async () => {
  const { imports, jobId, ids, shown, server, asked, work } = await openImport('a.jpg')
  const edits = (): number => asked(`/job/${jobId}`).filter((request) => request.startsWith('PUT')).length
  const { release } = server.hold(`/job/${jobId}`)
  const first = imports.describeItems(jobId, ids, { city: 'Brest' })
  const second = imports.describeItems(jobId, ids, { city: 'Quimper' })
  await vi.waitFor(() => expect(edits()).toBe(1), 10_000)
  expect(shown().items[0]?.$assetmetadata['city']).toBe('Quimper')
  release()
  await Promise.all([first, second])
  await work()
  expect(edits()).toBe(2)
  expect(shown().items[0]?.$assetmetadata['city']).toBe('Quimper')
})
