/** What a cell can hold; a list is joined by `; `, nothing gives an empty cell. */
export type DescriptionValue = string | number | boolean | Date | readonly string[] | null | undefined

export type DescriptionsTable = {
  /** Titles of the columns, in order. */
  readonly columns: readonly string[]
  /** A row for each asset, its values in the order of the columns. */
  readonly rows: Iterable<readonly DescriptionValue[]>
  /** What the spreadsheet of the reader's language expects: `;` where the comma is the decimal sign, as in French. */
  readonly delimiter: ',' | ';'
}

/**
 * Descriptions of assets as CSV in UTF-8 that spreadsheets open rightly: a byte order mark, lines ended by CR LF, dates as
 * `2026-05-04 03:02:01` in UTC. Text that a spreadsheet would run as a formula gets an apostrophe in front.
 * @source RFC 4180; OWASP "CSV Injection"
 */
export function formatDescriptionsCsv({ columns, rows, delimiter }: DescriptionsTable): Buffer {
  const lines = [columns, ...rows].map((row) => row.map((value) => cell(value)).join(delimiter))
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`)
}

function cell(value: DescriptionValue): string {
  const text = cellText(value)
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function cellText(value: DescriptionValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ')
  const text = (typeof value === 'string' ? value : value.join('; ')).toWellFormed().replaceAll('\0', '')
  return startsFormula.test(text) ? `'${text}` : text
}

/** The full-width forms too: some spreadsheets of East Asia fold them. */
const startsFormula = /^[\s\p{Cf}]*[=+\-@\t\r\n＝＋－＠]/u
