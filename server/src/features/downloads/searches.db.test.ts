import { assetStatuses, calls, type ArchiveState } from '@cartouche/contract'
import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import yauzl from 'yauzl'
import type { Context } from '../../access/context.ts'
import type { Services } from '../../ground/services.ts'
import type { SignedIn } from '../../access/identity.ts'
import { cartRoutes } from '../carts/test-carts.ts'
import { createTestLibrary, type TestLibrary } from '../carts/test-library.ts'
import { recipeFor, type RenditionRecipe } from '../../media/rendition-recipes.ts'
import { identifyVisitor } from '../shares/identify-visitor.ts'
import { shareRoutes } from '../shares/shares.routes.ts'
import { archiveTasks } from './archive-tasks.ts'
import { downloadRoutes } from './downloads.routes.ts'
import { makeMissing } from './make-missing.ts'

let library: TestLibrary
let editor: SignedIn
let otto: SignedIn
let beaches: number[]
let draft: number
let fileless: number

beforeAll(async () => {
  library = await createTestLibrary()
  ;[editor, otto] = await Promise.all([
    library.addUser('Ed', 'editor'),
    library.addUser('Otto', 'contributor'),
  ])
  await sql`update entity set props = props || '{"email":"ed@example.org","locale":"fr"}' where resource = 'user' and id = ${editor.id}`.execute(
    library.database,
  )
  beaches = []
  for (let at = 0; at < 4; at += 1) {
    const bytes = await sharp({
      create: { width: 700 + at, height: 500, channels: 3, background: { r: 60 * at, g: 90, b: 160 } },
    })
      .jpeg()
      .toBuffer()
    beaches.push(
      await library.addAsset({
        name: `Beach ${at}`,
        bytes,
        fileName: `beach-${at}.jpg`,
        props: { city: 'Brest' },
      }),
    )
  }
  draft = await library.addAsset({
    name: 'Beach draft',
    status: 'draft',
    bytes: Buffer.from('draft'),
    fileName: 'draft.jpg',
    ownerId: editor.id,
    props: { city: 'Brest' },
  })
  fileless = await library.addAsset({ name: 'Beach without a file', props: { city: 'Brest' } })
  await library.addAsset({
    name: 'Forest',
    bytes: Buffer.from('forest'),
    fileName: 'forest.jpg',
    props: { city: 'Rennes' },
  })
})
beforeEach(async () => {
  ;(library.jobs as unknown[]).splice(0)
  await library.database.deleteFrom('mail').execute()
})
afterAll(async () => {
  await library.services.mediaWorkers.close()
  await library.close()
})

const code = (name: string) => expect.objectContaining({ code: name })
const bare = { withContactSheet: false, withAssetsDescriptions: false }
const inBrest = { path: 'dam/data/asset', query: { city: 'Brest' }, orderby: 'name' }
const testSearch = async (input: object = {}, who = editor) =>
  calls.testZipSearch.answers.parse(
    await downloadRoutes.testZipSearch(
      library.as(who),
      calls.testZipSearch.input.parse({ ...inBrest, ...bare, ...input }),
    ),
  )
const zipSearch = (input: object = {}, who = editor): Promise<string> =>
  downloadRoutes.zipSearch(library.as(who), calls.zipSearch.input.parse({ ...bare, ...input }))
const states = (who = editor): Promise<ArchiveState[]> => downloadRoutes.listArchives(library.as(who))
const state = (uuid: string): Promise<ArchiveState> =>
  downloadRoutes.getArchiveState(library.as({ kind: 'anonymous', sessionGone: false }), { uuid })

async function namesIn(uuid: string): Promise<string[]> {
  const source = await downloadRoutes.downloadArchive(library.as({ kind: 'anonymous', sessionGone: false }), {
    uuid,
  })
  if ('pending' in source) throw new Error('The archive is pending')
  const zip = await yauzl.fromBufferPromise(await buffer(source.open(0, source.sizeBytes)), {})
  const names: string[] = []
  for await (const entry of zip.eachEntry()) names.push(entry.fileName)
  return names
}

async function prepare(uuid: string, services: Services = library.services): Promise<void> {
  const run = archiveTasks['prepare-archive']
  if (typeof run !== 'function') throw new Error('There is such a task')
  await run(services, { uuid }, new AbortController().signal)
}

test('whoever made an archive reads what it was made of; its address alone does not say it', async () => {
  const { list } = await testSearch()
  const uuid = await zipSearch({ list })
  expect((await states()).find((archive) => archive.uuid === uuid)?.request).toEqual({
    cart: null,
    list,
    selection: null,
    withLiveVideos: false,
    ...bare,
  })
  expect((await state(uuid)).request).toBeNull()
})

