import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type Answered,
  type TestApplication,
  type Who,
} from '../../http/test-application.ts'
import { verifyBlobs } from '../../media/renditions/verify-blobs.ts'
import { sweepBlobs } from '../../media/renditions/sweep-blobs.ts'

let application: TestApplication
const ask: TestApplication['ask'] = (...options) => application.ask(...options)

beforeAll(async () => {
  application = await startTestApplication()
}, 120_000)
afterAll(() => application.stop())

const draw = async (width: number, height: number, background: string, description?: string) => {
  const picture = sharp({ create: { width, height, channels: 3, background } }).jpeg()
  return new Uint8Array(
    await (description ? picture.withExif({ IFD0: { ImageDescription: description } }) : picture).toBuffer(),
  )
}
const assetAt = (id: number) => `/api/rest/dam/data/asset/${id}`
const versionsAt = (id: number, more = '') => `/api/wedia/dam/versions/asset/${id}${more}`
const dataOf = async (id: number) =>
  (await ask('GET', assetAt(id), { who: 'editor' })).body.response.data as AnyJson
const list = async (id: number) =>
  (await ask('GET', versionsAt(id), { who: 'editor', call: 'listVersions' })).body as AnyJson[]

async function createAsset(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const form = new FormData()
  form.append('json', JSON.stringify({ name, description: 'What people wrote', binary: 'cid:binary' }))
  form.append('binary', new File([bytes], `${name}.jpg`))
  return (await ask('POST', '/api/rest/dam/data/asset', { form, who: 'editor' })).body.response.data.id
}

function replace(
  id: number,
  bytes: Uint8Array<ArrayBuffer>,
  { query = '', who = 'editor' as Who, name = 'new.jpg' } = {},
): Promise<Answered> {
  const form = new FormData()
  form.append('file', new File([bytes], name))
  return ask('POST', versionsAt(id, query), { form, who, call: 'replaceFile' })
}
const shaOf = async (id: number, path: string) => {
  const answer = await fetch(`${application.cartouche.url}${path}`, {
    headers: { authorization: application.authorizationOf('editor') },
  })
  return { status: answer.status, etag: answer.headers.get('etag'), bytes: (await answer.bytes()).length, id }
}
const numbers = (versions: readonly AnyJson[]) => versions.map(({ number }) => number as number)

test('a file is replaced under the same id; the former one is a version with who, when and why', async () => {
  const id = await createAsset('Harbour', await draw(400, 300, 'teal'))
  const before = await dataOf(id)
  const [first] = await list(id)
  expect(first).toMatchObject({ number: 1, isCurrent: true, by: { name: 'Editor' }, width: 400, height: 300 })
  const answer = await replace(id, await draw(640, 200, 'navy', 'What the file says'), {
    query: '?note=Retouched&basedOn=1',
    name: 'harbour-2.jpg',
  })
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual([
    expect.objectContaining({
      number: 2,
      isCurrent: true,
      note: 'Retouched',
      fileName: 'harbour-2.jpg',
      width: 640,
      restoredFrom: null,
    }),
    { ...first, isCurrent: false },
  ])
  const after = await dataOf(id)
  expect(after).toMatchObject({
    id,
    $uuid: before['$uuid'],
    name: 'Harbour',
    description: 'What people wrote',
  })
  expect(after).toMatchObject({ width: 640, height: 200, metadata: { filename: 'harbour-2.jpg' } })
  const original = await shaOf(id, `/api/wedia/dam/variation/asset/${id}/original`)
  expect(original.etag).toBe(`"${answer.body[0].sha256}"`)
  const former = await shaOf(id, versionsAt(id, '/1/original'))
  expect(former).toMatchObject({ status: 200, etag: `"${first?.sha256}"`, bytes: first?.sizeBytes })
  expect(await shaOf(id, versionsAt(id, '/1/thumbnailBig'))).toMatchObject({ status: 200 })
  expect((await shaOf(id, versionsAt(id, '/7/original'))).status).toBe(404)
})

