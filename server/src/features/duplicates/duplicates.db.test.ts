import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DuplicateFamily } from '@cartouche/contract'
import type { RecurringTask } from '../../ground/jobs/task.ts'
import { startTestApplication, type TestApplication, type Who } from '../../http/test-application.ts'
import { upsertFingerprint } from '../../media/renditions/fingerprints.sql.ts'
import { upsertBlob } from '../../media/renditions/renditions.sql.ts'
import { ensureFingerprint } from '../reverse-search/ensure-fingerprint.ts'
import { changed, changes, sceneOf } from '../reverse-search/test-pictures.ts'
import { duplicateTasks } from './duplicate-tasks.ts'

let application: TestApplication
const ask: TestApplication['ask'] = (...options) => application.ask(...options)
const services = () => application.cartouche.services

beforeAll(async () => {
  application = await startTestApplication()
}, 60_000)
afterAll(() => application.stop())

interface Options {
  readonly pixels?: readonly [number, number]
  readonly isDraft?: boolean
  readonly nature?: string
}

/** An asset of some bytes, published by default. */
async function make(
  name: string,
  bytes: Buffer,
  { pixels, isDraft = false, nature = 'IMAGE' }: Options = {},
): Promise<number> {
  const { database, blobs } = services()
  const id = (await ask('POST', '/rest/dam/data/asset', { json: { json: { name } } })).body.response.data
    .id as number
  const blob = await blobs.write(bytes)
  await upsertBlob(database, blob)
  await sql`insert into entity_file (resource, id, sha256, file_name, media_type, facts)
    values ('asset', ${id}, ${blob.sha256}, ${`${name}.jpg`}, 'image/jpeg', ${JSON.stringify({ nature, extension: 'jpg' })}::jsonb)`.execute(
    database,
  )
  if (pixels)
    await sql`update entity set props = props || ${JSON.stringify({ width: pixels[0], height: pixels[1] })}::jsonb
      where resource = 'asset' and id = ${id}`.execute(database)
  if (!isDraft)
    await ask('POST', `/rest/dam/data/asset/${id}/workflow`, { json: { workflowAction: 'publish' } })
  await ensureFingerprint(services(), blob.sha256)
  return id
}

const compare = (): Promise<void> =>
  (duplicateTasks['find-duplicates'] as RecurringTask).run(services(), {}, new AbortController().signal)
const listed = async (
  who: Who = 'admin',
  query = '',
): Promise<{ families: DuplicateFamily[]; total: number; waiting: number }> =>
  (await ask('GET', `/wedia/dam/duplicates?${query}`, { who, call: 'listDuplicates' })).body
/** The family of an asset, by ids in order. */
const familyOf = async (id: number, who: Who = 'admin'): Promise<number[] | undefined> =>
  (await listed(who, 'max=50')).families
    .map(({ members }) => members.map((one) => one.id))
    .find((ids) => ids.includes(id))
    ?.toSorted((a, b) => a - b)

test('another size, another compression and the mirror image are one family; a part of it and another picture are not', async () => {
  const scene = await sceneOf(1)
  const apply = (name: string) => changed(scene, changes[name] ?? ((picture) => picture))
  const small = await make('Small', await apply('made smaller'), { pixels: [200, 133] })
  const whole = await make('Whole', scene, { pixels: [900, 600] })
  const poor = await make('Poor', await apply('compressed to quality 30'), { pixels: [900, 600] })
  const mirrored = await make('Mirrored', await apply('mirrored'), { pixels: [450, 300] })
  const part = await make('Part', await apply('cut by a fifth in a corner'))
  const other = await make('Other', await sceneOf(2))
  expect((await listed()).waiting).toBe(6)
  await compare()
  const { families, total, waiting } = await listed()
  expect({ total, waiting }).toEqual({ total: 1, waiting: 0 })
  const [family] = families
  // The best first: most pixels, then most bytes.
  expect(family).toMatchObject({ kind: 'alike', best: whole, total: 4 })
  expect(family?.members.map(({ id, mirrored: isMirrored }) => [id, isMirrored])).toEqual([
    [whole, false],
    [poor, false],
    [mirrored, true],
    [small, false],
  ])
  expect(family?.members[0]).toMatchObject({
    width: 900,
    height: 600,
    sizeBytes: scene.length,
    carts: 0,
    pages: 0,
  })
  for (const id of [part, other]) expect(await familyOf(id)).toBeUndefined()
})

test('the same bytes are a family without a picture; pages of documents are none, however alike', async () => {
  const [one, two] = [
    await make('One', Buffer.from('a text'), { nature: 'OTHER' }),
    await make('Two', Buffer.from('a text'), { nature: 'OTHER' }),
  ]
  const scene = await sceneOf(3)
  const document = await make('Document', scene, { nature: 'DOCUMENT' })
  await make('Document, smaller', await changed(scene, (picture) => picture.resize(300)), {
    nature: 'DOCUMENT',
  })
  await compare()
  expect((await listed()).families.find(({ best }) => best === one)).toMatchObject({ kind: 'same', total: 2 })
  expect(await familyOf(two)).toEqual([one, two])
  expect(await familyOf(document)).toBeUndefined()
})

