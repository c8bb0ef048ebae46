import {
  everything,
  importItemStatuses,
  type CallInput,
  type Calls,
  type ImportItem,
} from '@cartouche/contract'
import { sql, type SqlBool } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../../access/context.ts'
import type { SignedIn } from '../../access/identity.ts'
import { foldText } from '../../ground/fold-text.ts'
import { upsertBlob } from '../../media/renditions/renditions.sql.ts'
import { insertEntity } from '../../model/entities/entities.sql.ts'
import { upsertField } from '../../model/schemas/schemas.sql.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { project } from '../../model/search/project.ts'
import { findAllImportItems, findImportItems, getImportItems } from './find-import-items.ts'
import { missingFieldsOf } from './check-metadata.ts'
import { describedItem } from './described-item.ts'
import { editImportJob } from './edit-import-job.ts'
import { insertItem, selectItems } from './imports.sql.ts'
import { readItems } from './read-items.ts'
import type { Field } from '../../model/schemas/schema.ts'
import { projectItems, projectStaleItems } from './project-items.ts'
import { openTestImport, startJob, type TestImport } from './test-import.ts'

/** Items as searches find them, written as inspection would: each test says what it is about. */

let server: TestImport
let editor: Context
let editorIdentity: SignedIn
let contributor: Context
let job: number
let uploads = 0

beforeAll(async () => {
  server = await openTestImport()
  editorIdentity = await server.library.user('editor')
  editor = server.as(editorIdentity)
  contributor = server.as(await server.library.user('contributor'))
})
afterAll(() => server.close())
beforeEach(async () => {
  job = await startJob(editor)
})

interface Made {
  readonly name?: string
  readonly metadata?: object
  readonly status?: keyof typeof importItemStatuses
  readonly inspection?: object
  readonly jobId?: number
}

async function make(made: Made = {}): Promise<number> {
  const { name = `file ${uploads}.jpg`, metadata = {}, status = 'ready', inspection, jobId = job } = made
  const { database } = editor
  const sha256 = (++uploads).toString(16).padStart(64, '0')
  const blob = { sha256, sizeBytes: 1000 + uploads, crc32: 0, isNew: true }
  await upsertBlob(database, blob)
  const { id } = await insertItem(database, {
    jobId,
    resource: 'asset',
    blob,
    fileName: name,
    foldedName: foldText(name),
    uploadKey: String(uploads),
  })
  if (status === 'waiting') return id
  const found = { ...measured, ...inspection }
  await sql`update import_item set status = ${importItemStatuses[status]}, metadata = ${JSON.stringify(metadata)}::jsonb, inspection = ${JSON.stringify(found)}::jsonb where id = ${id}`.execute(
    database,
  )
  await projectItems(database, [id])
  return id
}
const measured = {
  nature: 'IMAGE',
  mediaType: 'image/jpeg',
  extension: 'jpg',
  usable: true,
  decodable: true,
  sizeBytes: 1000,
  width: 100,
  height: 50,
  durationSeconds: null,
  colorspace: 'srgb',
  pages: null,
  blurhash: null,
  orientation: 1,
  problems: [],
}

type Asked = Partial<Omit<CallInput<Calls['findImportItems']>, 'id' | 'suggest'>>
const find = (asked: Asked, context = editor) => findImportItems(context, { id: job, ...asked })
const ids = async (asked: Asked, context = editor): Promise<number[]> =>
  (await find(asked, context)).response.data.map(({ id }) => id)
async function keyword(name: string): Promise<number> {
  const { database } = editor
  const id = await insertEntity(database, {
    resource: 'assetkeyword',
    status: null,
    ownerId: null,
    props: { name },
    modifiedBy: null,
  })
  await project(database, await getSchemaOf(editor, 'assetkeyword'), [id])
  return id
}

