import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { form, json, playSpellings, type Spelling } from './test-spellings.ts'
import { startTestApplication, type AnyJson, type TestApplication } from './test-application.ts'

/**
 * Every call of the areas cursors, entities, schemas, trees, players and reverse search in every spelling,
 * made against the real server. The table that it writes, `docs/generated/spellings.md`, is compared on every
 * run; `npx vitest run server/src/http/spellings -u` writes it again.
 */

let application: TestApplication
const made: Record<string, string> = {}
let picture: Blob

const listed = (body: AnyJson): unknown =>
  Array.isArray(body.response.data) && typeof body.links === 'object' && body.state === 's'
const named =
  (name: string) =>
  (body: AnyJson): unknown =>
    body.response.data.name === name
const asset = 'dam/data/asset'
const state = 'state=s'

/** The addresses that mean the same uuid. @source wire facts "Lists" */
const byUuid: Spelling[] = ['dam/data/asset/{uuid}', 'dam/data/{uuid}', 'dam/asset/{uuid}', 'dam/{uuid}'].map(
  (path) => ({
    area: 'entities',
    what: 'read by uuid',
    method: 'GET',
    path: `/rest/${path}`,
    holds: ({ response }) => response.data.$uuid === made['uuid'],
  }),
)

/** The addresses of a media's description, by number and uuid. @source data-layer §7 Player and embed */
const described: Spelling[] = ['cloud', 'evp'].flatMap((folder) =>
  ['{id}', '{uuid}'].map((id) => ({
    area: 'players',
    what: 'description of a media',
    method: 'GET',
    path: `/wedia/${folder}/describeMedia?object=asset&id=${id}`,
    holds: (body) => body.id === Number(made['id']) && body.uuid === made['uuid'] && body.width === 64,
  })),
)

const searched = '/packaged/reverse-search'
/** A search is submitted before its report is asked for. @source data-layer §7 Reverse search */
const reverseSearches: readonly Spelling[] = [
  {
    area: 'reverse search',
    what: 'status of the feature',
    method: 'GET',
    path: `${searched}/feature/status`,
    holds: ({ provider, total }) => provider === 'library' && total > 0,
  },
  {
    area: 'reverse search',
    what: 'permissions',
    method: 'GET',
    path: `${searched}/permissions/{uuid}`,
    holds: (body) => body[made['uuid'] ?? '']?.submit === true,
  },
  {
    area: 'reverse search',
    what: 'submit',
    method: 'POST',
    path: `${searched}/submit/{uuid}`,
    holds: (body) => body.uuid === made['uuid'] && body.status === 'pending',
  },
  {
    area: 'reverse search',
    what: 'report',
    method: 'GET',
    path: `${searched}/report/{reported}`,
    holds: (body) => String(body).startsWith('%PDF'),
  },
  {
    area: 'reverse search',
    what: 'what is like a picture',
    method: 'POST',
    path: `${searched}/similar`,
    request: () => {
      const body = new FormData()
      body.append('picture', picture, 'picture.jpg')
      return { form: body }
    },
    holds: ({ data }) => Array.isArray(data),
  },
]

