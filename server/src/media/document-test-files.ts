import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

const fileOf = (name: string, besideEntry: string): string =>
  fileURLToPath(new URL(besideEntry, import.meta.resolve(name)))
const fonts = {
  // With ligatures, and Arabic.
  latin: fileOf('dejavu-fonts-ttf/package.json', 'ttf/DejaVuSans.ttf'),
  // With Hangul, Kana and Han.
  eastern: fileOf('@embedpdf/fonts-kr', '../fonts/NotoSansKR-Regular.otf'),
}

/** A PDF whose pages have these lines, and a picture each. */
export async function pdfOfPages(
  pages: readonly (readonly string[])[],
  {
    font = 'latin',
    password,
    picture,
  }: { font?: keyof typeof fonts; password?: string; picture?: Buffer } = {},
): Promise<Buffer> {
  const document = new PDFDocument({
    autoFirstPage: false,
    ...(password === undefined ? {} : { userPassword: password, ownerPassword: `${password} of owners` }),
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  for (const lines of pages) {
    document.addPage().font(fonts[font]).fontSize(12)
    if (picture) document.image(picture, 0, 0)
    for (const [at, line] of lines.entries()) document.text(line, 40, 40 + at * 20, { lineBreak: false })
  }
  document.end()
  await once(document, 'end')
  return Buffer.concat(chunks)
}
