import { setTimeout as wait } from 'node:timers/promises'
import { importItemStatuses } from '@cartouche/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type TestApplication,
  type Who,
} from '../../http/test-application.ts'
import { jpegOf } from './test-import.ts'

/**
 * A second resource that imports fill, made as an administrator makes it; contributors may create its
 * entries.
 */

let application: TestApplication
let plan: AnyJson
let scan: AnyJson
let pictures = 0
const ask: TestApplication['ask'] = (...options) => application.ask(...options)

beforeAll(async () => {
  application = await startTestApplication()
  const contributor = await idOf('data/role', 'contributor')
  plan = await create('data/schema', { name: 'plan', label: 'Plan', writers: [contributor] })
})
afterAll(() => application.stop())

async function create(path: string, json: object): Promise<AnyJson> {
  const { status, body } = await ask('POST', `/rest/${path}`, { json: { json } })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.response.data
}

const field = (name: string, type: string, more: object = {}): Promise<AnyJson> =>
  create('data/schemafield', { schema: plan.id, name, type, label: name.toUpperCase(), ...more })

const patchSchema = async (id: number, json: object): Promise<AnyJson> =>
  (await ask('PATCH', `/rest/data/schema/${id}`, { json: { json } })).body

async function idOf(path: string, name: string): Promise<number> {
  const query = encodeURIComponent(JSON.stringify({ name }))
  return (await ask('GET', `/rest/${path}?query=${query}`)).body.response.data[0].id
}

async function startJob(who: Who = 'contributor'): Promise<number> {
  const form = new FormData()
  form.set('json', '{"name":"Plans"}')
  return (await ask('POST', '/rest/massimport/job', { form, who })).body.response.data.id
}

/** Uploads a picture that nobody has yet; its item once it is inspected. */
async function uploadTo(job: number, bytes?: Buffer): Promise<AnyJson> {
  const form = new FormData()
  form.set('json', JSON.stringify({ job, binary: 'cid:binary' }))
  form.set('binary', new Blob([new Uint8Array(bytes ?? (await jpegOf(++pictures)))]), 'Ground floor.jpg')
  const { body } = await ask('POST', '/rest/massimport/item', { form, who: 'contributor' })
  for (;;) {
    const item = await itemOf(body.response.data[0].id)
    if (item.status.name === 'ready') return item
    await wait(50)
  }
}

const itemOf = async (id: number, more = ''): Promise<AnyJson> =>
  (
    await ask('GET', `/rest/massimport/data/item/${id}${more}`, {
      who: 'contributor',
      call: 'getImportItems',
    })
  ).body.response.data

const put = (job: number, metadata: object, who: Who = 'contributor') =>
  ask('PUT', `/rest/massimport/job/${job}`, { json: { metadata }, who, call: 'editImportJob' })

const valuesOf = async (id: number): Promise<AnyJson> => (await itemOf(id)).$assetmetadata

async function changes(job: number, id: string): Promise<AnyJson> {
  const path = `/rest/massimport/job/${job}/changes/${id}?longPolling=20`
  return (await ask('GET', path, { who: 'contributor', call: 'listImportChanges' })).body.response.data[0]
}

/** Validates an item; what it became. */
async function validate(job: number, id: number, more: object = {}): Promise<AnyJson> {
  const { status, body } = await put(job, { ids: [id], validate: true, ...more })
  expect(status, JSON.stringify(body)).toBe(200)
  await changes(job, body.response.validationJob.id)
  return (await itemOf(id)).asset
}

