import { existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { assetStatuses, importItemStatuses, type ImportItem } from '@cartouche/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Context } from '../../access/context.ts'
import { selectAudit } from '../../access/audit/audit.sql.ts'
import { readEntities } from '../../model/entities/read-entities.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { deleteImportItem } from './delete-import-item.ts'
import { editImportJob } from './edit-import-job.ts'
import { findImportItems } from './find-import-items.ts'
import { findImportJobs } from './find-import-jobs.ts'
import { deleteImportJob, getImportJob } from './import-jobs.ts'
import { listImportChanges } from './list-import-changes.ts'
import {
  itemsOf,
  jpegOf,
  openTestImport,
  partsOf,
  sampleOf,
  startJob,
  upload,
  type TestImport,
} from './test-import.ts'
import { uploadImportFiles } from './upload-import-files.ts'

const samples = existsSync(new URL('../../../../../shared/samples/', import.meta.url))
let server: TestImport
let editor: Context
let contributor: Context

beforeAll(async () => {
  server = await openTestImport()
  editor = server.as(await server.library.user('editor'))
  contributor = server.as(await server.library.user('contributor'))
  await server.startWorkers()
})
afterAll(() => server.close())

async function inspected(context: Context, jobId: number): Promise<ImportItem[]> {
  return vi.waitFor(
    async () => {
      const items = await itemsOf(context, jobId)
      expect(items.filter((item) => item.status.id <= importItemStatuses.analyzing)).toEqual([])
      return items
    },
    { timeout: 25_000, interval: 100 },
  )
}

async function done(context: Context, jobId: number, commands: readonly string[]): Promise<void> {
  const { response } = await listImportChanges(context, {
    id: jobId,
    commandIds: [...commands],
    longPolling: 20,
  })
  expect(response.data).toMatchObject(commands.map((id) => ({ id, done: true })))
}

async function imported(
  context: Context,
  files: readonly { name: string; bytes: Buffer }[],
  metadata: object = {},
): Promise<ImportItem[]> {
  const job = await startJob(context)
  await upload(context, job, files)
  await inspected(context, job)
  const { response } = await editImportJob(context, { id: job, metadata: { validate: true, ...metadata } })
  await done(context, job, response.$action.commands)
  return itemsOf(context, job)
}

describe('uploading', () => {
  test('D7.08 several files at once become items in the order of the body, with a reason for each that is not taken', async () => {
    const job = await startJob(editor)
    const answer = await upload(editor, job, [
      { name: 'a.jpg', bytes: await jpegOf(1) },
      { name: 'nothing.jpg', bytes: Buffer.alloc(0) },
      { name: '../../b.jpg', bytes: await jpegOf(2) },
    ])
    expect(
      answer.response.files.map(({ filename, item, problem }) => [
        filename,
        item !== null,
        problem?.code ?? null,
      ]),
    ).toEqual([
      ['a.jpg', true, null],
      ['nothing.jpg', false, 'upload_empty'],
      ['b.jpg', true, null],
    ])
    expect(answer.response.data.map((item) => item.filename)).toEqual(['a.jpg', 'b.jpg'])
  })

  test('a file that is too large is refused and the others go on; where nothing is taken, the reason is the error', async () => {
    const job = await startJob(editor)
    const small = { ...editor, settings: { ...editor.settings, uploadMaxBytes: 2000 } }
    const answer = await upload(small, job, [
      { name: 'big.bin', bytes: Buffer.alloc(5000, 1) },
      { name: 'a.jpg', bytes: await jpegOf(3) },
    ])
    expect(answer.response.files.map(({ problem }) => problem?.code)).toEqual(['upload_too_large', undefined])
    await expect(
      upload(small, job, [{ name: 'big.bin', bytes: Buffer.alloc(5000, 1) }]),
    ).rejects.toMatchObject({ code: 'upload_too_large' })
    await expect(upload(small, job, [{ name: 'empty.bin', bytes: Buffer.alloc(0) }])).rejects.toMatchObject({
      code: 'upload_empty',
      message: expect.stringContaining('empty.bin'),
    })
    await expect(upload(small, job, [])).rejects.toMatchObject({ code: 'upload_empty' })
    expect(await itemsOf(editor, job)).toHaveLength(1)
  })

  test('the same upload sent again is one item; a key of the client distinguishes equal files', async () => {
    const job = await startJob(editor)
    const file = { name: 'a.jpg', bytes: await jpegOf(4) }
    const [first, again] = [await upload(editor, job, [file]), await upload(editor, job, [file])]
    expect(again.response.files).toEqual(first.response.files)
    await upload(editor, job, [file], { keys: { file0: 'another' } })
    expect(await itemsOf(editor, job)).toHaveLength(2)
  })

  test('a client that leaves in mid-upload leaves no item', async () => {
    const job = await startJob(editor)
    const leaving = new AbortController()
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(1000))
      },
    })
    const uploading = uploadImportFiles(server.as(editor.identity as never, leaving.signal), {
      unzip: undefined,
      job: undefined,
      parts: partsOf({ job: { id: job } }, [{ name: 'film.mp4', bytes: endless }]),
    })
    setTimeout(() => {
      leaving.abort()
    }, 50)
    await expect(uploading).rejects.toThrow()
    expect(await itemsOf(editor, job)).toEqual([])
  })

  test('files without a job, or for a job of somebody else, are refused', async () => {
    const job = await startJob(editor)
    const file = { name: 'a.jpg', bytes: await jpegOf(5) }
    await expect(
      uploadImportFiles(editor, { unzip: undefined, job: undefined, parts: partsOf(undefined, [file]) }),
    ).rejects.toMatchObject({ code: 'upload_format' })
    await expect(upload(contributor, job, [file])).rejects.toMatchObject({ code: 'entity_not_found' })
    const viewer = server.as(await server.library.user('viewer'))
    await expect(upload(viewer, job, [file])).rejects.toMatchObject({ code: 'access_denied' })
  })
})

