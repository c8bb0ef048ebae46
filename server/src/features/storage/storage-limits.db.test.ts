import { randomBytes } from 'node:crypto'
import { importItemStatuses, type StorageUse } from '@cartouche/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type TestApplication,
  type Who,
} from '../../http/test-application.ts'
import { addUpStorage, recountStorage } from '../../model/storage-limits/storage-limits.sql.ts'

let application: TestApplication
let editor: number
const ask: TestApplication['ask'] = (...options) => application.ask(...options)
const database = () => application.cartouche.services.database

beforeAll(async () => {
  application = await startTestApplication()
  editor = await accountOf('editor')
  const { body } = await ask('GET', '/rest/data/schema?max=200')
  const schema = (body.response.data as AnyJson[]).find(({ name }) => name === 'asset').id
  await ask('POST', '/rest/data/schemafield', {
    json: { json: { schema, name: 'release', label: 'Release', type: 'binary' } },
  })
}, 120_000)
afterEach(async () => {
  await limit({ sizeBytes: null, files: null })
  await limitRole({ sizeBytes: null, files: null })
  // Whatever a test did: what was counted is what there is.
  expect(await recountStorage(database())).toBe(0)
})
afterAll(() => application.stop())

type Limit = { readonly sizeBytes?: number | null; readonly files?: number | null }
const none = { sizeBytes: null, files: null }
const editorRole = 2

async function accountOf(login: string): Promise<number> {
  const { body } = await ask('GET', `/rest/administration/accounts?search=${login}`)
  return (body.accounts as AnyJson[]).find((account) => account.login === login).id as number
}
const limit = (given: Limit, id = editor) =>
  ask('PATCH', `/rest/administration/accounts/${id}`, {
    json: { storageLimit: { ...none, ...given } },
    call: 'updateAccount',
  })
const limitRole = (given: Limit) =>
  ask('PUT', `/rest/administration/roles/${editorRole}`, {
    json: { storageLimit: { ...none, ...given } },
    call: 'updateRole',
  })
const use = async (who: Who = 'editor') =>
  (await ask('GET', '/rest/account/storage', { who, call: 'getStorageUse' })).body as StorageUse
const usedBytes = async () => (await use()).sizeBytes

/** Pictures of noise, so that each has other bytes. */
const draw = async (width = 40): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await sharp(randomBytes(width * 30 * 3), { raw: { width, height: 30, channels: 3 } })
      .jpeg()
      .toBuffer(),
  )
const assetAt = (id: number) => `/api/rest/dam/data/asset/${id}`

async function create(bytes: Uint8Array<ArrayBuffer>, who: Who = 'editor') {
  const form = new FormData()
  form.append('json', JSON.stringify({ name: 'Harbour', binary: 'cid:binary' }))
  form.append('binary', new File([bytes], 'harbour.jpg'))
  const { status, body } = await ask('POST', '/api/rest/dam/data/asset', { form, who })
  return { status, code: body.code as string | undefined, id: body.response?.data.id as number }
}
async function replace(id: number, bytes: Uint8Array<ArrayBuffer>, who: Who = 'editor') {
  const form = new FormData()
  form.append('file', new File([bytes], 'new.jpg'))
  return ask('POST', `/api/wedia/dam/versions/asset/${id}`, { form, who })
}
async function startImport(who: Who = 'editor'): Promise<number> {
  return (await ask('POST', '/rest/massimport/job', { json: { json: { name: 'Import' } }, who })).body
    .response.data.id as number
}
async function upload(
  job: number,
  files: readonly Uint8Array<ArrayBuffer>[],
  { sizes, who = 'editor' }: { sizes?: Record<string, number>; who?: Who } = {},
) {
  const form = new FormData()
  form.append('json', JSON.stringify({ job: { id: job }, ...(sizes ? { sizes } : {}) }))
  files.forEach((bytes, at) => form.append(`file${at}`, new File([bytes], `picture-${at}.jpg`)))
  return ask('POST', '/rest/massimport/item', { form, who })
}
const itemsOf = async (job: number, who: Who = 'editor') =>
  (await ask('GET', `/rest/massimport/job/${job}/item`, { who })).body.response.data as AnyJson[]