test('a reader learns of what they may see alone: what is hidden stands in no family and holds none together', async () => {
  const scene = await sceneOf(4)
  const smaller = await changed(scene, (picture) => picture.resize(500))
  const [shown, draft] = [await make('Shown', scene), await make('Draft', smaller, { isDraft: true })]
  await compare()
  expect(await familyOf(shown)).toEqual([shown, draft])
  expect(await familyOf(shown, 'contributor')).toBeUndefined()
  expect(JSON.stringify((await listed('contributor')).families)).not.toContain(`"id":${draft}`)
  // A third one, which is like the hidden one alone.
  const third = await make('Third', Buffer.concat([scene, Buffer.from('another end')]))
  await compare()
  const idOf = async (id: number): Promise<number> =>
    (
      await sql<{
        id: number
      }>`select p.id from fingerprint p join entity_file f using (sha256) where f.resource = 'asset' and f.id = ${id}`.execute(
        services().database,
      )
    ).rows[0]?.id ?? 0
  const [a, b] = [await idOf(shown), await idOf(third)]
  await sql`delete from duplicate_pair where (one, other) = (${Math.min(a, b)}, ${Math.max(a, b)})`.execute(
    services().database,
  )
  expect(await familyOf(shown)).toEqual([shown, draft, third])
  expect(await familyOf(shown, 'contributor')).toBeUndefined()
  expect((await ask('GET', '/wedia/dam/duplicates', { who: 'viewer' })).body.code).toBe('access_denied')
})

test('a family that somebody called different is none, until that is taken back', async () => {
  const scene = await sceneOf(5)
  const ids = [await make('A', scene), await make('B', scene), await make('C', scene)]
  const [a = 0, b = 0, c = 0] = ids
  const dismiss = (verb: 'dismiss' | 'restore', of: readonly number[], who: Who = 'editor') =>
    ask('POST', `/wedia/dam/duplicates/${verb}`, { json: { ids: of }, who })
  expect((await dismiss('dismiss', [a, b])).body).toEqual({ dismissed: true })
  expect(await familyOf(a)).toEqual(ids)
  await dismiss('dismiss', [a, c])
  expect(await familyOf(a)).toBeUndefined()
  expect(await familyOf(b)).toEqual([b, c])
  expect((await dismiss('restore', [a, c])).body).toEqual({ restored: true })
  expect(await familyOf(a)).toEqual(ids)
  expect((await dismiss('dismiss', [a, b], 'contributor')).body.code).toBe('access_denied')
  expect((await dismiss('dismiss', [a, 999_999])).body.code).toBe('entity_not_found')
  expect((await dismiss('dismiss', [a])).body.code).toBe('invalid_parameter')
  // What is in the trash is not forgotten; what is gone is.
  const sweep = () =>
    (duplicateTasks['sweep-duplicates'] as RecurringTask).run(services(), {}, new AbortController().signal)
  const count = async (): Promise<number> =>
    (
      await sql<{
        count: number
      }>`select count(*)::int count from duplicate_dismissal where one = ${a}`.execute(services().database)
    ).rows[0]?.count ?? 0
  await ask('DELETE', `/rest/dam/data/asset/${b}`)
  await sweep()
  expect(await count()).toBe(1)
  await ask('DELETE', `/rest/trash/${b}`)
  await sweep()
  expect(await count()).toBe(0)
})

test('a fingerprint that is made again is compared again', async () => {
  const scene = await sceneOf(6)
  const one = await make('Before', scene)
  await make('After', await changed(scene, (picture) => picture.greyscale()))
  await compare()
  expect(await familyOf(one)).toHaveLength(2)
  const { sha256 } =
    (await services()
      .database.selectFrom('entity_file')
      .select('sha256')
      .where('id', '=', one)
      .executeTakeFirst()) ?? {}
  const another = await ensureFingerprint(
    services(),
    (await services().blobs.write(await sceneOf(7))).sha256,
  ).catch(() => null)
  await upsertFingerprint(services().database, sha256 ?? '', another)
  expect((await listed()).waiting).toBeGreaterThan(0)
  await compare()
  expect(await familyOf(one)).toBeUndefined()
})

test('lists go on where they ended, and somebody may ask for a comparison at once', async () => {
  const all = (await listed('admin', 'max=50')).families
  expect(all.length).toBeGreaterThan(1)
  const second = await listed('admin', 'max=1&from=1')
  expect(second.families).toEqual(all.slice(1, 2))
  expect(second.total).toBe(all.length)
  expect((await ask('POST', '/wedia/dam/duplicates/find', { json: {}, who: 'editor' })).body).toEqual({
    started: true,
  })
})