describe('an administrator marks a resource as importable', () => {
  test('with its file field; without one the refusal says what is missing', async () => {
    expect(await patchSchema(plan.id, { importfield: 'scan' })).toMatchObject({
      code: 'invalid_parameter',
      data: { parameter: 'importfield', reason: expect.stringContaining('plan has no file field') },
    })
    scan = await field('scan', 'binary', { mandatorycreate: true })
    await field('name', 'text', {
      mandatorycreate: true,
      mandatorypatch: true,
      fulltext: 'A',
      sortable: true,
    })
    await field('city', 'text', { facet: true })
    await field('code', 'text')
    await field('width', 'number', { create: false, update: false })
    await field('copyright', 'text', { create: false })
    await field('camera', 'number')
    await field('keywords', 'array', { target: await idOf('data/schema', 'assetkeyword'), facet: true })
    expect((await patchSchema(plan.id, { importfield: 'city' })).code).toBe('invalid_parameter')
    expect((await patchSchema(plan.id, { importfield: 'scan' })).response.data.importfield).toBe('scan')
    const { body } = await ask('GET', '/rest/dam/data/plan/headers', { call: 'getSchema' })
    expect(body).toMatchObject({ resource: 'plan', importField: 'scan' })
    expect((await ask('GET', '/rest/dam', { call: 'listResources' })).body.response.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ resource: 'asset', importField: 'binary' }),
        expect.objectContaining({ resource: 'plan', importField: 'scan' }),
        expect.objectContaining({ resource: 'assetkeyword', importField: null }),
      ]),
    )
  })

  test('assets stay importable, accounts never are, and the field cannot be removed meanwhile', async () => {
    const asset = await idOf('data/schema', 'asset')
    expect(await patchSchema(asset, { importfield: null })).toMatchObject({ code: 'field_read_only' })
    const user = await idOf('data/schema', 'user')
    await create('data/schemafield', { schema: user, name: 'photo', type: 'binary', label: 'Photo' })
    expect(await patchSchema(user, { importfield: 'photo' })).toMatchObject({ code: 'invalid_parameter' })
    const { body } = await ask('DELETE', `/rest/data/schemafield/${scan.id}`)
    expect(body.code).toBe('entity_in_use')
  })

  test('files that entries have already become originals, and lie beside them again afterwards', async () => {
    await patchSchema(plan.id, { importfield: null })
    const form = new FormData()
    form.set('json', JSON.stringify({ name: 'By hand', scan: 'cid:f' }))
    form.set('f', new Blob([new Uint8Array(await jpegOf(900))]), 'by-hand.jpg')
    const { id, scan: before } = (await ask('POST', '/rest/dam/data/plan', { form })).body.response.data
    expect(before).toMatchObject({
      name: 'by-hand.jpg',
      uri: expect.stringContaining(`/file/plan/${id}/scan`),
    })
    await patchSchema(plan.id, { importfield: 'scan' })
    const after = (await ask('GET', `/rest/dam/data/plan/${id}`)).body.response.data.scan
    expect(after).toMatchObject({ ...before, uri: expect.stringContaining(`/variation/plan/${id}/original`) })
    const thumbnail = await ask('GET', `/wedia/dam/variation?object=plan&id=${id}`)
    expect(thumbnail.headers.get('content-type')).toBe('image/jpeg')
    await patchSchema(plan.id, { importfield: null })
    const path = before.uri.slice(application.cartouche.url.length)
    expect((await ask('GET', path)).headers.get('content-type')).toBe('image/jpeg')
    expect((await ask('GET', `/wedia/dam/variation?object=plan&id=${id}`)).status).toBe(404)
    await patchSchema(plan.id, { importfield: 'scan' })
  })
})

