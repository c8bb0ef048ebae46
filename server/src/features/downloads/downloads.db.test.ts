import { calls, parseQuery, type Cart } from '@cartouche/contract'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import yauzl from 'yauzl'
import type { Context } from '../../access/context.ts'
import type { Identity, SignedIn } from '../../access/identity.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { cartRoutes } from '../carts/test-carts.ts'
import { createTestLibrary, type TestLibrary } from '../carts/test-library.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { updateEntity } from '../../model/entities/entities.sql.ts'
import { patchRecord } from '../../model/entities/write-entity.ts'
import { sweepBlobs } from '../../media/renditions/sweep-blobs.ts'
import { identifyVisitor } from '../shares/identify-visitor.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { project } from '../../model/search/project.ts'
import { shareRoutes } from '../shares/shares.routes.ts'
import { archiveTasks } from './archive-tasks.ts'
import { downloadRoutes } from './downloads.routes.ts'

let library: TestLibrary
let editor: SignedIn
let viewer: SignedIn
let assets: number[]
let originals: Buffer[]
let draft: number
let broken: number
let fileless: number

beforeAll(async () => {
  library = await createTestLibrary()
  ;[editor, viewer] = await Promise.all([library.addUser('Ed', 'editor'), library.addUser('Vera', 'viewer')])
  originals = await Promise.all(
    [0, 1, 2].map((at) =>
      sharp({
        create: { width: 900 + at, height: 600, channels: 3, background: { r: 80 * at, g: 120, b: 200 } },
      })
        .jpeg()
        .toBuffer(),
    ),
  )
  assets = []
  for (const [at, bytes] of originals.entries())
    assets.push(
      await library.addAsset({
        name: `Beach ${at}`,
        bytes,
        fileName: 'beach.jpg',
        props: { description: `Description ${at}` },
      }),
    )
  draft = await library.addAsset({
    name: 'Secret draft',
    status: 'draft',
    bytes: Buffer.from('draft'),
    fileName: 'secret.jpg',
    ownerId: editor.id,
  })
  broken = await library.addAsset({
    name: 'Broken',
    bytes: Buffer.from('this is no picture'),
    fileName: 'broken.jpg',
  })
  fileless = await library.addAsset({ name: 'Without file' })
})
afterAll(async () => {
  await library.services.mediaWorkers.close()
  await library.close()
})

const code = (name: string) => expect.objectContaining({ code: name })
const itemsOf = (ids: readonly number[]) => ids.map((id) => ({ type: 'asset', id }))
const bare = { withContactSheet: false, withAssetsDescriptions: false }
async function make(ids: readonly number[], more: object = {}): Promise<Cart> {
  const [cart] = await cartRoutes.createCart(library.as(editor), {
    name: 'Summer',
    items: itemsOf(ids),
    ...more,
  })
  return cart
}
const zip = (cart: Cart, input: object = {}, who: SignedIn = editor): Promise<string> =>
  downloadRoutes.zipCart(library.as(who), { id: cart.id, ...input })
const estimate = (cart: Cart, input: object = {}, who: SignedIn = editor) =>
  downloadRoutes.testZipCart(library.as(who), { id: cart.id, ...input })
const anyone = { kind: 'anonymous', sessionGone: false } as const satisfies Identity
const head = (uuid: string) => downloadRoutes.headArchive(library.as(anyone), { uuid })

async function runJobs(): Promise<void> {
  for (const { task, payload } of (library.jobs as { task: string; payload: object }[]).splice(0)) {
    const work = archiveTasks[task]
    if (typeof work === 'function') await work(library.services, payload, new AbortController().signal)
  }
}

async function get(uuid: string): Promise<ByteSource> {
  const answer = await downloadRoutes.downloadArchive(library.as(anyone), { uuid })
  if ('pending' in answer) throw new Error('The archive is pending')
  return answer
}

async function unzipped(uuid: string): Promise<ByteSource> {
  const answer = await downloadRoutes.downloadArchive(library.as(anyone), { uuid, unzip: true })
  if ('pending' in answer) throw new Error('The archive is pending')
  return answer
}

async function settled(uuid: string): Promise<ByteSource> {
  await runJobs()
  return get(uuid)
}

