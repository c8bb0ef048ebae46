import type { BatchAction, EntityData, FieldHeader } from '@cartouche/client'
import { expect, test } from 'vitest'
import { changesOf, isEmptyEdit, emptyEdit } from './bulk-edit.ts'
import { actionBack, planUndo } from './plan-undo.ts'

const header = (type: FieldHeader['type']) => ({ type }) as FieldHeader
const fields = { city: header('text'), pages: header('number'), keywords: header('array') }

test('an edit becomes the changes of each asset', () => {
  expect(
    changesOf(
      { links: { keywords: { mode: 'add', ids: [3] } }, values: { city: ' Brest ', pages: '' }, action: '' },
      fields,
    ),
  ).toEqual({ keywords: { $mode: 'appendnew', $values: [3] }, city: 'Brest', pages: null })
  expect(changesOf({ ...emptyEdit, links: { keywords: { mode: 'replace', ids: [] } } }, fields)).toEqual({
    keywords: [],
  })
  expect(isEmptyEdit({ ...emptyEdit, links: { keywords: { mode: 'remove', ids: [] } } }, fields)).toBe(true)
  expect(isEmptyEdit({ ...emptyEdit, action: 'publish' }, fields)).toBe(false)
})

const entity = (id: number, more: object): EntityData => ({
  id,
  $uuid: String(id),
  $resource: 'asset',
  name: `Asset ${id}`,
  ...more,
})
const action = (entityId: number, before: object | null, result: object): BatchAction => ({
  id: String(entityId),
  type: 'update',
  path: 'dam/data/asset',
  entityId,
  payload: {},
  status: 'done',
  error: null,
  progress: 100,
  loaded: 0,
  total: 0,
  before: before as BatchAction['before'],
  skipped: [],
  result: entity(entityId, result),
})

test('undo puts former values back but those that someone changed in the meantime, and says which', () => {
  const actions = [
    action(1, { city: 'Brest', keywords: [{ id: 7 }] }, { city: 'Lund', keywords: [{ id: 7 }, { id: 8 }] }),
    action(2, { city: 'Bled', keywords: [] }, { city: 'Lund', keywords: [{ id: 8 }] }),
    action(3, { city: null }, { city: 'Lund' }),
    action(4, null, {}),
  ]
  const now: Record<number, EntityData> = {
    1: entity(1, { city: 'Lund', keywords: [{ id: 8, name: 'renamed' }, { id: 7 }] }),
    2: entity(2, { city: 'Oslo', keywords: [{ id: 8 }] }),
  }
  expect(planUndo(actions, (id) => now[id] ?? null)).toEqual({
    requests: [
      {
        id: '1',
        type: 'update',
        path: 'dam/data/asset',
        entityId: 1,
        payload: { city: 'Brest', keywords: [{ id: 7 }] },
      },
      { id: '2', type: 'update', path: 'dam/data/asset', entityId: 2, payload: { keywords: [] } },
    ],
    skipped: [
      { id: 2, name: 'Asset 2', fields: ['city'] },
      { id: 3, name: 'Asset 3', fields: ['city'] },
    ],
  })
})

test('a status is put back by the action that leads there', () => {
  expect([
    actionBack('archived', 'published'),
    actionBack('published', 'draft'),
    actionBack('published', 'submitted'),
  ]).toEqual(['publish', 'unpublish', undefined])
})
