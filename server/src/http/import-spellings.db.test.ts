import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { encoded, form, json, playSpellings, type Spelling } from './test-spellings.ts'
import {
  startTestApplication,
  type AnyJson,
  type Answered,
  type RequestOptions,
  type TestApplication,
} from './test-application.ts'

/**
 * Every call of mass import in every spelling, made against the real server. The table that it writes,
 * `docs/generated/import-spellings.md`, is compared on every run; `-u` writes it again.
 * @source data-layer §7 Mass import; wire facts "Mass import"
 */

const at = '/rest/massimport'
const byIds = JSON.stringify({ id: { in: ['{item}', '{second}'] } })
  .replaceAll('"{', '{')
  .replaceAll('}"', '}')
let application: TestApplication
let uploads = 0
const made: Record<string, string> = {}

/** The same call at several addresses, or with several bodies. */
const spelt = (
  area: string,
  what: string,
  methods: readonly string[],
  paths: readonly string[],
  requests: readonly Spelling['request'][],
  holds: Spelling['holds'],
): Spelling[] =>
  methods.flatMap((method) =>
    paths.flatMap((path) =>
      requests.map((request) => ({ area, what, method, path, holds, ...(request ? { request } : {}) })),
    ),
  )
const none = [undefined]
/** A body of JSON, the same under `json`, a multipart field `json`, and a plain form with it. */
const bodies = (value: unknown): Spelling['request'][] => [
  json(value),
  json({ json: value }),
  form({ json: JSON.stringify(value) }),
  encoded({ json: JSON.stringify(value) }),
]
/** Parameters of a list as a body of JSON, a multipart form and a plain form. */
const parameters = (fields: Readonly<Record<string, string>>): Spelling['request'][] => [
  json(fields),
  form(fields),
  encoded(fields),
]

const dataOf = (body: AnyJson): AnyJson => body.response.data
const aJob = (body: AnyJson): unknown =>
  dataOf(body).$resource === 'massimportjob' && Array.isArray(dataOf(body).$items)
const jobs = (body: AnyJson): unknown =>
  dataOf(body).length === 1 && dataOf(body)[0].$items.length === 1 && dataOf(body)[0].$rights.update
const items = (body: AnyJson): unknown => dataOf(body).length === 2 && dataOf(body)[0].workflows.length > 0
const counted = (body: AnyJson): unknown => body.response.total > 0 && dataOf(body).length === 0
const words = (body: AnyJson): unknown => dataOf(body).includes('castle')
const command = (body: AnyJson): unknown => typeof body.response.$action.commands[0] === 'string'
const listed = (body: AnyJson): unknown =>
  dataOf(body).length > 0 && dataOf(body).every((one: AnyJson) => typeof one.done === 'boolean')
const named = (body: AnyJson): unknown => [dataOf(body)].flat().every((one: AnyJson) => one.id > 0)

const jobPaths = [`${at}/job`, `${at}/data/job`]
const oneJob = [`${at}/job/{job}`, `${at}/data/job/{job}`]
const itemPaths = [`${at}/job/{job}/item`, `${at}/job/{job}/items`]
const wholeJobs = { query: '{"id":{job}}', withItems: 'true', maxItems: '1', withRights: 'true' }
const address = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
const wholeItems = { query: byIds, withSimu: 'true', withRights: 'true', workflows: 'true', options: '' }

const ofJobs: readonly Spelling[] = [
  ...spelt('jobs', 'create', ['POST'], jobPaths, bodies({ name: 'Spelled' }), aJob),
  ...spelt(
    'jobs',
    'list',
    ['GET'],
    jobPaths.flatMap((path) => [
      `${path}?${address({ ...wholeJobs, orderby: 'created desc' })}`,
      `${path}?${address(wholeJobs).toLowerCase()}`,
    ]),
    none,
    jobs,
  ),
  ...spelt('jobs', 'list', ['POST as GET'], jobPaths, parameters(wholeJobs), jobs),
  ...spelt(
    'jobs',
    'read',
    ['GET'],
    oneJob.map((path) => `${path}?withItems=true&withRights=true`),
    none,
    aJob,
  ),
  ...spelt(
    'jobs',
    'put away',
    ['PATCH', 'POST as PATCH'],
    [`${at}/job/{newJob}`, `${at}/data/job/{newJob}`],
    bodies({ activated: false }),
    (body) => dataOf(body).activated === false,
  ),
  ...spelt(
    'jobs',
    'transfer',
    ['PATCH', 'POST as PATCH'],
    [`${at}/job/{newJob}`, `${at}/data/job/{newJob}`],
    bodies({ jobowner: '{user}' }).slice(1, 3),
    (body) => dataOf(body).jobowner.id === Number(made['user']),
  ),
  ...spelt(
    'jobs',
    'put under another',
    ['PATCH', 'POST as PATCH'],
    [`${at}/job/{newJob}`, `${at}/data/job/{newJob}`],
    bodies({ subjobs: { $mode: 'appendnew', $values: ['{other}'] } }).slice(0, 2),
    (body) => dataOf(body).subjobs[0].id === Number(made['other']),
  ),
  ...spelt(
    'jobs',
    'start',
    ['POST'],
    [`${at}/data/job/{job}/workflow?workflowAction=start`, `${at}/job/{job}/workflow?workflowaction=start`],
    [undefined, json({}), form({}), encoded({})],
    aJob,
  ),
  ...spelt(
    'jobs',
    'start',
    ['POST'],
    [`${at}/data/job/{job}/workflow`, `${at}/job/{job}/workflow`],
    parameters({ workflowAction: 'start' }),
    aJob,
  ),
  ...spelt(
    'jobs',
    'delete',
    ['DELETE'],
    [
      `${at}/job/{newJob}?withSecondaryJobs=false`,
      `${at}/data/job/{newJob}?withSecondaryJobs=false&deleteItems=true`,
    ],
    none,
    ({ response }) => response.deletedId > 0,
  ),
  ...spelt(
    'jobs',
    'delete',
    ['POST as DELETE'],
    [`${at}/job/{newJob}`],
    none,
    ({ response }) => response.deletedId > 0,
  ),
]