test('a whole search is tested and taken, in its order, row rules and all', async () => {
  const tested = await testSearch()
  expect(tested).toMatchObject({
    count: 6,
    refused: false,
    warn: false,
    leftOut: {
      count: 1,
      items: [{ type: 'asset', id: fileless, name: 'Beach without a file', code: 'no_file' }],
    },
  })
  expect(await namesIn(await zipSearch({ list: tested.list }))).toEqual([
    'beach-0.jpg',
    'beach-1.jpg',
    'beach-2.jpg',
    'beach-3.jpg',
    'draft.jpg',
    'manifest.txt',
  ])
  expect((await testSearch({}, otto)).count).toBe(5)
  expect(await namesIn(await zipSearch({ ...inBrest, orderby: 'name desc' }, otto))).toEqual([
    'beach-3.jpg',
    'beach-2.jpg',
    'beach-1.jpg',
    'beach-0.jpg',
    'manifest.txt',
  ])
  expect(await namesIn(await zipSearch({ path: 'dam/data/asset', fulltext: 'forest' }))).toEqual([
    'forest.jpg',
    'manifest.txt',
  ])
})

test('what was tested is what is built: hits that come later are not in it, and who lost a right gets nothing by it', async () => {
  const { list, size } = await testSearch()
  const late = await library.addAsset({
    name: 'Beach late',
    bytes: Buffer.from('late'),
    fileName: 'late.jpg',
    props: { city: 'Brest' },
  })
  const uuid = await zipSearch({ list })
  expect(await namesIn(uuid)).not.toContain('late.jpg')
  expect((await state(uuid)).sizeBytes).toBe(size)
  expect((await testSearch()).count).toBe(7)
  await sql`delete from entity where id = ${late}`.execute(library.database)
  const ottos = await testSearch({}, otto)
  await sql`update search set status = ${assetStatuses.draft} where resource = 'asset' and id = ${beaches[0] ?? 0}`.execute(
    library.database,
  )
  expect(await namesIn(await zipSearch({ list: ottos.list }, otto))).not.toContain('beach-0.jpg')
  await sql`update search set status = ${assetStatuses.published} where resource = 'asset' and id = ${beaches[0] ?? 0}`.execute(
    library.database,
  )
})

test('a list is its maker’s alone, for a week; a search of anything but assets, and one without hits, are refused', async () => {
  const { list } = await testSearch()
  for (const refused of [
    () => zipSearch({ list }, otto),
    () => downloadRoutes.sizeZipSearch(library.as(otto), { list }),
    () => zipSearch({ list: '00000000-0000-4000-8000-000000000000' }),
  ])
    await expect(refused()).rejects.toEqual(code('list_not_found'))
  const uuid = await zipSearch({ list })
  await sql`update archive_list set expires_at = now() where uuid = ${list}`.execute(library.database)
  await expect(zipSearch({ list })).rejects.toEqual(code('list_not_found'))
  const sweep = archiveTasks['sweep-archives']
  if (!sweep || typeof sweep === 'function') throw new Error('It recurs')
  await sweep.run(library.services, {}, new AbortController().signal)
  await expect(state(uuid)).rejects.toEqual(code('archive_not_found'))
  await expect(zipSearch({ path: 'data/user' })).rejects.toEqual(code('invalid_parameter'))
  await expect(zipSearch({ path: 'dam/data/asset', query: { city: 'Nowhere' } })).rejects.toEqual(
    code('archive_empty'),
  )
  await expect(zipSearch({ path: 'dam/data/asset', query: { nonsense: 1 } })).rejects.toEqual(
    code('unknown_field'),
  )
})

test('a search that is too large is weighed and refused without being listed; its sizes let a client split it, part by part', async () => {
  const small: Services = {
    ...library.services,
    settings: { ...library.services.settings, archiveMaxBytes: 8000, archiveWarnBytes: 5000 },
  }
  const as: Context = { ...library.as(editor), ...small }
  const tested = await downloadRoutes.testZipSearch(
    as,
    calls.testZipSearch.input.parse({ ...inBrest, ...bare }),
  )
  expect(tested).toMatchObject({ refused: true, maxSize: 8000 })
  await expect(
    downloadRoutes.zipSearch(as, calls.zipSearch.input.parse({ list: tested.list, ...bare })),
  ).rejects.toEqual(code('archive_refused'))
  const all = calls.sizeZipSearch.answers.parse(
    await downloadRoutes.sizeZipSearch(as, { list: tested.list, ...bare }),
  )
  expect(all.ids).toEqual([...beaches, draft, fileless])
  expect(all.sizes.slice(0, 4).every((size) => size > 1000)).toBe(true)
  expect(all.sizes[4]).toBeGreaterThan(5)
  expect(all.sizes[5]).toBe(0)
  expect(await downloadRoutes.sizeZipSearch(as, { list: tested.list, first: 3, count: 2, ...bare })).toEqual({
    ids: all.ids.slice(3, 5),
    sizes: all.sizes.slice(3, 5),
    names: {},
  })
  const tiny: Context = { ...as, settings: { ...as.settings, archiveMaxBytes: 100 } }
  expect((await downloadRoutes.sizeZipSearch(tiny, { list: tested.list })).names).toMatchObject({
    [beaches[0] ?? 0]: 'Beach 0',
  })
  expect(
    await namesIn(await zipSearch({ list: tested.list, first: 1, count: 3, without: [beaches[2]] })),
  ).toEqual(['beach-1.jpg', 'beach-3.jpg', 'manifest.txt'])
})

