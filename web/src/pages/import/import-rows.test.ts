import {
  importItemStatuses,
  type FailedUpload,
  type FieldHeader,
  type ImportItem,
  type ImportItemStatus,
  type UploadFile,
} from '@cartouche/client'
import { expect, test } from 'vitest'
import { isShown, lackingFields, rowsOf } from './import-rows.ts'
import { linkChange, sharedLinks, sharedValue } from './shared-values.ts'

const item = (
  id: number,
  status: ImportItemStatus,
  metadata: Record<string, unknown> = {},
  more: Partial<ImportItem> = {},
): ImportItem => ({
  id,
  $uuid: String(id),
  $resource: 'massimportitem',
  $version: 1,
  $lockedby: null,
  status: { id: importItemStatuses[status], name: status, online: status === 'ready' },
  job: { id: 1 },
  filename: `${id}.jpg`,
  filesize: 1,
  mediatype: null,
  nature: null,
  blurhash: null,
  indexingstatus: 'done',
  width: null,
  height: null,
  problems: [],
  sender: null,
  isduplicate: false,
  duplicateof: null,
  asset: null,
  $assetmetadata: metadata,
  ...more,
})
const file = (id: string, status: UploadFile['status']): UploadFile => ({
  id,
  name: id,
  sizeBytes: 1,
  unzip: false,
  status,
  progress: 0,
  loadedBytes: 0,
})
const failed: FailedUpload = {
  id: 'f',
  name: 'f',
  sizeBytes: 1,
  messageKey: 'network',
  message: '',
  error: null,
}

test('failed files come first, then those on their way, then items in order of upload; what was sent is shown as its item alone', () => {
  const rows = rowsOf(
    { items: [item(3, 'ready')], validated: [item(2, 'validated')] },
    { files: [file('a', 'loaded'), file('b', 'resolved')], failed: [failed] },
  )
  expect(rows.map(({ key }) => key)).toEqual(['failed f', 'upload b', 'item 2', 'item 3'])
})

test('a filter shows what its name says, and every line belongs to all', () => {
  const rows = rowsOf(
    { items: [item(1, 'ready'), item(2, 'broken'), item(3, 'analyzing')], validated: [item(4, 'validated')] },
    { files: [file('b', 'resolved')], failed: [failed] },
  )
  const shown = (filter: Parameters<typeof isShown>[1], isSearched = false) =>
    rows.filter((row) => isShown(row, filter, isSearched)).map(({ key }) => key)
  expect(shown('all')).toHaveLength(6)
  expect(shown('open')).toEqual(['upload b', 'item 1', 'item 3'])
  expect(shown('broken')).toEqual(['failed f', 'item 2'])
  expect(shown('done')).toEqual(['item 4'])
  // What is no item yet is found by no word; what is not inspected may yet belong to any state.
  expect(shown('all', true)).toEqual(['item 1', 'item 2', 'item 3', 'item 4'])
  const fuzzy = { ...item(5, 'waiting'), $fuzzy: true }
  expect(isShown({ kind: 'item', key: 'item 5', item: fuzzy, status: 'waiting' }, 'broken')).toBe(true)
})

test('a mandatory field that is blank is missing', () => {
  const fields = { name: {} as FieldHeader, credit: {} as FieldHeader }
  const faces = { '$meta-name': { faces: { editable: true, mandatory: true } } }
  expect(lackingFields(item(1, 'ready', { name: ' ', ...faces }), fields)).toEqual(['name'])
  expect(lackingFields(item(1, 'ready', { name: 'A', ...faces }), fields)).toEqual([])
})

test('what an item lacks is looked for again where it becomes something else', () => {
  const faces = { faces: { editable: true, mandatory: true } }
  const described = item(1, 'ready', { name: '', '$meta-name': faces, '$meta-code': faces })
  const field = {} as FieldHeader
  expect(lackingFields(described, { name: field })).toEqual(['name'])
  expect(lackingFields(described, { name: field, code: field })).toEqual(['name', 'code'])
})

test('what several items have in common is distinguished from what differs', () => {
  const items = [
    item(1, 'ready', {
      city: 'Brest',
      keywords: [
        { id: 1, name: 'sea' },
        { id: 2, name: 'boat' },
      ],
    }),
    item(2, 'ready', {
      city: 'Brest',
      keywords: [
        { id: 1, name: 'sea' },
        { id: null, name: 'fog' },
      ],
    }),
  ]
  expect(sharedValue(items, 'city')).toEqual({ same: true, value: 'Brest' })
  expect(sharedValue(items, 'keywords')).toEqual({ same: false })
  expect(sharedLinks(items, 'keywords')).toEqual({
    common: [{ id: 1, name: 'sea' }],
    others: [{ id: 2, name: 'boat', count: 1 }],
    fresh: ['fog'],
  })
})

test('a change of common links leaves the others of each item alone', () => {
  const before = [{ id: 1, name: 'sea' }]
  expect(linkChange(before, [1, 5])).toEqual({ $mode: 'appendnew', $values: [{ id: 5 }] })
  expect(linkChange(before, [])).toEqual({ $mode: 'remove', $values: [{ id: 1 }] })
  expect(linkChange(before, [1])).toBeNull()
})