describe('inspection', () => {
  test('D3.26 D3.27 an item says what its file is and proposes what the file says', async () => {
    const job = await startJob(editor)
    await upload(editor, job, [{ name: 'Tower.jpg', bytes: await jpegOf(6, 400, 300) }])
    const [item] = await inspected(editor, job)
    expect(item).toMatchObject({
      $resource: 'massimportitem',
      $path: 'massimport/data/item',
      status: { id: 3, name: 'ready' },
      nature: 'IMAGE',
      mediatype: 'image/jpeg',
      width: 400,
      height: 300,
      indexingstatus: 'done',
      problems: [],
      blurhash: expect.any(String),
      $assetmetadata: {
        $resource: 'asset',
        name: 'Tower',
        description: 'Picture 6',
        creator: 'Test',
        rootnature: { name: 'IMAGE' },
        metadata: { filename: 'Tower.jpg' },
        '$meta-name': { faces: { editable: true, mandatory: true, viewable: true } },
      },
    })
    const { rows } = await sql<{
      name: string
    }>`select r.name from rendition r join import_item i on i.sha256 = r.source_sha256 where i.id = ${item?.id} order by 1`.execute(
      editor.database,
    )
    expect(rows.map((row) => row.name).toSorted()).toEqual([
      'preview',
      'thumbnailBig',
      'thumbnailSmall',
      'thumbnailsmall',
    ])
  })

  test('what is broken or lies becomes an item with the reason, and cannot be validated', async () => {
    const job = await startJob(editor)
    const whole = await jpegOf(7, 800, 600)
    await upload(editor, job, [
      { name: 'cut.jpg', bytes: whole.subarray(0, whole.indexOf(Buffer.from('ffda', 'hex')) + 14) },
      { name: 'lies.jpg', bytes: Buffer.from('MZ this is a program, or so it says\0\0') },
      { name: 'good.jpg', bytes: await jpegOf(8) },
    ])
    const items = await inspected(editor, job)
    expect(items.map((item) => item.status.name)).toEqual(['broken', 'broken', 'ready'])
    expect(items[0]?.problems[0]?.message).toMatch(/\w+ \w+/)
    await expect(
      editImportJob(editor, { id: job, metadata: { ids: [items[0]?.id ?? 0], validate: true } }),
    ).rejects.toMatchObject({
      code: 'import_item_not_ready',
      message: expect.stringContaining(String(items[0]?.problems[0]?.message)),
    })
    const { response } = await editImportJob(editor, { id: job, metadata: { validate: true } })
    await done(editor, job, response.$action.commands)
    expect((await itemsOf(editor, job)).map((item) => item.status.name)).toEqual([
      'broken',
      'broken',
      'validated',
    ])
  })

  test('an exact duplicate points at the earlier item, and at the asset, to whoever may see it', async () => {
    const bytes = await jpegOf(9)
    const job = await startJob(editor)
    await upload(editor, job, [
      { name: 'one.jpg', bytes },
      { name: 'two.jpg', bytes },
    ])
    const [one, two] = await inspected(editor, job)
    expect(one?.duplicateof).toBeNull()
    expect(two?.duplicateof).toEqual({ $resource: 'massimportitem', id: one?.id, name: 'one.jpg' })
    const { response } = await editImportJob(editor, {
      id: job,
      metadata: { ids: [one?.id ?? 0], validate: true },
    })
    await done(editor, job, response.$action.commands)
    const [validated, second] = await itemsOf(editor, job)
    expect(validated?.duplicateof).toBeNull()
    expect(second?.duplicateof).toMatchObject({ $resource: 'asset', id: validated?.asset?.id })
    // A draft of the editor is nothing that a contributor may know of.
    const other = await startJob(contributor)
    await upload(contributor, other, [{ name: 'three.jpg', bytes }])
    expect((await inspected(contributor, other))[0]?.duplicateof).toBeNull()
  })

  test.runIf(samples)(
    `real files: upright, described, or refused with a reason${samples ? '' : ' (skipped: ../shared/samples is absent)'}`,
    async () => {
      const job = await startJob(editor)
      const names = [
        'camera/Canon_40D.jpg',
        'heic/iphone_7.heic',
        'documents/resolution-chart.pdf',
        'documents/Random.docx',
        'broken/image00971.jpg',
        'broken/not-a-heic.heic',
        'orientation/portrait_6.jpg',
      ]
      for (const name of names) {
        const bytes = await sampleOf(name)
        if (bytes) await upload(editor, job, [{ name, bytes }])
      }
      const items = new Map((await inspected(editor, job)).map((item) => [item.filename, item]))
      expect(items.get('Canon_40D.jpg')).toMatchObject({
        status: { name: 'ready' },
        $assetmetadata: { camera: 'Canon EOS 40D' },
      })
      expect(items.get('iphone_7.heic')).toMatchObject({ status: { name: 'ready' }, mediatype: 'image/heic' })
      expect(items.get('resolution-chart.pdf')).toMatchObject({
        nature: 'DOCUMENT',
        status: { name: 'ready' },
      })
      expect(items.get('not-a-heic.heic')?.problems[0]?.code).toBe('name_lies')
    },
  )
})

