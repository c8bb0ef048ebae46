import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { drawPage } from './draw-page.ts'
import { defaultMediaLimits } from './media-limits.ts'
import { createMediaWorkers } from './media-workers.ts'
import { flatDocument, wordDocument } from './office-test-files.ts'
import { withOfficePdf, type OfficePages } from './office-pdf.ts'
import { recipeFor } from './rendition-recipes.ts'
import { findProgram } from './run-program.ts'
import { createTestFolder, hasSamples, samplesFolder, type TestFolder } from './sample-files.ts'

let folder: TestFolder
beforeAll(async () => {
  folder = await createTestFolder()
})
afterAll(() => folder.remove())

const hasOffice = (await findProgram('soffice')) !== null
const allPages: OfficePages = { first: 1, last: 500, timeoutMs: 60_000 }

/** What can be read in each page of a PDF. */
async function textOf(path: string): Promise<string[]> {
  const loading = getDocument({ data: new Uint8Array(await readFile(path)), verbosity: 0 })
  const pdf = await loading.promise
  const pages: string[] = []
  for (let page = 1; page <= pdf.numPages; page++) {
    const { items } = await (await pdf.getPage(page)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  await loading.destroy()
  return pages
}

test.skipIf(hasOffice)('without LibreOffice it says what is missing', async () => {
  await expect(withOfficePdf(await folder.write('a.odt', ''), allPages, async () => 1)).rejects.toMatchObject(
    { code: 'tool_missing', message: expect.stringContaining('LibreOffice') },
  )
})

describe.skipIf(!hasOffice)('withOfficePdf (needs LibreOffice)', () => {
  test.skipIf(!hasSamples)('makes pages of a document', async () => {
    const page = await withOfficePdf(`${samplesFolder}documents/Random.docx`, allPages, (path) =>
      drawPage(path, 400, defaultMediaLimits),
    )
    expect(await sharp(page).metadata()).toMatchObject({ height: 400 })
  })

  test('two at once, whatever their names, each its own', async () => {
    const names = ['報告書 — été №1 %41#?.docx', 'تقرير "a" & b;c.docx']
    const texts = await Promise.all(
      names.map(async (name, at) =>
        withOfficePdf(
          await folder.write(name, wordDocument(`<w:p><w:r><w:t>Words ${at}</w:t></w:r></w:p>`)),
          allPages,
          textOf,
        ),
      ),
    )
    expect(texts).toEqual([['Words 0'], ['Words 1']])
  })

  test('of a long sheet the pages that are wanted', async () => {
    const row = (at: number) =>
      `<table:table-row><table:table-cell><text:p>Row ${at}</text:p></table:table-cell></table:table-row>`
    const rows = Array.from({ length: 2000 }, (_, at) => row(at + 1)).join('')
    const path = await folder.write(
      'long.fods',
      flatDocument('spreadsheet', `<table:table table:name="A">${rows}</table:table>`),
    )
    const first = await withOfficePdf(path, { ...allPages, last: 3 }, textOf)
    expect([first.length, first[0]?.includes('Row 1 ')]).toEqual([3, true])
    const [second] = await withOfficePdf(path, { ...allPages, first: 2, last: 2 }, textOf)
    expect(second).toBe(first[1])
  })

  test('what it cannot open is no fault that keeps a file out', async () => {
    const path = await folder.write('a.docx', wordDocument('<w:p><w:r>'))
    await expect(withOfficePdf(path, allPages, textOf)).rejects.toMatchObject({
      code: 'unsupported',
      allowsPlaceholder: true,
    })
  })

  test('what takes too long is ended with all that it started', async () => {
    const path = await folder.write('slow.fodt', flatDocument('text', '<text:p>Words</text:p>'))
    vi.stubEnv('TMPDIR', folder.path(''))
    const made = withOfficePdf(path, { ...allPages, timeoutMs: 700 }, textOf)
    await expect(made).rejects.toMatchObject({ code: 'timeout', allowsPlaceholder: true })
    vi.unstubAllEnvs()
    const left = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && commandOf(pid).includes(path))
    expect(left.map(commandOf)).toEqual([])
    expect(readdirSync(folder.path('')).filter((name) => name.startsWith('cartouche-office-'))).toEqual([])
  })
})

test.skipIf(!hasOffice)('in the sandbox of the decoders it works, too (needs LibreOffice)', async () => {
  const workers = createMediaWorkers({ size: 1 })
  onTestFinished(() => workers.close())
  const [recipe, picture] = ['pages', 'thumbnailSmall'].map((name) => recipeFor(name, 'DOCUMENT'))
  if (!recipe || !picture) throw new Error('Documents have pages and pictures')
  const sourcePath = await folder.write('a.docx', wordDocument('<w:p><w:r><w:t>Words</w:t></w:r></w:p>'))
  const { inspection, renditions } = await workers.inspectAndRender({
    path: sourcePath,
    fileName: 'a.docx',
    outputs: [{ recipe: picture, outputPath: folder.path('a.jpg') }],
  })
  expect(inspection).toMatchObject({ usable: true, decodable: true, problems: [] })
  expect(renditions).toMatchObject([{ isPlaceholder: false }])
  const { nature, mediaType } = inspection
  const outputPath = folder.path('a.pdf')
  await workers.render({ sourcePath, nature, mediaType, outputs: [{ recipe, outputPath }] })
  expect(await textOf(outputPath)).toEqual(['Words'])
})

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

describe.skipIf(!hasOffice)('what a document names outside of itself (needs LibreOffice)', () => {
  const secret = 'The-secret-of-the-harbour'
  let server: Server
  let address: string
  let secretUrl: string
  const asked: string[] = []

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end(secret)
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    secretUrl = pathToFileURL(await folder.write('secret.txt', secret)).href
    await folder.write(
      'secret.fods',
      flatDocument(
        'spreadsheet',
        `<table:table table:name="S"><table:table-row><table:table-cell office:value-type="string"><text:p>${secret}</text:p></table:table-cell></table:table-row></table:table>`,
      ),
    )
    await folder.write('secret.fodt', flatDocument('text', `<text:p>${secret}</text:p>`))
    await sharp({ create: { width: 90, height: 90, channels: 3, background: '#f00' } })
      .png()
      .toFile(folder.path('secret.png'))
  })
  afterAll(() => server.close())

  const readAll = async (name: string, content: Buffer | string): Promise<string> =>
    (await withOfficePdf(await folder.write(name, content), allPages, textOf)).join(' ')
  const beside = (name: string) => pathToFileURL(folder.path(name)).href

  test('pictures, sections and objects of a text are not fetched', async () => {
    const linked = (href: string, at: number) =>
      `<text:p>Words<draw:frame svg:width="5cm" svg:height="5cm" text:anchor-type="as-char"><draw:image xlink:href="${href}" xlink:type="simple" xlink:actuate="onLoad"/></draw:frame><draw:frame svg:width="5cm" svg:height="5cm" text:anchor-type="as-char"><draw:object xlink:href="${href}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame><draw:frame svg:width="5cm" svg:height="5cm" text:anchor-type="as-char"><draw:floating-frame xlink:href="${href}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p><text:section text:name="S${at}"><text:section-source xlink:href="${href}" xlink:type="simple"/><text:p>Old</text:p></text:section>`
    const hrefs = ['secret.png', beside('secret.png'), `${address}/odt`, secretUrl, beside('secret.fodt')]
    const path = await folder.write('linked.fodt', flatDocument('text', hrefs.map(linked).join('')))
    const [text, page] = await withOfficePdf(path, allPages, async (pdfPath) => [
      await textOf(pdfPath),
      await sharp(await drawPage(pdfPath, 400, defaultMediaLimits)).stats(),
    ])
    expect(text.join(' ')).not.toContain(secret)
    const [red, green] = page.channels
    expect(red?.mean ?? 255).toBeLessThan((green?.mean ?? 0) + 1)
  })

  test('fields and pictures of a Word document are not fetched', async () => {
    const field = (instruction: string) =>
      `<w:p><w:fldSimple w:instr=" ${instruction} "><w:r><w:t>Old</w:t></w:r></w:fldSimple></w:p>`
    const kinds = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    const external = (id: string, kind: string, target: string) =>
      `<Relationship Id="${id}" Type="${kinds}/${kind}" Target="${target}" TargetMode="External"/>`
    const picture = (id: string) =>
      `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
    const document = wordDocument(
      [
        field(`INCLUDETEXT &quot;${folder.path('secret.fodt')}&quot;`),
        field(`INCLUDETEXT &quot;${secretUrl}&quot;`),
        field(`INCLUDETEXT &quot;${address}/docx-text&quot;`),
        field(`INCLUDEPICTURE &quot;${address}/docx-field&quot; \\d`),
        field(`DDEAUTO soffice &quot;${folder.path('secret.fods')}&quot; S.A1`),
        picture('p1'),
        picture('p2'),
        '<w:altChunk r:id="c1"/><w:altChunk r:id="c2"/>',
      ].join(''),
      [
        external('p1', 'image', `${address}/docx-picture`),
        external('p2', 'image', secretUrl),
        external('c1', 'aFChunk', `${address}/docx-chunk`),
        external('c2', 'aFChunk', secretUrl),
        external('t1', 'attachedTemplate', `${address}/docx-template`),
      ].join(''),
    )
    const read = await readAll('linked.docx', document)
    expect(read).toContain('Old')
    expect(read).not.toContain(secret)
  })

  test('formulas, links and databases of a sheet are not followed', async () => {
    const cell = (formula: string) =>
      `<table:table-row><table:table-cell table:formula="of:=${formula}" office:value-type="string"><text:p>Old</text:p></table:table-cell></table:table-row>`
    const sheet = beside('secret.fods')
    const rows = [
      cell(`WEBSERVICE(&quot;${address}/webservice&quot;)`),
      cell(`WEBSERVICE(&quot;${secretUrl}&quot;)`),
      cell(`'${sheet}'#$S.A1`),
      cell(`INDIRECT(&quot;'${sheet}'#$S.A1&quot;)`),
      cell(`DDE(&quot;soffice&quot;;&quot;${folder.path('secret.fods')}&quot;;&quot;S.A1&quot;)`),
      `<table:table-row><table:table-cell><table:cell-range-source table:name="S" table:last-column-spanned="1" table:last-row-spanned="1" xlink:href="${sheet}" table:filter-name="OpenDocument Spreadsheet Flat XML"/><text:p>Old</text:p></table:table-cell></table:table-row>`,
    ].join('')
    const tables = `<table:table table:name="A">${rows}</table:table><table:table table:name="B"><table:table-source xlink:href="${sheet}" table:table-name="S" table:filter-name="OpenDocument Spreadsheet Flat XML"/><table:table-row><table:table-cell><text:p>Old</text:p></table:table-cell></table:table-row></table:table><table:table table:name="C"><table:table-source xlink:href="${address}/sheet.csv" table:filter-name="Text - txt - csv (StarCalc)"/><table:table-row><table:table-cell><text:p>Old</text:p></table:table-cell></table:table-row></table:table>`
    expect(await readAll('linked.fods', flatDocument('spreadsheet', tables))).not.toContain(secret)
  })

  test('a macro that is to run on opening does not run', async () => {
    const marker = folder.path('marker')
    const macro = `<office:scripts><office:script script:language="ooo:Basic"><ooo:libraries><ooo:library-embedded ooo:name="Standard"><ooo:module ooo:name="M"><ooo:source-code>Sub Main\nOpen "${marker}" For Output As #1\nClose #1\nEnd Sub</ooo:source-code></ooo:module></ooo:library-embedded></ooo:libraries></office:script><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.M.Main?language=Basic&amp;location=document" xlink:type="simple"/></office:event-listeners></office:scripts>`
    expect(await readAll('macro.fodt', flatDocument('text', '<text:p>Words</text:p>', macro))).toBe('Words')
    expect(existsSync(marker)).toBe(false)
  })

  test('no server was asked for anything', () => {
    expect(asked).toEqual([])
  })
})