describe('items become what somebody chooses', () => {
  test('D7.09 D3.23 D7.06 upload, change of type, edit, validation: an entity with its file', async () => {
    const keyword = await create('dam/data/assetkeyword', { name: 'Cellar' })
    const job = await startJob()
    const item = await uploadTo(job)
    expect(item.$assetmetadata).toMatchObject({ $resource: 'asset', name: 'Ground floor', width: 120 })
    await put(job, { ids: [item.id], data: { city: 'Brest', country: 'France', keywords: [keyword.id] } })

    const typed = (await put(job, { ids: [item.id], type: 'plan' })).body.response
    expect(typed.dropped).toEqual(expect.arrayContaining(['country', 'description', 'creator']))
    expect(typed.dropped).not.toContain('city')
    expect(typed.data.itemResources.map((one: AnyJson) => one.resource)).toEqual(['asset', 'plan'])
    const [command] = typed.$action.commands
    expect(await changes(job, command)).toMatchObject({
      kind: 'type',
      done: true,
      undoable: true,
      dropped: typed.dropped,
    })
    const values = await valuesOf(item.id)
    expect(values).toMatchObject({
      $resource: 'plan',
      name: 'Ground floor',
      city: 'Brest',
      code: null,
      width: 120,
      keywords: [{ id: keyword.id, name: 'Cellar' }],
      '$meta-code': { faces: { editable: true, mandatory: false } },
      '$meta-name': { faces: { mandatory: true } },
      '$meta-width': { faces: { editable: false } },
    })
    expect(values).not.toHaveProperty('country')

    expect((await put(job, { ids: [item.id], data: { country: 'Spain' } })).body).toMatchObject({
      code: 'unknown_field',
      data: { resource: 'plan', field: 'country' },
    })
    await put(job, {
      ids: [item.id],
      data: { code: 'P-12', keywords: { $mode: 'appendnew', $values: [{ name: 'Attic' }] } },
    })
    const page = (
      await ask('GET', `/rest/massimport/job/${job}/item?query={"code":"P-12"}`, { who: 'contributor' })
    ).body
    expect(page.response.data).toMatchObject([{ id: item.id }])
    expect(page.$assetmetadataresources.map((one: AnyJson) => one.resource)).toEqual(['asset', 'plan'])
    expect(page.headers.$assetmetadata.plan).toHaveProperty('code')

    const made = await validate(job, item.id, { workflowAction: 'submit' })
    expect(made).toEqual({ id: expect.any(Number), $resource: 'plan' })
    const { body } = await ask('GET', `/rest/dam/data/plan/${made.id}`, {
      call: 'getEntity',
      who: 'contributor',
    })
    expect(body.response.data).toMatchObject({
      $resource: 'plan',
      name: 'Ground floor',
      code: 'P-12',
      city: 'Brest',
      width: 120,
      scan: { name: 'Ground floor.jpg', filesize: item.filesize, mediatype: 'image/jpeg' },
    })
    expect(body.response.data).not.toHaveProperty('status')
    const thumbnail = await ask('GET', `/wedia/dam/variation?object=plan&id=${made.id}`, {
      who: 'contributor',
    })
    expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(
      (await ask('GET', `/wedia/dam/variation?object=plan&id=${made.id}`, { who: 'viewer' })).status,
    ).toBe(403)
    const list = await ask('GET', '/rest/dam/data/plan?fulltext=ground', { who: 'contributor' })
    expect(list.body.response.data).toMatchObject([{ id: made.id }])
  })

  test('D7.09 switching forth and back keeps every value, also those written meanwhile', async () => {
    const job = await startJob()
    const { id } = await uploadTo(job)
    await put(job, { ids: [id], data: { city: 'Brest', country: 'France', camera: 'Box', copyright: 'Me' } })
    const before = await valuesOf(id)
    expect((await put(job, { ids: [id], type: 'plan' })).body.response.dropped).toContain('camera')
    await put(job, { ids: [id], data: { code: 'P-1', camera: 7, city: 'Nantes' } })
    expect(await valuesOf(id)).toMatchObject({ code: 'P-1', camera: 7, copyright: null })
    expect((await put(job, { ids: [id], type: 'asset' })).body.response.dropped).toEqual(['camera', 'code'])
    expect(await valuesOf(id)).toEqual({ ...before, city: 'Nantes' })
    await put(job, { ids: [id], type: 'plan' })
    expect(await valuesOf(id)).toMatchObject({ code: 'P-1', camera: 7, city: 'Nantes' })
    const one = await ask('POST', `/rest/massimport/data/item/${id}`, {
      as: 'PATCH',
      json: { type: 'asset', $assetmetadata: { country: 'Spain' } },
      who: 'contributor',
      call: 'patchImportItems',
    })
    expect(one.body.response).toMatchObject({
      dropped: ['camera', 'code'],
      data: { $assetmetadata: { $resource: 'asset', camera: 'Box', country: 'Spain' } },
    })
  })

  test('D7.09 a change of type is undone, and the undo too, unless somebody changed the same values since', async () => {
    const job = await startJob()
    const { id } = await uploadTo(job)
    await put(job, { ids: [id], data: { country: 'France' } })
    const before = await valuesOf(id)
    const undo = async (command: string): Promise<AnyJson> =>
      (await ask('POST', `/rest/massimport/job/${job}/changes/${command}/undo`, { who: 'contributor' })).body
    const [typed] = (await put(job, { ids: [id], type: 'plan' })).body.response.$action.commands
    await put(job, { ids: [id], data: { code: 'P-2' } })
    const [undone] = (await undo(typed)).response.$action.commands
    expect(await valuesOf(id)).toEqual(before)
    expect(await changes(job, undone)).toMatchObject({ kind: 'undo', dropped: ['code'] })
    await undo(undone)
    expect(await valuesOf(id)).toMatchObject({ $resource: 'plan', code: 'P-2' })
    const [back] = (await put(job, { ids: [id], type: 'asset' })).body.response.$action.commands
    await put(job, { ids: [id], data: { country: 'Spain' } })
    expect(await undo(back)).toMatchObject({ code: 'version_conflict' })
  })

  test('D7.09 an item that is being turned into an asset, or is one, is refused', async () => {
    const job = await startJob()
    const { id } = await uploadTo(job)
    const refused = { code: 'import_item_closed' }
    const { database } = application.cartouche.services
    const setStatus = (status: keyof typeof importItemStatuses) =>
      sql`update import_item set status = ${importItemStatuses[status]} where id = ${id}`.execute(database)
    await setStatus('validating')
    expect((await put(job, { ids: [id], type: 'plan' })).body).toMatchObject(refused)
    await setStatus('ready')
    await validate(job, id)
    expect((await put(job, { ids: [id], type: 'plan' })).body).toMatchObject(refused)
  })

  test('items that become different things are described together, each by its own schema', async () => {
    const job = await startJob()
    const [one, other] = [await uploadTo(job), await uploadTo(job)]
    await put(job, { ids: [other.id], type: 'plan' })
    const { body } = await put(job, { data: { city: 'Quimper' } })
    expect(body.response.$action.commands).toHaveLength(2)
    expect([await valuesOf(one.id), await valuesOf(other.id)]).toMatchObject([
      { $resource: 'asset', city: 'Quimper' },
      { $resource: 'plan', city: 'Quimper' },
    ])
    expect((await put(job, { data: { code: 'P-3' } })).body.code).toBe('unknown_field')
    expect((await valuesOf(other.id)).code).toBeNull()
  })

  test('the same bytes are pointed out in whatever they became, to whoever may see it', async () => {
    const bytes = await jpegOf(901)
    const job = await startJob()
    const first = await uploadTo(job, bytes)
    await put(job, { ids: [first.id], type: 'plan' })
    const made = await validate(job, first.id)
    const again = await uploadTo(await startJob(), bytes)
    expect(again).toMatchObject({ isduplicate: true, duplicateof: { $resource: 'plan', id: made.id } })
  })

  test('people choose among what they may create', async () => {
    const { id } = (await ask('POST', '/rest/massimport/job', { form: jobForm(), who: 'editor' })).body
      .response.data
    const { body } = await ask('GET', `/rest/massimport/job/${id}`, { who: 'editor' })
    expect(body.response.data.itemResources.map((one: AnyJson) => one.resource)).toEqual(['asset'])
    const refused = {
      code: 'invalid_parameter',
      data: { parameter: 'type', reason: 'items become asset only' },
    }
    expect((await put(id, { ids: [], type: 'plan' }, 'editor')).body).toMatchObject(refused)
    expect((await put(id, { ids: [], type: 'user' }, 'editor')).body).toMatchObject(refused)
    const job = await startJob()
    const item = await uploadTo(job)
    await put(job, { ids: [item.id], type: 'plan' })
    // Whoever may change the import and may not create plans turns none of its items into one.
    await ask('PATCH', `/rest/massimport/job/${job}`, {
      json: { json: { jobowner: await idOf('data/user', 'Editor') } },
    })
    const { body: denied } = await put(job, { ids: [item.id], validate: true }, 'editor')
    expect(denied.code).toBe('access_denied')
  })

  test('a resource that nothing is imported into any more keeps its items, which become something else', async () => {
    const job = await startJob()
    const { id } = await uploadTo(job)
    await put(job, { ids: [id], type: 'plan' })
    await patchSchema(plan.id, { importfield: null })
    expect((await put(job, { ids: [id], validate: true })).body).toMatchObject({
      code: 'import_item_not_ready',
    })
    expect((await put(job, { ids: [id], type: 'asset' })).status).toBe(200)
    await patchSchema(plan.id, { importfield: 'scan' })
    expect(await validate(job, id)).toMatchObject({ $resource: 'asset' })
  })
})

function jobForm(): FormData {
  const form = new FormData()
  form.set('json', '{"name":"Other"}')
  return form
}
