import {
  importItemStatuses,
  type ImportItem,
  type ImportItemStatus,
  type ImportJob,
} from '@cartouche/contract/wire'
import { expect, test, vi } from 'vitest'
import { hasMoved, jobSnapshot, unknownJob, type ImportJobRecord } from './import-job-record.ts'

const item = (name: ImportItemStatus) =>
  ({ id: 1, status: { id: importItemStatuses[name], name } }) as ImportItem
const job = (counts: Record<string, number>) => ({ id: 9, counts }) as unknown as ImportJob

test('items are read again when counts differ, and when the server is done with some though counts are as before', () => {
  const inspected = { ...unknownJob, job: job({ broken: 1 }), items: [item('waiting')] }
  expect(hasMoved(inspected, job({ broken: 1 }))).toBe(true)
  expect(hasMoved(inspected, job({ waiting: 1 }))).toBe(true)
  const settled = { ...inspected, items: [item('broken')] }
  expect(hasMoved(settled, job({ broken: 1 }))).toBe(false)
  const waiting = { ...unknownJob, job: job({ waiting: 1 }), items: [item('waiting')] }
  expect(hasMoved(waiting, job({ waiting: 1 }))).toBe(false)
})

test('whatever of an import changes is seen, and items are looked at only where they may look different', () => {
  const numbered = (id: number, name: ImportItemStatus) => ({ ...item(name), id, $lockedby: null })
  const record = {
    ...unknownJob,
    items: [numbered(1, 'ready'), numbered(2, 'waiting'), numbered(3, 'validated')],
  }
  const snapshot = jobSnapshot(9, record)
  const edit = { token: 1, ids: new Set([1]), data: {}, own: { filename: 'b.jpg' }, commands: [] }
  const changes: readonly Partial<ImportJobRecord>[] = [
    { items: [numbered(1, 'broken')] },
    { outstanding: [numbered(4, 'ready')] },
    { edits: [edit] },
    { validating: new Set([1]) },
    { removed: new Set([1, 2]) },
    { status: 'next' },
    { total: 7, token: 'next page' },
  ]
  for (const change of changes) {
    const after = { ...record, ...change }
    const fresh = jobSnapshot(9, after)
    expect(fresh).not.toEqual(snapshot)
    expect(jobSnapshot(9, after, { record, snapshot })).toEqual(fresh)
  }
  const isRemoved = vi.spyOn(record.removed, 'has')
  const next = jobSnapshot(9, { ...record, status: 'next' }, { record, snapshot })
  expect(isRemoved).not.toHaveBeenCalled()
  expect([next.items, next.validated]).toEqual([snapshot.items, snapshot.validated])
  jobSnapshot(9, { ...record, items: [...record.items] }, { record, snapshot })
  expect(isRemoved).toHaveBeenCalled()
})