test('fields that are empty take what the new file says of itself', async () => {
  const id = await createAsset('Empty', await draw(40, 30, 'teal'))
  await ask('PATCH', assetAt(id), { json: { json: { description: null } }, who: 'editor' })
  await replace(id, await draw(40, 30, 'navy', 'What the file says'))
  expect(await dataOf(id)).toMatchObject({ name: 'Empty', description: 'What the file says' })
  await replace(id, await draw(44, 30, 'teal'))
  await ask('PATCH', assetAt(id), { json: { json: { description: null } }, who: 'editor' })
  // What is restored fills nothing again.
  await ask('POST', versionsAt(id, '/2/restore'), { who: 'editor', json: {} })
  expect((await dataOf(id)).description).toBeNull()
})

test('restoring makes a new version; the same file is refused, and so is the current one for deletion', async () => {
  const id = await createAsset('Restored', await draw(40, 30, 'teal'))
  await replace(id, await draw(80, 30, 'navy'))
  const restore = (number: number, query = '') =>
    ask('POST', versionsAt(id, `/${number}/restore${query}`), {
      who: 'editor',
      json: {},
      call: 'restoreVersion',
    })
  expect((await restore(2)).body.code).toBe('file_unchanged')
  expect((await replace(id, await draw(80, 30, 'navy'))).body.code).toBe('file_unchanged')
  expect((await restore(9)).body.code).toBe('version_not_found')
  expect((await restore(1, '?basedOn=1')).body.code).toBe('version_conflict')
  const { body } = await restore(1, '?basedOn=2&note=The+other+one')
  expect(numbers(body)).toEqual([3, 2, 1])
  expect(body[0]).toMatchObject({ restoredFrom: 1, note: 'The other one', sha256: body[2].sha256, width: 40 })
  expect(await dataOf(id)).toMatchObject({ width: 40, metadata: { filename: 'Restored.jpg' } })
  const remove = (number: number) =>
    ask('DELETE', versionsAt(id, `/${number}`), { who: 'editor', call: 'deleteVersion' })
  expect((await remove(3)).body.code).toBe('version_current')
  expect((await remove(2)).status).toBe(200)
  expect((await remove(2)).body.code).toBe('version_not_found')
  expect(numbers(await list(id))).toEqual([3, 1])
})

test('two who replace at once: the second gets a conflict, and nothing is lost', async () => {
  const id = await createAsset('Twice', await draw(40, 30, 'teal'))
  const answers = await Promise.all([
    replace(id, await draw(50, 30, 'navy'), { query: '?basedOn=1' }),
    replace(id, await draw(60, 30, 'olive'), { query: '?basedOn=1', who: 'admin' }),
  ])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('version_conflict')
  expect(numbers(await list(id))).toEqual([2, 1])
  // Without a number, each takes the place of the one before.
  await Promise.all([replace(id, await draw(70, 30, 'red')), replace(id, await draw(90, 30, 'pink'))])
  expect(numbers(await list(id))).toEqual([4, 3, 2, 1])
})

test('an ordinary write of a file keeps the former one too, and sending the same again keeps none', async () => {
  const id = await createAsset('Wire', await draw(40, 30, 'teal'))
  const send = async (bytes: Uint8Array<ArrayBuffer>, name: string) => {
    const form = new FormData()
    form.append('json', JSON.stringify({ binary: 'cid:binary' }))
    form.append('binary', new File([bytes], name))
    expect((await ask('POST', assetAt(id), { as: 'PATCH', form, who: 'editor' })).status).toBe(200)
  }
  await send(await draw(40, 31, 'navy'), 'second.jpg')
  await send(await draw(40, 31, 'navy'), 'renamed.jpg')
  const versions = await list(id)
  expect(versions).toMatchObject([
    { number: 2, fileName: 'renamed.jpg', by: { name: 'Editor' } },
    { number: 1, fileName: 'Wire.jpg' },
  ])
  await ask('PATCH', assetAt(id), { json: { json: { binary: null } }, who: 'editor' })
  expect((await list(id)).map(({ number, isCurrent }) => [number, isCurrent])).toEqual([
    [2, false],
    [1, false],
  ])
  await send(await draw(40, 33, 'red'), 'third.jpg')
  expect(numbers(await list(id))).toEqual([3, 2, 1])
})