const bytesOf = (source: ByteSource): Promise<Buffer> => buffer(source.open(0, source.sizeBytes))

/** What an archive holds, in order, as another program reads it. */
async function read(source: ByteSource): Promise<Map<string, Buffer>> {
  const zipFile = await yauzl.fromBufferPromise(await bytesOf(source), {})
  const files = new Map<string, Buffer>()
  for await (const entry of zipFile.eachEntry())
    files.set(entry.fileName, await buffer(await zipFile.openReadStreamPromise(entry)))
  return files
}

test('the file of the one asset in an archive is answered alone, and counts as its download', async () => {
  const [first = 0, second = 0] = assets
  const one = await zip(await make([first]))
  const whole = await settled(one)
  const original = originals[0] ?? Buffer.of()
  const file = await unzipped(one)
  const { sizeBytes, mediaType, fileName } = file
  expect({ sizeBytes, mediaType, fileName }).toEqual({
    sizeBytes: original.length,
    mediaType: 'image/jpeg',
    fileName: 'beach.jpg',
  })
  expect(file.etag).not.toBe(whole.etag)
  expect(await bytesOf(file)).toEqual(original)
  expect(await buffer((await unzipped(one)).open(10, 20))).toEqual(original.subarray(10, 20))
  const two = await zip(await make([first, second]))
  expect((await settled(two)).etag).toBe((await unzipped(two)).etag)
})

test('P7.16 P7.17 P7.18 P9.04 an archive holds the originals in order, a contact sheet, descriptions and a manifest, and is ready at once', async () => {
  const cart = await make([assets[2] ?? 0, assets[0] ?? 0])
  await settled(await zip(cart))
  const uuid = calls.zipCart.answers.parse(await zip(cart))
  const ready = await head(uuid)
  expect(ready).toMatchObject({
    mediaType: 'application/zip',
    fileName: 'Summer.zip',
    disposition: 'attachment',
  })
  const files = await read(await get(uuid))
  expect([...files.keys()]).toEqual([
    'beach.jpg',
    'beach (2).jpg',
    'contact-sheet.pdf',
    'descriptions.csv',
    'manifest.txt',
  ])
  expect(files.get('beach.jpg')?.equals(originals[2] ?? Buffer.alloc(0))).toBe(true)
  expect(files.get('beach (2).jpg')?.equals(originals[0] ?? Buffer.alloc(0))).toBe(true)
  expect(files.get('contact-sheet.pdf')?.subarray(0, 5).toString()).toBe('%PDF-')
  expect(files.get('descriptions.csv')?.toString()).toContain('Description 2')
})

test('a record that changes while someone tests an archive is new in the one that is given out', async () => {
  const cart = await make([assets[1] ?? 0])
  const schema = await getSchemaOf(library.services, 'asset')
  await withTransaction(library.services.database, async (transaction) => {
    await updateEntity(transaction, 'asset', assets[1] ?? 0, {
      props: { description: 'Changed meanwhile' },
      modifiedBy: null,
    })
    await project(transaction, schema, [assets[1] ?? 0])
    // The change is under way, and not yet to be seen.
    await estimate(cart, { withContactSheet: false, withAssetsDescriptions: true })
  })
  const files = await read(
    await get(await zip(cart, { withContactSheet: false, withAssetsDescriptions: true })),
  )
  expect(files.get('descriptions.csv')?.toString()).toContain('Changed meanwhile')
})

test('an archive without extras is ready at once', async () => {
  const source = await get(await zip(await make(assets), bare))
  expect([...(await read(source)).keys()]).toEqual([
    'beach.jpg',
    'beach (2).jpg',
    'beach (3).jpg',
    'manifest.txt',
  ])
  expect(library.jobs).toEqual([])
})

test('P7.15 P3.13 the estimate is the size of the archive, to the byte', async () => {
  const cart = await make(assets)
  await settled(await zip(cart))
  for (const options of [{}, bare, { selection: itemsOf(assets.slice(0, 1)) }]) {
    const { size } = calls.testZipCart.answers.parse(await estimate(cart, options))
    const source = await get(await zip(cart, options))
    expect(size).toBe(source.sizeBytes)
    expect((await bytesOf(source)).length).toBe(size)
  }
})

