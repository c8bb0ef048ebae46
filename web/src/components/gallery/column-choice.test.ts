import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  columnWidths,
  moveColumn,
  nameWidth,
  readColumns,
  resizeColumn,
  toggleColumn,
  writeColumns,
  type ColumnWidth,
} from './column-choice.ts'

const known: readonly ColumnWidth[] = [
  { field: 'name', widthPx: 0 },
  { field: 'status', widthPx: 124 },
  { field: 'metadata.filesize', widthPx: 92 },
]
const fields = (columns: readonly ColumnWidth[]): string[] => columns.map(({ field }) => field)

test('which columns, in which order and how wide: all comes back as it was written', () => {
  const chosen = resizeColumn(moveColumn(known, 'metadata.filesize', -1), 'status', 200)
  expect(writeColumns(chosen)).toBe('name:0,metadata.filesize:92,status:200')
  expect(readColumns(writeColumns(chosen), known)).toEqual(chosen)
  expect(
    fields(readColumns(writeColumns(toggleColumn(chosen, { field: 'status', widthPx: 124 })), known)),
  ).toEqual(['name', 'metadata.filesize'])
})

test('whatever was kept, the name is there once, first, and every width is one that can be seen', () => {
  const part = fc.oneof(
    fc.string(),
    fc
      .tuple(fc.constantFrom('name', 'status', 'metadata.filesize', 'gone'), fc.nat(20_000))
      .map(([field, px]) => `${field}:${px}`),
  )
  fc.assert(
    fc.property(
      fc.array(part).map((parts) => parts.join(',')),
      (text) => {
        const columns = readColumns(text, known)
        expect(columns[0]?.field).toBe('name')
        expect(new Set(fields(columns)).size).toBe(columns.length)
        for (const { widthPx } of columns.slice(1))
          expect(widthPx >= columnWidths.min && widthPx <= columnWidths.max).toBe(true)
      },
    ),
  )
})

test('the name is never hidden, never moved and never too narrow to be read', () => {
  expect(toggleColumn(known, { field: 'name', widthPx: 0 })).toBe(known)
  expect([
    moveColumn(known, 'name', 1),
    moveColumn(known, 'status', -1),
    moveColumn(known, 'metadata.filesize', 1),
  ]).toEqual([known, known, known])
  fc.assert(
    fc.property(fc.integer({ min: 300, max: 4000 }), fc.nat(640), (tablePx, chosen) => {
      const width = nameWidth(
        [
          { field: 'name', widthPx: chosen === 0 ? 0 : Math.max(64, chosen) },
          ...known.slice(1),
          { field: 'x', widthPx: 600 },
        ],
        tablePx,
        80,
      )
      expect(width).toBeGreaterThanOrEqual(chosen > 0 ? 64 : tablePx < 600 ? 180 : 240)
      expect(width).toBeLessThan(tablePx)
    }),
  )
})

test('in a narrow table whole columns stand beside the name', () => {
  const columns = [...known, { field: 'x', widthPx: 600 }]
  expect(nameWidth(columns, 390, 84)).toBe(390 - 84 - 124)
  expect(nameWidth(columns, 520, 84)).toBe(520 - 84 - 124 - 92)
})
