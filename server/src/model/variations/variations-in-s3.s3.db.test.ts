import { readdir } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../../access/context.ts'
import { anonymous, type SignedIn, type Visitor } from '../../access/identity.ts'
import { insertAssets } from '../../features/imports/assets.sql.ts'
import { jpegOf, openTestImport, type TestImport } from '../../features/imports/test-import.ts'
import { answerBytes } from '../../ground/bytes/answer-bytes.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { createTestBucket, skipReason, testStoreUrl, type TestBucket } from '../../ground/s3/test-bucket.ts'
import { upsertBlob } from '../../media/renditions/renditions.sql.ts'
import { getSchemaOf } from '../schemas/schema-registry.ts'
import { project } from '../search/project.ts'
import { getVariation } from './get-variation.ts'

const id = 710_000

describe.skipIf(testStoreUrl === '')(`pictures of assets in S3 (${skipReason})`, () => {
  let bucket: TestBucket
  let server: TestImport
  let original: Buffer
  let as: (identity: SignedIn, directDownloads?: boolean) => Context

  beforeAll(async () => {
    bucket = await createTestBucket()
    server = await openTestImport()
    const blobs = await bucket.open()
    as = (identity, directDownloads = false) => {
      const context = server.as(identity)
      return { ...context, blobs, settings: { ...context.settings, directDownloads } }
    }
    const { database } = server.services
    original = await jpegOf(1, 1000, 500)
    const blob = await blobs.write(original)
    await upsertBlob(database, blob)
    await insertAssets(database, [
      {
        resource: 'asset',
        id,
        ownerId: 1,
        modifiedBy: 1,
        status: 6,
        validFrom: null,
        validUntil: null,
        props: { name: 'Été.jpg' },
        links: [],
        file: {
          sha256: blob.sha256,
          fileName: 'Été à la mer.jpg',
          mediaType: 'image/jpeg',
          facts: { nature: 'IMAGE', extension: 'jpg' },
        },
      },
    ])
    await project(database, await getSchemaOf(server.services, 'asset'), [id])
  })
  afterAll(async () => {
    await server.close()
    await bucket.close()
  })

  const ask = async (context: Context, options: { variation?: string; download?: boolean }) => {
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
  const wholeOf = (source: ByteSource): Promise<Buffer> => buffer(source.open(0, source.sizeBytes))

  test('a rendition is made of a file that was fetched, kept in the bucket, and nothing stays here', async () => {
    const editor = as(await server.library.user('editor'))
    const picture = await wholeOf(await ask(editor, { variation: 'thumbnailBig' }))
    expect((await sharp(picture).metadata()).width).toBeGreaterThan(100)
    expect(await bucket.names()).toHaveLength(2)
    expect(await readdir(bucket.scratchFolder)).toEqual([])
  })

  test('an original is downloaded from here unless the setting says otherwise', async () => {
    const editor = as(await server.library.user('editor'))
    const source = await ask(editor, { download: true })
    expect(answerBytes(source, { method: 'GET', headers: {} }).status).toBe(200)
    expect((await wholeOf(source)).equals(original)).toBe(true)
  })

  test('by the setting whoever may download is sent to the bucket, for that file and a minute', async () => {
    const editor = as(await server.library.user('editor', 'direct'), true)
    const source = await ask(editor, { download: true })
    const { status, headers } = answerBytes(source, { method: 'GET', headers: {} })
    expect(status).toBe(302)
    const address = new URL(headers['location'] ?? '')
    expect(address.searchParams.get('X-Amz-Expires')).toBe('60')
    expect(address.href).not.toContain(bucket.place.secretAccessKey)
    const answer = await fetch(address)
    expect(Buffer.from(await answer.arrayBuffer()).equals(original)).toBe(true)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Ete a la mer.jpg"; filename*=UTF-8''%C3%89t%C3%A9%20%C3%A0%20la%20mer.jpg`,
    )
    const part = await fetch(address, { headers: { range: 'bytes=5-9' } })
    expect(Buffer.from(await part.arrayBuffer()).equals(original.subarray(5, 10))).toBe(true)
    // Another file, a change of the file, and another method are not signed.
    for (const [asked, options] of [
      [address.href.replace(/\/[0-9a-f]{2}\//, '/00/'), {}],
      [address.href, { method: 'PUT', body: 'other' }],
      [address.href, { method: 'DELETE' }],
    ] as const)
      expect((await fetch(asked, options)).status).toBe(403)
    // What is looked at stays here.
    expect((await ask(editor, { variation: 'original' })).directUrl).toBeUndefined()
    expect((await ask(editor, { variation: 'thumbnailBig', download: true })).directUrl).toBeUndefined()
  })

  test('whoever sees watermarked pictures alone gets one, from here', async () => {
    const viewer = as(await server.library.user('viewer'), true)
    const source = await ask(viewer, { download: true })
    expect(source.directUrl).toBeUndefined()
    expect((await wholeOf(source)).equals(original)).toBe(false)
  })

  test('visitors get the bytes from here, and who may not download is sent nowhere', async () => {
    const sharer = await server.library.user('editor')
    const editor = as(sharer, true)
    const { rows } = await sql<{ id: number }>`
      insert into cart (owner_resource, owner_id, name) values ('user', ${sharer.id}, 'c') returning id
    `.execute(editor.database)
    const cartId = rows[0]?.id ?? 0
    await sql`insert into cart_item (cart_id, resource, entity_id) values (${cartId}, 'asset', ${id})`.execute(
      editor.database,
    )
    const visitor: Visitor = {
      kind: 'visitor',
      shareId: 's',
      cartId,
      actions: ['view', 'download'],
      largest: null,
      givesMarked: false,
      sharer,
    }
    const { directUrl, ...source } = await ask({ ...editor, identity: visitor }, { download: true })
    expect(directUrl).toBeUndefined()
    expect((await wholeOf(source)).equals(original)).toBe(true)
    const onlyViews: Visitor = { ...visitor, actions: ['view'] }
    await expect(ask({ ...editor, identity: onlyViews }, { download: true })).rejects.toMatchObject({
      code: 'access_denied',
    })
    await expect(ask({ ...editor, identity: anonymous }, { download: true })).rejects.toMatchObject({
      code: 'sign_in_needed',
    })
  })
})