test('P7.15 what is above a limit, and only that, warns or is refused', async () => {
  const cart = await make(assets)
  const { size } = await estimate(cart, bare)
  const limited = (warn: number, max: number): Context => ({
    ...library.as(editor),
    settings: { ...library.services.settings, archiveWarnBytes: warn, archiveMaxBytes: max },
  })
  const test = (warn: number, max: number) =>
    downloadRoutes.testZipCart(limited(warn, max), { id: cart.id, ...bare })
  expect(await test(size, size)).toEqual({ size, maxSize: size, refused: false, warnSize: size, warn: false })
  expect(await test(size - 1, size)).toMatchObject({ refused: false, warn: true })
  expect(await test(size - 1, size - 1)).toMatchObject({ refused: true, warn: true })
  await expect(downloadRoutes.zipCart(limited(1, size - 1), { id: cart.id, ...bare })).rejects.toMatchObject({
    code: 'archive_refused',
    data: { sizeBytes: size, maxSizeBytes: size - 1 },
  })
  await expect(downloadRoutes.zipCart(limited(1, size), { id: cart.id, ...bare })).resolves.toBeTypeOf(
    'string',
  )
})

test('any range of an archive is that slice of it, and its ETag stays', async () => {
  const uuid = await zip(await make(assets), bare)
  const source = await get(uuid)
  const whole = await bytesOf(source)
  for (let at = 0; at < 50; at += 1) {
    const start = Math.floor(whole.length * Math.random())
    const resumed = await get(uuid)
    expect(resumed.etag).toBe(source.etag)
    expect((await buffer(resumed.open(start, whole.length))).equals(whole.subarray(start))).toBe(true)
  }
})

test('an archive is the same after a restart', async () => {
  const uuid = await zip(await make(assets), bare)
  const before = await bytesOf(await get(uuid))
  // Another pool of the same database has none of the memories of this one.
  const { createDatabase } = await import('../../ground/database/database.ts')
  const database = createDatabase(library.url)
  const again = await downloadRoutes.downloadArchive({ ...library.as(anyone), database }, { uuid })
  if ('pending' in again) throw new Error('It is ready')
  expect((await bytesOf(again)).equals(before)).toBe(true)
  await database.destroy()
})

test('what could not be included is in the manifest with the reason', async () => {
  const cart = await make([assets[0] ?? 0, fileless])
  const files = await read(
    await get(
      await zip(cart, {
        ...bare,
        selection: [...itemsOf([assets[0] ?? 0, fileless, 999_999]), { type: 'user', id: 5 }],
      }),
    ),
  )
  const manifest = files.get('manifest.txt')?.toString() ?? ''
  expect([...files.keys()]).toEqual(['beach.jpg', 'manifest.txt'])
  expect(manifest).toMatch(/Without file.*It has no file/)
  expect(manifest).toMatch(/999999.*not in this cart, or not yours to see/)
})

test('items that someone is not allowed to see leave no trace in their archive', async () => {
  const cart = await make([draft, ...assets], { private: false })
  const contributor = await library.addUser('Otto', 'contributor')
  const source = await settled(await zip(cart, { selection: itemsOf([draft, ...assets]) }, contributor))
  const files = await read(source)
  expect([...files.keys()].filter((name) => name.endsWith('.jpg'))).toHaveLength(3)
  for (const content of files.values()) expect(content.includes('ecret')).toBe(false)
})

test('what someone may see but not take is named in the manifest', async () => {
  const others = editor.role.grants.filter(
    ({ resource, action }) => resource !== 'asset' || action === 'view',
  )
  const looker: SignedIn = {
    ...editor,
    role: {
      ...editor.role,
      grants: [...others, { resource: 'asset', action: 'download', rows: parseQuery({ id: assets[0] }) }],
    },
  }
  const files = await read(await get(await zip(await make(assets.slice(0, 2)), bare, looker)))
  expect([...files.keys()]).toEqual(['beach.jpg', 'manifest.txt'])
  expect(files.get('manifest.txt')?.toString()).toMatch(/Beach 1.*not take it/)
  await expect(zip(await make(assets.slice(1)), bare, looker)).rejects.toEqual(code('archive_empty'))
})

