import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sweepBlobs } from '../../media/renditions/sweep-blobs.ts'
import {
  startTestApplication,
  type AnyJson,
  type Answered,
  type RequestOptions,
  type TestApplication,
} from '../../http/test-application.ts'

/** Imports as existing clients list, change, start and delete them. */

let application: TestApplication
const importsAt = '/api/rest/massimport'

beforeAll(async () => {
  application = await startTestApplication()
})
afterAll(() => application.stop())

const ask = (method: string, path: string, request: RequestOptions = {}): Promise<Answered> =>
  application.ask(method, `${importsAt}${path}`, { who: 'editor', ...request })
const parameters = (given: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString()
const namesOf = ({ body }: Answered): string[] =>
  (body.response.data as AnyJson[]).map(({ name }) => name as string)

async function createJob(name: string, who: RequestOptions['who'] = 'editor'): Promise<number> {
  const { body } = await ask('POST', '/job', { json: { json: { name } }, who, call: 'createImportJob' })
  return body.response.data.id as number
}
async function upload(job: number, name: string, request: RequestOptions = {}): Promise<Answered> {
  const form = new FormData()
  form.append('json', JSON.stringify({ job, binary: 'cid:binary' }))
  form.append('binary', new File([`bytes of ${name} in ${job}`], name))
  return ask('POST', '/item', { form, ...request })
}

describe('making an import', () => {
  test('D7.07 D5.21 a job is made by a multipart field json, with its keys in lower case', async () => {
    const form = new FormData()
    form.append('json', JSON.stringify({ name: 'Of a form', somethingelse: 'as old clients send' }))
    const { status, body } = await ask('POST', '/job', { form, call: 'createImportJob' })
    expect(status).toBe(201)
    expect(body.response.data).toMatchObject({
      id: expect.any(Number),
      name: 'Of a form',
      $items: [],
      $moreChildren_$items: { total: 0 },
    })
  })
})

describe('lists of imports', () => {
  const names = ['harbour of old', 'Étretat harbour', 'Archive']
  const ids: number[] = []
  beforeAll(async () => {
    for (const name of names) ids.push(await createJob(name, 'contributor'))
    for (const file of ['a.txt', 'b.txt', 'c.txt']) await upload(ids[0] ?? 0, file, { who: 'contributor' })
    await upload(ids[2] ?? 0, 'd.txt', { who: 'contributor' })
  })
  const list = (given: Readonly<Record<string, unknown>> = {}, path = '/job') =>
    ask('GET', `${path}?${parameters(given)}`, { who: 'contributor', call: 'findImportJobs' })

  test('D7.02 D9.03 they come by created desc, or by name, count, owner and status, each way', async () => {
    const newestFirst = ['Archive', 'Étretat harbour', 'harbour of old']
    expect(namesOf(await list())).toEqual(newestFirst)
    expect(namesOf(await list({ orderby: 'created desc' }))).toEqual(newestFirst)
    expect(namesOf(await list({ orderby: 'created asc' }))).toEqual(names)
    expect(namesOf(await list({ orderby: 'count desc' }))[0]).toBe('harbour of old')
    expect(namesOf(await list({ orderby: 'name' })).slice(0, 2)).toEqual(['Archive', 'harbour of old'])
    // Their files are still being analysed: the order is that of the moment.
    const { body } = await list({ orderby: 'modified desc' })
    const modified = (body.response.data as AnyJson[]).map((job) => job.modified as string)
    expect(modified).toHaveLength(names.length)
    expect(modified).toEqual(modified.toSorted().toReversed())
    expect(namesOf(await list({ orderby: 'count asc' }))).toEqual([names[1], names[2], names[0]])
    for (const [field, ascending] of [
      ['id', names],
      ['name', namesOf(await list({ orderby: 'name' }))],
    ] as const) {
      expect(namesOf(await list({ orderby: `${field} asc` }))).toEqual(ascending)
      expect(namesOf(await list({ orderby: `${field} desc` }))).toEqual(ascending.toReversed())
    }
    // An empty import is the last by its status, whatever the others are by now.
    expect(namesOf(await list({ orderby: 'status desc' }))[0]).toBe(names[1])
    expect(namesOf(await list({ orderby: 'status asc' })).at(-1)).toBe(names[1])
    await createJob('Of the editor')
    const owners = async (direction: string): Promise<string[]> => {
      const { body } = await ask(
        'GET',
        `/job?${parameters({ orderby: `jobowner ${direction}`, max: 200 })}`,
        { who: 'admin' },
      )
      return (body.response.data as AnyJson[]).map(({ jobowner }) => jobowner.name as string)
    }
    const byOwner = await owners('asc')
    expect(new Set(byOwner).size).toBeGreaterThan(1)
    // The imports of an owner stand together.
    const places = byOwner.filter((name, at) => name !== byOwner[at - 1])
    expect(places).toEqual([...new Set(byOwner)])
    expect((await owners('desc')).filter((name, at, all) => name !== all[at - 1])).toEqual(
      places.toReversed(),
    )
    expect((await list({ orderby: 'activated desc' })).status).toBe(200)
    expect((await list({ orderby: 'nothing asc' })).body.error).toBe('400/2002')
    expect((await list({ orderby: 'name; drop' })).body.error).toBe('400/2000')
  })

  test('D7.02 the query is obeyed: names, ids, dates, owners, counts, statuses and flags', async () => {
    const found = async (query: object): Promise<string[]> =>
      namesOf(await list({ query, orderby: 'created asc' }))
    expect(await found({ name: { eq: 'harbour of old' } })).toEqual(['harbour of old'])
    expect(await found({ name: { eq: 'zzz' } })).toEqual([])
    expect(await found({ name: { ct: 'HARB' } })).toEqual(['harbour of old', 'Étretat harbour'])
    expect(await found({ id: { in: ids.slice(1) } })).toEqual(['Étretat harbour', 'Archive'])
    expect(await found({ created: { lt: '2020-01-01' } })).toEqual([])
    expect(await found({ created: { gte: '2020-01-01T00:00:00Z' } })).toEqual(names)
    expect(await found({ count: { gt: 1 } })).toEqual(['harbour of old'])
    expect(await found({ or: [{ count: 0 }, { name: 'Archive' }] })).toEqual(['Étretat harbour', 'Archive'])
    expect(await found({ not: { name: { sw: 'h' } } })).toEqual(['Étretat harbour', 'Archive'])
    const owner = (await list()).body.response.data[0].jobowner.id as number
    expect(await found({ jobowner: owner })).toEqual(names)
    expect(await found({ jobowner: { neq: owner } })).toEqual([])
    expect(await found({ status: { eq: 7 } })).toEqual(['Étretat harbour'])
    expect(await found({ activated: false })).toEqual([])
    expect(await found({ activated: true })).toEqual(names)
  })

  test('D7.02 what a query cannot say is refused, with the place', async () => {
    expect((await list({ query: { nothing: 1 } })).body.error).toBe('400/2002')
    for (const query of [
      { count: 'many' },
      { created: { gt: 'soon' } },
      { activated: { gt: true } },
      { activated: 'perhaps' },
      { name: { dof: 1 } },
    ])
      expect((await list({ query })).body.error, JSON.stringify(query)).toBe('400/1200')
  })

  test('D7.02 words are found in names, whatever their accents and capitals', async () => {
    expect(namesOf(await list({ fulltext: 'ETRETAT' }))).toEqual(['Étretat harbour'])
    expect(namesOf(await list({ fulltext: 'harb étr' }))).toEqual(['Étretat harbour'])
    expect(namesOf(await list({ fulltext: 'harbour', query: { count: 3 } }))).toEqual(['harbour of old'])
    expect(namesOf(await list({ fulltext: '' }))).toHaveLength(3)
  })

  test('D7.02 a page is 200 at most and never refused; links.next is the address of the next, asked in the same way', async () => {
    expect(namesOf(await list({ max: 1_000_000 }))).toHaveLength(3)
    expect(namesOf(await list({ max: -1 }))).toEqual([])
    const walked: string[] = []
    let path: string | undefined =
      `${importsAt}/job?${parameters({ max: 1, orderby: 'name desc', query: { count: { gte: 0 } }, withRights: true, security: 'insert,objectactions/delete' })}`
    while (path) {
      const answer: Answered = await application.ask('GET', path, { who: 'contributor' })
      expect(answer.body.response.data[0]).toMatchObject({
        $rights: { update: true },
        $security: { insert: true, 'objectactions/delete': true },
      })
      walked.push(...namesOf(answer))
      expect(answer.body.response.total).toBe(3)
      path = answer.body.links.next as string | undefined
    }
    expect(walked.toSorted()).toEqual(names.toSorted())
    expect(walked).toEqual(namesOf(await list({ orderby: 'name desc' })))
    const { nextResultsToken } = (await list({ max: 1 })).body.links
    expect((await list({ max: 1, after: nextResultsToken })).body.response.data[0].id).toBe(ids[1])
    expect((await list({ max: 1, after: nextResultsToken, query: { count: 3 } })).body.error).toBe('400/2004')
  })

  test('D7.02 D9.03 $items has whole items, ten of a job, all where maxItems is negative; the total counts all', async () => {
    const [job] = (await list({ withItems: true, query: { name: 'harbour of old' } })).body.response.data
    expect(job.$items).toHaveLength(3)
    expect(job.$items[0]).toMatchObject({ $resource: 'massimportitem', filename: 'a.txt' })
    const one = (await list({ withItems: true, maxItems: 1, query: { name: 'harbour of old' } })).body
    expect(one.response.data[0].$items).toHaveLength(1)
    expect(one.response.data[0].$moreChildren_$items.total).toBe(3)
    for (let number = 0; number < 10; number++)
      await upload(ids[2] ?? 0, `${number}.txt`, { who: 'contributor' })
    const counted = async (maxItems: number): Promise<number> =>
      (await list({ withItems: true, maxItems, query: { name: 'Archive' } })).body.response.data[0].$items
        .length
    expect(await counted(-1)).toBe(11)
    const byDefault = (await ask('GET', `/job/${ids[2]}?withItems=true`, { who: 'contributor' })).body
    expect(byDefault.response.data.$items).toHaveLength(10)
    expect(byDefault.response.data.$moreChildren_$items.total).toBe(11)
  })

  test('D7.02 withData=false answers the total alone', async () => {
    const { body } = await list({ withData: false, query: { name: { ct: 'harb' } } })
    expect(body).toMatchObject({ response: { total: 2, data: [] }, links: {} })
  })

  test('D7.02 D7.03 D6.01 rights of each job are answered as those of an entity', async () => {
    const rights = { update: true, delete: true, download: false, workflow: ['start'] }
    const [job] = (await list({ withRights: true })).body.response.data
    expect(job.$rights).toEqual(rights)
    expect((await list()).body.response.data[0]).not.toHaveProperty('$rights')
    const one = await ask(
      'GET',
      `/job/${ids[0]}?${parameters({ withRights: true, security: 'objectactions/delete,objectactions/nothing' })}`,
      { who: 'contributor', call: 'getImportJob' },
    )
    expect(one.body.response.data).toMatchObject({
      $rights: rights,
      $security: { 'objectactions/delete': true, 'objectactions/nothing': false },
    })
    const seen = await ask('GET', `/job/${ids[0]}`, { who: 'editor' })
    expect(seen.status).toBe(404)
  })

  test('D7.02 D7.03 the list and each job have a second address, and a list may be asked for by POST', async () => {
    const expected = namesOf(await list())
    expect(namesOf(await list({}, '/data/job'))).toEqual(expected)
    for (const path of ['/job', '/data/job']) {
      const answer = await ask('POST', path, {
        as: 'GET',
        who: 'contributor',
        json: { query: { name: { ct: 'harb' } }, orderby: 'created asc' },
        call: 'findImportJobsAsPost',
      })
      expect(namesOf(answer)).toEqual(names.slice(0, 2))
    }
    const one = await ask('GET', `/data/job/${ids[0]}`, { who: 'contributor', call: 'getImportJob' })
    expect(one.body.response.data).toMatchObject({ id: ids[0], $path: 'massimport/data/job' })
  })
})

describe('an import', () => {
  test('D3.23 D3.25 D7.03 has its count, status, owner and items; outstanding while work is under way', async () => {
    const job = await createJob('Shape')
    const read = async (): Promise<AnyJson> =>
      (await ask('GET', `/job/${job}`, { call: 'getImportJob' })).body.response.data
    expect(await read()).toMatchObject({ count: 0, activated: true, status: { name: 'empty' } })
    await upload(job, 'a.txt')
    await vi.waitFor(async () => expect((await read()).status.name).toBe('ready'), 20_000)
    const { database } = application.cartouche.services
    const statusAfter = async (status: number): Promise<string> => {
      await database.updateTable('import_item').set({ status }).where('job_id', '=', job).execute()
      return (await read()).status.name as string
    }
    for (const status of [1, 2, 5]) expect(await statusAfter(status), String(status)).toBe('outstanding')
    expect(await statusAfter(3)).toBe('ready')
    expect(await statusAfter(4)).toBe('broken')
    expect(await statusAfter(6)).toBe('validated')
    expect(await read()).toMatchObject({
      id: job,
      count: 1,
      $moreChildren_$items: { total: 1 },
      jobowner: { id: expect.any(Number), name: expect.stringMatching(/editor/i) },
    })
    expect((await ask('GET', '/job/999999999')).status).toBe(404)
  })

  test('D3.24 itemResources has each resource that items become, its fields with the schema that they link to', async () => {
    const job = await createJob('Resources')
    const { itemResources } = (await ask('GET', `/job/${job}`)).body.response.data
    expect(itemResources).toEqual([
      {
        resource: 'asset',
        label: expect.any(String),
        description: '',
        fields: expect.objectContaining({
          name: expect.objectContaining({ type: 'text', $schema: null }),
          keywords: expect.objectContaining({ type: 'array', $schema: 'dam/data/assetkeyword' }),
        }),
      },
    ])
    const { headers } = (await ask('GET', '/job?headers=true')).body
    expect(headers.$assetmetadata.asset.keywords.$schema).toBe('dam/data/assetkeyword')
  })
})

describe('changing an import', () => {
  const patch = (job: number, json: unknown, request: RequestOptions = {}): Promise<Answered> =>
    ask('PATCH', `/job/${job}`, { json, call: 'patchImportJob', ...request })
  const userId = async (who: NonNullable<RequestOptions['who']>): Promise<number> =>
    (await application.ask('GET', '/api/json/whoami', { who })).body.response.data.id as number
  const notesOf = async (who: RequestOptions['who']): Promise<AnyJson[]> =>
    ((await application.ask('GET', '/api/rest/usernotif', { who })).body.response.data as AnyJson[]).filter(
      ({ type }) => type === 'share',
    )

  test('D7.05 D7.16 D7.20 by PATCH, or POST in its place, at either address, as a body or as the field json', async () => {
    const job = await createJob('Before')
    const form = new FormData()
    form.append('json', JSON.stringify({ name: 'Form' }))
    const spellings: [string, string, RequestOptions][] = [
      ['PATCH', `/job/${job}`, { json: { name: 'Body' } }],
      ['PATCH', `/data/job/${job}`, { json: { json: { name: 'Json' } } }],
      ['POST', `/job/${job}`, { json: { name: 'Post' }, as: 'PATCH' }],
      ['POST', `/data/job/${job}?_method=PATCH`, { form }],
    ]
    for (const [method, path, request] of spellings) {
      const { status, body } = await ask(method, path, { ...request, call: 'patchImportJob' })
      expect(status, `${method} ${path}: ${JSON.stringify(body)}`).toBe(200)
      expect(body.response.data).toMatchObject({ id: job, name: expect.not.stringMatching('Before') })
    }
    expect((await ask('GET', `/job/${job}`)).body.response.data.name).toBe('Form')
    for (const wrong of [
      { name: ' ' },
      { activated: 'perhaps' },
      { jobowner: 0 },
      { nothing: 1 },
      [],
      'text',
    ])
      expect((await patch(job, wrong)).body.error, JSON.stringify(wrong)).toBe('400/2000')
    expect((await patch(999_999_999, { name: 'x' })).status).toBe(404)
    expect((await patch(job, { name: 'x' }, { who: 'contributor' })).status).toBe(404)
    expect((await patch(job, { name: 'x' }, { who: 'viewer' })).status).toBe(403)
  })

  test('D7.05 D3.25 a deactivated import is left out of lists and takes neither files nor edits; it comes back', async () => {
    const job = await createJob('Put away')
    const item = (await upload(job, 'a.txt')).body.response.data[0].id as number
    expect((await patch(job, { activated: false })).body.response.data.activated).toBe(false)
    const listed = async (query: object): Promise<boolean> => {
      const { body } = await ask('GET', `/job?${parameters({ query, max: 200 })}`)
      return (body.response.data as AnyJson[]).some(({ id }) => id === job)
    }
    expect(await listed({})).toBe(false)
    expect(await listed({ id: job })).toBe(false)
    expect(await listed({ activated: false })).toBe(true)
    expect(await listed({ activated: { in: [true, false] } })).toBe(true)
    expect((await ask('GET', `/job/${job}`)).body.response.data.activated).toBe(false)
    expect((await upload(job, 'b.txt')).body.error).toBe('409/2150')
    const edit = { metadata: { ids: [item], data: { city: 'Brest' } } }
    expect((await ask('PUT', `/job/${job}`, { json: edit })).body.error).toBe('409/2150')
    expect((await patch(job, { activated: true })).status).toBe(200)
    expect((await upload(job, 'b.txt')).status).toBe(201)
    expect(await listed({})).toBe(true)
  })

  test('D7.16 D6.04 an import is transferred: its items follow, both owners are notified, and it is audited', async () => {
    const [editor, contributor] = [await userId('editor'), await userId('contributor')]
    const job = await createJob('From hand to hand')
    await upload(job, 'a.txt')
    const { status, body } = await patch(job, { jobowner: contributor })
    expect(status).toBe(200)
    expect(body.response.data).toMatchObject({ id: job, jobowner: { id: contributor } })
    expect((await ask('GET', `/job/${job}`)).status).toBe(404)
    expect((await ask('GET', `/job/${job}/item`)).status).toBe(404)
    const items = await ask('GET', `/job/${job}/item`, { who: 'contributor' })
    expect(items.body.response.data).toHaveLength(1)
    expect((await notesOf('contributor'))[0]).toMatchObject({
      title: expect.stringContaining('made you the owner of the import “From hand to hand”'),
      link: `/import?job=${job}`,
    })
    expect((await notesOf('editor'))[0]).toMatchObject({
      title: expect.stringContaining('your import “From hand to hand”'),
      link: '/import',
    })
    const back = await patch(job, { jobowner: { id: editor } }, { who: 'contributor' })
    expect(back.body.response.data.jobowner.id).toBe(editor)
    const { body: audit } = await application.ask(
      'GET',
      '/api/rest/administration/audit?kind=massimportjob.updated',
    )
    expect(audit.entries[0]).toMatchObject({
      kind: 'massimportjob.updated',
      before: { jobowner: { id: contributor } },
      after: { jobowner: { id: editor } },
    })
  })

  test('D7.16 who may not create imports, is away or does not exist, gets none', async () => {
    const job = await createJob('Stays')
    for (const owner of [await userId('viewer'), 999_999_999])
      expect((await patch(job, { jobowner: owner })).body.error).toBe('400/2000')
    const { database } = application.cartouche.services
    const contributor = await userId('contributor')
    const setDisabled = (disabled: boolean) =>
      database.updateTable('credential').set({ disabled }).where('id', '=', contributor).execute()
    await setDisabled(true)
    expect((await patch(job, { jobowner: contributor })).body.error).toBe('400/2000')
    await setDisabled(false)
    const others = await createJob('Of another', 'contributor')
    expect((await patch(others, { jobowner: await userId('editor') })).status).toBe(404)
    expect((await ask('GET', `/job/${job}`)).body.response.data.jobowner.id).toBe(await userId('editor'))
  })

  test('D7.20 D3.25 imports are put under others, once each, taken from there and cleared, and never in a circle', async () => {
    const [a, b, c] = [await createJob('A'), await createJob('B'), await createJob('C')]
    const others = await createJob('Not mine', 'contributor')
    const change = async (job: number, $mode: string, $values?: unknown): Promise<unknown> => {
      const { status, body } = await patch(job, { subjobs: { $mode, $values } })
      return status === 200 ? body.response.data.subjobs : body.error
    }
    const [linkB, linkC] = [
      { id: b, name: 'B' },
      { id: c, name: 'C' },
    ]
    expect(await change(a, 'appendnew', [b])).toEqual([linkB])
    expect(await change(a, 'appendnew', [b, { id: c }])).toEqual([linkB, linkC])
    expect((await ask('GET', `/job/${a}`)).body.response.data.subjobs).toEqual([linkB, linkC])
    expect(await change(a, 'remove', [c])).toEqual([linkB])
    expect(await change(b, 'appendnew', [c])).toEqual([linkC])
    expect(await change(a, 'appendnew', [a])).toBe('409/2151')
    expect(await change(b, 'appendnew', [a])).toBe('409/2151')
    expect(await change(c, 'appendnew', [a])).toBe('409/2151')
    expect(await change(a, 'appendnew', [others])).toBe('404/2005')
    expect(await change(a, 'appendnew', [999_999_999])).toBe('404/2005')
    expect(await change(a, 'turn', [b])).toBe('400/2000')
    expect(await change(a, 'clear')).toEqual([])
    // Whoever sees the import sees those under it to which they have access.
    const shared = await ask('PATCH', `/job/${others}`, {
      who: 'admin',
      json: { subjobs: { $mode: 'appendnew', $values: [a] } },
    })
    expect(shared.body.response.data.subjobs).toEqual([{ id: a, name: 'A' }])
    const seen = await ask('GET', `/job/${others}`, { who: 'contributor' })
    expect(seen.body.response.data.subjobs).toEqual([])
  })
})

describe('starting an import', () => {
  test('D7.15 D7.26 start puts what waits without being in the queue there, and may be repeated', async () => {
    const job = await createJob('Started')
    const { database } = application.cartouche.services
    await upload(job, 'a.txt')
    const statusOf = async (): Promise<string> =>
      (await ask('GET', `/job/${job}`)).body.response.data.status.name as string
    await vi.waitFor(async () => expect(await statusOf()).toBe('ready'), 20_000)
    // The job leaves the queue a moment after its work is seen.
    const item = database.selectFrom('import_item').select('id').where('job_id', '=', job)
    const { id } = await item.executeTakeFirstOrThrow()
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select from graphile_worker._private_jobs where key = ${`inspect:${id}`}`.execute(database)
      expect(rows).toHaveLength(0)
    }, 20_000)
    await database.updateTable('import_item').set({ status: 1 }).where('job_id', '=', job).execute()
    expect(await statusOf()).toBe('outstanding')
    for (const path of [`/data/job/${job}`, `/job/${job}`]) {
      const { status, body } = await ask('POST', `${path}/workflow?workflowAction=start`, {
        call: 'takeImportJobAction',
      })
      expect(status).toBe(200)
      expect(body.response.data).toMatchObject({ id: job, count: 1 })
    }
    await vi.waitFor(async () => expect(await statusOf()).toBe('ready'), 20_000)
    const unknown = await ask('POST', `/data/job/${job}/workflow?workflowAction=stop`)
    expect([unknown.status, unknown.body.error]).toEqual([404, '404/300'])
    const form = new URLSearchParams({ workflowAction: 'start' })
    expect((await ask('POST', `/data/job/${job}/workflow`, { form })).status).toBe(200)
  })
})

describe('deleting an import', () => {
  const remove = (job: number, given: Readonly<Record<string, unknown>> = {}): Promise<Answered> =>
    ask('DELETE', `/job/${job}?${parameters({ withSecondaryJobs: false, ...given })}`, {
      call: 'deleteImportJob',
    })
  const isThere = async (job: number): Promise<boolean> => (await ask('GET', `/job/${job}`)).status === 200
  const putUnder = (job: number, subjobs: readonly number[], who: RequestOptions['who'] = 'editor') =>
    ask('PATCH', `/job/${job}`, { json: { subjobs: { $mode: 'appendnew', $values: subjobs } }, who })

  test('D7.05 the imports under it stay, or go with it where withSecondaryJobs says so: all or none', async () => {
    const [a, b, c] = [await createJob('A'), await createJob('B'), await createJob('C')]
    await putUnder(a, [b])
    await putUnder(b, [c])
    expect((await remove(a, { deleteItems: true })).body.response).toEqual({ deletedId: a })
    expect([await isThere(a), await isThere(b), await isThere(c)]).toEqual([false, true, true])
    const others = await createJob('Not mine', 'contributor')
    await putUnder(c, [others], 'admin')
    expect((await remove(b, { withSecondaryJobs: true })).body.error).toBe('403/2028')
    expect([await isThere(b), await isThere(c)]).toEqual([true, true])
    await ask('PATCH', `/job/${c}`, { json: { subjobs: { $mode: 'clear' } } })
    expect((await remove(b, { withSecondaryJobs: true })).status).toBe(200)
    expect([await isThere(b), await isThere(c)]).toEqual([false, false])
    expect((await remove(b)).status).toBe(404)
  })

  test('D7.05 while items become assets it is refused, and the client deactivates the import in its place', async () => {
    const job = await createJob('Busy')
    await upload(job, 'a.txt')
    const { database } = application.cartouche.services
    await vi.waitFor(
      async () => expect((await ask('GET', `/job/${job}`)).body.response.data.status.name).toBe('ready'),
      20_000,
    )
    await database.updateTable('import_item').set({ status: 5 }).where('job_id', '=', job).execute()
    const refused = await remove(job)
    expect([refused.status, refused.body.error]).toEqual([409, '409/2074'])
    const { body } = await ask('PATCH', `/job/${job}`, { json: { activated: false } })
    expect(body.response.data).toMatchObject({ id: job, activated: false, status: { name: 'outstanding' } })
    expect(namesOf(await ask('GET', '/job?max=200'))).not.toContain('Busy')
  })

  /** An upload by hand: its bytes are sent when `send` says so, and the answer comes when it ends. */
  function slowUpload(
    job: number,
    jsonFirst: boolean,
  ): { send: (text: string) => void; end: () => Promise<Answered> } {
    const { url } = application.cartouche
    const json = `--edge\r\ncontent-disposition: form-data; name="json"\r\n\r\n{"job":${job}}\r\n`
    const file = '--edge\r\ncontent-disposition: form-data; name="file"; filename="slow.bin"\r\n\r\n'
    const sending = request(`${url}${importsAt}/item`, {
      method: 'POST',
      headers: {
        authorization: application.authorizationOf('editor'),
        'content-type': 'multipart/form-data; boundary=edge',
      },
    })
    const answered = new Promise<Answered>((resolve, reject) => {
      sending.on('error', reject).on('response', (response) => {
        void text(response).then((body) =>
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(body), headers: new Headers() }),
        )
      })
    })
    sending.write(jsonFirst ? json + file : file)
    return {
      send: (bytes) => sending.write(bytes),
      end: () => {
        sending.end(`\r\n${jsonFirst ? '' : json}--edge--\r\n`)
        return answered
      },
    }
  }

  test.for([true, false])(
    'D7.05 D7.08 an upload whose import is deleted meanwhile ends clearly, its bytes known to the sweep, json first: %s',
    async (jsonFirst) => {
      const { database, blobs, log, settings } = application.cartouche.services
      const job = await createJob('Deleted under way')
      await upload(job, 'before.txt')
      const sent = `these bytes arrive while the import is deleted ${jsonFirst}`.repeat(5000)
      const slow = slowUpload(job, jsonFirst)
      slow.send(sent.slice(0, 100_000))
      const arriving = join(settings.dataFolder, 'blobs', 'incoming')
      await vi.waitFor(async () => expect(await readdir(arriving)).toHaveLength(1), 20_000)
      expect((await remove(job)).status).toBe(200)
      slow.send(sent.slice(100_000))
      const { status, body } = await slow.end()
      expect([status, body.error]).toEqual([404, '404/2005'])
      const items = await database.selectFrom('import_item').where('job_id', '=', job).select('id').execute()
      expect(items).toEqual([])
      const sha256 = createHash('sha256').update(sent).digest('hex')
      expect(await blobs.sizeOf(sha256)).toBe(sent.length)
      await database
        .updateTable('blob')
        .set({ created_at: new Date(0) })
        .where('sha256', '=', sha256)
        .execute()
      await new Promise((resolve) => setTimeout(resolve, 30))
      await sweepBlobs({ database, sessions: database, blobs, log }, 10)
      expect(await blobs.sizeOf(sha256)).toBeUndefined()
    },
  )
})