describe('queries by fields of the asset to be', () => {
  test('D7.06 texts are compared folded: eq, in, sw, ew, ct, and their opposites', async () => {
    const brest = await make({ metadata: { city: 'Brést', description: 'Le phare à l’aube' } })
    const lyon = await make({ metadata: { city: 'Lyon' } })
    const none = await make()
    const asked: [unknown, number[]][] = [
      [{ city: 'BREST' }, [brest]],
      [{ city: { in: ['brest', 'lyon'] } }, [brest, lyon]],
      [{ '$assetmetadata.city': { eq: 'brest' } }, [brest]],
      [{ city: { sw: 'bre' } }, [brest]],
      [{ city: { ew: 'ON' } }, [lyon]],
      [{ description: { ct: 'phare a' } }, [brest]],
      [{ city: { neq: 'brest' } }, [lyon, none]],
      [{ city: { nin: ['brest', 'lyon'] } }, [none]],
      [{ city: null }, [none]],
      [{ city: { neq: null } }, [brest, lyon]],
      [{ city: { in: [] } }, []],
      [{ not: { city: 'brest' } }, [lyon, none]],
      [{ or: [{ city: 'lyon' }, { id: none }] }, [lyon, none]],
      [{ city: { ct: '%' } }, []],
    ]
    for (const [query, expected] of asked)
      expect(await ids({ query }), JSON.stringify(query)).toEqual(expected)
  })

  test('D7.06 numbers, dates and what was measured are compared as such', async () => {
    const old = await make({ metadata: { takenat: '2024-05-01T10:00:00.000Z' }, inspection: { width: 90 } })
    const young = await make({
      metadata: { takenat: '2026-05-01T10:00:00.000Z' },
      inspection: { width: 1000 },
    })
    const none = await make({ inspection: { width: null, nature: 'AUDIO', mediaType: 'audio/mpeg' } })
    const asked: [unknown, number[]][] = [
      [{ width: { gt: 90 } }, [young]],
      [{ width: { lte: '1000' } }, [old, young]],
      [{ width: 90 }, [old]],
      [{ takenat: { gte: '2025-01-01' } }, [young]],
      [{ takenat: { lt: '2025-01-01T00:00:00+02:00' } }, [old]],
      [{ takenat: '2024-05-01T10:00:00Z' }, [old]],
      [{ nature: 'AUDIO' }, [none]],
      [{ mediatype: { sw: 'image/' } }, [old, young]],
      [{ rootnature: { neq: null }, width: null }, [none]],
      [{ filesize: { gt: 0 }, filename: { ew: '.JPG' } }, [old, young, none]],
    ]
    for (const [query, expected] of asked)
      expect(await ids({ query }), JSON.stringify(query)).toEqual(expected)
    expect(await ids({ orderby: 'width desc' })).toEqual([young, old, none])
    expect(await ids({ orderby: 'takenat asc' })).toEqual([none, old, young])
  })

  test('D7.06 links are compared by id, and keywords yet to be made by name', async () => {
    const sea = await keyword('Sea')
    const known = await make({ metadata: { keywords: [{ id: sea }] } })
    const named = await make({ metadata: { keywords: [{ name: 'Été' }] } })
    const none = await make()
    expect(await ids({ query: { keywords: sea } })).toEqual([known])
    expect(await ids({ query: { keywords: { in: [sea, 'ete'] } } })).toEqual([known, named])
    expect(await ids({ query: { keywords: { dof: [sea] } } })).toEqual([known])
    expect(await ids({ query: { keywords: { neq: sea } } })).toEqual([named, none])
    expect(await ids({ query: { keywords: null } })).toEqual([none])
  })

  test('D5.14 what no item and no asset has is refused by its name, in queries, orders and counts', async () => {
    for (const asked of [{ query: { nothing: 1 } }, { orderby: 'nothing' }, { aggFields: ['nothing'] }])
      await expect(find(asked), JSON.stringify(asked)).rejects.toMatchObject({ code: 'unknown_field' })
    for (const query of [{ gps: 'x' }, { keywords: { sw: 'a' } }, { width: { ct: 1 } }, { width: 'wide' }])
      await expect(find({ query }), JSON.stringify(query)).rejects.toMatchObject({ code: 'query_syntax' })
  })

  test('D5.07 more than 200 ids at once are refused, an empty list is nothing', async () => {
    await make()
    const many = Array.from({ length: 201 }, (_one, at) => at + 1)
    await expect(find({ query: { id: { in: many } } })).rejects.toMatchObject({ code: 'too_many_ids' })
    await expect(find({ query: { id: { in: many } } })).rejects.toThrow(
      'Cannot retrieve so many items at once',
    )
    expect(await ids({ query: { id: { in: [] } } })).toEqual([])
    await expect(getImportItems(editor, { ids: many })).rejects.toMatchObject({ code: 'too_many_ids' })
  })
})