test('a watermarked user gets watermarked files, whatever the profile', async () => {
  const cart = await make(assets, { private: false })
  for (const profile of ['originals', 'web']) {
    const files = await read(await settled(await zip(cart, { profile }, viewer)))
    const pictures = [...files].filter(([name]) => name.endsWith('.jpg'))
    expect(pictures).toHaveLength(3)
    for (const [, content] of files)
      for (const original of originals) expect(content.equals(original)).toBe(false)
    const made = await library.database.selectFrom('rendition').select('name').distinct().execute()
    expect(made.map(({ name }) => name)).toContain(profile === 'web' ? 'web_w' : 'original_w')
  }
  const clean = await library.database
    .selectFrom('rendition')
    .select('name')
    .where('name', 'in', ['web'])
    .execute()
  expect(clean).toEqual([])
})

test('the contact sheet of a watermarked user shows watermarked pictures', async () => {
  const cart = await make(assets, { private: false })
  const pictures = async (name: string): Promise<Buffer[]> => {
    const rows = await library.database
      .selectFrom('rendition')
      .select('sha256')
      .where('name', '=', name)
      .where('sha256', 'is not', null)
      .execute()
    return Promise.all(rows.map(({ sha256 }) => buffer(library.services.blobs.open(sha256 ?? ''))))
  }
  for (const [who, shown, hidden] of [
    [editor, 'thumbnailSmall', 'thumbnailSmall_w'],
    [viewer, 'thumbnailSmall_w', 'thumbnailSmall'],
  ] as const) {
    const sheet =
      (await read(await settled(await zip(cart, {}, who)))).get('contact-sheet.pdf') ?? Buffer.alloc(0)
    expect((await pictures(shown)).filter((picture) => sheet.includes(picture))).toHaveLength(3)
    for (const picture of await pictures(hidden)) expect(sheet.includes(picture)).toBe(false)
  }
})

test('P7.33 an archive of renditions is pending until they are made', async () => {
  expect(await downloadRoutes.listDownloadProfiles(library.as(editor))).toContainEqual({
    code: 'originals',
    name: 'Original files',
  })
  const cart = await make([assets[0] ?? 0, broken])
  const uuid = await zip(cart, { profile: 'web', ...bare })
  expect(await head(uuid)).toEqual({ pending: true })
  const files = await read(await settled(uuid))
  expect([...files.keys()]).toEqual(['beach-web.jpg', 'manifest.txt'])
  expect(await sharp(files.get('beach-web.jpg')).metadata()).toMatchObject({ format: 'jpeg', width: 900 })
  expect(files.get('manifest.txt')?.toString()).toMatch(/Broken/)
  expect(await zip(cart, { profile: 'web', ...bare }).then(head)).not.toHaveProperty('pending')
  await expect(zip(cart, { profile: 'nonsense' })).rejects.toEqual(code('invalid_parameter'))
})

test('a job that is run twice, or after its archive ended, changes nothing', async () => {
  const cart = await make([assets[1] ?? 0])
  const uuid = await zip(cart, { profile: 'thumbnailBig', ...bare })
  const [job] = library.jobs
  const before = await settled(uuid)
  const run = archiveTasks['prepare-archive']
  if (!job || typeof run !== 'function') throw new Error('There is a job')
  await sql`update cart set name = 'Other' , version = version + 1 where id = ${cart.id}`.execute(
    library.database,
  )
  await run(library.services, job.payload, new AbortController().signal)
  expect((await get(uuid)).etag).toBe(before.etag)
  await sql`delete from archive where uuid = ${uuid}`.execute(library.database)
  await expect(run(library.services, job.payload, new AbortController().signal)).resolves.toBeUndefined()
})

test('an archive that comes out above the limit ends the wait with the reason', async () => {
  const cart = await make([assets[2] ?? 0])
  const uuid = await zip(cart, { profile: 'preview', ...bare })
  const run = archiveTasks['prepare-archive']
  if (typeof run !== 'function') throw new Error('There is such a task')
  await run(
    { ...library.services, settings: { ...library.services.settings, archiveMaxBytes: 10 } },
    { uuid },
    new AbortController().signal,
  )
  await run(library.services, { uuid }, new AbortController().signal)
  await expect(head(uuid)).rejects.toMatchObject({ code: 'archive_refused', data: { maxSizeBytes: 10 } })
})

