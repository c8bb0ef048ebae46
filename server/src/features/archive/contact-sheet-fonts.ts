import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type PDFDocument from 'pdfkit'

/**
 * Free fonts in order of preference, of npm packages and, where those are not installed, of the system.
 * Together they cover Latin, Greek, Cyrillic, Devanagari, Arabic, Hebrew, Armenian, Georgian, Thai, Han, Kana
 * and Hangul.
 */
const packagedFonts = [
  '@embedpdf/fonts-latin/fonts/NotoSans-Regular.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  '@embedpdf/fonts-arabic/fonts/NotoNaskhArabic-Regular.ttf',
  '@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff',
  '@embedpdf/fonts-kr/fonts/NotoSansKR-Regular.otf',
  '@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf',
]
const systemFonts = [
  '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf',
  '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf',
  '/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf',
  '/Library/Fonts/Arial Unicode.ttf',
]

/**
 * Paths of the fonts that are there, best first; none is fine, then only Western European names are drawn in
 * full.
 */
export function listContactSheetFonts(): string[] {
  const { resolve } = createRequire(import.meta.url)
  const found = packagedFonts.flatMap((specifier) => {
    try {
      return [resolve(specifier)]
    } catch {
      return []
    }
  })
  return [...found, ...systemFonts.filter((path) => existsSync(path))]
}

/** A font of a document: its registered name, and what it covers. */
export type SheetFont = { readonly name: string; readonly covers: (codePoint: number) => boolean }

/** Registers the fonts with a document; Helvetica, which every reader of PDF has, comes last. */
export function registerFonts(
  document: PDFKit.PDFDocument,
  paths: readonly string[],
): [SheetFont, ...SheetFont[]] {
  const fonts = paths.map((path, index) => {
    const name = `sheet-${index}`
    const { font } = (document.registerFont(name, path).font(name) as WithFont)._font
    return { name, covers: (codePoint: number) => font.hasGlyphForCodePoint(codePoint) }
  })
  const helvetica: SheetFont = {
    name: 'Helvetica',
    covers: (codePoint) =>
      (codePoint >= 0x20 && codePoint < 0x7f) || (codePoint >= 0xa0 && codePoint < 0x100),
  }
  const [first, ...others] = fonts
  return first ? [first, ...others, helvetica] : [helvetica]
}

/** What pdfkit keeps of its current font, and its types do not say. */
type WithFont = InstanceType<typeof PDFDocument> & {
  readonly _font: { readonly font: { readonly hasGlyphForCodePoint: (codePoint: number) => boolean } }
}