test('sizes of a profile are those of the renditions where they are made, and guesses where not', async () => {
  const [cart] = await cartRoutes.createCart(library.as(editor), {
    name: 'Sizes',
    items: [...beaches, fileless].map((id) => ({ type: 'asset', id })),
  })
  const sizes = async (input: object = {}) =>
    (await downloadRoutes.sizeZipCart(library.as(editor), { id: cart.id, ...input })).sizes
  const originals = await sizes()
  const guessed = await sizes({ profile: 'thumbnailBig' })
  expect(new Set(guessed.slice(0, 4)).size).toBe(1)
  const uuid = await downloadRoutes.zipCart(library.as(editor), {
    id: cart.id,
    profile: 'thumbnailBig',
    ...bare,
  })
  await prepare(uuid)
  const made = await sizes({ profile: 'thumbnailBig' })
  expect(made).not.toEqual(guessed)
  expect(made.slice(0, 4).every((size) => size > 500)).toBe(true)
  expect(made).not.toEqual(originals)
  expect(await sizes({ selection: [{ type: 'asset', id: beaches[1] ?? 0 }] })).toEqual([originals[1]])
  await expect(sizes({ profile: 'nonsense' })).rejects.toEqual(code('invalid_parameter'))
})

test('a visitor sizes what the share holds and nothing else', async () => {
  const [cart] = await cartRoutes.createCart(library.as(editor), {
    name: 'Shared',
    items: beaches.slice(0, 2).map((id) => ({ type: 'asset', id })),
  })
  const { id } = await shareRoutes.shareCart(library.as(editor), { id: cart.id })
  const visitor = library.as(
    await identifyVisitor(library.services, library.as(editor).request, { shareId: id }),
  )
  expect(
    (
      await downloadRoutes.sizeZipShare(visitor, {
        id,
        selection: beaches.map((asset) => ({ type: 'asset', id: asset })),
      })
    ).ids,
  ).toEqual(beaches.slice(0, 2))
  await expect(downloadRoutes.zipSearch(visitor, calls.zipSearch.input.parse(inBrest))).rejects.toEqual(
    code('access_denied'),
  )
  await expect(
    downloadRoutes.testZipSearch(visitor, calls.testZipSearch.input.parse(inBrest)),
  ).rejects.toEqual(code('access_denied'))
})

test('P7.15 the test answers exact booleans, and what will be left out beside them alone where there is some', async () => {
  const [cart] = await cartRoutes.createCart(library.as(editor), {
    name: 'All there',
    items: beaches.map((id) => ({ type: 'asset', id })),
  })
  expect(Object.keys(await downloadRoutes.testZipCart(library.as(editor), { id: cart.id, ...bare }))).toEqual(
    ['size', 'maxSize', 'refused', 'warnSize', 'warn'],
  )
  const { leftOut } = await downloadRoutes.testZipCart(library.as(editor), {
    id: cart.id,
    ...bare,
    selection: [
      { type: 'asset', id: beaches[0] ?? 0 },
      { type: 'asset', id: 999_999 },
    ],
  })
  expect(leftOut).toEqual({
    count: 1,
    items: [
      {
        type: 'asset',
        id: 999_999,
        name: '',
        code: 'not_there',
        reason: 'It is not in this cart, or not yours to see.',
      },
    ],
  })
})