const spellings: readonly Spelling[] = [
  {
    area: 'cursors',
    what: 'a page',
    method: 'GET',
    path: `/rest/${asset}?${state}&query={"id":{id}}`,
    holds: (body) => listed(body) && body.response.total === 1,
  },
  {
    area: 'cursors',
    what: 'a page, as a body',
    method: 'POST as GET',
    path: `/rest/${asset}`,
    request: json({ state: 's', max: 1 }),
    holds: listed,
  },
  {
    area: 'cursors',
    what: 'a page, as a form',
    method: 'POST as GET',
    path: `/rest/${asset}`,
    request: form({ state: 's', query: '{"activated":true}' }),
    holds: listed,
  },
  {
    area: 'cursors',
    what: 'counts alone',
    method: 'POST as GET',
    path: `/rest/${asset}`,
    request: json({ state: 's', withAggregates: true, withData: false }),
    holds: (body) => listed(body) && body.response.aggregates.rootnature,
  },
  {
    area: 'cursors',
    what: 'groups',
    method: 'GET',
    path: `/rest/${asset}?${state}&group=city`,
    holds: (body) => listed(body) && Array.isArray(body.response.groups),
  },
  {
    area: 'cursors',
    what: 'suggested words',
    method: 'GET',
    path: `/rest/${asset}?${state}&suggest=words&fulltext=spe`,
    holds: (body) => listed(body) && body.response.data.includes('spelled'),
  },
  {
    area: 'cursors',
    what: 'counts by constraint',
    method: 'POST as GET',
    path: `/rest/${asset}/aggs`,
    request: form({
      state: 's',
      query: '{"$meta-query":{"kw":{"constraint":{},"aggregate":{"field":"keywords"}}}}',
    }),
    holds: (body) => body.state === 's' && body.response.aggregates.kw.length > 0,
  },
  {
    area: 'cursors',
    what: 'several resources',
    method: 'GET',
    path: `/rest/dam/data/asset,assetkeyword?${state}&query_asset={"id":{id}}`,
    holds: (body) => listed(body) && body.resources.length === 2 && body.resource === undefined,
  },
  {
    area: 'cursors',
    what: 'without the folder data',
    method: 'GET',
    path: `/rest/dam/asset?${state}`,
    holds: listed,
  },
  { area: 'entities', what: 'read', method: 'GET', path: `/rest/${asset}/{id}`, holds: named('Spelled') },
  ...byUuid,
  {
    area: 'entities',
    what: 'create by a form',
    method: 'POST',
    path: '/json/create/dam.data.asset.add',
    request: form({ prop_name: 'Made' }),
    holds: ({ response }) => response.createdId === response.data.id && response.data.name === 'Made',
  },
  {
    area: 'entities',
    what: 'create by json',
    method: 'POST',
    path: `/rest/${asset}`,
    request: form({ json: '{"name":"Made"}' }),
    holds: named('Made'),
  },
  {
    area: 'entities',
    what: 'simulate a creation',
    method: 'POST',
    path: `/rest/${asset}?simu=true`,
    request: form({ json: '{"name":"Never"}' }),
    holds: ({ response }) => response.data['$faces-name'].editable === true,
  },
  {
    area: 'entities',
    what: 'update by a form',
    method: 'POST as PATCH',
    path: '/json/update/dam.data.asset.update/{id}',
    request: form({ prop_city: 'Brest' }),
    holds: ({ response }) => response.data.city === 'Brest',
  },
  {
    area: 'entities',
    what: 'update by a form',
    method: 'PATCH',
    path: '/json/update/dam.data.asset.update/{id}',
    request: form({ prop_city: 'Nantes' }),
    holds: ({ response }) => response.data.city === 'Nantes',
  },
  {
    area: 'entities',
    what: 'patch',
    method: 'POST as PATCH',
    path: `/rest/${asset}/{id}?jsonproperty=json`,
    request: form({ json: '{"keywords":{"$mode":"appendnew","$values":[{node}]}}' }),
    holds: ({ response }) => response.data.keywords.length === 1,
  },
  {
    area: 'entities',
    what: 'patch',
    method: 'PATCH',
    path: `/rest/${asset}/{id}`,
    request: json({ json: { credit: 'Ada' } }),
    holds: ({ response }) => response.data.credit === 'Ada',
  },
  {
    area: 'entities',
    what: 'simulate a patch',
    method: 'POST as PATCH',
    path: `/rest/${asset}/{id}?simu=true`,
    request: form({ json: '{"city":"Never"}' }),
    holds: ({ response }) => response.data['$faces-city'].viewable === true,
  },
  {
    area: 'entities',
    what: 'workflow',
    method: 'POST',
    path: `/rest/${asset}/{fresh}/workflow?workflowAction=publish`,
    holds: ({ response }) => [response.data].flat()[0].status.name === 'published',
  },
  {
    area: 'entities',
    what: 'workflow',
    method: 'POST as PATCH',
    path: '/json/workflow/dam.data.asset.update/{fresh}?action=submit',
    holds: ({ response }) => [response.data].flat()[0].status.name === 'submitted',
  },
  {
    area: 'entities',
    what: 'more children',
    method: 'GET',
    path: `/rest/${asset}/{id}/keywords?maxchildren=1`,
    holds: ({ response }) => response.data.keywords.length === 1,
  },
  {
    area: 'entities',
    what: 'more children of a child',
    method: 'GET',
    path: `/rest/${asset}/{id}/keywords/null`,
    holds: ({ response }) => response.data.keywords.length === 1,
  },
  {
    area: 'entities',
    what: 'renditions',
    method: 'GET',
    path: '/wedia/dam/variations/asset/{id}',
    holds: (body) => Array.isArray(body),
  },
  {
    area: 'entities',
    what: 'renditions',
    method: 'GET',
    path: '/wedia/dam/variations?object=asset&id={id}',
    holds: (body) => Array.isArray(body),
  },
  {
    area: 'entities',
    what: 'delete',
    method: 'DELETE',
    path: `/rest/${asset}/{fresh}`,
    holds: ({ response }) => response.deletedId > 0,
  },
  {
    area: 'entities',
    what: 'delete',
    method: 'DELETE',
    path: '/json/delete/dam.data.asset/{fresh}',
    holds: (body) => body,
  },
  {
    area: 'schemas',
    what: 'of one resource',
    method: 'GET',
    path: `/rest/${asset}/headers?rscSecurity=insert`,
    holds: (body) => body.headers.keywords.type === 'array' && 'objectdata/insert' in body.$security,
  },
  {
    area: 'schemas',
    what: 'of several',
    method: 'GET',
    path: '/rest/dam/data/asset,assetkeyword/headers',
    holds: (body) => body.headers.asset.name && body.headers.assetkeyword.name,
  },
  {
    area: 'schemas',
    what: 'of several',
    method: 'GET',
    path: '/rest/search/asset,assetkeyword/headers',
    holds: (body) => body.headers.asset.name,
  },
  {
    area: 'schemas',
    what: 'of a domain',
    method: 'GET',
    path: '/rest/dam?headers=true&rscSecurity=insert',
    holds: ({ response }) =>
      response.data.some((one: AnyJson) => one.resource === 'asset' && one.headers.keywords),
  },
  {
    area: 'schemas',
    what: 'fields of an update',
    method: 'GET',
    path: '/json/update/dam.data.asset.update/headers',
    holds: (body) => body.inputs.properties.name,
  },
  {
    area: 'trees',
    what: 'roots',
    method: 'GET',
    path: '/rest/dam/data/assetkeyword/tree?state=s',
    holds: listed,
  },
  {
    area: 'trees',
    what: 'below a node',
    method: 'GET',
    path: '/rest/dam/data/assetkeyword/tree/{node}',
    holds: ({ response }) => response.data.id === Number(made['node']),
  },
  {
    area: 'trees',
    what: 'roots, at the list',
    method: 'GET',
    path: '/rest/dam/data/assetkeyword?depth=2&state=s',
    holds: listed,
  },
  {
    area: 'trees',
    what: 'below a node, at its own address',
    method: 'GET',
    path: '/rest/dam/data/assetkeyword/{node}?depth=1',
    holds: ({ response }) => response.data.parent.$children.length === 1,
  },
  {
    area: 'trees',
    what: 'full text with paths',
    method: 'GET',
    path: '/rest/dam/data/assetkeyword/tree?state=s&fulltext=leaf&treetop=-1',
    holds: (body) => listed(body) && body.response.data[0].$treepath.length === 1,
  },
  ...described,
  ...reverseSearches,
]

