import { createTextWriter } from './text-writer.ts'

/** What a cell can hold; a list is joined by `; `, nothing gives an empty cell. */
export type DescriptionValue = string | number | boolean | Date | readonly string[] | null | undefined

/**
 * What the spreadsheet of the reader's language expects: `;` where the comma is the decimal sign, as in
 * French.
 */
export type Delimiter = ',' | ';'

export type DescriptionsTable = {
  /** Titles of the columns, in order. */
  readonly columns: readonly string[]
  /**
   * A row for each file: its path in the archive, and what `formatDescription` wrote of the other columns.
   */
  readonly rows: Iterable<readonly [path: string, description: string]>
  readonly delimiter: Delimiter
  /** About how long it will be. */
  readonly expectedBytes?: number
}

/**
 * Descriptions of assets as CSV in UTF-8 that spreadsheets open rightly: a byte order mark, lines ended by CR
 * LF.
 * @source RFC 4180
 */
export function formatDescriptionsCsv({
  columns,
  rows,
  delimiter,
  expectedBytes = 0,
}: DescriptionsTable): Buffer {
  const writer = createTextWriter(expectedBytes)
  writer.write(`\ufeff${formatDescription(columns, delimiter)}\r\n`)
  for (const [path, description] of rows) writer.write(`${cell(path)}${delimiter}${description}\r\n`)
  return writer.bytes()
}

/**
 * Values as cells of one row, dates as `2026-05-04 03:02:01` in UTC. Text that a spreadsheet would run as a
 * formula gets an apostrophe in front.
 * @source RFC 4180; OWASP "CSV Injection"
 */
export function formatDescription(values: readonly DescriptionValue[], delimiter: Delimiter): string {
  return values.map((value) => cell(value)).join(delimiter)
}

function cell(value: DescriptionValue): string {
  if (typeof value === 'string' && isPlain.test(value)) return value
  const text = cellText(value)
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Text that needs no further look: most names. */
const isPlain = /^[A-Za-z0-9](?:[\w.() -]*[\w.()-])?$/

function cellText(value: DescriptionValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ')
  const text = (typeof value === 'string' ? value : value.join('; ')).toWellFormed().replaceAll('\0', '')
  return startsFormula.test(text) ? `'${text}` : text
}

/** The full-width forms too: some spreadsheets of East Asia fold them. */
const startsFormula = /^[\s\p{Cf}]*[=+\-@\t\r\n＝＋－＠]/u
