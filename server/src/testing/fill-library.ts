import { partPath } from '@cartouche/contract'
import type { AnyJson, TestApplication, RequestOptions } from '../http/test-application.ts'

/** Fills a library over HTTP with something of every kind that a release must keep. */
export async function fillLibrary({ ask }: TestApplication): Promise<void> {
  const make = async (
    method: string,
    path: string,
    json: unknown,
    options: RequestOptions = {},
  ): Promise<AnyJson> => {
    const { status, body } = await ask(method, path, { json, ...options })
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
  const create = async (resource: string, json: object): Promise<number> =>
    (await make('POST', `/rest/dam/data/${resource}`, { json })).response.data.id as number

  const coast = await create('assetkeyword', { name: 'coast' })
  const harbour = await create('assetkeyword', { name: 'harbour', name_fr: 'port', parent: coast })
  const merged = await create('assetkeyword', { name: 'harbor' })
  const published = await create('asset', {
    name: 'Fishing boats',
    description: 'Boats in the harbour at dawn',
    city: 'Brest',
    keywords: [harbour],
    validfrom: '2020-01-01T00:00:00.000Z',
    validuntil: '2090-01-01T00:00:00.000Z',
  })
  const draft = await create('asset', { name: 'Lighthouse', keywords: [coast, merged] })
  await make('POST', `/rest/dam/data/asset/${published}/workflow`, { workflowAction: 'publish' })
  await make('POST', `/rest/dam/data/asset/${draft}`, { json: { city: 'Ouessant' } }, { as: 'PATCH' })
  await make('POST', `/rest/dam/data/assetkeyword/${merged}/merge`, { into: harbour })

  const role = await make('POST', '/rest/administration/roles', { name: 'Press' })
  const user = await make('POST', '/rest/administration/users', {
    login: 'press',
    name: 'Press office',
    role: role.id,
  })
  await make('PUT', '/rest/administration/branding', { colour: '#005f73' })

  const [cart] = await make('POST', '/wedia/cart/createCart/', {
    name: 'Coast',
    items: { asset: [published, draft] },
  })
  await make('POST', `/wedia/cart/addCartCollaborators/${cart.id}`, {
    collaborators: [user.id],
    right: 'edit',
  })
  await make('POST', `/wedia/cart/shareCart/${cart.id}`, {})
  await make('POST', '/packaged/cw/savedsearch/add/', {
    name: 'Harbours',
    data: { fulltextTokens: ['harbour'] },
  })
  const columns = { namespace: 'interface', key: 'columns', type: 'string', value: 'name city' }
  await make('POST', '/json/userpref', columns)
  await make('POST', '/rest/massimport/job', { json: { name: 'Scans of 2020' } })

  await make('POST', '/rest/administration/synonyms', { words: ['harbour', 'haven'] })
  const data = { name: 'Coast guide', path: 'coast-guide' }
  const page = (await make('POST', '/rest/data/page', { json: data })).response.data.id as number
  const widget = {
    parent: partPath({ resource: 'page', id: page }),
    name: 'Text',
    props: '{"html":"<p>Tides</p>"}',
  }
  await make('POST', '/rest/data/pagewidget', { json: widget })
  await make('PATCH', `/json/workflow/data.page.workflow/${page}?action=validate`, {})
}
