import { randomBytes } from 'node:crypto'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { partPath } from '@cartouche/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startTestApplication,
  type Answered,
  type AnyJson,
  type RequestOptions,
  type TestApplication,
  type Who,
} from '../../http/test-application.ts'

let application: TestApplication
beforeAll(async () => {
  application = await startTestApplication()
})
afterAll(() => application.stop())

const ask = (method: string, path: string, options?: RequestOptions): Promise<Answered> =>
  application.ask(method, path, options)
async function create(resource: string, json: object, who: Who = 'admin'): Promise<number> {
  const { status, body } = await ask('POST', `/rest/data/${resource}`, { json: { json }, who })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.response.data.id as number
}
const newPage = (json: object = {}): Promise<number> => create('page', { name: 'A page', ...json })
const pathOf = (page: number, ...widgets: readonly number[]): string =>
  widgets.reduce(
    (path, id) => partPath({ resource: 'pagewidget', id }, path),
    partPath({ resource: 'page', id: page }),
  )
const newWidget = (parent: string, json: object = {}): Promise<number> =>
  create('pagewidget', { parent, ...json })
const read = async (resource: string, id: number, who: Who = 'admin'): Promise<AnyJson> => {
  const { status, body } = await ask('GET', `/rest/data/${resource}/${id}`, { who })
  return status === 200 ? body.response.data : { status, code: body.code }
}
const save = (resource: string, id: number, query: Readonly<Record<string, string>>, who: Who = 'admin') =>
  ask('PATCH', `/api/json/update/${resource}/${id}?${new URLSearchParams(query)}`, { who })
async function below(page: number, resource = 'pagewidget', who: Who = 'admin'): Promise<AnyJson[]> {
  const query = JSON.stringify({ or: [{ parent: pathOf(page) }, { parent: { sw: `${pathOf(page)}_` } }] })
  const path = `/rest/data/${resource}?max=200&orderby=${resource === 'pagewidget' ? 'position,' : ''}id&query=${encodeURIComponent(query)}`
  return (await ask('GET', path, { who })).body.response.data
}
function assign(object: string, id: number, values: readonly (number | string)[], who: Who = 'admin') {
  const form = new URLSearchParams({ form_object: object, form_id: String(id), form_field: 'children' })
  for (const value of values) form.append('form_value', String(value))
  return ask('POST', '/bov3/common/actions/affect_collection.jspz', { form, who })
}
function sort(ids: readonly number[], prefix = '', who: Who = 'admin') {
  const form = `&form_object=clubwedwidget&sort_field=position&noredirect=true${ids.map((id) => `&clubwedwidget_1=${id}`).join('')}`
  return ask('POST', `${prefix}/bov3/datasort/actions/sort.jspz`, { form: new URLSearchParams(form), who })
}
const publish = (id: number, who: Who = 'admin') =>
  ask('PATCH', `/json/workflow/data.page.workflow/${id}?action=validate`, { json: {}, who })
async function workingCopyOf(id: number): Promise<number> {
  const { status, body } = await ask('GET', `/api/rest/bs/clubwed_getWorkCopy/clubwedpagedesc/${id}`)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.response.data).toMatch(/^[1-9]\d*$/)
  return Number(body.response.data)
}
/** Sends a request as it is written; `fetch` changes its address and says that it is no browser. */
async function send(method: string, path: string, more: Readonly<Record<string, string>>): Promise<string> {
  const { hostname, port } = new URL(application.cartouche.url)
  const headers = { authorization: application.authorizationOf('admin'), ...more }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ hostname, port, method, path, headers }, resolve).on('error', reject).end()
  })
  return text(answer)
}
async function newFile(parent: string): Promise<number> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ prop_name: 'file', prop_parent: parent }))
    form.append(name, value)
  form.append('prop_file', new Blob(['bytes']), 'p.txt')
  const { status, body } = await ask('POST', '/json/create/cwpagefile.add', { form })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.response.data.id as number
}
const idsOf = (rows: readonly AnyJson[]): number[] => rows.map(({ id }) => id as number)