const refused = (usedNow: number, allowed: number) => ({
  code: 'storage_limit_reached',
  data: expect.objectContaining({ usedBytes: usedNow, limitBytes: allowed }),
})

test('originals, former versions, files of fields, the trash and imports count; what goes permanently does not', async () => {
  const before = await use()
  const [first, second, third] = [await draw(), await draw(50), await draw(60)]
  const { id } = await create(first)
  const counted = async () => {
    const { sizeBytes, files } = await use()
    return [files - before.files, sizeBytes - before.sizeBytes]
  }
  expect(await counted()).toEqual([1, first.length])
  expect((await replace(id, second)).status).toBe(201)
  expect(await counted()).toEqual([2, first.length + second.length])
  // Its bytes are those of a version that counts.
  const restored = await ask('POST', `/api/wedia/dam/versions/asset/${id}/1/restore`, {
    json: {},
    who: 'editor',
  })
  expect(restored.status).toBe(200)
  expect(await counted()).toEqual([2, first.length + second.length])
  // Nor do they where they are former versions.
  expect((await replace(id, third)).status).toBe(201)
  expect(await counted()).toEqual([3, first.length + second.length + third.length])
  await ask('DELETE', `/api/wedia/dam/versions/asset/${id}/3`, { who: 'editor' })
  expect(await counted()).toEqual([3, first.length + second.length + third.length])
  await ask('DELETE', `/api/wedia/dam/versions/asset/${id}/2`, { who: 'editor' })
  expect(await counted()).toEqual([2, first.length + third.length])
  const release = new FormData()
  release.append('json', JSON.stringify({ release: 'cid:release' }))
  release.append('release', new File(['a contract'], 'release.txt'))
  expect((await ask('POST', assetAt(id), { form: release, as: 'PATCH', who: 'editor' })).status).toBe(200)
  expect(await counted()).toEqual([3, first.length + third.length + 10])
  await ask('DELETE', assetAt(id), { who: 'editor' })
  expect(await counted()).toEqual([3, first.length + third.length + 10])
  await ask('POST', `/api/rest/trash/${id}/restore`, { json: {}, who: 'editor' })
  expect(await counted()).toEqual([3, first.length + third.length + 10])
  await ask('PATCH', assetAt(id), { json: { json: { release: null } }, who: 'editor' })
  expect(await counted()).toEqual([2, first.length + third.length])
  await ask('DELETE', assetAt(id), { who: 'editor' })
  expect((await ask('DELETE', `/api/rest/trash/${id}`, { who: 'editor' })).status).toBe(200)
  expect(await counted()).toEqual([0, 0])
  const job = await startImport()
  await upload(job, [second, third])
  expect(await counted()).toEqual([2, second.length + third.length])
  await addUpStorage(database())
  expect(await counted()).toEqual([2, second.length + third.length])
  const [item] = await itemsOf(job)
  await ask('DELETE', `/rest/massimport/data/item/${item.id}`, { who: 'editor' })
  expect(await counted()).toEqual([1, third.length])
  await ask('DELETE', `/rest/massimport/job/${job}`, { who: 'editor' })
  expect(await counted()).toEqual([0, 0])
})

test('a file counts once when its import is published, and for whoever gets the asset or the import', async () => {
  const before = await usedBytes()
  const bytes = await draw()
  const job = await startImport()
  await upload(job, [bytes])
  await vi.waitFor(async () => expect((await itemsOf(job))[0].status.id).toBe(importItemStatuses.ready), {
    timeout: 30_000,
    interval: 100,
  })
  await ask('PUT', `/rest/massimport/job/${job}`, { json: { metadata: { validate: true } }, who: 'editor' })
  await vi.waitFor(async () => expect((await itemsOf(job))[0].status.id).toBe(importItemStatuses.validated), {
    timeout: 30_000,
    interval: 100,
  })
  expect(await usedBytes()).toBe(before + bytes.length)
  const asset = (await itemsOf(job))[0].asset.id as number
  const open = await startImport()
  const waiting = await draw(70)
  await upload(open, [waiting])
  const admin = await accountOf('admin')
  const ofAdmin = async () => (await use('admin')).sizeBytes
  const had = await ofAdmin()
  await sql`update entity set owner_id = ${admin} where resource = 'asset' and id = ${asset}`.execute(
    database(),
  )
  await sql`update import_job set owner_id = ${admin} where id = ${open}`.execute(database())
  expect([await usedBytes(), await ofAdmin()]).toEqual([before, had + bytes.length + waiting.length])
})