describe('lists', () => {
  test('D7.06 D7.22 items come in order of upload, page by page, with the state echoed', async () => {
    const job = await startJob(editor)
    await upload(
      editor,
      job,
      await Promise.all(
        [10, 11, 12, 13, 14].map(async (n) => ({ name: `Été ${n}.jpg`, bytes: await jpegOf(n) })),
      ),
    )
    await inspected(editor, job)
    const first = await findImportItems(editor, { id: job, max: 2, state: 's-1' })
    expect(first.state).toBe('s-1')
    expect(first.response).toMatchObject({ total: 5, outstandingItems: [] })
    const second = await findImportItems(editor, { id: job, max: 2, after: first.links.moreResultsToken })
    const third = await findImportItems(editor, { id: job, max: 2, after: second.links.nextResultsToken })
    expect(
      [...first.response.data, ...second.response.data, ...third.response.data].map((item) => item.filename),
    ).toEqual([10, 11, 12, 13, 14].map((n) => `Été ${n}.jpg`))
    expect(third.links).toEqual({})
    await expect(
      findImportItems(editor, { id: job, max: 2, after: first.links.nextResultsToken, fulltext: 'ete' }),
    ).rejects.toMatchObject({ code: 'token_mismatch' })
    expect(
      (await findImportItems(editor, { id: job, fulltext: 'ETE 13' })).response.data.map(
        (item) => item.filename,
      ),
    ).toEqual(['Été 13.jpg'])
    expect(
      (await findImportItems(editor, { id: job, orderby: 'filename desc', max: 1 })).response.data[0]
        ?.filename,
    ).toBe('Été 14.jpg')
    expect(first.headers.$assetmetadata['asset']).toHaveProperty('keywords')
    expect(first.$assetmetadataresources).toEqual([{ resource: 'asset', name: 'Asset', description: '' }])
  })

  test('D7.05 D7.24 counts by status without the items; queries name fields of items', async () => {
    const job = await startJob(editor)
    await upload(editor, job, [
      { name: 'a.jpg', bytes: await jpegOf(15) },
      { name: 'b.jpg', bytes: Buffer.from('no picture') },
    ])
    await inspected(editor, job)
    const counted = await findImportItems(editor, {
      id: job,
      withData: false,
      withAggregates: true,
      aggFields: ['status'],
    })
    expect(counted.response.data).toEqual([])
    expect(counted.response.aggregates?.['status']).toEqual(
      expect.arrayContaining([
        { count: 1, total: 1, data: { id: 3, name: 'ready' } },
        { count: 1, total: 1, data: { id: 4, name: 'broken' } },
      ]),
    )
    const query = async (json: object): Promise<string[]> =>
      (await findImportItems(editor, { id: job, query: json })).response.data.map((item) => item.filename)
    expect(await query({ and: [{ activated: true }, { status: { eq: 3 } }] })).toEqual(['a.jpg'])
    expect(await query({ status: { nin: [3] } })).toEqual(['b.jpg'])
    expect(await query({ filename: { sw: 'B' } })).toEqual(['b.jpg'])
    expect(await query({ not: { nature: 'IMAGE' } })).toEqual(['b.jpg'])
    expect(await query({ id: 0 })).toEqual([])
    await expect(query({ colour: 1 })).rejects.toMatchObject({ code: 'unknown_field' })
    await expect(query({ status: { gt: 'x' } })).rejects.toMatchObject({ code: 'query_syntax' })
  })

  test('nothing picked is nothing done: an empty list of ids is none', async () => {
    const job = await startJob(editor)
    await upload(editor, job, [{ name: 'a.jpg', bytes: await jpegOf(901) }])
    await inspected(editor, job)
    const described = await editImportJob(editor, { id: job, metadata: { ids: [], data: { city: 'Brest' } } })
    const validated = await editImportJob(editor, { id: job, metadata: { ids: [], validate: true } })
    expect([described, validated].map(({ response }) => response.$action.commands)).toEqual([
      [expect.any(String)],
      [expect.any(String)],
    ])
    const [item] = await itemsOf(editor, job)
    expect(item).toMatchObject({ status: { name: 'ready' }, $assetmetadata: { city: null } })
  })

  test('D7.02 D7.03 jobs are listed newest first, each to its owner alone', async () => {
    const [older, newer] = [await startJob(contributor, 'older'), await startJob(contributor, 'newer')]
    const page = await findImportJobs(contributor, { max: 1 })
    expect(page.response.data.map((job) => job.id)).toEqual([newer])
    const next = new URL(page.links.next ?? '', 'http://cartouche.test')
    expect(next.pathname).toBe('/api/rest/massimport/job')
    expect(Object.fromEntries(next.searchParams)).toEqual({ after: page.links.nextResultsToken, max: '1' })
    const second = await findImportJobs(contributor, {
      max: 1,
      after: next.searchParams.get('after') ?? undefined,
    })
    expect(second.response.data.map((job) => job.id)).toEqual([older])
    expect((await getImportJob(contributor, { id: newer })).response.data).toMatchObject({
      name: 'newer',
      jobowner: { name: 'contributor' },
      $items: [],
      $moreChildren_$items: { total: 0 },
      activated: true,
    })
    await expect(getImportJob(editor, { id: newer })).rejects.toMatchObject({ code: 'entity_not_found' })
    const administrator = server.as(await server.library.user('administrator'))
    expect((await getImportJob(administrator, { id: newer })).response.data.id).toBe(newer)
  })
})