describe('a save', () => {
  test('D7.56 stores what is sent, and nothing for the text undefined', async () => {
    const page = await newPage()
    const id = await newWidget(pathOf(page), { value: 'before', props: '{"a":1}' })
    const props = '{"b":"<b>two</b>"}'
    const sent = { prop_value: 'undefined', prop_props: props, prop_position: '4', prop_enabled: 'false' }
    expect((await save('clubwedwidget', id, { ...sent, prop_name: 'Title' })).status).toBe(200)
    expect(await read('pagewidget', id)).toMatchObject({
      value: 'before',
      props,
      position: 4,
      enabled: false,
      name: 'Title',
      parent: pathOf(page),
    })
    const ofPage = { prop_value: 'undefined', prop_position: 'undefined', prop_enabled: 'undefined' }
    expect((await save('clubwedpagedesc', page, { ...ofPage, prop_props: '{"c":3}' })).status).toBe(200)
    expect(await read('page', page)).toMatchObject({ props: '{"c":3}', name: 'A page' })
  })
  test('of properties that are no JSON, or 5 MB, is refused and stores nothing', async () => {
    const id = await newWidget(pathOf(await newPage()), { props: '{"a":1}' })
    const noJson = await save('clubwedwidget', id, { prop_props: '{a:1' })
    expect([noJson.status, noJson.body.code]).toEqual([400, 'invalid_parameter'])
    const form = new URLSearchParams({ prop_props: JSON.stringify(randomBytes(2_500_000).toString('hex')) })
    const large = await ask('PATCH', `/json/update/clubwedwidget/${id}`, { form })
    expect([large.status, large.body.code]).toEqual([413, 'body_too_large'])
    const deep = await save('clubwedwidget', id, { prop_props: `${'['.repeat(100)}${']'.repeat(100)}` })
    expect(deep.status).toBe(400)
    expect((await read('pagewidget', id)).props).toBe('{"a":1}')
  })
  test('an object of a body of JSON becomes its text', async () => {
    const id = await newWidget(pathOf(await newPage()), { props: { a: [1] } })
    expect((await read('pagewidget', id)).props).toBe('{"a":[1]}')
  })
  test('the place of a widget is not changed by it', async () => {
    const id = await newWidget(pathOf(await newPage()))
    const answer = await save('clubwedwidget', id, { prop_parent: pathOf(await newPage()) })
    expect([answer.status, answer.body.code]).toEqual([403, 'field_read_only'])
  })
  test('a widget stands only where there is a place', async () => {
    const page = await newPage()
    const title = await newWidget(pathOf(page))
    for (const [parent, code] of [
      ['nonsense', 'invalid_parameter'],
      ['clubwedpagedesc_999999999', 'entity_not_found'],
      [pathOf(page, 999_999_999), 'entity_not_found'],
      [pathOf(await newPage(), title), 'entity_not_found'],
      [pathOf(page, title, title), 'entity_not_found'],
      [pathOf(page, ...Array.from({ length: 20 }, () => title)), 'invalid_parameter'],
    ] as const) {
      const { body } = await ask('POST', '/rest/data/pagewidget', { json: { json: { parent } } })
      expect(body.code, parent).toBe(code)
    }
    expect(await below(page)).toHaveLength(1)
  })
})

