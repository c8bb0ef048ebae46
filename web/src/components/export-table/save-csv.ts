import { saveAs } from '../save-as/save-as.ts'
import { byteOrderMark, csvLine, separatorOf, type CsvValue } from './csv.ts'

/**
 * Has the browser save a table, its heads first, as `{name}.csv`: as the spreadsheets of a language read it.
 */
export function saveCsv(name: string, rows: readonly (readonly CsvValue[])[], locale: string): void {
  const separator = separatorOf(locale)
  // On screen dates do not break over lines; a spreadsheet takes one with such spaces for a text.
  const text = rows
    .map((row) => csvLine(row, separator))
    .join('')
    .replaceAll('\u00A0', ' ')
  saveAs(new Blob([byteOrderMark, text], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
}