beforeAll(async () => {
  application = await startTestApplication()
  const create = async (path: string, value: object): Promise<AnyJson> =>
    (await application.ask('POST', `/rest/${path}`, { json: { json: value } })).body.response.data
  const flat = sharp({ create: { width: 64, height: 48, channels: 3, background: '#4060a0' } })
  picture = new Blob([new Uint8Array(await flat.jpeg().toBuffer())])
  const upload = form({ json: '{"name":"Spelled","binary":"cid:picture"}' })()
  if (upload.form instanceof FormData) upload.form.append('picture', picture, 'picture.jpg')
  const entity = (await application.ask('POST', `/rest/${asset}`, upload)).body.response.data
  const node = await create('dam/data/assetkeyword', { name: 'Node' })
  await create('dam/data/assetkeyword', { name: 'Leaf', parent: node.id })
  await create(asset, { name: 'Linked', keywords: [node.id] })
  Object.assign(made, { id: String(entity.id), uuid: entity.$uuid, node: String(node.id) })
})
afterAll(() => application.stop())

test('D1.04 every call of cursors, entities, schemas, trees, players and reverse search answers in every spelling', async () => {
  const fresh = async (): Promise<string> => {
    const { body } = await application.ask('POST', `/rest/${asset}`, { json: { json: { name: 'Fresh' } } })
    return String(body.response.data.id)
  }
  // A report is ready once no more 202 comes.
  const reported = async (): Promise<string> => {
    const path = `${searched}/report/${made['uuid']}`
    await expect.poll(async () => (await application.ask('GET', path)).status, { timeout: 20_000 }).toBe(200)
    return String(made['uuid'])
  }
  const table = await playSpellings(application, 'Spellings', 'spellings', spellings, {
    ...made,
    fresh,
    reported,
  })
  await expect(table).toMatchFileSnapshot('../../../docs/generated/spellings.md')
}, 300_000)