/** Sees imports and assets, and may do nothing else. */
const blind = (context: Context): Context => ({
  ...context,
  identity: {
    ...editorIdentity,
    role: {
      id: 99,
      name: 'blind',
      watermark: false,
      grants: [
        { resource: 'asset', action: 'view', rows: everything },
        { resource: 'massimportjob', action: 'view', rows: everything },
        { resource: 'massimportitem', action: 'view', rows: everything },
      ],
    },
  },
})

describe('who may not see a linked entity', () => {
  test('learns of it by no query, no count and no item', async () => {
    const secret = await keyword('Secret')
    const item = await make({ metadata: { keywords: [{ id: secret }, { name: 'Open' }] } })
    const asked = { aggFields: ['keywords'] }
    expect((await find(asked)).response.aggregates?.['keywords']).toEqual(
      expect.arrayContaining([
        { count: 1, total: 1, data: { id: secret, name: 'Secret' } },
        { count: 1, total: 1, data: { id: 'Open', name: 'Open' } },
      ]),
    )
    expect((await find(asked, blind(editor))).response.aggregates).toEqual({
      keywords: [{ count: 1, total: 1, data: { id: 'Open', name: 'Open' } }],
    })
    expect(await ids({ query: { keywords: secret } }, blind(editor))).toEqual([])
    expect(await ids({ query: { keywords: { neq: secret } } }, blind(editor))).toEqual([item])
    expect(await ids({ query: { keywords: { dof: secret } } }, blind(editor))).toEqual([])
    expect(await ids({ fulltext: 'secret' }, blind(editor))).toEqual([])
  })
})

