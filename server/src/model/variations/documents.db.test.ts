import { buffer, text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../../access/context.ts'
import type { Visitor } from '../../access/identity.ts'
import { selectAudit } from '../../access/audit/audit.sql.ts'
import { answerBytes } from '../../ground/bytes/answer-bytes.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { openTestImport, type TestImport } from '../../features/imports/test-import.ts'
import { findProgram } from '../../media/run-program.ts'
import { getVariation } from './get-variation.ts'
import { addTestAsset, type TestFile } from './test-asset.ts'

let server: TestImport
let editor: Context
/** Sees watermarks. */
let viewer: Context
const pdf = Buffer.from('%PDF-1.7\nnot looked at')

beforeAll(async () => {
  server = await openTestImport()
  editor = server.as(await server.library.user('editor'))
  viewer = server.as(await server.library.user('viewer'))
})
afterAll(() => server.close())

const add = (...file: TestFile): Promise<number> => addTestAsset(server.services, ...file)

async function ask(context: Context, id: number, variation: string): Promise<ByteSource> {
  const source = await getVariation(context, {
    object: 'asset',
    id: String(id),
    variation,
    preset: undefined,
    download: undefined,
    ticket: undefined,
  })
  if ('pending' in source) throw new Error('pending')
  return source
}

async function visitor(asset: number, actions: Visitor['actions']): Promise<Context> {
  const sharer = await server.library.user('editor')
  const { rows } = await sql<{ id: number }>`
    insert into cart (owner_resource, owner_id, name) values ('user', ${sharer.id}, 'c') returning id`.execute(
    editor.database,
  )
  const cartId = rows[0]?.id ?? 0
  await sql`insert into cart_item (cart_id, resource, entity_id) values (${cartId}, 'asset', ${asset})`.execute(
    editor.database,
  )
  return {
    ...editor,
    identity: { kind: 'visitor', shareId: 's', cartId, actions, largest: null, givesMarked: false, sharer },
  }
}

describe('pages', () => {
  test('a PDF is read as it is, by ranges, and reading it is no download', async () => {
    const id = await add('Report.pdf', 'application/pdf', 'DOCUMENT', pdf)
    const source = await ask(editor, id, 'pages')
    expect(source).toMatchObject({
      mediaType: 'application/pdf',
      sizeBytes: pdf.length,
      disposition: 'inline',
    })
    expect(await buffer(source.open(9, 12))).toEqual(pdf.subarray(9, 12))
    expect(await selectAudit(editor.database, { resource: 'asset', id: String(id) }, 10)).toEqual([])
  })

  test('it needs the right to download, and no watermark', async () => {
    const id = await add('Secret.pdf', 'application/pdf', 'DOCUMENT', Buffer.from('%PDF-1.7\nsecret'))
    await expect(ask(await visitor(id, ['view']), id, 'pages')).rejects.toMatchObject({
      code: 'access_denied',
    })
    const reader = await visitor(id, ['view', 'download'])
    expect((await ask(reader, id, 'pages')).mediaType).toBe('application/pdf')
    for (const name of ['pages', 'pages_w', 'text', 'text_w'])
      await expect(ask(viewer, id, name), name).rejects.toMatchObject({ code: 'rendition_not_found' })
  })

  test('only documents have them', async () => {
    const picture = await add('a.pdf', 'image/png', 'IMAGE', Buffer.from('no document'))
    await expect(ask(editor, picture, 'pages')).rejects.toMatchObject({ code: 'rendition_not_found' })
    const words = await add('b.txt', 'text/plain', 'DOCUMENT', Buffer.from('no pages'))
    await expect(ask(editor, words, 'pages')).rejects.toMatchObject({ code: 'rendition_failed' })
  })

  const hasOffice = findProgram('soffice').then((program) => program !== null)
  test('pages of an Office document are a PDF where LibreOffice is; else it is said that it is missing', async () => {
    const flat =
      '<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:p>Words</text:p></office:text></office:body></office:document>'
    const id = await add(
      'Letter.fodt',
      'application/vnd.oasis.opendocument.text',
      'DOCUMENT',
      Buffer.from(flat),
    )
    const asked = ask(editor, id, 'pages')
    if (!(await hasOffice))
      return expect(asked).rejects.toMatchObject({
        code: 'rendition_failed',
        data: { reason: expect.stringContaining('LibreOffice') },
      })
    const source = await asked
    expect(source).toMatchObject({ mediaType: 'application/pdf', fileName: 'Letter.pdf' })
    return expect((await buffer(source.open(0, 5))).toString()).toBe('%PDF-')
  })
})

describe('text', () => {
  const read = async (id: number): Promise<string> => {
    const source = await ask(editor, id, 'text')
    return text(source.open(0, source.sizeBytes))
  }

  test('markup is sent as text, which no browser takes for anything else', async () => {
    const markup = '<!doctype html><script>alert(1)</script>'
    const id = await add('page.html', 'text/html', 'DOCUMENT', Buffer.from(markup))
    const source = await ask(editor, id, 'text')
    expect(await read(id)).toBe(markup)
    expect(answerBytes(source, { method: 'GET', headers: {} }).headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
  })

  test('whatever its encoding, it is sent in UTF-8', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Été', 'utf16le')])
    expect(await read(await add('a.txt', 'text/plain', 'DOCUMENT', utf16))).toBe('Été')
    const latin = await add('b.txt', 'text/plain', 'DOCUMENT', Buffer.from('caf\u00e9', 'latin1'))
    expect(await read(latin)).toBe('café')
  })

  test('of a long one the beginning, up to a whole character', async () => {
    // Two bytes each, after one: the last of two million is the half of one.
    const long = await add('long.txt', 'text/plain', 'DOCUMENT', Buffer.from(`a${'é'.repeat(1_500_000)}`))
    const beginning = await read(long)
    expect([beginning.length, beginning.slice(0, 3), beginning.endsWith('é')]).toEqual([
      1_000_000,
      'aéé',
      true,
    ])
  })

  test('it needs the right to download', async () => {
    const id = await add('c.txt', 'text/plain', 'DOCUMENT', Buffer.from('words of a secret'))
    await expect(ask(await visitor(id, ['view']), id, 'text')).rejects.toMatchObject({
      code: 'access_denied',
    })
  })
})