describe('describing', () => {
  test('D4.31 D7.09 values and lists change for the items named: appendnew, remove, clear, replace', async () => {
    const keyword = await server.library.createNode('assetkeyword', 'Harbour')
    const job = await startJob(editor)
    await upload(editor, job, [
      { name: 'a.jpg', bytes: await jpegOf(20) },
      { name: 'b.jpg', bytes: await jpegOf(21) },
    ])
    const [a, b] = await inspected(editor, job)
    const edit = async (ids: number[], data: Record<string, unknown>) => {
      const { response } = await editImportJob(editor, { id: job, metadata: { ids, data } })
      await done(editor, job, response.$action.commands)
      return (await itemsOf(editor, job)).map((item) => item.$assetmetadata)
    }
    const ids = [a?.id ?? 0, b?.id ?? 0]
    let [first, second] = await edit(ids, {
      city: 'Brest',
      keywords: { $mode: 'appendnew', $values: [keyword, { name: 'Sunset' }] },
    })
    expect(first).toMatchObject({
      city: 'Brest',
      keywords: [
        { id: keyword, name: 'Harbour' },
        { id: null, name: 'Sunset' },
      ],
    })
    ;[first, second] = await edit([ids[0] ?? 0], {
      keywords: { $mode: 'appendnew', $values: [{ id: keyword }, { name: 'SUNSET' }] },
    })
    expect(first?.['keywords']).toHaveLength(2)
    ;[first, second] = await edit([ids[0] ?? 0], { keywords: { $mode: 'remove', $values: [keyword] } })
    expect(first?.['keywords']).toMatchObject([{ name: 'Sunset' }])
    expect(second?.['keywords']).toHaveLength(2)
    ;[first] = await edit([ids[0] ?? 0], { keywords: { $mode: 'clear' }, city: null })
    expect(first).toMatchObject({ keywords: [], city: null })
    await expect(edit(ids, { name: '' })).rejects.toMatchObject({ code: 'field_mandatory' })
    await expect(edit(ids, { colour: 'red' })).rejects.toMatchObject({ code: 'unknown_field' })
    await expect(edit(ids, { width: 3 })).rejects.toMatchObject({ code: 'field_read_only' })
    await expect(edit(ids, { keywords: [987_654] })).rejects.toMatchObject({ code: 'entity_not_found' })
    await expect(edit([123_456_789], { city: 'Brest' })).rejects.toMatchObject({ code: 'entity_not_found' })
  })
})

