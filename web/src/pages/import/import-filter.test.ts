import { expect, test } from 'vitest'
import { isFiltering, itemSearchOf, readImportFilter, writeImportFilter } from './import-filter.ts'

const all = readImportFilter({})

test('an address that says nothing shows all files', () => {
  expect(all).toEqual({ state: 'all', text: '', problem: '' })
  expect(isFiltering(all)).toBe(false)
  expect(itemSearchOf(all, [])).toEqual({})
})

test('what is wrong in an address is as if it were not there', () => {
  expect(readImportFilter({ show: 'nothing', problem: 'no code' })).toEqual(all)
})

test('a filter survives its address, and is asked of the server', () => {
  const filter = { state: 'open', text: 'harbour', problem: 'name_lies' } as const
  expect(readImportFilter(writeImportFilter(12, filter))).toEqual(filter)
  expect(itemSearchOf(filter, [3, 4])).toEqual({
    query: { status: { in: [1, 2, 3] }, problems: { eq: 'name_lies' }, id: { in: [3, 4] } },
    fulltext: 'harbour',
  })
})

test('files that the library has are found by the page, not by the server', () => {
  expect(itemSearchOf({ ...all, problem: 'duplicate' }, [])).toEqual({})
})
