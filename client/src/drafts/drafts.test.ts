import { expect, test } from 'vitest'
import type { FieldHeader } from '@cartouche/contract/wire'
import { entityKey } from '../entities/entity.ts'
import { createFakeClient } from '../testing/fake-client.ts'
import { settle } from '../testing/fake-clock.ts'
import { changedValues, withCreateDefaults, withPatchDefaults } from './changed-values.ts'
import { draftForm } from './draft-form.ts'
import { draftsOf } from './drafts.ts'

const path = 'dam/data/asset'

async function open() {
  const fake = await createFakeClient()
  const [first] = fake.server.library.list('asset')
  if (!first) throw new Error('The fake library is empty')
  const { entities } = fake.client
  await entities.fetch(path, first.id)
  const drafts = draftsOf(fake.client)
  const writes = (): readonly string[] =>
    fake.server.requests.filter((request) => /^POST .*\/rest\/dam/.test(request))
  return {
    ...fake,
    first,
    drafts,
    entities,
    writes,
    shown: (id: number | string = first.id) => drafts.get(entityKey(path, id)),
  }
}

test('D3.18 D5.16 a draft holds what differs, links as ids; equal values are no change', async () => {
  const { drafts, first, shown } = await open()
  expect(shown()).toMatchObject({ status: 'unknown', dirty: false })
  drafts.edit(path, first.id, { name: first.name, keywords: first['keywords'] })
  expect(shown()).toMatchObject({ status: 'registered', dirty: false, changes: {} })
  drafts.edit(path, first.id, { description: 'Long', rootnature: { id: 4 } })
  expect(shown()).toMatchObject({ dirty: true, changes: { description: 'Long', rootnature: 4 } })
  drafts.reset(path, first.id, ['description', 'name', 'keywords'])
  expect(shown()).toMatchObject({ values: { rootnature: { id: 4 } }, changes: { rootnature: 4 } })
  drafts.reset(path, first.id)
  expect(shown().status).toBe('unknown')
  expect(
    changedValues(
      { keywords: [{ id: 1, name: 'a' }], rootnature: { id: 2 } },
      { keywords: [1], rootnature: { id: 3 } },
    ),
  ).toEqual({ rootnature: 3 })
})

test('D4.16 saving sends the changes alone, and clears the draft; nothing changed sends nothing', async () => {
  const { drafts, first, shown, writes, server } = await open()
  drafts.edit(path, first.id, { name: first.name })
  await drafts.save(path, first.id)
  expect([writes(), shown().status]).toEqual([[], 'unknown'])
  drafts.edit(path, first.id, { name: first.name, description: 'New' })
  const saving = drafts.save(path, first.id)
  expect(shown().status).toBe('fetching')
  await expect(drafts.save(path, first.id)).rejects.toMatchObject({ code: 'draft_saving' })
  await saving
  expect(server.library.get('asset', first.id)).toMatchObject({
    name: 'Asset 1',
    description: 'New',
    $version: 2,
  })
  expect(shown()).toMatchObject({ status: 'unknown', values: {} })
})

test('D4.16 a refused save keeps the draft and its reason; what was edited meanwhile stays', async () => {
  const { drafts, first, shown, server } = await open()
  drafts.edit(path, first.id, { description: 'One' })
  server.fail('field_read_only')
  await expect(drafts.save(path, first.id)).rejects.toMatchObject({ code: 'field_read_only' })
  expect(shown()).toMatchObject({
    status: 'error',
    error: { code: 'field_read_only' },
    changes: { description: 'One' },
  })
  const saving = drafts.save(path, first.id)
  drafts.edit(path, first.id, { name: 'Later' })
  await saving
  expect(shown()).toMatchObject({
    status: 'registered',
    changes: { name: 'Later' },
    values: { name: 'Later' },
  })
})

test('somebody else who saved the same makes it no change any more', async () => {
  const { drafts, first, shown, entities } = await open()
  drafts.edit(path, first.id, { description: 'Same' })
  await entities.patch(path, first.id, { description: 'Same' })
  await settle()
  expect(shown()).toMatchObject({ status: 'registered', dirty: false })
})

test('D5.17 an id that is no number is new: it is created', async () => {
  const { drafts, server, shown } = await open()
  drafts.edit(path, 'new-1', { name: 'Made', keywords: [] })
  const created = await drafts.save(path, 'new-1')
  expect(server.library.get('asset', created.id).name).toBe('Made')
  expect(shown('new-1').status).toBe('unknown')
})

test('D7.44 simulating answers the faces and stores nothing', async () => {
  const { drafts, first, shown, server } = await open()
  drafts.edit(path, first.id, { description: 'Maybe' })
  expect(await drafts.simulate(path, first.id)).toMatchObject({ description: 'Maybe' })
  expect(shown().permissions['name']).toEqual({ editable: true, mandatory: true, viewable: true })
  expect(server.library.get('asset', first.id)).toMatchObject({ description: null, $version: 1 })
  drafts.edit(path, 'new', { name: 'Maybe' })
  await drafts.simulate(path, 'new')
  expect(server.library.list('asset')).toHaveLength(60)
})

const field = (cud: Partial<FieldHeader['cud']>): FieldHeader => ({
  name: '',
  type: 'text',
  i18n: false,
  i18nFor: null,
  tree: false,
  facet: false,
  sortable: false,
  group: { id: 1 },
  taborder: 0,
  cud: {
    create: true,
    update: true,
    mandatoryCreate: false,
    defaultCreate: null,
    mandatoryPatch: false,
    defaultPatch: null,
    mandatoryStructure: false,
    ...cud,
  },
})

test('D3.14 D5.16 missing mandatory fields get their default: of Create for a new entity, of Patch for another', () => {
  const fields = {
    a: field({ mandatoryCreate: true, defaultCreate: 'create' }),
    b: field({ mandatoryPatch: true, defaultPatch: 'patch' }),
    c: field({ mandatoryPatch: true }),
  }
  expect(withCreateDefaults({ b: 'x' }, fields)).toEqual({ a: 'create', b: 'x' })
  expect(withPatchDefaults({ a: null }, fields, { b: '' })).toEqual({ a: null, b: 'patch' })
  expect(withPatchDefaults({ a: null, b: 'given' }, fields, {})).toEqual({ a: null, b: 'given' })
  expect(withPatchDefaults({}, fields, {})).toEqual({})
})

test('D7.39 files travel as parts that json names by cid', async () => {
  const form = draftForm({ name: 'A', binary: new File(['x'], 'a.txt') }, { i18n: false })
  expect([form?.get('json'), form?.get('i18n')]).toEqual(['{"name":"A","binary":"cid:file-binary"}', 'false'])
  await expect((form?.get('file-binary') as File | undefined)?.text()).resolves.toBe('x')
  expect(draftForm({ name: 'A' }, {})).toBeUndefined()
})