describe('validating', () => {
  test('D5.09 items become assets with all that was proposed and measured, found at once', async () => {
    const collection = await server.library.createNode('assetcollection', 'Coast')
    const job = await startJob(editor)
    await upload(editor, job, [{ name: 'Lighthouse.jpg', bytes: await jpegOf(30, 300, 200) }])
    const [item] = await inspected(editor, job)
    const { response } = await editImportJob(editor, {
      id: job,
      metadata: {
        data: { keywords: [{ name: 'Phare' }], collections: [collection], validuntil: '2090-01-01' },
        validate: true,
        ids: [item?.id ?? 0],
      },
    })
    expect(response.validationJob?.id).toBe(response.$action.commands[1])
    await done(editor, job, response.$action.commands)
    const [validated] = await itemsOf(editor, job)
    expect(validated).toMatchObject({ status: { name: 'validated' }, asset: { id: expect.any(Number) } })
    const schema = await getSchemaOf(editor, 'asset')
    const [asset] = await readEntities(editor, schema, [validated?.asset?.id ?? 0])
    expect(asset).toMatchObject({
      name: 'Lighthouse',
      width: 300,
      height: 200,
      rootnature: { id: 1 },
      keywords: [{ name: 'Phare' }],
      collections: [{ id: collection }],
      status: { id: assetStatuses.draft },
      owner: { name: 'editor' },
      validuntil: '2090-01-01T00:00:00.000Z',
      metadata: { filename: 'Lighthouse.jpg', mediatype: 'image/jpeg' },
      blurhash: expect.any(String),
    })
    const { rows } = await sql<{
      facets: number[]
    }>`select facets from search where resource = 'asset' and id = ${asset?.id}`.execute(editor.database)
    expect(rows).toHaveLength(1)
  })

  test('a keyword that is proposed twice, in whatever case, is made once; one that exists is taken', async () => {
    const bytes = await Promise.all([31, 32, 33].map((n) => jpegOf(n)))
    const job = await startJob(editor)
    await upload(
      editor,
      job,
      bytes.map((one, index) => ({ name: `${index}.jpg`, bytes: one })),
    )
    const items = await inspected(editor, job)
    for (const [index, name] of ['Éclipse', 'eclipse', 'ECLIPSE'].entries())
      await editImportJob(editor, {
        id: job,
        metadata: { ids: [items[index]?.id ?? 0], data: { keywords: [{ name }] } },
      })
    const { response } = await editImportJob(editor, { id: job, metadata: { validate: true } })
    await done(editor, job, response.$action.commands)
    const { rows } = await sql<{
      count: number
    }>`select count(*) count from entity where resource = 'assetkeyword' and lower(props ->> 'name') in ('éclipse', 'eclipse')`.execute(
      editor.database,
    )
    expect(rows[0]?.count).toBe(1)
  })

  test('a workflow action is taken at once by whoever may, and refused to whoever may not', async () => {
    const [published] = await imported(editor, [{ name: 'p.jpg', bytes: await jpegOf(34) }], {
      workflowAction: 'publish',
    })
    const { rows } = await sql<{
      status: number
    }>`select status from entity where resource = 'asset' and id = ${published?.asset?.id}`.execute(
      editor.database,
    )
    expect(rows[0]?.status).toBe(assetStatuses.published)
    const [submitted] = await imported(contributor, [{ name: 's.jpg', bytes: await jpegOf(35) }], {
      workflowAction: 'submit',
    })
    expect(submitted?.status.name).toBe('validated')
    const job = await startJob(contributor)
    await upload(contributor, job, [{ name: 'x.jpg', bytes: await jpegOf(36) }])
    await inspected(contributor, job)
    await expect(
      editImportJob(contributor, { id: job, metadata: { validate: true, workflowAction: 'publish' } }),
    ).rejects.toMatchObject({ code: 'access_denied' })
    await expect(
      editImportJob(contributor, { id: job, metadata: { validate: true, workflowAction: 'fly' } }),
    ).rejects.toMatchObject({ code: 'unknown_action' })
    expect((await itemsOf(contributor, job))[0]?.status.name).toBe('ready')
  })

  test('validating twice makes one asset', async () => {
    const job = await startJob(editor)
    await upload(editor, job, [{ name: 'once.jpg', bytes: await jpegOf(37) }])
    const [item] = await inspected(editor, job)
    const ids = [item?.id ?? 0]
    const answers = await Promise.all(
      [1, 2].map(() => editImportJob(editor, { id: job, metadata: { ids, validate: true } })),
    )
    for (const { response } of answers) await done(editor, job, response.$action.commands)
    const { rows } = await sql<{
      count: number
    }>`select count(*) count from entity_file where file_name = 'once.jpg'`.execute(editor.database)
    expect(rows[0]?.count).toBe(1)
    // One command made the asset, and the audit log has one entry of it.
    const id = 'id' in editor.identity ? editor.identity.id : 0
    const entries = await selectAudit(editor.database, { resource: 'massimportjob', id: String(job) }, 10)
    expect(entries).toMatchObject([
      { kind: 'massimportjob.validated', actor_kind: 'user', actor_id: id, after: { count: 1 } },
    ])
  })

  test('an item that names what was deleted meanwhile is given back with the reason, the others become assets', async () => {
    const collection = await server.library.createNode('assetcollection', 'Short-lived')
    const job = await startJob(editor)
    await upload(editor, job, [
      { name: 'm.jpg', bytes: await jpegOf(38) },
      { name: 'n.jpg', bytes: await jpegOf(39) },
    ])
    const [m] = await inspected(editor, job)
    await editImportJob(editor, {
      id: job,
      metadata: { ids: [m?.id ?? 0], data: { collections: [collection] } },
    })
    await sql`delete from entity where resource = 'assetcollection' and id = ${collection}`.execute(
      editor.database,
    )
    const { response } = await editImportJob(editor, { id: job, metadata: { validate: true } })
    await done(editor, job, response.$action.commands)
    expect(
      (await itemsOf(editor, job)).map((item) => [item.status.name, item.problems.map(({ code }) => code)]),
    ).toEqual([
      ['ready', ['validation_failed']],
      ['validated', []],
    ])
  })
})

