import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../../access/context.ts'
import { anonymous, type Visitor } from '../../access/identity.ts'
import { selectAudit } from '../../access/audit/audit.sql.ts'
import { answerBytes } from '../../ground/bytes/answer-bytes.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import {
  startJob,
  jpegOf,
  openTestImport,
  sampleOf,
  upload,
  itemsOf,
  type TestImport,
} from '../../features/imports/test-import.ts'
import { ensureRendition } from '../../media/renditions/ensure-rendition.ts'
import { getPlayer } from './get-player.ts'
import { getVariation } from './get-variation.ts'
import { listVariations } from './list-variations.ts'
import { addTestAsset, type TestFile } from './test-asset.ts'

const hasSamples = existsSync(new URL('../../../../../shared/samples/', import.meta.url))
let server: TestImport
let editor: Context
let viewer: Context
let photograph: number
let drawing: number
let document: number

beforeAll(async () => {
  server = await openTestImport()
  editor = server.as(await server.library.user('editor'))
  viewer = server.as(await server.library.user('viewer'))
  photograph = await addAsset('Été.jpg', 'image/jpeg', 'IMAGE', await jpegOf(1, 1000, 500))
  drawing = await addAsset(
    'drawing.svg',
    'image/svg+xml',
    'IMAGE',
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><script>alert(1)</script><rect width="300" height="300" fill="#0a0"/></svg>',
    ),
  )
  document = await addAsset(
    'secret.bin',
    'application/octet-stream',
    'OTHER',
    Buffer.from('the words of a secret'),
  )
})
afterAll(() => server.close())

const addAsset = (...file: TestFile): Promise<number> => addTestAsset(server.services, ...file)

const ask = async (
  context: Context,
  id: number | string,
  options: { variation?: string; preset?: string; download?: boolean; object?: string } = {},
): Promise<ByteSource> => {
  const source = await getVariation(context, {
    object: 'asset',
    id: String(id),
    variation: undefined,
    preset: undefined,
    download: undefined,
    ticket: undefined,
    ...options,
  })
  if ('pending' in source) throw new Error('pending')
  return source
}
const bytesOf = (source: ByteSource): Promise<Buffer> => buffer(source.open(0, source.sizeBytes))

/** How far a picture is from grey: the watermark is laid over one even colour. */
async function varies(bytes: Buffer): Promise<boolean> {
  const { channels } = await sharp(bytes).stats()
  return channels.some(({ stdev }) => stdev > 2)
}

