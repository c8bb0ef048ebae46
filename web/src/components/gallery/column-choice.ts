/**
 * A column as it is shown: its field and its width, px; 0 where the width follows the window, which the
 * name's alone does.
 */
export interface ColumnWidth {
  readonly field: string
  readonly widthPx: number
}

/** Widths that a column can have, px. */
export const columnWidths = { min: 64, max: 640, step: 16 } as const

/** The field whose column is always there, first, with the picture. */
export const nameField = 'name'
/** The least of its column, px: names of twenty letters beside the picture; on a phone, shorter ones. */
const nameMinPx = { phone: 180, usual: 240 } as const
/** From this width on, px, a table has room for the usual one. */
const usualFromPx = 600
/** The most of a narrow table that the name takes: what is beside it scrolls past. */
const nameShare = 0.62

/**
 * Reads the columns that a person chose: `name:0,status:124`, from left to right. What is not among the known
 * columns, or comes twice, is left out; the name is always there.
 * @param known columns with their usual widths
 * @param usual those that are shown where nothing was chosen; all by default
 */
export function readColumns(
  text: string,
  known: readonly ColumnWidth[],
  usual: readonly ColumnWidth[] = known,
): readonly ColumnWidth[] {
  const read = text.split(',').flatMap((part) => {
    const [, field, digits = '0'] = /^([\w.$]+):(\d{1,4})$/.exec(part) ?? []
    const column = known.find((one) => one.field === field)
    return column === undefined
      ? []
      : [{ field: column.field, widthPx: Number(digits) === 0 ? column.widthPx : limit(Number(digits)) }]
  })
  const others = read.filter(
    ({ field }, index) => field !== nameField && read.findIndex((one) => one.field === field) === index,
  )
  const name = read.find(({ field }) => field === nameField) ?? { field: nameField, widthPx: 0 }
  return text === '' ? usual : [name, ...others]
}

/** The text that {@link readColumns} reads. */
export function writeColumns(columns: readonly ColumnWidth[]): string {
  return columns.map(({ field, widthPx }) => `${field}:${Math.round(widthPx)}`).join(',')
}

/** Shows a column, behind the others, or hides it. */
export function toggleColumn(columns: readonly ColumnWidth[], column: ColumnWidth): readonly ColumnWidth[] {
  if (column.field === nameField) return columns
  const isShown = columns.some(({ field }) => field === column.field)
  return isShown ? columns.filter(({ field }) => field !== column.field) : [...columns, column]
}

/** Moves a column to the left (-1) or the right (1); never before the name. */
export function moveColumn(
  columns: readonly ColumnWidth[],
  field: string,
  by: -1 | 1,
): readonly ColumnWidth[] {
  const from = columns.findIndex((one) => one.field === field)
  const to = from + by
  const moved = columns[from]
  const other = columns[to]
  if (from < 1 || to < 1 || moved === undefined || other === undefined) return columns
  return columns.with(from, other).with(to, moved)
}

/** Gives a column another width, px, within {@link columnWidths}. */
export function resizeColumn(
  columns: readonly ColumnWidth[],
  field: string,
  widthPx: number,
): readonly ColumnWidth[] {
  return columns.map((column) => (column.field === field ? { field, widthPx: limit(widthPx) } : column))
}

/**
 * The width of the name's column in a table: what the others leave of it, never so little that names cannot
 * be read. Where the others do not all fit, it leaves room for whole columns: none is cut off at the edge
 * before the table is scrolled. A chosen width holds where there is room.
 */
export function nameWidth(columns: readonly ColumnWidth[], tablePx: number, edgesPx: number): number {
  const chosen = columns.find(({ field }) => field === nameField)?.widthPx ?? 0
  const others = columns.reduce((sum, { field, widthPx }) => sum + (field === nameField ? 0 : widthPx), 0)
  const minPx = tablePx < usualFromPx ? nameMinPx.phone : nameMinPx.usual
  const most = Math.max(minPx, tablePx * nameShare)
  if (chosen > 0) return Math.min(chosen, most)
  const left = tablePx - edgesPx - others
  if (left > minPx) return left
  const whole = wholeColumns(columns, tablePx - edgesPx - minPx)
  return whole > 0 ? tablePx - edgesPx - whole : Math.min(most, Math.max(minPx, tablePx * 0.5))
}

/** The width of the first columns behind the name that fit whole into a room, px. */
function wholeColumns(columns: readonly ColumnWidth[], roomPx: number): number {
  let sum = 0
  for (const { field, widthPx } of columns) {
    if (field === nameField) continue
    if (sum + widthPx > roomPx) break
    sum += widthPx
  }
  return sum
}

function limit(widthPx: number): number {
  return Math.min(columnWidths.max, Math.max(columnWidths.min, Math.round(widthPx)))
}