test('a cart with nothing to take is an error that says so', async () => {
  for (const cart of [await make([]), await make([fileless])]) {
    await expect(zip(cart)).rejects.toEqual(code('archive_empty'))
    await expect(estimate(cart)).rejects.toEqual(code('archive_empty'))
  }
  await expect(zip(await make(assets), { selection: [] })).rejects.toEqual(code('archive_empty'))
})

test('whoever does not reach a cart gets no archive of it', async () => {
  const cart = await make(assets)
  await expect(zip(cart, bare, viewer)).rejects.toEqual(code('cart_not_found'))
  await expect(estimate(cart, bare, viewer)).rejects.toEqual(code('cart_not_found'))
  await expect(downloadRoutes.zipCart(library.as(anyone), { id: cart.id })).rejects.toEqual(
    code('sign_in_needed'),
  )
})

test('P3.11 P9.04 a link by e-mail needs an address, and none is sent unless it is wished', async () => {
  await expect(zip(await make(assets), { sendLinkByEmail: true, ...bare })).rejects.toEqual(
    code('email_missing'),
  )
  await expect(zip(await make(assets), { sendLinkByEmail: false, ...bare })).resolves.toBeTypeOf('string')
  await expect(zip(await make(assets), bare)).resolves.toBeTypeOf('string')
  expect(await library.database.selectFrom('mail').selectAll().execute()).toEqual([])
})

test('a change of the cart, of an asset or of rights is in the next archive', async () => {
  const cart = await make(assets.slice(0, 1))
  const names = async (): Promise<string[]> => [...(await read(await get(await zip(cart, bare)))).keys()]
  expect(await names()).toEqual(['beach.jpg', 'manifest.txt'])
  await cartRoutes.addCartItems(library.as(editor), { id: cart.id, items: itemsOf(assets) })
  expect(await names()).toHaveLength(4)
  const other = await library.addUser('Olga', 'contributor')
  await sql`insert into cart_collaborator values (${cart.id}, ${other.id})`.execute(library.database)
  await cartRoutes.addCartItems(library.as(editor), { id: cart.id, items: itemsOf([draft]) })
  expect(await names()).toHaveLength(5)
  expect([...(await read(await get(await zip(cart, bare, other)))).keys()]).toHaveLength(4)
})

const described = async (source: ByteSource): Promise<string> =>
  (await read(source)).get('descriptions.csv')?.toString() ?? ''

test('an archive keeps its bytes when an asset in it is edited; the next one has what is new', async () => {
  const keyword = await library.createNode('assetkeyword', 'Dunes')
  const asset = await library.addAsset({
    name: 'Lake',
    bytes: Buffer.from('lake'),
    fileName: 'lake.jpg',
    props: { description: 'before' },
    links: { keywords: [keyword] },
  })
  const cart = await make([asset, ...assets])
  const options = { withContactSheet: false }
  const uuid = await zip(cart, options)
  const bytes = await bytesOf(await get(uuid))
  expect(await described(await get(uuid))).toMatch(/before.*Dunes|Dunes.*before/)
  await patchRecord(library.as(editor), await getSchemaOf(library.services, 'asset'), asset, {
    description: 'after',
  })
  expect(await described(await get(await zip(cart, options)))).toContain('after')
  await patchRecord(library.as(editor), await getSchemaOf(library.services, 'assetkeyword'), keyword, {
    name: 'Sandhills',
  })
  const next = await described(await get(await zip(cart, options)))
  expect(next).toContain('Sandhills')
  expect(next).not.toContain('Dunes')
  expect((await bytesOf(await get(uuid))).equals(bytes)).toBe(true)
})

test('an archive in another language has its descriptions in it', async () => {
  const keyword = await library.createNode('assetkeyword', 'Forest')
  await patchRecord(library.as(editor), await getSchemaOf(library.services, 'assetkeyword'), keyword, {
    name_fr: 'Forêt',
  })
  const cart = await make([
    await library.addAsset({
      name: 'Trees',
      bytes: Buffer.from('trees'),
      fileName: 'trees.jpg',
      links: { keywords: [keyword] },
    }),
  ])
  for (const [locale, title, name] of [
    ['en', 'File in this archive,Id', 'Forest'],
    ['fr', 'Fichier dans cette archive;Id', 'Forêt'],
    ['en', 'File in this archive,Id', 'Forest'],
  ] as const) {
    const text = await described(
      await get(
        await downloadRoutes.zipCart(
          { ...library.as(editor), locale },
          { id: cart.id, withContactSheet: false },
        ),
      ),
    )
    expect(text).toContain(title)
    expect(text).toContain(name)
  }
})

