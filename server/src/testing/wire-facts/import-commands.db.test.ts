import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type Answered,
  type RequestOptions,
  type TestApplication,
} from '../../http/test-application.ts'

/** Items of imports as existing clients describe, move, validate and delete them. */

let application: TestApplication
let job: number
let other: number
let ids: number[]

const ask = (method: string, path: string, request: RequestOptions = {}): Promise<Answered> =>
  application.ask(method, `/api/rest/massimport${path}`, { who: 'editor', ...request })
const put = (json: AnyJson): Promise<Answered> => ask('PUT', `/job/${job}`, { json, call: 'editImportJob' })
const form = (fields: Readonly<Record<string, string>>): URLSearchParams => new URLSearchParams(fields)

async function items(jobId: number): Promise<AnyJson[]> {
  return (await ask('GET', `/job/${jobId}/item?withSimu=false&workflows=true&max=200`)).body.response
    .data as AnyJson[]
}

/** Commands of the import so far. */
const made: string[] = []

/** An existing client asks until each command is done. */
async function done(answer: Answered): Promise<void> {
  const commands = answer.body.response.$action.commands as string[]
  expect(commands).toEqual([expect.any(String)])
  made.push(...commands)
  await vi.waitFor(
    async () => {
      const { body } = await ask('GET', `/job/${job}/changes/${commands.join(',')}`)
      expect(body.response.data).toMatchObject(commands.map((id) => ({ id, done: true })))
    },
    { timeout: 20_000, interval: 100 },
  )
}

beforeAll(async () => {
  application = await startTestApplication()
  const create = async (name: string): Promise<number> =>
    (await ask('POST', '/job', { json: { json: { name } } })).body.response.data.id as number
  job = await create('From')
  other = await create('To')
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) {
    const body = new FormData()
    body.append('binary', new File([`bytes of ${name}`], name))
    body.append('json', JSON.stringify({ job, binary: 'cid:binary' }))
    await ask('POST', '/item?unzip=false', { form: body })
  }
  await vi.waitFor(
    async () => {
      const found = await items(job)
      expect(found.map((item) => item['status'].name)).toEqual(['ready', 'ready', 'ready', 'ready'])
      ids = found.map((item) => item['id'] as number)
    },
    { timeout: 30_000, interval: 200 },
  )
})
afterAll(() => application.stop())

test('D7.09 values are plain, an id, or a mode with ids; each edit answers one command', async () => {
  await done(await put({ metadata: { ids, data: { city: 'Brest' } } }))
  await done(await put({ metadata: { ids: ids.map(String), data: { country: 'France' } } }))
  expect(
    (await items(job)).map((item) => [item['$assetmetadata'].city, item['$assetmetadata'].country]),
  ).toEqual(ids.map(() => ['Brest', 'France']))
  const keywords: number[] = []
  for (const name of ['Sea', 'Sky']) {
    const answer = await application.ask('POST', '/api/rest/dam/data/assetkeyword', {
      json: { json: { name } },
    })
    keywords.push(answer.body.response.data.id as number)
  }
  const [sea = 0, sky = 0] = keywords
  for (const [value, after] of [
    [[sea], [sea]],
    [{ $mode: 'appendnew', $values: [sea, sky] }, [sea, sky]],
    [{ $mode: 'remove', $values: [sea] }, [sky]],
    [{ $mode: 'clear' }, []],
  ] as const) {
    await done(await put({ metadata: { ids, data: { keywords: value } } }))
    const links = (await items(job)).map((item) => item['$assetmetadata'].keywords as AnyJson[])
    expect(links.map((some) => some.map(({ id }) => id as number))).toEqual(ids.map(() => after))
  }
})

test('D7.09 a change to the type that items have is a command, too', async () => {
  const answer = await put({ metadata: { ids, type: 'asset' } })
  expect(answer.status).toBe(200)
  await done(answer)
})

test('D7.12 changes without ids are those of the import; an id that nobody knows is not among them', async () => {
  const { body } = await ask('GET', `/job/${job}/changes?longPolling=0`)
  const known = (body.response.data as AnyJson[]).map(({ id }) => id as string)
  expect(made.length).toBeGreaterThan(1)
  expect(known).toEqual(expect.arrayContaining(made))
  const others = await ask('GET', `/job/${other}/changes`)
  expect(others.body.response.data).toEqual([])
  expect((await ask('GET', `/job/${job}/changes/nobody`)).body.response.data).toEqual([])
})

test('D7.13 an item is moved by a PATCH, or a POST that stands for it, and answered with its id', async () => {
  const [first] = ids
  const moved = await ask('PATCH', `/data/item/${first}`, { json: { job: other }, call: 'patchImportItems' })
  expect(moved.body.response.data).toMatchObject({ id: first, job: { id: other } })
  const back = await ask('POST', `/data/item/${first}`, {
    json: { job },
    headers: { 'x-http-method-override': 'PATCH' },
  })
  expect(back.body.response.data).toMatchObject({ id: first, job: { id: job } })
})

test('D7.21 several items are changed by a form with the field json', async () => {
  const answer = await ask('POST', `/data/item/${ids.join(',')}`, {
    form: form({ json: JSON.stringify({ $assetmetadata: { city: 'Nantes' } }) }),
    headers: { 'x-http-method-override': 'PATCH' },
  })
  expect((answer.body.response.data as AnyJson[]).map((item) => item['$assetmetadata'].city)).toEqual(
    ids.map(() => 'Nantes'),
  )
})

test('D7.10 a payload with items adds them to an import', async () => {
  const answer = await ask('PUT', `/job/${other}`, { json: { items: ids.slice(3) } })
  expect(answer.status).toBe(200)
  expect((await items(other)).map((item) => item['id'])).toEqual(ids.slice(3))
})

test('D7.25 D7.14 the workflow of items is listed by names; an action is taken by a form on several', async () => {
  const { body } = await ask('GET', '/data/item/workflow', { call: 'listImportItemActions' })
  expect(body.response.data).toEqual([
    expect.objectContaining({
      actions: expect.arrayContaining([expect.objectContaining({ name: 'validate' })]),
    }),
  ])
  const [first, second] = ids
  const answer = await ask('POST', `/data/item/${first},${second}/workflow`, {
    form: form({ workflowAction: 'validate', workflows: 'true' }),
    call: 'takeImportItemAction',
  })
  expect((answer.body.response.data as AnyJson[]).map((item) => item['id'])).toEqual([first, second])
  await vi.waitFor(
    async () =>
      expect((await items(job)).filter((item) => item['asset'] !== null).map((item) => item['id'])).toEqual([
        first,
        second,
      ]),
    { timeout: 20_000, interval: 200 },
  )
})

test('D7.17 items are deleted one by one, three at a time', async () => {
  const answers = await Promise.all(ids.slice(1).map((id) => ask('DELETE', `/data/item/${id}`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await items(job)).map((item) => item['id'])).toEqual(ids.slice(0, 1))
})
