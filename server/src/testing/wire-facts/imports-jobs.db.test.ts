import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
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
  const names = ['Harbour', 'Étretat harbour', 'Archive']
  const ids: number[] = []
  beforeAll(async () => {
    for (const name of names) ids.push(await createJob(name, 'contributor'))
    for (const file of ['a.txt', 'b.txt', 'c.txt']) await upload(ids[0] ?? 0, file, { who: 'contributor' })
    await upload(ids[2] ?? 0, 'd.txt', { who: 'contributor' })
  })
  const list = (given: Readonly<Record<string, unknown>> = {}, path = '/job') =>
    ask('GET', `${path}?${parameters(given)}`, { who: 'contributor', call: 'findImportJobs' })

  test('D7.02 D9.03 they come by created desc, or by name, count, owner and status, each way', async () => {
    const newestFirst = ['Archive', 'Étretat harbour', 'Harbour']
    expect(namesOf(await list())).toEqual(newestFirst)
    expect(namesOf(await list({ orderby: 'created desc' }))).toEqual(newestFirst)
    expect(namesOf(await list({ orderby: 'created asc' }))).toEqual(names)
    expect(namesOf(await list({ orderby: 'count desc' }))[0]).toBe('Harbour')
    expect(namesOf(await list({ orderby: 'name' }))[0]).toBe('Archive')
    for (const field of ['id', 'jobowner', 'status', 'activated'])
      expect((await list({ orderby: `${field} desc` })).status, field).toBe(200)
    expect((await list({ orderby: 'nothing asc' })).body.error).toBe('400/2002')
    expect((await list({ orderby: 'name; drop' })).body.error).toBe('400/2000')
  })

  test('D7.02 the query is obeyed: names, ids, dates, owners, counts, statuses and flags', async () => {
    const found = async (query: object): Promise<string[]> =>
      namesOf(await list({ query, orderby: 'created asc' }))
    expect(await found({ name: { eq: 'Harbour' } })).toEqual(['Harbour'])
    expect(await found({ name: { eq: 'zzz' } })).toEqual([])
    expect(await found({ name: { ct: 'HARB' } })).toEqual(['Harbour', 'Étretat harbour'])
    expect(await found({ id: { in: ids.slice(1) } })).toEqual(['Étretat harbour', 'Archive'])
    expect(await found({ created: { lt: '2020-01-01' } })).toEqual([])
    expect(await found({ created: { gte: '2020-01-01T00:00:00Z' } })).toEqual(names)
    expect(await found({ count: { gt: 1 } })).toEqual(['Harbour'])
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
    expect(namesOf(await list({ fulltext: 'harbour', query: { count: 3 } }))).toEqual(['Harbour'])
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
    const [job] = (await list({ withItems: true, query: { name: 'Harbour' } })).body.response.data
    expect(job.$items).toHaveLength(3)
    expect(job.$items[0]).toMatchObject({ $resource: 'massimportitem', filename: 'a.txt' })
    const one = (await list({ withItems: true, maxItems: 1, query: { name: 'Harbour' } })).body
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

  test('D7.02 D7.03 D6.01 rights of each job are told as those of an entity', async () => {
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
