import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type Answered,
  type RequestOptions,
  type TestApplication,
} from '../../http/test-application.ts'

/** Items of imports, as existing clients ask for them and read them. */

let application: TestApplication
let job: number
let items: readonly number[]
const base = '/api/rest/massimport'

beforeAll(async () => {
  application = await startTestApplication()
  job = (await get('POST', `${base}/job`, { json: { json: { name: 'Facts' } } }, 201)).response.data
    .id as number
  const upload = new FormData()
  for (const name of ['castle one.txt', 'castle two.txt', 'boat.txt'])
    upload.append(name, new Blob([name]), name)
  upload.append('json', JSON.stringify({ job }))
  const { response } = await get('POST', `${base}/item`, { form: upload }, 201)
  items = response.data.map(({ id }: AnyJson) => id as number)
  await vi.waitFor(
    async () => expect(await counts()).toEqual([{ count: 3, total: 3, data: { id: 3, name: 'ready' } }]),
    { timeout: 30_000, interval: 100 },
  )
})
afterAll(() => application.stop())

async function get(
  method: string,
  path: string,
  options: RequestOptions = {},
  expected = 200,
): Promise<AnyJson> {
  const { status, body }: Answered = await application.ask(method, path, options)
  expect(status, `${path}: ${JSON.stringify(body).slice(0, 300)}`).toBe(expected)
  return body
}
const counts = async (): Promise<unknown> =>
  (await get('GET', `${base}/job/${job}/item?withData=false&withAggregates=true&aggFields=status`)).response
    .aggregates.status
const query = (value: unknown): string => `query=${encodeURIComponent(JSON.stringify(value))}`
const form = (fields: Readonly<Record<string, string>>): FormData => {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.append(name, value)
  return made
}

describe('items of one import', () => {
  test('D7.04 the total alone is read without items and without counts', async () => {
    const { response } = await get('GET', `${base}/job/${job}/item?withData=false&withAggregates=false`)
    expect(response).toEqual({ total: 3, outstandingItems: [], data: [] })
  })

  test('D7.22 a page of few properties says the actions on each item and goes on by moreResultsToken to the end', async () => {
    const seen: number[] = []
    let after = ''
    do {
      const page = await get(
        'GET',
        `${base}/job/${job}/item?props=id,status,blurhash,indexingstatus&techProps=$score&state=s%201&fulltext=castle&orderby=filename&max=1&withSimu=false&workflows=true${after}`,
      )
      expect(page.state).toBe('s 1')
      expect(page.response.total).toBe(2)
      const [item] = page.response.data
      expect(item).toMatchObject({ status: { id: 3, online: true }, indexingstatus: 'done', $score: 1 })
      expect(item.workflows).toContainEqual({ name: 'validate' })
      expect(item).not.toHaveProperty('filename')
      seen.push(item.id as number)
      const { moreResultsToken } = page.links
      after = moreResultsToken === undefined ? '' : `&after=${moreResultsToken}`
    } while (after !== '')
    expect(seen).toEqual(items.slice(0, 2))
  })

  test('D9.02 more than 200 items a page are answered by 200, and refused nowhere', async () => {
    const many = (await get('POST', `${base}/job`, { json: { json: { name: 'Many' } } }, 201)).response.data
      .id as number
    await sql`
      insert into import_item (job_id, resource, status, sha256, file_name, folded_name, upload_key)
      select ${many}, resource, status, sha256, file_name, folded_name, 'copy ' || n
      from import_item, generate_series(1, 203) n where id = ${items[0]}`.execute(
      application.cartouche.services.database,
    )
    const { links, response } = await get('GET', `${base}/job/${many}/items?max=300`)
    expect([response.total, response.data.length]).toEqual([203, 200])
    const rest = await get('GET', `${base}/job/${many}/items?max=300&after=${links.moreResultsToken}`)
    expect(rest.response.data).toHaveLength(3)
    expect(rest.links).toEqual({})
  })

  test('D7.18 words are a list of texts', async () => {
    const { response, state } = await get(
      'GET',
      `${base}/job/${job}/items?suggest=words&fulltext=ca&state=ca`,
    )
    expect([response.data, state]).toEqual([['castle'], 'ca'])
  })

  test('D7.23 simulated items come by a form; options may be empty', async () => {
    const fields = {
      withSimu: 'true',
      withRights: 'true',
      workflows: 'true',
      query: JSON.stringify({ id: { in: items } }),
      options: '',
    }
    const path = `${base}/job/${job}/item`
    const { headers, response } = await get('POST', path, {
      as: 'GET',
      form: form(fields),
      call: 'findImportItems',
    })
    expect(headers.$assetmetadata.asset.keywords.href).toContain('/api/rest/')
    expect(response.data).toHaveLength(3)
    expect(response.data[0]).toMatchObject({
      $rights: { update: true },
      workflows: [{ name: 'validate' }, { name: 'publish' }, { name: 'analyze' }],
      $assetmetadata: {
        $resource: 'asset',
        '$meta-name': { faces: { editable: true, mandatory: true, viewable: true }, messages: [] },
      },
    })
    const none = await get('POST', path, { as: 'GET', form: form({ ...fields, query: '{"id":{"in":[]}}' }) })
    expect(none.response.data).toEqual([])
  })

  test('D5.07 D8.10 more than 200 ids at once are refused with the advice', async () => {
    const ids = Array.from({ length: 201 }, (_one, at) => at + 1)
    const refused = await get(
      'POST',
      `${base}/job/${job}/item`,
      { as: 'GET', form: form({ query: JSON.stringify({ id: { in: ids } }) }) },
      400,
    )
    expect(refused.message).toBe('Cannot retrieve so many items at once: at most 200, better 50')
    await get('GET', `${base}/data/item/${ids.join(',')}`, {}, 400)
  })
})

describe('items of all imports', () => {
  test('D7.19 items are counted by import and status, aggfields so spelt', async () => {
    const asked = query({ job: { eq: job }, status: { eq: 3 } })
    const { response } = await get('GET', `${base}/data/item?${asked}&aggfields=job&withData=false`)
    expect(response).toMatchObject({
      total: 3,
      data: [],
      aggregates: { job: [{ count: 3, data: { id: job, name: 'Facts' } }] },
    })
  })

  test('one id answers an item, several a list, in the order asked for', async () => {
    const [first, second] = items
    const one = await get('GET', `${base}/data/item/${first}`, { call: 'getImportItems' })
    expect(one).toMatchObject({
      resource: 'massimportitem',
      response: { data: { id: first, job: { id: job } } },
    })
    const several = await get('GET', `${base}/data/item/${second},${first}?props=id`, {})
    expect(several.response.data.map(({ id }: AnyJson) => id)).toEqual([second, first])
    await get('GET', `${base}/data/item/${first}`, { who: 'contributor' }, 404)
    await get('GET', `${base}/data/item/999999999`, {}, 404)
  })
})
