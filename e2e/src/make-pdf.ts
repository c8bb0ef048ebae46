import { createPdfCipher } from './encrypt-pdf.ts'

/** How the pages of a PDF are made. */
export interface PdfOptions {
  /** JavaScript that readers run when it is opened. */
  readonly script?: string
  /** Without it, nobody reads it. */
  readonly password?: string
}

/** Makes a PDF: a page of A4 for each text, in lines, by a font that is not in the file. */
export function makePdf(pages: readonly string[], { script, password }: PdfOptions = {}): Buffer {
  const cipher = password === undefined ? undefined : createPdfCipher(password)
  const objects: string[] = []
  const add = (body: string): number => objects.push(body)
  const [catalog, tree, font] = [add(''), add(''), add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>')]
  const kids = pages.map((text) => {
    const lines = text
      .split('\n')
      .map((line) => `(${line.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj T*`)
      .join(' ')
    const plain = text === '' ? '' : `BT /F1 24 Tf 28 TL 60 760 Td ${lines} ET`
    const stream = cipher?.encrypt(objects.length + 1, plain).toString('latin1') ?? plain
    const content = add(`<</Length ${stream.length}>>stream\n${stream}\nendstream`)
    return add(
      `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 595 842]/Contents ${content} 0 R/Resources<</Font<</F1 ${font} 0 R>>>>>>`,
    )
  })
  objects[tree - 1] =
    `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`
  const action =
    script === undefined ? '' : `/OpenAction<</S/JavaScript/JS(${script.replaceAll(/[\\()]/g, '\\$&')})>>`
  objects[catalog - 1] = `<</Type/Catalog/Pages ${tree} 0 R${action}>>`
  let file = '%PDF-1.7\n'
  const offsets = objects.map((body, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  return Buffer.from(
    `${file}xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer<</Size ${count}/Root ${catalog} 0 R${cipher?.trailer ?? ''}>>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  )
}
