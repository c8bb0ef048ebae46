/** What one cell of a table of text holds; numbers and yes or no are written as they are. */
export type CsvValue = string | number | boolean | null | undefined

/** Characters that a spreadsheet takes for the beginning of a formula. */
const formula = /^[=+\-@\t\r]/

/**
 * One line of CSV, as RFC 4180 writes it, with its end. A text that a spreadsheet would take for a formula
 * gets an apostrophe before it.
 */
export function csvLine(values: readonly CsvValue[], separator: ',' | ';'): string {
  return `${values.map((value) => csvCell(value, separator)).join(separator)}\r\n`
}

function csvCell(value: CsvValue, separator: string): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' && formula.test(value) ? `'${value}` : String(value)
  return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The separator that spreadsheets of a language expect: where a comma parts decimals, a semicolon. */
export function separatorOf(locale: string): ',' | ';' {
  return new Intl.NumberFormat(locale).format(0.5).includes(',') ? ';' : ','
}

/** Says to spreadsheets that the text is UTF-8; without it, Excel takes it for another. */
export const byteOrderMark = '\uFEFF'
