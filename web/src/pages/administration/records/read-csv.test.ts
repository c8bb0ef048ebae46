import { expect, test } from 'vitest'
import { byteOrderMark, csvLine } from '../../../components/export-table/csv.ts'
import { decodeText, readCsv } from './read-csv.ts'

test('a table that was written is read as it was, with the line that each row begins on', () => {
  const rows = [
    ['Name', 'ID'],
    ['a "word"; with, all', '1'],
    ['two\r\nlines', '2'],
    ['=1+1', '3'],
    ["'quoted", '4'],
  ]
  for (const separator of [',', ';'] as const) {
    const text = byteOrderMark + rows.map((row) => csvLine(row, separator)).join('')
    expect(readCsv(text)).toEqual({
      head: rows[0],
      rows: [2, 3, 5, 6].map((line, at) => ({ line, cells: rows[at + 1] })),
    })
  }
})

test('empty lines are left out and counted', () => {
  expect(readCsv('Name\n\n\nfirst\n\nsecond')).toEqual({
    head: ['Name'],
    rows: [
      { line: 4, cells: ['first'] },
      { line: 6, cells: ['second'] },
    ],
  })
  expect(readCsv('')).toEqual({ head: [], rows: [] })
})

test('what is no UTF-8 is read as older spreadsheets write it', () => {
  expect(decodeText(new TextEncoder().encode('été').buffer)).toBe('été')
  expect(decodeText(new Uint8Array([0xe9, 0x74, 0xe9]).buffer)).toBe('été')
})
