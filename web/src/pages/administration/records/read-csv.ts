import Papa from 'papaparse'

/** A table of text: its head, and its rows with the line of the file that each begins on, from 1. */
export interface CsvTable {
  readonly head: readonly string[]
  readonly rows: readonly CsvRow[]
}
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** An apostrophe that the export put before what a spreadsheet would run. */
const guarded = /^'(?=[=+\-@\t\r])/

/**
 * Reads a table of text, with commas, semicolons or tabs; lines without a word are left out. What the export
 * guarded is as it was before.
 * @source RFC 4180; decisions 0149 and 0153
 */
export function readCsv(text: string): CsvTable {
  const plain = text.replace(/^\uFEFF/, '')
  const { data } = Papa.parse<string[]>(plain, { delimiter: separatorIn(plain) })
  let line = 1
  const rows = data.map((cells): CsvRow => {
    const row = { line, cells: cells.map((cell) => cell.replace(guarded, '')) }
    line += 1 + cells.join('').replaceAll('\r\n', '\n').split('\n').length - 1
    return row
  })
  const [head, ...others] = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  return { head: head?.cells.map((cell) => cell.trim()) ?? [], rows: others }
}

/** The text of a file in UTF-8 or, where it is not that, as older spreadsheets write it. */
export function decodeText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The separator that stands most often in the line of the heads. */
function separatorIn(text: string): string {
  const heads = /^\s*(.*)/.exec(text)?.[1] ?? ''
  const [first = ','] = [',', ';', '\t'].toSorted((a, b) => heads.split(b).length - heads.split(a).length)
  return first
}