describe('pages', () => {
  test('D7.22 pages are followed to the end in any order; max is capped, never refused', async () => {
    const made: number[] = []
    for (const city of ['b', 'a', 'b', null, 'a', 'c', 'b']) made.push(await make({ metadata: { city } }))
    for (const orderby of [
      undefined,
      'city',
      'city desc, filename',
      'filename desc',
      'id desc',
      'takenat, city desc',
    ]) {
      const seen: number[] = []
      let after: string | undefined
      do {
        const { links, response } = await find({
          max: 2,
          ...(orderby ? { orderby } : {}),
          ...(after ? { after } : {}),
        })
        expect(response.total).toBe(made.length)
        seen.push(...response.data.map(({ id }) => id))
        after = links.moreResultsToken
      } while (after !== undefined)
      expect(
        seen.toSorted((a, b) => a - b),
        orderby,
      ).toEqual(made)
      expect(seen, orderby).toEqual(await ids({ max: 300, ...(orderby ? { orderby } : {}) }))
    }
  })

  test('D7.04 D7.19 D7.24 totals without items; counts by status, by job and by any field', async () => {
    await make({ metadata: { city: 'Brest' } })
    await make({ metadata: { city: 'BREST' }, status: 'broken' })
    const other = await startJob(editor)
    await make({ jobId: other })
    const none = await find({ withData: false, withAggregates: false })
    expect(none.response).toEqual({ total: 2, outstandingItems: [], data: [] })
    const counted = await find({ withData: false, withAggregates: true, aggFields: ['status', 'city'] })
    expect(counted.response.aggregates).toEqual({
      status: expect.arrayContaining([
        { count: 1, total: 1, data: { id: 3, name: 'ready' } },
        { count: 1, total: 1, data: { id: 4, name: 'broken' } },
      ]),
      city: [{ count: 2, total: 2, data: { id: expect.stringMatching(/brest/i), name: expect.any(String) } }],
    })
    const byJob = await findAllImportItems(editor, {
      query: { job: { eq: job }, status: { eq: 3 } },
      aggFields: ['job'],
      withData: false,
    })
    expect(byJob.response).toMatchObject({
      total: 1,
      data: [],
      aggregates: { job: [{ count: 1, data: { id: job } }] },
    })
  })

  test('D7.06 D7.24 problems are found, left out and counted by their codes', async () => {
    const problem = async (id: number, ...codes: readonly string[]): Promise<number> => {
      const problems = JSON.stringify(codes.map((code) => ({ code, message: '' })))
      await sql`update import_item set problems = ${problems}::jsonb where id = ${id}`.execute(
        editor.database,
      )
      return id
    }
    const tiny = await problem(await make(), 'tiny', 'name_lies')
    const lies = await problem(await make(), 'name_lies')
    const sound = await make()
    const waiting = await make({ status: 'waiting' })
    expect(await ids({ query: { problems: { eq: 'name_lies' } } })).toEqual([tiny, lies])
    expect(await ids({ query: { problems: { in: ['tiny', 'none'] } } })).toEqual([tiny])
    expect(await ids({ query: { and: [{ problems: { neq: 'tiny' } }, { status: 3 }] } })).toEqual([
      lies,
      sound,
    ])
    expect(await ids({ query: { and: [{ problems: { eq: null } }, { status: 3 }] } })).toEqual([sound])
    const { response } = await find({ query: { problems: { eq: 'tiny' } } })
    expect(response.outstandingItems).toMatchObject([{ id: waiting, $fuzzy: true }])
    const counted = await find({ withData: false, aggFields: ['problems'] })
    expect(counted.response.aggregates).toEqual({
      problems: [
        { count: 2, total: 2, data: { id: 'name_lies', name: 'name_lies' } },
        { count: 1, total: 1, data: { id: 'tiny', name: 'tiny' } },
      ],
    })
    for (const query of [{ problems: { sw: 'ti' } }, { problems: { gt: 1 } }])
      await expect(find({ query })).rejects.toMatchObject({ code: 'query_syntax' })
    await expect(find({ orderby: 'problems asc' })).rejects.toMatchObject({ code: 'unknown_field' })
  })

  test('D3.26 D7.22 only the properties that were asked for are answered, and tokens for whoever asks', async () => {
    const first = await make()
    const second = await make()
    const [item] = (await find({ props: ['id', 'status'], techProps: ['$nextresulttoken'], max: 1 })).response
      .data
    expect(Object.keys(item ?? {}).toSorted()).toEqual(
      ['$nextresulttoken', '$path', '$resource', '$uuid', 'id', 'status'].toSorted(),
    )
    expect(await ids({ after: String(item?.['$nextresulttoken']) })).toEqual([second])
    expect(item).toMatchObject({ id: first, status: { id: 3, name: 'ready', online: true } })
    expect((await find({})).response.data[0]).not.toHaveProperty('$nextresulttoken')
    expect((await find({ techProps: ['none'] })).response.data[0]).not.toHaveProperty('$assetmetadata')
  })
})

describe('full text', () => {
  test('D7.22 names of files and proposed texts are searched; relevance counts the words', async () => {
    const both = await make({
      name: 'Café_01.jpg',
      metadata: { description: 'Cafés of Brest', city: 'Brest' },
    })
    const one = await make({ name: 'harbour.jpg', metadata: { keywords: [{ name: 'Café' }] } })
    await make({ name: 'other.jpg' })
    expect(await ids({ fulltext: 'cafe' })).toEqual([both, one])
    expect(await ids({ fulltext: 'café bre' })).toEqual([both])
    expect(await ids({ fulltext: 'cafe 01 ' })).toEqual([both])
    expect(await ids({ fulltext: 'brest harbour', fulltextMode: 'should', orderby: 'id' })).toEqual([
      both,
      one,
    ])
    const ranked = (await find({ fulltext: 'cafe', orderby: 'relevance', techProps: ['$score'] })).response
      .data
    expect(ranked.map(({ id, $score }) => [id, $score])).toEqual([
      [both, 2],
      [one, 1],
    ])
    const page = await find({ fulltext: 'cafe', orderby: 'relevance', max: 1 })
    expect(
      await ids({ fulltext: 'cafe', orderby: 'relevance', after: page.links.nextResultsToken ?? '' }),
    ).toEqual([one])
  })

  test('D7.18 D5.20 words begin with the last word, and are of this job', async () => {
    await make({ name: 'Castle.jpg', metadata: { description: 'A castle by the canal' } })
    await make({ name: 'canal.jpg' })
    await make({ name: 'cathedral.jpg', jobId: await startJob(editor) })
    const words = async (fulltext: string) =>
      (await findImportItems(editor, { id: job, suggest: 'words', fulltext })).response.data
    expect(await words('ca')).toEqual(['canal', 'castle'])
    expect(await words('castle CA')).toEqual(['canal', 'castle'])
    expect(await words('')).toEqual([])
    expect(await words('castle ')).toEqual([])
  })
})