const ofItems: readonly Spelling[] = [
  ...spelt(
    'items',
    'upload',
    ['POST'],
    [`${at}/item`, `${at}/item?unzip=false`, `${at}/item?job={job}`],
    [upload('json first'), upload('json last')],
    named,
  ),
  ...spelt(
    'items',
    'the total alone',
    ['GET'],
    itemPaths.map((path) => `${path}?withData=false&withAggregates=false`),
    none,
    counted,
  ),
  ...spelt(
    'items',
    'by status',
    ['GET'],
    itemPaths.flatMap((path) =>
      ['aggFields', 'aggfields'].map((name) => `${path}?withData=false&withAggregates=true&${name}=status`),
    ),
    none,
    ({ response }) => response.aggregates.status[0].count > 0,
  ),
  ...spelt(
    'items',
    'a page',
    ['GET'],
    itemPaths.flatMap((path) =>
      ['techProps', 'techprops'].map(
        (name) =>
          `${path}?props=id,status,blurhash,indexingstatus&max=2&${name}=$score&state=s&query=${byIds}&fulltext=&orderby=&withSimu=false&workflows=true`,
      ),
    ),
    none,
    (body) => items(body) && body.state === 's',
  ),
  ...spelt('items', 'simulated', ['POST as GET'], itemPaths, parameters(wholeItems), items),
  ...spelt(
    'items',
    'simulated',
    ['GET'],
    itemPaths.map((path) => `${path}?${address(wholeItems)}`),
    none,
    items,
  ),
  ...spelt(
    'items',
    'words',
    ['GET'],
    itemPaths.map((path) => `${path}?suggest=words&fulltext=ca`),
    none,
    words,
  ),
  ...spelt('items', 'of all imports', ['GET'], [`${at}/data/item?${address(wholeItems)}`], none, items),
  ...spelt('items', 'of all imports', ['POST as GET'], [`${at}/data/item`], parameters(wholeItems), items),
  ...spelt(
    'items',
    'counted over imports',
    ['GET'],
    ['aggfields', 'aggFields'].map(
      (name) =>
        `${at}/data/item?query={"job":{"eq":{job}},"status":{"in":[1,2,3,4,5,6]}}&${name}=job&withData=false`,
    ),
    none,
    counted,
  ),
  ...spelt(
    'items',
    'read',
    ['GET'],
    [`${at}/data/item/{item}`, `${at}/data/item/{item},{second}`],
    none,
    named,
  ),
  ...spelt(
    'items',
    'change',
    ['PATCH', 'POST as PATCH'],
    [`${at}/data/item/{item}`, `${at}/data/item/{item},{second}`],
    bodies({ $assetmetadata: { city: 'Brest' } }),
    named,
  ),
  ...spelt(
    'items',
    'move',
    ['PATCH', 'POST as PATCH'],
    [`${at}/data/item/{newItem}`],
    bodies({ job: '{other}' }),
    (body) => dataOf(body).job.id === Number(made['other']),
  ),
  ...spelt(
    'items',
    'workflows',
    ['GET'],
    [`${at}/data/item/workflow`],
    none,
    (body) => dataOf(body)[0].actions[0].name,
  ),
  ...spelt(
    'items',
    'take an action',
    ['POST'],
    [`${at}/data/item/{readyItem},{readyItem}/workflow?workflowAction=analyze&workflows=true`],
    [undefined, json({}), form({})],
    named,
  ),
  ...spelt(
    'items',
    'take an action',
    ['POST'],
    [`${at}/data/item/{readyItem}/workflow`],
    parameters({ workflowAction: 'analyze', workflows: 'true' }),
    named,
  ),
  ...spelt(
    'items',
    'lock',
    ['POST'],
    [`${at}/data/item/{item}/lock`, `${at}/data/item/{item},{second}/lock`],
    [undefined, ...parameters({ seconds: '30' })],
    named,
  ),
  ...spelt('items', 'unlock', ['DELETE', 'POST as DELETE'], [`${at}/data/item/{item}/lock`], none, named),
  ...spelt(
    'items',
    'delete',
    ['DELETE', 'POST as DELETE'],
    [`${at}/data/item/{newItem}`],
    none,
    ({ response }) => response.deletedId > 0,
  ),
]