test('descriptions that drive each other out of memory are all in the archive', async () => {
  const ids: number[] = []
  for (const [at, name] of ['first', 'second', 'third', 'fourth'].entries()) {
    ids.push(
      await library.addAsset({
        name,
        bytes: Buffer.from(name),
        fileName: `${name}.jpg`,
        props: { description: `${name} ${'long '.repeat(1_000_000)}` },
      }),
    )
    if (at === 0) await zip(await make(ids), { withContactSheet: false })
  }
  const text = await described(await get(await zip(await make(ids), { withContactSheet: false })))
  expect(text.match(/(first|second|third|fourth) long long/g)).toEqual([
    'first long long',
    'second long long',
    'third long long',
    'fourth long long',
  ])
})

test('an estimate writes nothing; the archive keeps its long texts, also when it was estimated before', async () => {
  const asset = await library.addAsset({
    name: 'Talkative',
    bytes: Buffer.from('talk'),
    fileName: 'talk.jpg',
    props: { description: 'word '.repeat(20_000) },
  })
  const cart = await make([asset])
  const blobs = () => library.database.selectFrom('blob').select('sha256').execute()
  const before = await blobs()
  const { size } = await estimate(cart, { withContactSheet: false })
  expect(await blobs()).toEqual(before)
  const [first, second] = [
    await get(await zip(cart, { withContactSheet: false })),
    await get(await zip(cart, { withContactSheet: false })),
  ]
  expect(await blobs()).toHaveLength(before.length + 1)
  for (const source of [first, second]) {
    expect(source.sizeBytes).toBe(size)
    expect(await described(source)).toContain('word '.repeat(19_000))
  }
  expect(second.etag).toBe(first.etag)
})

test('a long text that could not be kept is kept by the next try', async () => {
  const asset = await library.addAsset({
    name: 'Full',
    bytes: Buffer.from('full'),
    fileName: 'full.jpg',
    props: { description: 'disk '.repeat(20_000) },
  })
  const cart = await make([asset])
  const context = library.as(editor)
  const full: Context = {
    ...context,
    blobs: { ...context.blobs, write: () => Promise.reject(new Error('no room')) },
  }
  await expect(downloadRoutes.zipCart(full, { id: cart.id, withContactSheet: false })).rejects.toThrow(
    'no room',
  )
  expect(await described(await get(await zip(cart, { withContactSheet: false })))).toContain('disk disk')
})

test('downloads are counted when they begin, not when they go on', async () => {
  const uuid = await zip(await make(assets), bare)
  await bytesOf(await get(uuid))
  const source = await get(uuid)
  await buffer(source.open(100, source.sizeBytes))
  await head(uuid)
  await expect
    .poll(() =>
      library.database.selectFrom('archive').select('downloads').where('uuid', '=', uuid).executeTakeFirst(),
    )
    .toEqual({ downloads: 1 })
})

test('an archive ends after a week, with its cart, and with its maker', async () => {
  const gone = code('archive_not_found')
  await expect(head('00000000-0000-4000-8000-000000000000')).rejects.toEqual(gone)
  const old = await zip(await make(assets), bare)
  await sql`update archive set expires_at = now() where uuid = ${old}`.execute(library.database)
  await expect(get(old)).rejects.toEqual(gone)
  const sweep = archiveTasks['sweep-archives']
  if (!sweep || typeof sweep === 'function') throw new Error('It recurs')
  await sweep.run(library.services, {}, new AbortController().signal)
  expect(
    await library.database.selectFrom('archive').select('uuid').where('uuid', '=', old).execute(),
  ).toEqual([])
  const cart = await make(assets)
  const uuid = await zip(cart, bare)
  await cartRoutes.deleteCart(library.as(editor), { id: cart.id })
  await expect(get(uuid)).rejects.toEqual(gone)
  const leaver = await library.addUser('Leaver', 'editor')
  const last = await zip(await make(assets, { private: false }), bare, leaver)
  await expect(get(last)).resolves.toBeDefined()
  await sql`update credential set disabled = true where id = ${leaver.id}`.execute(library.database)
  await expect(get(last)).rejects.toEqual(gone)
})

