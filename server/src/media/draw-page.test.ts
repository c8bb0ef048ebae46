import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawPage } from './draw-page.ts'
import { defaultMediaLimits } from './media-limits.ts'
import { cellsOf, createTestFolder, hasSamples, samplesFolder, type TestFolder } from './sample-files.ts'

let folder: TestFolder
beforeAll(async () => {
  folder = await createTestFolder()
})
afterAll(() => folder.remove())

/** A PDF of one page of 200 × 100 points, painted by these operators; `extra` is put into the page. */
const pdfOf = (operators: string, extra = '') => `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>${extra}>>endobj
4 0 obj<</Length ${operators.length}>>stream
${operators}
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`

describe('drawPage', () => {
  test('draws the page into the box, on white', async () => {
    const page = await drawPage(
      await folder.write('page.pdf', pdfOf('0 g 0 0 100 100 re f')),
      400,
      defaultMediaLimits,
    )
    expect(await sharp(page).metadata()).toMatchObject({ width: 400, height: 200, format: 'png' })
    const [left = 255, , , right = 0] = await cellsOf(page, 2, 1)
    expect(left).toBeLessThan(40)
    expect(right).toBeGreaterThan(215)
  })

  test('draws the page that is asked for, and says that there is none', async () => {
    const black = '5 0 obj<</Length 21>>stream\n0 g 0 0 200 100 re f \nendstream endobj'
    const two = pdfOf('')
      .replace('[3 0 R]/Count 1', '[3 0 R 6 0 R]/Count 2')
      .replace(
        'trailer',
        `6 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 7 0 R>>endobj\n${black.replace('5 0', '7 0')}\ntrailer`,
      )
    const path = await folder.write('two.pdf', two)
    const brightness = async (page?: number) =>
      (await cellsOf(await drawPage(path, 200, defaultMediaLimits, page), 1, 1))[0] ?? -1
    expect(await brightness()).toBeGreaterThan(215)
    expect(await brightness(2)).toBeLessThan(40)
    await expect(brightness(3)).rejects.toMatchObject({ code: 'broken' })
  })

  test('turns a page that is turned', async () => {
    const page = await drawPage(
      await folder.write('turned.pdf', pdfOf('0 g 0 0 100 100 re f', '/Rotate 90')),
      400,
      defaultMediaLimits,
    )
    expect(await sharp(page).metadata()).toMatchObject({ width: 200, height: 400 })
    const [top = 255, , , bottom = 0] = await cellsOf(page, 1, 2)
    expect(top).toBeLessThan(40)
    expect(bottom).toBeGreaterThan(215)
  })

  test('has letters where the document brings no font', async () => {
    const page = await drawPage(
      await folder.write('words.pdf', pdfOf('BT /F 40 Tf 10 30 Td (Words) Tj ET')),
      400,
      defaultMediaLimits,
    )
    expect(Math.min(...(await cellsOf(page, 20, 10)))).toBeLessThan(200)
  })

  test.skipIf(!hasSamples)('draws a real document', async () => {
    const page = await drawPage(`${samplesFolder}documents/resolution-chart.pdf`, 800, defaultMediaLimits)
    expect(await sharp(page).metadata()).toMatchObject({ width: 800, height: 480 })
    const cells = await cellsOf(page, 16, 10)
    expect(Math.max(...cells) - Math.min(...cells)).toBeGreaterThan(150)
  })

  test.each(['%PDF-1.4\njunk', '', pdfOf('0 g').replace('/Count 1', '/Count 0').replace('[3 0 R]', '[]')])(
    'says that a file is damaged (%#)',
    async (content) => {
      await expect(
        drawPage(await folder.write('junk.pdf', content), 400, defaultMediaLimits),
      ).rejects.toMatchObject({ code: 'broken' })
    },
  )

  test('ends at the limit of time', async () => {
    const endless = pdfOf('0 0 200 100 re W n '.repeat(40_000))
    await expect(
      drawPage(await folder.write('endless.pdf', endless), 400, {
        ...defaultMediaLimits,
        pictureTimeoutMs: 1,
      }),
    ).rejects.toMatchObject({ code: 'timeout' })
  })
})
