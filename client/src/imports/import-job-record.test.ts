import {
  importItemStatuses,
  type ImportItem,
  type ImportItemStatus,
  type ImportJob,
} from '@cartouche/contract/wire'
import { expect, test } from 'vitest'
import { hasMoved, unknownJob } from './import-job-record.ts'

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