test('what cannot be an asset is refused, and who may not edit gets nothing', async () => {
  const id = await createAsset('Guarded', await draw(40, 30, 'teal'))
  expect((await replace(id, new Uint8Array(), { name: 'empty.jpg' })).body.code).toBe('upload_empty')
  const cut = (await draw(400, 300, 'red')).slice(0, 150)
  expect((await replace(id, cut)).body.code).toBe('upload_format')
  // Whoever may look at it still does not see what it was.
  await ask('POST', `${assetAt(id)}/workflow`, { json: { workflowAction: 'publish' } })
  expect((await ask('GET', assetAt(id), { who: 'viewer' })).status).toBe(200)
  for (const who of ['viewer', 'nobody'] as const) {
    expect((await replace(id, await draw(50, 30, 'red'), { who })).status).toBeGreaterThanOrEqual(401)
    expect((await ask('GET', versionsAt(id), { who })).status).toBeGreaterThanOrEqual(401)
    expect((await ask('GET', versionsAt(id, '/1/thumbnailBig'), { who })).status).toBeGreaterThanOrEqual(401)
  }
  expect((await ask('GET', '/api/wedia/dam/versions/assetkeyword/1')).body.code).toBe('entity_not_found')
  expect(numbers(await list(id))).toEqual([1])
})

test('versions are in the trash with their asset, and their bytes stay for as long as something has them', async () => {
  const { services } = application.cartouche
  const id = await createAsset('Swept', await draw(41, 30, 'teal'))
  await replace(id, await draw(42, 30, 'navy'))
  const before = await list(id)
  const sha256 = before[1]?.sha256 as string
  const there = async () => (await services.blobs.sizeOf(sha256)) !== undefined
  await sweepBlobs(services, 1)
  expect(await there()).toBe(true)
  await ask('DELETE', assetAt(id), { who: 'editor' })
  await sweepBlobs(services, 1)
  expect(await there()).toBe(true)
  const restored = await ask('POST', `/api/rest/trash/${id}/restore`, { json: {}, who: 'editor' })
  expect(restored.body).toEqual({ restored: true, missing: 0 })
  expect(await list(id)).toEqual(before)

  await services.blobs.remove(sha256, 0)
  const { faults } = await verifyBlobs(services)
  expect(faults).toMatchObject([{ sha256, uses: [`version 1, Swept.jpg, of asset ${id}`] }])
  await ask('DELETE', versionsAt(id, '/1'), { who: 'editor' })
  await sweepBlobs(services, 1)
  expect((await verifyBlobs(services)).faults).toEqual([])
})

test('the audit log names files that were replaced, restored and deleted', async () => {
  const id = await createAsset('Audited', await draw(43, 30, 'teal'))
  await replace(id, await draw(44, 30, 'navy'), { query: '?note=Why' })
  await ask('POST', versionsAt(id, '/1/restore'), { who: 'editor', json: {} })
  await ask('DELETE', versionsAt(id, '/2'), { who: 'editor' })
  const { rows } = await sql<{ kind: string; after: AnyJson; actor_name: string }>`
    select kind, after, actor_name from audit_entry where target_id = ${String(id)} and kind like 'version.%'
    order by id`.execute(application.cartouche.services.database)
  expect(rows.map(({ kind }) => kind)).toEqual(['version.created', 'version.restored', 'version.deleted'])
  expect(rows[0]).toMatchObject({ actor_name: 'Editor', after: { number: 2, note: 'Why' } })
})
