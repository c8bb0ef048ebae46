import { expect, test } from 'vitest'
import { csvLine, separatorOf } from './csv.ts'

test('cells with separators, quotes and line ends are quoted', () => {
  expect(csvLine(['a', 'b,c', 'say "no"', 'two\nlines', null, true], ',')).toBe(
    'a,"b,c","say ""no""","two\nlines",,true\r\n',
  )
  expect(csvLine(['a;b', 'c,d'], ';')).toBe('"a;b";c,d\r\n')
})

test('a text is never a formula, a number stays one', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])
    expect(csvLine([text], ',').replace('"', '').startsWith(`'`)).toBe(true)
  expect(csvLine([-5, 1.5, 'a=b'], ',')).toBe('-5,1.5,a=b\r\n')
})

test('the separator is that of the spreadsheets of a language', () => {
  expect([separatorOf('en'), separatorOf('fr')]).toEqual([',', ';'])
})