const edit = `${at}/job/{job}`
const ids = ['{item}', '{second}']
const ofCommands: readonly Spelling[] = [
  ...spelt(
    'commands',
    'describe',
    ['PUT', 'POST as PUT'],
    [edit],
    edits({ metadata: { ids, data: { city: 'Brest' } } }),
    command,
  ),
  ...spelt(
    'commands',
    'add links',
    ['PUT'],
    [edit],
    edits({ metadata: { ids, data: { keywords: { $mode: 'appendnew', $values: ['{keyword}'] } } } }),
    command,
  ),
  ...spelt(
    'commands',
    'change the type',
    ['PUT'],
    [edit],
    edits({ metadata: { ids, type: 'asset' } }),
    command,
  ),
  ...spelt(
    'commands',
    'add items',
    ['PUT'],
    [`${at}/job/{newJob}`],
    [json({ items: ['{newItem}'] }), form({ items: '[{newItem}]' })],
    command,
  ),
  ...spelt(
    'commands',
    'validate',
    ['PUT'],
    [edit],
    edits({ metadata: { ids: ['{readyItem}'], validate: true } }),
    (body) => command(body) && body.response.validationJob.id,
  ),
  ...spelt(
    'commands',
    'changes',
    ['GET'],
    [
      `${at}/job/{job}/changes`,
      `${at}/job/{job}/changes?longPolling=0`,
      `${at}/job/{job}/changes/{command}`,
      `${at}/job/{job}/changes/{command},{command}`,
    ],
    none,
    listed,
  ),
  ...spelt(
    'commands',
    'stop',
    ['DELETE', 'POST as DELETE'],
    [`${at}/job/{job}/changes/{command}`],
    none,
    listed,
  ),
  ...spelt(
    'commands',
    'take back',
    ['POST'],
    [`${at}/job/{job}/changes/{command}/undo`],
    [undefined, json({})],
    command,
  ),
]

/** What a PUT is sent as: JSON, a multipart form, a plain form. */
function edits(value: Readonly<Record<string, unknown>>): Spelling['request'][] {
  const fields = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, JSON.stringify(part)]))
  return parameters(fields).concat(json(value))
}

/** The file and the field `json`, in either order. */
function upload(order: 'json first' | 'json last'): Spelling['request'] {
  return () => {
    const body = new FormData()
    if (order === 'json first') body.append('json', '{"job":{"id":{job}},"binary":"cid:binary"}')
    body.append('binary', new File([`castle ${uploads++}`], 'castle.txt'))
    if (order === 'json last') body.append('json', '{"job":{job},"binary":"cid:binary"}')
    return { form: body }
  }
}

async function post(path: string, request: RequestOptions): Promise<AnyJson> {
  const { status, body } = await application.ask('POST', path, request)
  expect(status, `${path}: ${JSON.stringify(body)}`).toBe(201)
  return dataOf(body)
}
const newJob = async (): Promise<string> =>
  String((await post(`${at}/job`, { json: { json: { name: 'New' } } })).id)
async function newItem(): Promise<string> {
  const body = new FormData()
  body.append('binary', new File([`castle ${uploads++}`], 'castle.txt'))
  body.append('json', `{"job":${made['job']}}`)
  const [{ id }] = await post(`${at}/item`, { form: body })
  return String(id)
}
/** An item that is inspected. */
async function readyItem(): Promise<string> {
  const id = await newItem()
  const read = (): Promise<Answered> => application.ask('GET', `${at}/data/item/${id}`)
  await vi.waitFor(async () => expect(dataOf((await read()).body).status.name).toBe('ready'), {
    timeout: 20_000,
    interval: 20,
  })
  return id
}
async function newCommand(): Promise<string> {
  const metadata = { ids: [made['item']], data: { credit: `Ada ${uploads++}` } }
  const { body } = await application.ask('PUT', `${at}/job/${made['job']}`, { json: { metadata } })
  return body.response.$action.commands[0] as string
}

beforeAll(async () => {
  application = await startTestApplication()
  made['job'] = await newJob()
  made['other'] = await newJob()
  made['item'] = await readyItem()
  made['second'] = await readyItem()
  const { body } = await application.ask('GET', '/json/whoami', { who: 'contributor' })
  made['user'] = String(dataOf(body).id)
  const keyword = await post('/rest/dam/data/assetkeyword', { json: { json: { name: 'Castles' } } })
  made['keyword'] = String(keyword.id)
})
afterAll(() => application.stop())

test('every call of mass import answers in every spelling', async () => {
  const table = await playSpellings(
    application,
    'Spellings of mass import',
    'import-spellings',
    [...ofJobs, ...ofItems, ...ofCommands],
    { ...made, newJob, newItem, readyItem, command: newCommand },
  )
  await expect(table).toMatchFileSnapshot('../../../docs/generated/import-spellings.md')
}, 300_000)
