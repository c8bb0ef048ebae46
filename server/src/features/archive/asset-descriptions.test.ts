import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDescription, formatDescriptionsCsv, type DescriptionValue } from './asset-descriptions.ts'

const csvOf = (...rows: readonly (readonly [path: string, ...values: DescriptionValue[]])[]): string =>
  formatDescriptionsCsv({
    columns: ['Name', 'Value'],
    rows: rows.map(([path, ...values]) => [path, formatDescription(values, ',')]),
    delimiter: ',',
  }).toString()

test('rows stand below their titles, with a byte order mark and CR LF', () => {
  expect(csvOf(['Été 写真', 1.5], ['b', null])).toBe('\ufeffName,Value\r\nÉté 写真,1.5\r\nb,\r\n')
})

test.each<[DescriptionValue, string]>([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  [' space', '" space"'],
  [-5, '-5'],
  [true, 'true'],
  [undefined, ''],
  [['sea', 'sun, sand'], '"sea; sun, sand"'],
  [new Date('2026-05-04T03:02:01.5Z'), '2026-05-04 03:02:01'],
  ['=1+1', "'=1+1"],
  ['+33 1', "'+33 1"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  [' =1', "' =1"],
  ['\u200b=1', "'\u200b=1"],
  ['＝1', "'＝1"],
  [['=cmd|x', 'b'], '"\'=cmd|x; b"'],
])('%j is written as %j', (value, written) => {
  expect(csvOf(['start', value, 'end'])).toBe(`\ufeffName,Value\r\nstart,${written},end\r\n`)
})

test('paths are cells, too', () => {
  expect(csvOf(['=a,b.jpg', 1])).toBe('\ufeffName,Value\r\n"\'=a,b.jpg",1\r\n')
})

const hasPython = await promisify(execFile)('python3', ['--version']).then(
  () => true,
  () => false,
)

test.skipIf(!hasPython)(
  'Python reads back what was written, whatever it is (skipped where python3 is missing)',
  async () => {
    const text = fc.string({ unit: 'grapheme' }).map((value) => value.toWellFormed().replaceAll('\0', ''))
    const rows = fc.sample(fc.tuple(text, text), 300)
    const csv = formatDescriptionsCsv({
      columns: ['a', 'b'],
      rows: rows.map(([path, value]) => [path, formatDescription([value], ';')]),
      delimiter: ';',
    })
    const reading = promisify(execFile)(
      'python3',
      [
        '-c',
        `
import csv, io, json, sys
print(json.dumps(list(csv.reader(io.StringIO(sys.stdin.buffer.read().decode('utf-8-sig'), newline=''), delimiter=';'))))`,
      ],
      { maxBuffer: 10_000_000 },
    )
    reading.child.stdin?.end(csv)
    const read = JSON.parse((await reading).stdout) as string[][]
    const expected = rows.map((row) =>
      row.map((value) => (/^[\s\p{Cf}]*[=+\-@\t\r\n＝＋－＠]/u.test(value) ? `'${value}` : value)),
    )
    expect(read).toEqual([['a', 'b'], ...expected])
  },
)
