import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawPage } from './draw-page.ts'
import { defaultMediaLimits } from './media-limits.ts'
import { withOfficePdf } from './office-pdf.ts'
import { findProgram } from './run-program.ts'
import { createTestFolder, hasSamples, samplesFolder, type TestFolder } from './sample-files.ts'

let folder: TestFolder
beforeAll(async () => {
  folder = await createTestFolder()
})
afterAll(() => folder.remove())

const hasOffice = (await findProgram('soffice')) !== null
const officeText = (address: string) =>
  `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:p>Words<draw:frame svg:width="5cm" svg:height="5cm" text:anchor-type="as-char"><draw:image xlink:href="${address}" xlink:type="simple" xlink:actuate="onLoad"/></draw:frame></text:p></office:text></office:body></office:document>`

describe('withOfficePdf', () => {
  test.skipIf(hasOffice)('says what is missing', async () => {
    await expect(
      withOfficePdf(await folder.write('a.odt', ''), defaultMediaLimits, undefined, async () => 1),
    ).rejects.toMatchObject({ code: 'tool_missing', message: expect.stringContaining('LibreOffice') })
  })

  test.skipIf(!hasOffice || !hasSamples)('makes pages of a document', async () => {
    const page = await withOfficePdf(
      `${samplesFolder}documents/Random.docx`,
      defaultMediaLimits,
      undefined,
      (path) => drawPage(path, 400, defaultMediaLimits),
    )
    expect(await sharp(page).metadata()).toMatchObject({ height: 400 })
  })

  test.skipIf(!hasOffice)('asks no address that a document names', async () => {
    let asked = 0
    const server = createServer((_, response) => {
      asked += 1
      response.end()
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const { port } = server.address() as AddressInfo
    const path = await folder.write('remote.fodt', officeText(`http://127.0.0.1:${port}/picture.png`))
    await withOfficePdf(path, defaultMediaLimits, undefined, async () => undefined)
    server.close()
    expect(asked).toBe(0)
  })
})