describe('items that are not inspected yet', () => {
  test('D3.28 D7.06 are outstanding where the search cannot decide, and flagged so', async () => {
    const ready = await make({ metadata: { city: 'Brest' } })
    const waiting = await make({ status: 'waiting', name: 'brest.jpg' })
    const outstanding = async (asked: Asked) => {
      const { response } = await find(asked)
      return [
        response.data.map(({ id }) => id),
        response.outstandingItems.map(({ id, $fuzzy }) => [id, $fuzzy]),
      ]
    }
    expect(await outstanding({})).toEqual([[ready, waiting], []])
    expect(await outstanding({ query: { city: 'brest' } })).toEqual([[ready], [[waiting, true]]])
    expect(await outstanding({ query: { not: { city: 'lyon' } } })).toEqual([[ready], [[waiting, true]]])
    expect(await outstanding({ query: { city: { neq: 'lyon' } } })).toEqual([[ready], [[waiting, true]]])
    expect(await outstanding({ query: { status: 3 } })).toEqual([[ready], []])
    expect(await outstanding({ query: { and: [{ status: 3 }, { city: 'brest' }] } })).toEqual([[ready], []])
    expect(await outstanding({ fulltext: 'brest' })).toEqual([[ready, waiting], []])
    expect(await outstanding({ fulltext: 'lyon' })).toEqual([[], [[waiting, true]]])
  })

  test('a write that forgot the projection takes the item out of searches until it is projected', async () => {
    const item = await make({ metadata: { city: 'Brest' } })
    await sql`update import_item set metadata = '{"city":"Lyon"}' where id = ${item}`.execute(editor.database)
    expect(await ids({ query: { city: 'brest' } })).toEqual([])
    await projectStaleItems(editor.database)
    expect(await ids({ query: { city: 'lyon' } })).toEqual([item])
  })
})

describe('a projection', () => {
  test('stays where an edit changes nothing that is searched by', async () => {
    const item = await make({ metadata: { city: 'Brest' } })
    await editImportJob(editor, { id: job, metadata: { ids: [item], data: { city: 'BREST' } } })
    expect(await ids({ query: { city: 'brest' } })).toEqual([item])
    const { rows } = await sql`select from import_item where keys is null and id = ${item}`.execute(
      editor.database,
    )
    expect(rows).toEqual([])
  })
})

describe('items of all imports', () => {
  test('D7.19 are read by one id, by several, and by a search, by whoever may see them', async () => {
    const mine = await make({ metadata: { city: 'Quimper' } })
    const theirs = await make({ jobId: await startJob(contributor), metadata: { city: 'Quimper' } })
    const of = async (context: Context) =>
      (await findAllImportItems(context, { query: { city: 'quimper' } })).response.data.map((item) =>
        typeof item === 'string' ? item : item.id,
      )
    expect(await of(contributor)).toEqual([theirs])
    expect(await of(editor)).toContain(mine)
    expect((await getImportItems(contributor, { ids: [theirs] })).response.data).toMatchObject({ id: theirs })
    const several = (await getImportItems(contributor, { ids: [mine, theirs] })).response.data as ImportItem[]
    expect(several.map(({ id }) => id)).toEqual([theirs])
    await expect(getImportItems(contributor, { ids: [mine] })).rejects.toMatchObject({
      code: 'entity_not_found',
    })
  })
})

