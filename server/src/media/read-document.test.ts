import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { segmentedWordsOf } from '../ground/fold-text.ts'
import { createWordCollector } from './collect-words.ts'
import { pdfOfPages } from './document-test-files.ts'
import { defaultMediaLimits, type MediaLimits } from './media-limits.ts'
import { compoundOf, zipOfParts } from './office-test-files.ts'
import { readDocument } from './read-document.ts'
import { createTestFolder, hasSamples, samplesFolder, type TestFolder } from './sample-files.ts'

let folder: TestFolder
beforeAll(async () => {
  folder = await createTestFolder()
})
afterAll(() => folder.remove())

let count = 0
async function wordsOf(
  content: Buffer | string,
  mediaType: string,
  limits: MediaLimits = defaultMediaLimits,
): Promise<readonly string[]> {
  const path = await folder.write(`document-${count++}`, content)
  return (await readDocument({ path, mediaType, limits })).words
}

const pdf = 'application/pdf'
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const pptx = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
const odt = 'application/vnd.oasis.opendocument.text'

describe('the words of a PDF', () => {
  test('are those of all its pages, folded, each once', async () => {
    const words = await wordsOf(await pdfOfPages([['Le château d’Été'], ['Zweite Seite', 'zweite']]), pdf)
    expect(words).toEqual(['le', 'chateau', 'd', 'ete', 'zweite', 'seite'])
  })

  test('that are broken across lines are found as a whole, and in parts', async () => {
    const words = await wordsOf(
      await pdfOfPages([['The adminis-', 'tration of a well-', 'known house']]),
      pdf,
    )
    expect(words).toEqual(expect.arrayContaining(['administration', 'well', 'known', 'wellknown', 'house']))
  })

  test('have no ligatures', async () => {
    const words = await wordsOf(await pdfOfPages([['efficient flow ﬁnal']]), pdf)
    expect(words).toEqual(['efficient', 'flow', 'final'])
  })

  test('are in the order of their letters where they are written from right to left', async () => {
    expect(await wordsOf(await pdfOfPages([['مرحبا', 'بالعالم']]), pdf)).toEqual(['مرحبا', 'بالعالم'])
  })

  test('are taken apart where no spaces stand between them', async () => {
    const text = '東京旅行の写真です。'
    const words = await wordsOf(await pdfOfPages([[text, '서울에서 만나요']], { font: 'eastern' }), pdf)
    expect(words).toEqual(expect.arrayContaining(segmentedWordsOf('東京旅行')))
    expect(words).toContain('서울에서')
    expect(segmentedWordsOf('東京旅行')).toEqual(['東京', '旅行'])
  })

  test('are none of a scan', async () => {
    const create = { width: 20, height: 20, channels: 3, background: '#888' } as const
    const picture = await sharp({ create }).jpeg().toBuffer()
    expect(await wordsOf(await pdfOfPages([[]], { picture }), pdf)).toEqual([])
  })

  test('are not read where it needs a password, or is no PDF', async () => {
    await expect(wordsOf(await pdfOfPages([['secret']], { password: 'x' }), pdf)).rejects.toMatchObject({
      code: 'password_protected',
    })
    await expect(wordsOf('%PDF-1.7\nnothing', pdf)).rejects.toMatchObject({ code: 'broken' })
  })

  test('are read of what is left of a damaged one', async () => {
    const whole = (await pdfOfPages([['first'], ['second']])).toString('latin1')
    const damaged = whole.replace(/startxref\n\d+/, 'startxref\n7').replace(/\/Filter/, '/Fil  r')
    expect(damaged).not.toBe(whole)
    expect(await wordsOf(Buffer.from(damaged, 'latin1'), pdf)).toContain('second')
  })

  test('are those that there was time for', async () => {
    const path = await folder.write('long.pdf', await pdfOfPages([['first'], ['second']]))
    const limits = { ...defaultMediaLimits, wordsTimeoutMs: -1 }
    expect(await readDocument({ path, mediaType: pdf, limits })).toEqual({ words: [], isComplete: false })
  })

  test('are not waited for once nobody wants them', async () => {
    const path = await folder.write('unwanted.pdf', await pdfOfPages([['first']]))
    const given = AbortSignal.abort()
    await expect(readDocument({ path, mediaType: pdf }, given)).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('the words of an Office document', () => {
  test('are those of its paragraphs, also where one is in pieces, and none that were deleted', async () => {
    const body = `<w:p><w:r><w:t>Jah</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">res&#98;ericht &amp; </w:t></w:r><w:r><w:tab/><w:t>Anhang</w:t></w:r></w:p>
      <w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:instrText>HYPERLINK</w:instrText><w:t>K&#xF6;ln</w:t></w:r></w:p>`
    const words = await wordsOf(
      zipOfParts({
        'word/document.xml': `<w:document>${body}</w:document>`,
        'word/header1.xml': '<w:hdr><w:p><w:r><w:t>Kopfzeile</w:t></w:r></w:p></w:hdr>',
        'word/comments.xml': '<w:comments><w:t>comment</w:t></w:comments>',
      }),
      docx,
    )
    expect(words).toEqual(['jahresbericht', 'anhang', 'koln', 'kopfzeile'])
  })

  test('are those of the cells of a sheet, with its numbers', async () => {
    const words = await wordsOf(
      zipOfParts({
        'xl/sharedStrings.xml':
          '<sst><si><t>Invoice</t></si><si><r><t>To</t></r><r><t>tal</t></r></si></sst>',
        'xl/worksheets/sheet1.xml':
          '<worksheet><row><c r="A1" t="s"><v>7</v></c><c r="B1"><v>4711</v></c><c t="inlineStr"><is><t>inline</t></is></c></row></worksheet>',
      }),
      xlsx,
    )
    expect(words).toEqual(['invoice', 'total', '4711', 'inline'])
  })

  test('are those of slides', async () => {
    const slide =
      '<p:sld><a:p><a:r><a:t>Agenda</a:t></a:r></a:p><a:p><a:r><a:t>Ende</a:t></a:r></a:p></p:sld>'
    expect(await wordsOf(zipOfParts({ 'ppt/slides/slide1.xml': slide }), pptx)).toEqual(['agenda', 'ende'])
  })

  test('are those of an OpenDocument, without formats and comments', async () => {
    const content = `<office:document-content><office:automatic-styles><number:text>format</number:text></office:automatic-styles>
      <office:body><text:h>Titel</text:h><text:p>Ein<text:s/>Satz<office:annotation><text:p>Notiz</text:p></office:annotation> mit <text:span>Te</text:span>il</text:p></office:body></office:document-content>`
    const parts = { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': content }
    expect(await wordsOf(zipOfParts(parts), odt)).toEqual(['titel', 'ein', 'satz', 'mit', 'teil'])
  })

  test('are not read out of a bomb, an encrypted or a damaged one', async () => {
    const bomb = zipOfParts({ 'word/document.xml': '<w:t>x</w:t>' }, 4 * 1024 ** 3 - 2)
    await expect(wordsOf(bomb, docx)).rejects.toMatchObject({ code: 'decompression_bomb' })
    // It claims less than it unpacks to.
    const liar = zipOfParts({ 'word/document.xml': '<w:t>x</w:t>' }, 3)
    await expect(wordsOf(liar, docx)).rejects.toMatchObject({ code: 'broken' })
    const locked = compoundOf({ EncryptedPackage: Buffer.from('x') })
    await expect(wordsOf(locked, docx)).rejects.toMatchObject({ code: 'password_protected' })
    const whole = zipOfParts({ 'word/document.xml': '<w:t>x</w:t>' })
    await expect(wordsOf(whole.subarray(0, 40), docx)).rejects.toMatchObject({ code: 'truncated' })
  })
})

describe('the words of a text', () => {
  test('are read in the encoding that it is in', async () => {
    expect(await wordsOf('Größe\nzweite Zeile', 'text/plain')).toEqual(['grosse', 'zweite', 'zeile'])
    expect(await wordsOf(Buffer.from('Größe', 'latin1'), 'text/plain')).toEqual(['grosse'])
    expect(await wordsOf(Buffer.from('\uFEFFGröße', 'utf16le'), 'text/plain')).toEqual(['grosse'])
  })

  test('are no markup and no scripts', async () => {
    const page =
      '<html><script>if (a<b) hidden()</script><style>p{color:red}</style><p>Gr&uuml;n<b>er</b> &#x54;ee</p><!-- x > y --><p>caf&eacute;</html>'
    expect(await wordsOf(page, 'text/html')).toEqual(['gruner', 'tee', 'cafe'])
    const quoted = '<p title="a > b">shown<p><![CDATA[none]]><textarea>typed <b></textarea>'
    expect(await wordsOf(quoted, 'text/html')).toEqual(['shown', 'typed', 'b'])
    expect(await wordsOf('<a><b t="x>y"/><![CDATA[plain < text]]></a>', 'text/xml')).toEqual([
      'plain',
      'text',
    ])
  })

  test('end where elements are deeper, or a tag is longer, than what people write', async () => {
    // Each end tag would be looked for among all that are open, which takes minutes.
    const path = await folder.write(
      'deep.html',
      `first ${'<div>'.repeat(200_000)}${'</b>'.repeat(200_000)} last`,
    )
    expect(await readDocument({ path, mediaType: 'text/html' })).toEqual({
      words: ['first'],
      isComplete: false,
    })
    const part = `<w:t>first</w:t><w:p w:x="${'x'.repeat(1_500_000)}"/><w:t>last</w:t>`
    const long = await folder.write('long.docx', zipOfParts({ 'word/document.xml': part }))
    expect(await readDocument({ path: long, mediaType: docx })).toEqual({
      words: ['first'],
      isComplete: false,
    })
  })
})

describe('what is collected', () => {
  test('has bounds, and says that there was more', () => {
    const few = createWordCollector({ maxCharacters: 12, maxWordBytes: 100 })
    expect(few.take('alpha beta')).toBe(true)
    expect(few.take(' gamma')).toBe(false)
    expect(few.words()).toEqual({ words: ['alpha', 'beta', 'g'], isComplete: false })
    const small = createWordCollector({ maxCharacters: 100, maxWordBytes: 9 })
    expect(small.take('alpha beta gamma')).toBe(false)
    expect(small.words()).toEqual({ words: ['alpha', 'beta'], isComplete: false })
  })

  test('is whole where a soft hyphen stands', () => {
    const collector = createWordCollector()
    collector.take('Donau\u00ADdampf\u00AD\nschiff')
    expect(collector.words().words).toEqual(['donaudampfschiff'])
  })
})

describe.skipIf(!hasSamples)('the words of real documents', () => {
  test('are found', async () => {
    const word = await readFile(join(samplesFolder, 'documents/Random.docx'))
    expect((await wordsOf(word, docx)).length).toBeGreaterThan(5)
    for (const name of [
      'pdf-head-junk.pdf',
      'pdf-eof-junk.pdf',
      '../samples/documents/resolution-chart.pdf',
    ]) {
      const file = await readFile(join(samplesFolder, '../samples-odd', name))
      expect((await wordsOf(file, pdf)).length, name).toBeGreaterThanOrEqual(0)
    }
  })
})
