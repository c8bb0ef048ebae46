import type { PageRecord } from '@cartouche/client'
import { expect, test } from 'vitest'
import { actsOn, pageRows, selectRows, type PageRow } from './page-rows.ts'
import { pageRecord } from './testing/page-record.ts'

const page = (id: number, name: string, values: Partial<PageRecord> = {}): PageRecord =>
  pageRecord({ id, name, path: `/${name.toLowerCase()}`, ...values })
const linesOf = (rows: readonly PageRow[]) => rows.map((row) => `${row.depth} ${row.page.name} ${row.state}`)

test('pages stand below their parents, by name', () => {
  const rows = pageRows([
    page(1, 'Work'),
    page(2, 'Home', { status: { id: 1 } }),
    page(3, 'Zoo', { parent: { id: 1 } }),
    page(4, 'Art', { parent: { id: 1 } }),
  ])
  expect(linesOf(rows)).toEqual(['0 Home draft', '0 Work published', '1 Art published', '1 Zoo published'])
  expect(rows.map(({ hasBelow }) => hasBelow)).toEqual([false, true, false, false])
})

test('a working copy and earlier versions stand with their page', () => {
  const copietravail = { id: 1 }
  const rows = pageRows([
    page(1, 'Home'),
    page(2, 'Home', { copietravail, status: { id: 9 }, version: 1 }),
    page(3, 'Home', { copietravail, status: { id: 9 }, version: 2 }),
    page(4, 'Start', { copietravail, status: { id: 1 } }),
  ])
  expect(linesOf(rows)).toEqual(['0 Home changed'])
  expect(rows[0]?.copy?.name).toBe('Start')
  expect(rows[0]?.versions.map(({ id }) => id)).toEqual([3, 2])
})

test('pages in a circle, of themselves or of a page that is not there, are each shown once', () => {
  const rows = pageRows([
    page(1, 'A', { parent: { id: 2 } }),
    page(2, 'B', { parent: { id: 1 } }),
    page(3, 'C', { parent: { id: 3 } }),
    page(4, 'D', { parent: { id: 99 }, copietravail: { id: 98 } }),
    page(5, 'E', { copietravail: { id: 5 } }),
  ])
  expect(rows.map(({ page: { name } }) => name).toSorted()).toEqual(['A', 'B', 'C', 'D', 'E'])
})

test('whoever looks for a name, an address or a state finds pages wherever they stand', () => {
  const rows = pageRows([
    page(1, 'Work'),
    page(2, 'Zoo', { parent: { id: 1 }, path: '/animals' }),
    page(3, 'New', { status: { id: 1 } }),
  ])
  expect(linesOf(selectRows(rows, { name: 'anim', state: undefined }))).toEqual(['0 Zoo published'])
  expect(linesOf(selectRows(rows, { name: '', state: 'draft' }))).toEqual(['0 New draft'])
  expect(selectRows(rows, { name: ' ', state: undefined })).toBe(rows)
})

test('what can be done follows the state of a page and the grants of the person', () => {
  const all = () => true
  const [draft] = pageRows([page(1, 'A', { status: { id: 1 } })])
  const [published] = pageRows([page(1, 'A')])
  const [changed] = pageRows([page(1, 'A'), page(2, 'A', { copietravail: { id: 1 }, status: { id: 1 } })])
  const [archived] = pageRows([page(1, 'A', { status: { id: 9 } })])
  const acts = (row: PageRow | undefined, can = all) => (row ? actsOn(row, can) : [])
  expect(acts(draft)).toEqual(['edit', 'rename', 'publish', 'share', 'schedule', 'delete'])
  expect(acts(published)).toEqual(['edit', 'view', 'share', 'schedule', 'unpublish', 'delete'])
  const ofChanged = ['edit', 'view', 'publish', 'share', 'schedule', 'unpublish', 'discard', 'delete']
  expect(acts(changed)).toEqual(ofChanged)
  expect(acts(archived)).toEqual(['restore', 'delete'])
  expect(acts(changed, () => false)).toEqual(['view'])
})
