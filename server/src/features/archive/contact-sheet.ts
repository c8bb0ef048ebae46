import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { PassThrough, type Readable } from 'node:stream'
import { listContactSheetFonts, registerFonts, type SheetFont } from './contact-sheet-fonts.ts'
import { splitTextRuns, type TextRun } from './text-runs.ts'

/** One picture of a contact sheet. */
export type ContactSheetItem = {
  readonly name: string
  /** An upright JPEG or PNG of a few hundred pixels; null where there is none, then the place says so. */
  readonly thumbnailPath: string | null
  /** A few words below the name, a line each; at most three are drawn. */
  readonly lines: readonly string[]
}

export type ContactSheetOptions = {
  readonly title: string
  /** What stands in place of a picture that there is none of. */
  readonly noPreview: string
  readonly madeAt: Date
  /** Paths of fonts, best first; those of `listContactSheetFonts` unless given. */
  readonly fontPaths?: readonly string[] | undefined
}

const page = { widthPt: 595.28, heightPt: 841.89, marginPt: 40 }
const columns = 3
const rows = 4
const gapPt = 14
const headPt = 34
const captionPt = 46
const cellPt = {
  width: (page.widthPt - 2 * page.marginPt - (columns - 1) * gapPt) / columns,
  height: (page.heightPt - 2 * page.marginPt - headPt - (rows - 1) * gapPt) / rows,
}

/**
 * A PDF of A4 pages with twelve pictures each, their names in any script that the fonts cover. It is made
 * while it is read, one picture in memory at a time; the stream fails with the error of the items.
 */
export async function createContactSheet(
  items: AsyncIterable<ContactSheetItem> | Iterable<ContactSheetItem>,
  options: ContactSheetOptions,
): Promise<Readable> {
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    autoFirstPage: false,
    size: 'A4',
    margin: 0,
    info: { Title: options.title, CreationDate: options.madeAt },
  })
  const output = document.pipe(new PassThrough({ highWaterMark: 1024 * 1024 }))
  drawItems(document, output, items, options).catch((error: Error) => output.destroy(error))
  return output
}

async function drawItems(
  document: PDFKit.PDFDocument,
  output: PassThrough,
  items: AsyncIterable<ContactSheetItem> | Iterable<ContactSheetItem>,
  options: ContactSheetOptions,
): Promise<void> {
  const fonts = registerFonts(document, options.fontPaths ?? listContactSheetFonts())
  const closed = new Promise<void>((resolve) => {
    output.once('close', resolve)
  })
  let index = 0
  for await (const item of items) {
    if (index % (columns * rows) === 0)
      startPage(document, fonts, options.title, index / (columns * rows) + 1)
    await drawItem(document, fonts, item, cellAt(index % (columns * rows)), options.noPreview)
    index += 1
    if (output.writableNeedDrain) await Promise.race([once(output, 'drain'), closed])
    if (output.destroyed) return
  }
  if (index === 0) startPage(document, fonts, options.title, 1)
  document.end()
}

function startPage(
  document: PDFKit.PDFDocument,
  fonts: [SheetFont, ...SheetFont[]],
  title: string,
  number: number,
): void {
  document.addPage()
  drawLine(document, fonts, title, {
    x: page.marginPt,
    y: page.marginPt,
    width: page.widthPt - 2 * page.marginPt - 40,
    size: 13,
    color: '#222222',
  })
  drawLine(document, fonts, String(number), {
    x: page.widthPt - page.marginPt - 30,
    y: page.marginPt + 3,
    width: 30,
    size: 9,
    color: '#777777',
    isRight: true,
  })
}

function cellAt(place: number): { x: number; y: number } {
  return {
    x: page.marginPt + (place % columns) * (cellPt.width + gapPt),
    y: page.marginPt + headPt + Math.floor(place / columns) * (cellPt.height + gapPt),
  }
}

async function drawItem(
  document: PDFKit.PDFDocument,
  fonts: [SheetFont, ...SheetFont[]],
  item: ContactSheetItem,
  { x, y }: { x: number; y: number },
  noPreview: string,
): Promise<void> {
  const box: [number, number] = [cellPt.width, cellPt.height - captionPt]
  if (!(await drawThumbnail(document, item.thumbnailPath, x, y, box))) {
    document
      .rect(x, y, ...box)
      .lineWidth(0.5)
      .strokeColor('#bbbbbb')
      .stroke()
    drawLine(document, fonts, noPreview, {
      x: x + 4,
      y: y + box[1] / 2 - 4,
      width: box[0] - 8,
      size: 8,
      color: '#777777',
      isCentred: true,
    })
  }
  drawLine(document, fonts, item.name, { x, y: y + box[1] + 4, width: box[0], size: 8, color: '#222222' })
  for (const [line, text] of item.lines.slice(0, 3).entries())
    drawLine(document, fonts, text, {
      x,
      y: y + box[1] + 16 + line * 10,
      width: box[0],
      size: 7,
      color: '#666666',
    })
}

/** False where there is no picture, or none that can be read: one bad thumbnail does not spoil the sheet. */
async function drawThumbnail(
  document: PDFKit.PDFDocument,
  path: string | null,
  x: number,
  y: number,
  fit: [number, number],
): Promise<boolean> {
  if (path === null) return false
  try {
    document.image(await readFile(path), x, y, { fit, align: 'center', valign: 'center' })
    return true
  } catch {
    return false
  }
}

type LinePlace = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  readonly color: string
  readonly isRight?: boolean
  readonly isCentred?: boolean
}

/** Draws one line, cut with an ellipsis where it is too wide. */
function drawLine(
  document: PDFKit.PDFDocument,
  fonts: [SheetFont, ...SheetFont[]],
  line: string,
  place: LinePlace,
): void {
  const { runs, width } = fitLine(
    document,
    fonts,
    line.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, ' '),
    place,
  )
  let x =
    place.x + (place.isRight ? place.width - width : 0) + (place.isCentred ? (place.width - width) / 2 : 0)
  document.fontSize(place.size).fillColor(place.color)
  for (const { text, font } of runs) {
    document.font(font.name).text(text, x, place.y + place.size, { lineBreak: false, baseline: 'alphabetic' })
    x += document.widthOfString(text)
  }
}

function fitLine(
  document: PDFKit.PDFDocument,
  fonts: [SheetFont, ...SheetFont[]],
  line: string,
  { width, size }: LinePlace,
): { runs: TextRun<SheetFont>[]; width: number } {
  const chars = Array.from(line)
  const measure = (length: number): { runs: TextRun<SheetFont>[]; width: number } => {
    const runs = splitTextRuns(
      length < chars.length ? `${chars.slice(0, length).join('')}…` : line,
      fonts,
      (font, codePoint) => font.covers(codePoint),
    )
    return {
      runs,
      width: runs.reduce(
        (sum, { text, font }) => sum + document.fontSize(size).font(font.name).widthOfString(text),
        0,
      ),
    }
  }
  let fitting = 0
  for (let tooLong = Math.min(chars.length, 400) + 1; fitting + 1 < tooLong;) {
    const length = Math.floor((fitting + tooLong) / 2)
    if (measure(length).width <= width) fitting = length
    else tooLong = length
  }
  return measure(fitting)
}