describe('items as the assets that they would become', () => {
  const simulate = async (id: number, context = editor): Promise<ImportItem | undefined> =>
    (await find({ query: { id: { in: [id] } }, withSimu: true }, context)).response.data[0]
  const messagesOf = (item: ImportItem | undefined, field: string): unknown =>
    item?.$assetmetadata[`$meta-${field}`]

  test('D7.23 D8.10 each field says what keeps the item from becoming an asset, as validation will', async () => {
    const item = await make({
      metadata: {
        name: ' ',
        description: 5,
        takenat: 'yesterday',
        keywords: [{ id: 999_999 }, { name: 'New' }],
      },
    })
    const found = await simulate(item)
    expect(messagesOf(found, 'name')).toMatchObject({
      faces: { editable: true, mandatory: true, viewable: true },
      messages: [{ code: 'field_mandatory', message: 'name is mandatory', data: { field: 'name' } }],
    })
    expect(messagesOf(found, 'takenat')).toMatchObject({ messages: [{ code: 'invalid_parameter' }] })
    expect(messagesOf(found, 'keywords')).toMatchObject({ messages: [{ code: 'entity_not_found' }] })
    expect(messagesOf(found, 'city')).toMatchObject({ messages: [] })
    await expect(
      editImportJob(editor, { id: job, metadata: { ids: [item], validate: true } }),
    ).rejects.toMatchObject({ code: 'field_mandatory', data: { field: 'name' } })
    const named = await make({ metadata: { name: 'x', keywords: [{ name: 'New' }] } })
    expect(messagesOf(await simulate(named, blind(editor)), 'keywords')).toMatchObject({
      faces: { viewable: false },
      messages: [{ code: 'keywords_left_out' }],
    })
  })

  const withDefault = (field: Field, defaultCreate: unknown): Field => ({
    ...field,
    cud: { ...field.cud, defaultCreate, mandatoryCreate: true },
  })
  async function write(...fields: readonly Field[]): Promise<void> {
    for (const field of fields) await upsertField(editor.database, 'asset', field)
    editor.schemaRegistry.forget()
  }

  test('D7.23 D5.16 defaults of the schema are filled in, and are what the asset gets', async () => {
    const sea = await keyword('Sea')
    const schema = await getSchemaOf(editor, 'asset')
    const { city, keywords } = Object.fromEntries(schema.fields)
    if (!city || !keywords) throw new Error('assets have a city and keywords')
    await write(withDefault(city, 'Brest'), withDefault(keywords, [sea]))
    const withDefaults = await getSchemaOf(editor, 'asset')
    const item = await make({ metadata: { name: 'x' } })
    const rows = await selectItems(editor.database, sql<SqlBool>`i.id = ${item}`)
    const [simulated] = await readItems(editor, rows, { withSimu: true })
    expect(simulated?.$assetmetadata).toMatchObject({
      city: 'Brest',
      keywords: [{ id: sea, name: 'Sea' }],
      '$meta-city': { messages: [] },
      '$meta-keywords': { messages: [] },
    })
    const [plain] = await readItems(editor, rows)
    expect(plain?.$assetmetadata).toMatchObject({
      city: null,
      keywords: [],
      '$meta-city': { faces: { mandatory: true } },
    })
    expect(missingFieldsOf(withDefaults, rows[0]?.metadata ?? {})).toEqual(['keywords', 'city'])
    expect(rows.map((row) => describedItem(withDefaults, row).metadata)).toEqual([
      { name: 'x', city: 'Brest', keywords: [{ id: sea }] },
    ])
    await write(city, keywords)
  })

  test('D7.23 rights and actions come with an item where they are asked for', async () => {
    const item = await make()
    const [found] = (await find({ withRights: true, workflows: true, query: { id: item } })).response.data
    expect(found?.['$rights']).toEqual({
      update: true,
      delete: true,
      download: false,
      workflow: ['validate', 'publish', 'analyze'],
    })
    expect(found?.['workflows']).toEqual([{ name: 'validate' }, { name: 'publish' }, { name: 'analyze' }])
    const [plain] = (await find({ query: { id: item } })).response.data
    expect(plain).not.toHaveProperty('$rights')
    expect(plain).not.toHaveProperty('workflows')
  })
})