describe('deleting', () => {
  test('D7.05 D7.17 items and jobs go, assets stay', async () => {
    const job = await startJob(editor)
    await upload(editor, job, [
      { name: 'keep.jpg', bytes: await jpegOf(40) },
      { name: 'drop.jpg', bytes: await jpegOf(41) },
    ])
    const [keep, drop] = await inspected(editor, job)
    const { response } = await editImportJob(editor, {
      id: job,
      metadata: { ids: [keep?.id ?? 0], validate: true },
    })
    await done(editor, job, response.$action.commands)
    await expect(deleteImportItem(contributor, { ids: [drop?.id ?? 0] })).rejects.toMatchObject({
      code: 'entity_not_found',
    })
    expect(await deleteImportItem(editor, { ids: [drop?.id ?? 0] })).toEqual({
      response: { deletedId: drop?.id },
    })
    const asset = (await itemsOf(editor, job))[0]?.asset?.id
    expect(await deleteImportJob(editor, { id: job })).toEqual({ response: { deletedId: job } })
    await expect(getImportJob(editor, { id: job })).rejects.toMatchObject({ code: 'entity_not_found' })
    const { rows } = await sql<{
      id: number
    }>`select id from entity_file where resource = 'asset' and id = ${asset}`.execute(editor.database)
    expect(rows).toHaveLength(1)
    const entries = await Promise.all(
      ['massimportjob', 'massimportitem'].map((kind) => selectAudit(editor.database, { kind }, 2)),
    )
    expect(entries.flat().map(({ kind, target_id: id }) => [kind, id])).toEqual([
      ['massimportjob.deleted', String(job)],
      ['massimportjob.validated', String(job)],
      ['massimportitem.deleted', String(drop?.id)],
    ])
  })
})