describe('getVariation', () => {
  test('P7.37 P9.15 a rendition fits its box, thumbnailBig by default; each name has its own bytes and ETag', async () => {
    const big = await ask(editor, photograph)
    expect(await sharp(await bytesOf(big)).metadata()).toMatchObject({
      width: 640,
      height: 320,
      format: 'jpeg',
    })
    const [small, smaller] = [
      await ask(editor, photograph, { variation: 'thumbnailSmall' }),
      await ask(editor, photograph, { preset: 'thumbnailsmall' }),
    ]
    expect((await sharp(await bytesOf(small)).metadata()).width).toBe(320)
    expect((await sharp(await bytesOf(smaller)).metadata()).width).toBe(200)
    expect(new Set([big.etag, small.etag, smaller.etag]).size).toBe(3)
    expect(big).toMatchObject({
      mediaType: 'image/jpeg',
      cacheControl: 'private, no-cache',
      fileName: 'Été.jpg',
    })
  })

  test('P7.38 by uuid; an unchanged rendition answers 304; names are taken in order of preference', async () => {
    const { rows } = await sql<{
      uuid: string
    }>`select uuid from entity where resource = 'asset' and id = ${photograph}`.execute(editor.database)
    const source = await ask(editor, rows[0]?.uuid.toUpperCase() ?? '', { variation: 'hover, nonsense, web' })
    expect(answerBytes(source, { method: 'GET', headers: { 'if-none-match': source.etag } }).status).toBe(304)
    expect(source.etag).toBe((await ask(editor, photograph, { variation: 'web' })).etag)
    await expect(ask(editor, photograph, { variation: 'hover,nonsense' })).rejects.toMatchObject({
      code: 'rendition_not_found',
    })
  })

  test('P7.41 a download is an attachment under the name of the file, the original by default', async () => {
    const original = await ask(editor, photograph, { download: true })
    expect(original).toMatchObject({ disposition: 'attachment', fileName: 'Été.jpg' })
    expect(await bytesOf(original)).toEqual(await jpegOf(1, 1000, 500))
    expect(await ask(editor, drawing, { download: true, variation: 'preview' })).toMatchObject({
      disposition: 'attachment',
      fileName: 'drawing.jpg',
      mediaType: 'image/jpeg',
    })
  })

  test('P3.17 a watermarked user receives the _w version, no clean pixel by any name, and no clean file', async () => {
    const clean = new Set<string>()
    for (const name of ['original', 'thumbnailsmall', 'thumbnailSmall', 'thumbnailBig', 'web', 'preview'])
      clean.add((await ask(editor, photograph, { variation: name })).etag)
    for (const name of [
      'original',
      'original_w',
      'thumbnailsmall',
      'thumbnailSmall',
      'thumbnailBig',
      'web',
      'preview',
      'preview_w',
    ]) {
      for (const download of [false, true]) {
        const source = await ask(viewer, photograph, { variation: name, download })
        expect(clean.has(source.etag), name).toBe(false)
        expect(await varies(await bytesOf(source)), `${name} is watermarked`).toBe(true)
      }
    }
    expect(await varies(await bytesOf(await ask(editor, photograph, { variation: 'preview' })))).toBe(false)
    const placeholder = await bytesOf(await ask(viewer, document, { download: true }))
    expect((await sharp(placeholder).metadata()).format).toBe('jpeg')
    expect(placeholder.includes('secret')).toBe(false)
  })

  test('scripts of an original never run: it is saved, not shown, and sandboxed', async () => {
    const original = await ask(editor, drawing, { variation: 'original' })
    expect(original.disposition).toBe('attachment')
    const { headers } = answerBytes(original, { method: 'GET', headers: {} })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  })

  test('whoever may see but not download gets renditions, and neither original nor attachment', async () => {
    const sharer = await server.library.user('editor')
    const { rows } = await sql<{
      id: number
    }>`insert into cart (owner_resource, owner_id, name) values ('user', ${sharer.id}, 'c') returning id`.execute(
      editor.database,
    )
    await sql`insert into cart_item (cart_id, resource, entity_id) values (${rows[0]?.id}, 'asset', ${photograph})`.execute(
      editor.database,
    )
    const visitor: Visitor = {
      kind: 'visitor',
      shareId: 's',
      cartId: rows[0]?.id ?? 0,
      actions: ['view'],
      largest: null,
      givesMarked: false,
      sharer,
    }
    const context = { ...editor, identity: visitor }
    expect(await varies(await bytesOf(await ask(context, photograph)))).toBe(true)
    await expect(ask(context, photograph, { variation: 'original' })).rejects.toMatchObject({
      code: 'access_denied',
    })
    await expect(ask(context, photograph, { download: true, variation: 'preview' })).rejects.toMatchObject({
      code: 'access_denied',
    })
    expect((await ask(context, photograph, { variation: 'original,preview' })).etag).toBe(
      (await ask(context, photograph, { variation: 'preview' })).etag,
    )
    await expect(ask(context, drawing)).rejects.toMatchObject({ code: 'entity_not_found' })
    const withDownload = { ...editor, identity: { ...visitor, actions: ['view', 'download'] as const } }
    expect(await bytesOf(await ask(withDownload, photograph, { variation: 'original' }))).toEqual(
      await jpegOf(1, 1000, 500),
    )
  })

  test('who took an original is recorded once in ten minutes; a look at a rendition is not', async () => {
    const photograph = await addAsset('taken.jpg', 'image/jpeg', 'IMAGE', await jpegOf(7))
    const other = server.as(await server.library.user('contributor'))
    await ask(editor, photograph, { variation: 'preview' })
    for (const context of [editor, editor, other]) await ask(context, photograph, { variation: 'original' })
    await ask(editor, photograph, { download: true })
    const entries = await selectAudit(editor.database, { resource: 'asset', id: String(photograph) }, 10)
    const ids = [other, editor].map(({ identity }) => ('id' in identity ? identity.id : 0))
    expect(entries.map(({ kind, actor_id: actor, after }) => [kind, actor, after])).toEqual(
      ids.map((id) => ['asset.downloaded', id, { rendition: 'original' }]),
    )
  })

  test('a download by uuid is recorded for the entity that it names', async () => {
    const taken = await addAsset('by-uuid.jpg', 'image/jpeg', 'IMAGE', await jpegOf(8))
    const { rows } = await sql<{ uuid: string }>`
      select uuid from entity where resource = 'asset' and id = ${taken}`.execute(editor.database)
    await ask(editor, rows[0]?.uuid ?? '', { download: true })
    const entries = await selectAudit(editor.database, { resource: 'asset', id: String(taken) }, 10)
    expect(entries.map(({ kind }) => kind)).toEqual(['asset.downloaded'])
    expect(entries[0]).toMatchObject({ target_name: 'by-uuid.jpg' })
  })

  test('what is not published, not there or without a file is distinguished only for whoever may know', async () => {
    const draft = await addAsset('draft.jpg', 'image/jpeg', 'IMAGE', await jpegOf(2), 1)
    const bare = await server.library.createAsset({ name: 'No file' })
    await expect(ask(viewer, draft)).rejects.toMatchObject({ code: 'entity_not_found' })
    await expect(ask(viewer, 999_999)).rejects.toMatchObject({ code: 'entity_not_found' })
    await expect(ask(editor, bare)).rejects.toMatchObject({ code: 'file_missing' })
    await expect(ask(editor, 'x y')).rejects.toMatchObject({ code: 'entity_not_found' })
    await expect(ask(editor, photograph, { object: 'user' })).rejects.toMatchObject({
      code: 'entity_not_found',
    })
    await expect(ask({ ...editor, identity: anonymous }, photograph)).rejects.toMatchObject({
      code: 'sign_in_needed',
    })
  })

  test('what cannot be made says why, and is not tried again', async () => {
    const broken = await addAsset(
      'broken.jpg',
      'image/jpeg',
      'IMAGE',
      (await jpegOf(3, 400, 300)).subarray(0, 300),
    )
    await expect(ask(editor, broken)).rejects.toMatchObject({ code: 'rendition_failed', status: 422 })
    const { rows } = await sql<{
      created_at: Date
      error_code: string
    }>`select created_at, error_code from rendition where error_code is not null`.execute(editor.database)
    expect(rows).toHaveLength(1)
    await expect(ask(editor, broken)).rejects.toMatchObject({ code: 'rendition_failed' })
    const again = await sql<{
      created_at: Date
    }>`select created_at from rendition where error_code is not null`.execute(editor.database)
    expect(again.rows).toEqual([{ created_at: rows[0]?.created_at }])
  })

  test('however many ask at once, a rendition is made once', async () => {
    const id = await addAsset('busy.jpg', 'image/jpeg', 'IMAGE', await jpegOf(4, 900, 900))
    let writes = 0
    const counting: Context = {
      ...editor,
      blobs: {
        ...editor.blobs,
        adopt: (...parameters) => {
          writes++
          return editor.blobs.adopt(...parameters)
        },
      },
    }
    const sources = await Promise.all(
      Array.from({ length: 20 }, () => ask(counting, id, { variation: 'web' })),
    )
    expect(new Set(sources.map((source) => source.etag)).size).toBe(1)
    expect(writes).toBe(1)
  })

  test("a picture in an import is its owner's alone", async () => {
    const job = await startJob(editor)
    await upload(editor, job, [{ name: 'mine.jpg', bytes: await jpegOf(5, 300, 300) }])
    const [item] = await itemsOf(editor, job)
    const contributor = server.as(await server.library.user('contributor'))
    await expect(ask(editor, item?.id ?? 0, { object: 'massimportitem' })).rejects.toMatchObject({
      code: 'rendition_not_found',
    })
    await sql`update import_item set inspection = '{"nature":"IMAGE","mediaType":"image/jpeg","extension":"jpg"}' where id = ${item?.id}`.execute(
      editor.database,
    )
    expect(
      (await ask(editor, item?.id ?? 0, { object: 'massimportitem', variation: 'thumbnailSmall' })).mediaType,
    ).toBe('image/jpeg')
    await expect(ask(contributor, item?.id ?? 0, { object: 'massimportitem' })).rejects.toMatchObject({
      code: 'entity_not_found',
    })
    await expect(ask(viewer, item?.id ?? 0, { object: 'massimportitem' })).rejects.toMatchObject({
      code: 'access_denied',
    })
  })
})