test('an archive ends when an asset in it is deleted; its bytes stay for a week, as those of any archive', async () => {
  const bytes = Buffer.from('soon to be deleted')
  const asset = await library.addAsset({ name: 'Short-lived', bytes, fileName: 'short.jpg' })
  const uuid = await zip(await make([asset]), bare)
  await sql`update blob set created_at = now() - interval '60 days'`.execute(library.database)
  await sql`update rendition set created_at = now() - interval '60 days'`.execute(library.database)
  await sql`delete from entity where resource = 'asset' and id = ${asset}`.execute(library.database)
  await sweepBlobs(library.services)
  const kept = () =>
    library.database
      .selectFrom('blob')
      .select('sha256')
      .where('sha256', '=', createHash('sha256').update(bytes).digest('hex'))
      .execute()
  expect(await kept()).toHaveLength(1)
  await expect(get(uuid)).rejects.toMatchObject({ code: 'archive_outdated' })
  await sql`update blob set created_at = now() - interval '8 days'`.execute(library.database)
  await sweepBlobs(library.services)
  expect(await kept()).toEqual([])
})

async function visitorOf(cart: Cart, input: object = {}): Promise<{ context: Context; shareId: string }> {
  const { id } = await shareRoutes.shareCart(library.as(editor), { id: cart.id, ...input })
  const { request } = library.as(anyone)
  return {
    context: library.as(await identifyVisitor(library.services, request, { shareId: id })),
    shareId: id,
  }
}

test('P7.34 P6.06 a visitor tests, prepares and takes the archive, which ends with the share', async () => {
  const cart = await make(assets, { private: true })
  const { context, shareId } = await visitorOf(cart, { name: 'For you' })
  const { size } = await downloadRoutes.testZipShare(context, { id: shareId, ...bare })
  const uuid = await downloadRoutes.prepareShareZip(context, { id: shareId, ...bare })
  const source = await get(uuid)
  expect(source).toMatchObject({ sizeBytes: size, fileName: 'For you.zip' })
  const direct = await downloadRoutes.zipShare(context, {
    id: shareId,
    ...bare,
    items: itemsOf(assets.slice(1, 2)),
  })
  expect([...(await read(direct)).values()][0]?.equals(originals[1] ?? Buffer.alloc(0))).toBe(true)
  await shareRoutes.revokeShare(library.as(editor), { id: cart.id, shareId })
  await expect(get(uuid)).rejects.toEqual(code('archive_not_found'))
  await expect(downloadRoutes.zipShare(context, { id: shareId })).rejects.toEqual(code('share_not_found'))
})

test('P7.34 a direct archive waits for what must be made, and has no descriptions where the share gives none', async () => {
  const { context, shareId } = await visitorOf(await make(assets), { withAssetsDescriptions: false })
  const files = await read(
    await downloadRoutes.zipShare(context, { id: shareId, profile: 'preview', withAssetsDescriptions: true }),
  )
  expect([...files.keys()]).toEqual([
    'beach-preview.jpg',
    'beach-preview (2).jpg',
    'beach-preview (3).jpg',
    'contact-sheet.pdf',
    'manifest.txt',
  ])
})

test('names in every script, long, with quotes and line breaks, arrive as names that every system takes', async () => {
  const wild = [
    'été 🌞.jpg',
    'ファイル.jpg',
    'a\nb"c.jpg',
    '../../etc/passwd',
    'CON.jpg',
    `${'長'.repeat(200)}.jpg`,
    'manifest.txt',
    'Contact-Sheet.PDF',
  ]
  const ids: number[] = []
  for (const fileName of wild)
    ids.push(await library.addAsset({ name: fileName.slice(0, 100), bytes: Buffer.from(fileName), fileName }))
  const files = await read(await get(await zip(await make(ids), bare)))
  expect(files.size).toBe(wild.length + 1)
  for (const name of files.keys()) {
    expect(name).not.toMatch(/[\n"/\\]/)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
  }
  expect(new Set([...files.keys()].map((name) => name.toLowerCase())).size).toBe(files.size)
})