describe('assigning', () => {
  test('D7.57 keeps those that are there and copies a component in, with all that stands in it', async () => {
    const page = await newPage()
    const [one, two] = [await newWidget(pathOf(page)), await newWidget(pathOf(page))]
    const master = await create('pagewidget', { name: 'Card', component: 'we-card' })
    const inner = await create('pagewidget', {
      name: 'Text',
      parent: `clubwedwidget_${master}`,
      value: 'words',
    })
    const { status, body } = await assign('clubwedpagedesc', page, [two, master, one])
    expect(status, JSON.stringify(body)).toBe(200)
    const copy = Number(body.new_children[1])
    expect(body).toEqual({ new_children: [String(two), String(copy), String(one)] })
    expect([one, two, master, inner]).not.toContain(copy)
    const widgets = await below(page)
    expect(idsOf(widgets.filter(({ parent }) => parent === pathOf(page)))).toEqual([two, copy, one])
    expect(widgets.find(({ id }) => id === copy)).toMatchObject({
      name: 'Card',
      component: { name: 'we-card' },
      mastercomponent: { id: master },
      status: { name: 'draft' },
    })
    expect(widgets.find(({ parent }) => parent === pathOf(page, copy))).toMatchObject({ value: 'words' })
    expect(await read('pagewidget', master)).toMatchObject({ parent: '' })
  })
  test('moves a widget of the page with all that stands in it', async () => {
    const page = await newPage()
    const [one, two] = [await newWidget(pathOf(page)), await newWidget(pathOf(page))]
    const deep = await newWidget(pathOf(page, one))
    expect((await assign('clubwedwidget', two, [one])).body).toEqual({ new_children: [String(one)] })
    expect(await read('pagewidget', one)).toMatchObject({ parent: pathOf(page, two) })
    expect(await read('pagewidget', deep)).toMatchObject({ parent: pathOf(page, two, one) })
    expect((await assign('clubwedpagedesc', page, [deep])).body.new_children).toEqual([
      String(deep),
      String(two),
    ])
    expect(await read('pagewidget', deep)).toMatchObject({ parent: pathOf(page) })
  })
  test('of a widget to itself or to what stands in it is refused', async () => {
    const page = await newPage()
    const one = await newWidget(pathOf(page))
    const deep = await newWidget(pathOf(page, one))
    for (const [at, what] of [
      [deep, one],
      [one, one],
    ] as const)
      expect((await assign('clubwedwidget', at, [what])).body.code).toBe('invalid_parameter')
    expect(await read('pagewidget', one)).toMatchObject({ parent: pathOf(page) })
  })
  test('what nobody named stays, after the others: two who add at once lose nothing', async () => {
    const page = await newPage()
    const masters = [await create('pagewidget', { name: 'A' }), await create('pagewidget', { name: 'B' })]
    const answers = await Promise.all(masters.map((master) => assign('clubwedpagedesc', page, [master])))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(
      (await below(page)).map(({ name }) => name).toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual(['A', 'B'])
  })
  test('of ids that are not there, that are hidden or that are too many is refused', async () => {
    const page = await newPage()
    expect((await assign('clubwedpagedesc', page, [999_999_999])).body.code).toBe('entity_not_found')
    expect((await assign('clubwedpagedesc', 999_999_999, [])).body.code).toBe('entity_not_found')
    expect((await assign('clubwedpagedesc', page, ['x'])).status).toBe(400)
    expect((await assign('asset', page, [])).status).toBe(400)
    const many = Array.from({ length: 991 }, (_value, at) => at + 1)
    expect((await assign('clubwedpagedesc', page, many)).body.code).toBe('invalid_parameter')
    expect((await assign('clubwedpagedesc', page, [], 'viewer')).status).toBe(403)
    expect((await assign('clubwedpagedesc', page, [], 'nobody')).status).toBe(401)
  })
})

describe('sorting and deleting', () => {
  test('D7.59 gives positions in the order of the ids, with and without api', async () => {
    const page = await newPage()
    const [a, b, c] = [
      await newWidget(pathOf(page)),
      await newWidget(pathOf(page)),
      await newWidget(pathOf(page)),
    ]
    expect((await sort([c, a, b])).body).toEqual({ sorted: [c, a, b] })
    expect(idsOf(await below(page))).toEqual([c, a, b])
    expect((await sort([b, c, a], '/api')).status).toBe(200)
    expect((await below(page)).map(({ id, position }) => [id, position])).toEqual([
      [b, 1],
      [c, 2],
      [a, 3],
    ])
    expect(
      await send('POST', '/api/../bov3/datasort/actions/sort.jspz', { 'content-length': '0' }),
    ).toContain('invalid_parameter')
    expect((await sort([a, 999_999_999])).body.code).toBe('entity_not_found')
    expect((await sort([a], '', 'viewer')).status).toBe(403)
  })
  test('D7.58 a widget goes with all that stands in it, and nothing else does', async () => {
    const page = await newPage()
    const [one, two] = [await newWidget(pathOf(page)), await newWidget(pathOf(page))]
    const deep = await newWidget(pathOf(page, one))
    await newWidget(pathOf(page, one, deep))
    expect((await ask('DELETE', `/api/json/delete/clubwedwidget/${one}`)).status).toBe(200)
    expect(idsOf(await below(page))).toEqual([two])
    expect((await ask('DELETE', `/json/delete/clubwedwidget/${one}`)).status).toBe(404)
    expect((await ask('DELETE', `/json/delete/clubwedwidget/${two}`, { who: 'viewer' })).status).toBe(404)
  })
  test('D7.60 a file takes the place of another; the new record is answered', async () => {
    const page = await newPage()
    const parent = pathOf(page, await newWidget(pathOf(page)))
    const form = (text: string): FormData => {
      const made = new FormData()
      made.append('prop_file', new Blob([text]), `${text}.txt`)
      made.append('prop_file', `${text}.txt`)
      return made
    }
    const first = form('first')
    first.append('prop_name', 'picture')
    first.append('prop_parent', parent)
    const made = await ask('POST', '/json/create/cwpagefile.add', { form: first })
    const { id, modified } = made.body.response.data
    const { status, body } = await ask('POST', `/json/update/cwpagefile/${id}`, {
      form: form('second'),
      headers: { 'x-http-method-override': 'PATCH' },
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.response.data).toMatchObject({ id, name: 'picture', parent, file: { name: 'second.txt' } })
    expect(body.response.data.modified > modified).toBe(true)
  })
})

test('a page, a widget or a file does not take the place of another: what stands in it would be lost', async () => {
  const [page, other] = [await newPage(), await newPage()]
  const [one, two] = [await newWidget(pathOf(page)), await newWidget(pathOf(other))]
  await newWidget(pathOf(page, one))
  const files = [await newFile(pathOf(page, one)), await newFile(pathOf(other, two))]
  for (const [resource, id, into] of [
    ['page', page, other],
    ['pagewidget', one, two],
    ['pagefile', files[0], files[1]],
  ] as const) {
    const { status, body } = await ask('POST', `/rest/data/${resource}/${id}/merge`, { json: { into } })
    expect([status, body.code], JSON.stringify(body)).toEqual([403, 'delete_refused'])
    const uses = await ask('GET', `/rest/data/${resource}/${id}/uses`)
    expect(uses.body.response.data.mergeable).toBe(false)
  }
  expect(await below(page)).toHaveLength(2)
  expect(await below(page, 'pagefile')).toHaveLength(1)
})

describe('working copies', () => {
  const publishedPage = async (): Promise<{ page: number; one: number; two: number }> => {
    const page = await newPage({ name: 'Original', props: '{"v":1}' })
    const one = await newWidget(pathOf(page), { name: 'One', value: 'first' })
    const two = await newWidget(pathOf(page, one), { name: 'Two' })
    expect((await publish(page)).status).toBe(200)
    return { page, one, two }
  }

  test('D7.54 the first time one is made, then it is found: all of the page, as a draft', async () => {
    const { page } = await publishedPage()
    const answers = await Promise.all([workingCopyOf(page), workingCopyOf(page), workingCopyOf(page)])
    expect(new Set(answers).size).toBe(1)
    const [copy] = answers
    expect(copy).not.toBe(page)
    expect(await read('page', copy)).toMatchObject({
      name: 'Original',
      props: '{"v":1}',
      version: 2,
      copietravail: { id: page },
      status: { name: 'draft' },
    })
    const widgets = await below(copy)
    const root = widgets.find(({ name }) => name === 'One')
    expect(widgets.find(({ name }) => name === 'Two').parent).toBe(pathOf(copy, root.id))
    expect(await workingCopyOf(copy)).toBe(copy)
    const draft = await newPage()
    expect(await workingCopyOf(draft)).toBe(draft)
    expect((await ask('GET', `/rest/bs/clubwed_getWorkCopy/clubwedpagedesc/999999999`)).status).toBe(404)
    expect((await ask('GET', `/rest/bs/clubwed_getWorkCopy/asset/${page}`)).status).toBe(400)
    const navigated = await send('GET', `/rest/bs/clubwed_getWorkCopy/page/${page}`, {
      'sec-fetch-mode': 'navigate',
    })
    expect(navigated).toContain('csrf_missing')
  })
  test('D7.55 D4.33 publishing puts properties, widgets and files in the place of the original’s', async () => {
    const { page } = await publishedPage()
    const copy = await workingCopyOf(page)
    await save('clubwedpagedesc', copy, { prop_props: '{"v":2}', prop_name: 'Renamed' })
    const [root] = (await below(copy)).filter(({ name }) => name === 'One')
    await save('clubwedwidget', root.id, { prop_value: 'second' })
    const parent = pathOf(copy, root.id)
    const form = new FormData()
    for (const [name, value] of Object.entries({ prop_name: 'picture', prop_parent: parent }))
      form.append(name, value)
    form.append('prop_file', new Blob(['bytes']), 'p.txt')
    expect((await ask('POST', '/json/create/cwpagefile.add', { form })).status).toBe(200)
    expect(await below(page, 'pagewidget', 'viewer')).toMatchObject([{ value: 'first' }, { name: 'Two' }])
    expect(await below(copy, 'pagewidget', 'viewer')).toEqual([])

    const { status, body } = await publish(copy)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(await read('page', page, 'viewer')).toMatchObject({
      name: 'Renamed',
      props: '{"v":2}',
      version: 2,
      status: { id: 6 },
      copietravail: null,
    })
    expect(await below(page, 'pagewidget', 'viewer')).toMatchObject([
      { id: root.id, value: 'second', parent: pathOf(page), status: { id: 6 } },
      { name: 'Two', parent: pathOf(page, root.id) },
    ])
    expect(await below(page, 'pagefile', 'viewer')).toMatchObject([{ parent: pathOf(page, root.id) }])
    // What was published until now is archived, and nobody sees it who sees published pages alone.
    expect(await read('page', copy)).toMatchObject({
      name: 'Original',
      version: 1,
      status: { name: 'archived' },
    })
    expect(await below(copy)).toMatchObject([{ value: 'first' }, { name: 'Two' }])
    expect(await below(copy, 'pagewidget', 'viewer')).toEqual([])
  })
  test('of two who publish at once one wins, the other gets a conflict, and nothing is lost', async () => {
    const { page } = await publishedPage()
    const copy = await workingCopyOf(page)
    const statuses = (await Promise.all([publish(copy), publish(copy, 'editor')])).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 409]))
    expect((await read('page', page)).version).toBe(2)
    expect([await below(page), await below(copy)].map((list) => list.length)).toEqual([2, 2])
  })
  test('what is published is changed by its working copy alone, also by whoever still edits what was one', async () => {
    const { page, one } = await publishedPage()
    const copy = await workingCopyOf(page)
    const [late] = await below(copy)
    await publish(copy)
    const refused = [
      save('clubwedwidget', late.id, { prop_value: 'late' }),
      save('clubwedwidget', one, { prop_value: 'archived' }),
      save('clubwedpagedesc', page, { prop_props: '{}' }),
      assign('clubwedpagedesc', page, []),
      sort([late.id]),
      ask('DELETE', `/json/delete/clubwedwidget/${late.id}`),
      ask('POST', '/rest/data/pagewidget', { json: { json: { parent: pathOf(page) } } }),
    ]
    for (const { status, body } of await Promise.all(refused))
      expect([status, body.code], JSON.stringify(body)).toEqual([409, 'page_closed'])
  })
  test('what was archived is restored and published again', async () => {
    const { page } = await publishedPage()
    const copy = await workingCopyOf(page)
    await save('clubwedpagedesc', copy, { prop_name: 'Second' })
    await publish(copy)
    const restored = await ask('PATCH', `/json/workflow/data.page.workflow/${copy}?action=restore`)
    expect(restored.status, JSON.stringify(restored.body)).toBe(200)
    expect(await workingCopyOf(page)).toBe(copy)
    await publish(copy)
    expect(await read('page', page)).toMatchObject({ name: 'Original', version: 3 })
    expect(await read('page', copy)).toMatchObject({ name: 'Second', version: 2 })
  })
  test('a page that is no longer published is seen by nobody else, nor are its widgets', async () => {
    const { page, one } = await publishedPage()
    expect((await read('pagewidget', one, 'viewer')).name).toBe('One')
    await ask('PATCH', `/json/workflow/data.page.workflow/${page}?action=unpublish`)
    expect(await read('page', page, 'viewer')).toMatchObject({ status: 404 })
    expect(await read('pagewidget', one, 'viewer')).toMatchObject({ status: 404 })
    expect((await publish(page, 'viewer')).status).toBe(403)
  })
  test('pages do not stand below themselves, nor by the place of a working copy', async () => {
    const page = await newPage()
    const child = await newPage({ parent: page })
    expect(
      (await ask('PATCH', `/rest/data/page/${page}`, { json: { json: { parent: child } } })).status,
    ).toBe(400)
    await publish(page)
    const copy = await workingCopyOf(page)
    expect(
      (await ask('PATCH', `/rest/data/page/${copy}`, { json: { json: { parent: child } } })).status,
    ).toBe(200)
    const answer = await publish(copy)
    expect([answer.status, answer.body.code]).toEqual([400, 'tree_circle'])
    expect((await read('page', page)).version).toBe(1)
  })
  test('widgets and assets have no workflow actions of pages', async () => {
    const { one } = await publishedPage()
    for (const action of ['validate', 'publish'])
      expect((await ask('PATCH', `/json/workflow/pagewidget/${one}?action=${action}`)).body.code).toBe(
        'unknown_action',
      )
    const { body } = await ask('GET', '/rest/data/page/workflow')
    expect(body.response.data[0].actions.map(({ name }: AnyJson) => name)).toContain('validate')
  })
})

test(
  'a page of 10,000 widgets is copied and published; one more is refused',
  { timeout: 120_000 },
  async () => {
    const page = await newPage({ name: 'Large' })
    const { database } = application.cartouche.services
    await sql`
    insert into entity (resource, status, props)
    select 'pagewidget', 1, jsonb_build_object('parent', ${pathOf(page)}::text, 'props', '{}', 'position', n) from generate_series(1, 10000) n
  `.execute(database)
    expect((await publish(page)).status).toBe(200)
    const copy = await workingCopyOf(page)
    const master = await create('pagewidget', { name: 'One more' })
    expect((await assign('clubwedpagedesc', copy, [master])).body.code).toBe('invalid_parameter')
    expect((await publish(copy)).status).toBe(200)
    const query = encodeURIComponent(JSON.stringify({ parent: pathOf(page) }))
    const { body } = await ask('GET', `/rest/data/pagewidget?max=1&query=${query}`)
    expect(body.response.total).toBe(10_000)
  },
)