describe('listVariations', () => {
  test('lists the names to ask with, and sizes of what was made', async () => {
    await ask(editor, photograph, { variation: 'preview' })
    const listed = await listVariations(editor, {
      object: 'asset',
      id: String(photograph),
      ticket: undefined,
    })
    expect(listed.map(({ name }) => name)).toEqual([
      'original',
      'thumbnailsmall',
      'thumbnailSmall',
      'thumbnailBig',
      'preview',
      'web',
    ])
    expect(listed.find(({ name }) => name === 'preview')).toMatchObject({
      mediatype: 'image/jpeg',
      width: 1000,
      height: 500,
      filesize: expect.any(Number),
    })
    expect(listed[0]).toMatchObject({
      mediatype: 'image/jpeg',
      filesize: (await jpegOf(1, 1000, 500)).length,
    })
  })
})

describe('getPlayer', () => {
  const player = (context: Context, id: number, options: object = {}): Promise<ByteSource> =>
    getPlayer(context, {
      player: 'bo.player',
      object: 'asset',
      id: String(id),
      width: undefined,
      height: undefined,
      start: undefined,
      ticket: undefined,
      ...options,
    })

  test('P7.39 a page in a frame shows the asset with no script but its own', async () => {
    const source = await player(editor, photograph, { width: '640', height: '50%', ticket: 'a&b' })
    const page = await text(source.open(0, source.sizeBytes))
    expect(page).toContain(`src="../../../variation/asset/${photograph}/preview,thumbnailBig?ticket=a%26b"`)
    expect(page).toContain('--w:640px;--h:50%')
    expect(source.contentSecurityPolicy).toMatch(
      /default-src 'none'.*script-src 'sha256-[^ ]+'; .*frame-ancestors 'self'/,
    )
    expect(source.contentSecurityPolicy).not.toContain('unsafe')
    await expect(player(editor, 123)).rejects.toMatchObject({ code: 'entity_not_found' })
  })

  test.runIf(hasSamples)(
    `P7.42 a film plays by its proxy, and answers the parent its actions${hasSamples ? '' : ' (skipped: ../shared/samples is absent)'}`,
    async () => {
      const film = await addAsset(
        'Film <b>.mp4',
        'video/mp4',
        'VIDEO',
        (await sampleOf('video/blue-go-video.mp4')) ?? Buffer.from(''),
      )
      const [hover, proxy, marked] = [
        await ask(editor, film, { variation: 'hover' }),
        await ask(editor, film, { variation: 'proxy' }),
        await ask(viewer, film, { variation: 'proxy' }),
      ]
      expect([hover.mediaType, proxy.mediaType, marked.mediaType]).toEqual([
        'video/mp4',
        'video/mp4',
        'video/mp4',
      ])
      expect(new Set([hover.etag, proxy.etag, marked.etag]).size).toBe(3)
      const french = await player({ ...editor, locale: 'fr' }, film, { start: 3 })
      const page = await text(french.open(0, french.sizeBytes))
      expect(page).toContain(`src="../../../variation/asset/${film}/proxy#t=3"`)
      expect(page).toContain(`poster="../../../variation/asset/${film}/preview"`)
      expect(page).toContain(`data-frames="../../../variation/asset/${film}/frames"`)
      expect((await ask(editor, film, { variation: 'frames' })).mediaType).toBe('image/jpeg')
      expect(page).toContain('listActions')
      expect(page).toContain('En préparation')
      expect(page).not.toContain('Film <b>')
    },
  )
})

test('ensureRendition: a kind of file without that rendition is an error that says so', async () => {
  const { rows } = await sql<{
    sha256: string
  }>`select sha256 from entity_file where id = ${photograph}`.execute(editor.database)
  await expect(ensureRendition(editor, rows[0]?.sha256 ?? '', 'proxy')).rejects.toMatchObject({
    code: 'rendition_not_found',
  })
})