test('the smaller counts of a person’s limit and that of their role', async () => {
  await limit({ sizeBytes: 5000, files: 9 })
  expect((await use()).limit).toEqual({ sizeBytes: 5000, files: 9 })
  await limitRole({ sizeBytes: 3000, files: 20 })
  expect((await use()).limit).toEqual({ sizeBytes: 3000, files: 9 })
  await limit(none)
  expect((await use()).limit).toEqual({ sizeBytes: 3000, files: 20 })
  expect((await use('admin')).limit).toEqual(none)
  const { storage } = (await ask('GET', `/rest/administration/accounts/${editor}`, { call: 'getAccount' }))
    .body
  expect(storage).toMatchObject({ own: none, limit: { sizeBytes: 3000, files: 20 } })
  const role = await ask('GET', `/rest/administration/roles/${editorRole}`, { call: 'getRole' })
  expect(role.body.storageLimit).toEqual({ sizeBytes: 3000, files: 20 })
  const { rows } = await sql<{ kind: string; after: object }>`
    select kind, after from audit_entry where kind like '%.storageLimit' order by id`.execute(database())
  expect(rows).toContainEqual({ kind: 'user.storageLimit', after: { sizeBytes: 5000, files: 9 } })
  expect(rows).toContainEqual({ kind: 'role.storageLimit', after: { sizeBytes: 3000, files: 20 } })
  expect((await limit({ sizeBytes: -1 })).body.code).toBe('invalid_parameter')
  expect((await limit({ sizeBytes: 1 }, 999_999)).body.code).toBe('entity_not_found')
})

test('an import refuses what does not fit and goes on with the others; what was deleted makes room', async () => {
  const [first, large, small] = [await draw(40), await draw(400), await draw(40)]
  const used = await usedBytes()
  const job = await startImport()
  const allowed = used + first.length + small.length
  await limit({ sizeBytes: allowed })
  const { status, body } = await upload(job, [first, large, small])
  expect(status).toBe(201)
  expect((body.response.files as AnyJson[]).map(({ problem }) => problem?.code)).toEqual([
    undefined,
    'storage_limit_reached',
    undefined,
  ])
  expect(body.response.files[1].problem.message).toContain('picture-1.jpg does not fit')
  expect(await usedBytes()).toBe(allowed)
  const alone = await upload(job, [large])
  expect(alone).toMatchObject({ status: 413, body: refused(allowed, allowed) })
  const [item] = await itemsOf(job)
  await ask('DELETE', `/rest/massimport/data/item/${item.id}`, { who: 'editor' })
  expect((await upload(job, [await draw(20)])).body.code).toBeUndefined()
})

test('what a client says of a size is refused before it is read; without it, as soon as there is too much', async () => {
  const used = await usedBytes()
  const job = await startImport()
  await limit({ sizeBytes: used + 1000 })
  const bytes = await draw(300)
  const said = await upload(job, [bytes], { sizes: { file0: bytes.length } })
  expect(said.body).toMatchObject({ code: 'storage_limit_reached', data: { neededBytes: bytes.length } })
  const unsaid = await upload(job, [bytes])
  expect(unsaid.body).toMatchObject({ code: 'storage_limit_reached', data: { neededBytes: 1001 } })
  // A size that is a lie lets nothing in.
  expect((await upload(job, [bytes], { sizes: { file0: 1 } })).body.code).toBe('storage_limit_reached')
  expect(await usedBytes()).toBe(used)
})

test('the import of somebody else counts for its owner', async () => {
  const job = await startImport()
  await limit({ sizeBytes: await usedBytes() })
  expect((await upload(job, [await draw()], { who: 'admin' })).body.code).toBe('storage_limit_reached')
})