test('an archive that must be prepared shows how far it is, then its maker hears that it is ready, by mail and notification', async () => {
  const uuid = await zipSearch({ ...inBrest, profile: 'preview', sendLinkByEmail: true, name: 'Brest' })
  expect(await state(uuid)).toMatchObject({
    status: 'preparing',
    name: 'Brest',
    profile: 'preview',
    sizeBytes: null,
  })
  expect(await library.database.selectFrom('mail').selectAll().execute()).toEqual([])
  await prepare(uuid)
  const ready = await state(uuid)
  expect(ready).toMatchObject({
    status: 'ready',
    sizeBytes: expect.any(Number),
    url: `http://cartouche.test/api/wedia/cart/downloadCart/${uuid}`,
  })
  expect(ready.done).toBe(ready.total)
  expect(ready.total).toBeGreaterThan(3)
  await prepare(uuid)
  expect(await library.database.selectFrom('mail').selectAll().execute()).toMatchObject([
    {
      recipient: 'ed@example.org',
      subject: 'Votre téléchargement « Brest » est prêt',
      text_body: expect.stringContaining(ready.url),
    },
  ])
  expect(
    await library.database.selectFrom('notification').selectAll().where('user_id', '=', editor.id).execute(),
  ).toMatchObject([{ type: 'download_ready', link: '/downloads' }])
})

test('a link by e-mail of what is ready at once is mailed at once', async () => {
  const [cart] = await cartRoutes.createCart(library.as(editor), {
    name: 'Now',
    items: beaches.map((id) => ({ type: 'asset', id })),
  })
  const uuid = await downloadRoutes.zipCart(library.as(editor), {
    id: cart.id,
    ...bare,
    sendLinkByEmail: true,
  })
  expect(await library.database.selectFrom('mail').selectAll().execute()).toMatchObject([
    { text_body: expect.stringContaining(uuid) },
  ])
})

test('progress rises piece by piece, to the end', async () => {
  const reported: [number, number][] = []
  const missing = beaches.map(() => ({
    sha256: '0'.repeat(64),
    recipe: recipeFor('web', 'IMAGE') as RenditionRecipe,
    forSheet: false,
  }))
  await makeMissing(
    library.services,
    missing,
    { withContactSheet: false } as never,
    new AbortController().signal,
    async (done, total) => void reported.push([done, total]),
  )
  expect(reported[0]).toEqual([0, 4])
  expect(reported.at(-1)).toEqual([4, 4])
})

test('a person finds their downloads on every device; another’s are not theirs, nor those of a share', async () => {
  const uuid = await zipSearch(inBrest, otto)
  expect((await states(otto))[0]).toMatchObject({ uuid, status: 'ready', downloads: 0 })
  expect((await states()).map((one) => one.uuid)).not.toContain(uuid)
  const [cart] = await cartRoutes.createCart(library.as(otto), {
    name: 'Shared',
    items: [{ type: 'asset', id: beaches[0] ?? 0 }],
  })
  const { id } = await shareRoutes.shareCart(library.as(otto), { id: cart.id })
  const visitor = library.as(
    await identifyVisitor(library.services, library.as(editor).request, { shareId: id }),
  )
  const shared = await downloadRoutes.prepareShareZip(visitor, { id, ...bare })
  expect((await states(otto)).map((one) => one.uuid)).not.toContain(shared)
  await expect(downloadRoutes.cancelArchive(library.as(otto), { uuid: shared })).rejects.toEqual(
    code('archive_not_found'),
  )
})

test('a download is cancelled by its maker alone, and the work on it ends', async () => {
  const uuid = await zipSearch({ ...inBrest, profile: 'web' }, otto)
  await expect(downloadRoutes.cancelArchive(library.as(editor), { uuid })).rejects.toEqual(
    code('archive_not_found'),
  )
  const cancelling: Services = {
    ...library.services,
    blobs: {
      ...library.services.blobs,
      withLocalFile: async (sha256, work) => {
        await sql`delete from archive where uuid = ${uuid}`.execute(library.database)
        return library.services.blobs.withLocalFile(sha256, work)
      },
    },
  }
  await expect(prepare(uuid, cancelling)).resolves.toBeUndefined()
  await expect(state(uuid)).rejects.toEqual(code('archive_not_found'))
  const ready = await zipSearch(inBrest, otto)
  expect(await downloadRoutes.cancelArchive(library.as(otto), { uuid: ready })).toEqual({
    uuid: ready,
    cancelled: true,
  })
  await expect(state(ready)).rejects.toEqual(code('archive_not_found'))
})

test('an archive that failed says why', async () => {
  const uuid = await zipSearch({ ...inBrest, profile: 'thumbnailSmall' }).catch(() =>
    zipSearch({ ...inBrest, withContactSheet: true, profile: 'preview' }),
  )
  await prepare(uuid, {
    ...library.services,
    settings: { ...library.services.settings, archiveMaxBytes: 10 },
  })
  const failed = await state(uuid)
  if (failed.status === 'ready') return
  expect(failed).toMatchObject({
    status: 'failed',
    error: { code: 'archive_refused', message: expect.stringContaining('limit is 10') },
  })
})