test('a file that takes the place of another is refused by its owner’s limit, whoever sends it', async () => {
  const { id } = await create(await draw())
  const used = await usedBytes()
  await limit({ sizeBytes: used + 500 })
  for (const who of ['editor', 'admin'] as const)
    expect(await replace(id, await draw(200), who), who).toMatchObject({
      status: 413,
      body: refused(used, used + 500),
    })
  // Refused before it is read: the length of the request is enough.
  expect((await replace(id, new Uint8Array(randomBytes(200_000)))).body.data.neededBytes).toBeGreaterThan(
    150_000,
  )
  await limit({ sizeBytes: used + 50_000 })
  expect((await replace(id, await draw(200))).status).toBe(201)
})

test('what an entity is created with or changed to is refused; other changes go on', async () => {
  const { id } = await create(await draw())
  const used = await usedBytes()
  await limit({ sizeBytes: used })
  expect(await create(await draw())).toMatchObject({ status: 413, code: 'storage_limit_reached' })
  const form = new FormData()
  form.append('json', JSON.stringify({ binary: 'cid:binary' }))
  form.append('binary', new File([await draw(90)], 'other.jpg'))
  const patched = await ask('POST', assetAt(id), { form, as: 'PATCH', who: 'editor' })
  expect(patched).toMatchObject({ status: 413, body: refused(used, used) })
  const named = await ask('PATCH', assetAt(id), { json: { json: { name: 'Pier' } }, who: 'editor' })
  expect(named.status).toBe(200)
  await limit({ sizeBytes: 0 })
  await ask('DELETE', assetAt(id), { who: 'editor' })
  expect((await ask('POST', `/api/rest/trash/${id}/restore`, { json: {}, who: 'editor' })).status).toBe(200)
  expect(await usedBytes()).toBe(used)
})

test('subtitles are refused where there is no room for them', async () => {
  const { id } = await create(await draw())
  await sql`update entity_file set facts = facts || '{"nature":"VIDEO"}' where resource = 'asset' and id = ${id}`.execute(
    database(),
  )
  const send = () => {
    const form = new FormData()
    form.append('file', new File(['1\n00:00:01,000 --> 00:00:02,000\nHello\n'], 'film.srt'))
    return ask('POST', `/api/wedia/dam/tracks/asset/${id}`, { form, who: 'editor' })
  }
  await limit({ sizeBytes: (await usedBytes()) + 10 })
  expect((await send()).body.code).toBe('storage_limit_reached')
  await limit({ sizeBytes: (await usedBytes()) + 1000 })
  expect((await send()).status).toBe(201)
})

test('a number of files can be the limit, too', async () => {
  const { files } = await use()
  await limitRole({ files: files + 1 })
  const { id } = await create(await draw())
  expect(await create(await draw())).toMatchObject({ status: 413, code: 'file_limit_reached' })
  const job = await startImport()
  const { body } = await upload(job, [await draw()])
  expect(body).toMatchObject({ code: 'file_limit_reached', data: { files: files + 1, limit: files + 1 } })
  expect((await replace(id, await draw(41))).body.code).toBe('file_limit_reached')
})

test('of many that come at once, no more pass than there is room for', async () => {
  const job = await startImport()
  for (let round = 0; round < 4; round++) {
    const files = await Promise.all(Array.from({ length: 8 }, () => draw(60 + round)))
    const size = Math.max(...files.map(({ length }) => length))
    const used = await usedBytes()
    await limit({ sizeBytes: used + 2 * size })
    const answers = await Promise.all(files.map((bytes) => upload(job, [bytes])))
    expect(answers.filter(({ status }) => status === 201).length, `round ${round}`).toBe(2)
    expect(await usedBytes()).toBeLessThanOrEqual(used + 2 * size)
  }
})

test('storage by owner shows the use of those who have a limit', async () => {
  await create(await draw())
  await limit({ sizeBytes: 123_456_789 })
  const { body } = await ask('GET', '/rest/administration/storage', { call: 'getStorage' })
  const line = (body.owners as AnyJson[]).find(({ owner }) => owner?.id === editor)
  expect(line.use).toEqual({ ...(await use()), limit: { sizeBytes: 123_456_789, files: null } })
})

test('what was counted wrong is put right', async () => {
  const right = await use()
  await sql`insert into storage_use (owner_id, size_bytes, files) values (${editor}, 7, 1)`.execute(
    database(),
  )
  expect((await use()).sizeBytes).toBe(right.sizeBytes + 7)
  expect(await recountStorage(database())).toBe(1)
  expect(await use()).toEqual(right)
})
