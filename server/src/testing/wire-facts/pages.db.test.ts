import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startTestApplication,
  type Answered,
  type AnyJson,
  type RequestOptions,
  type TestApplication,
} from '../../http/test-application.ts'

/** Pages, their widgets and files, as existing clients ask for them and read them. */

let application: TestApplication
let page: number
let title: number
let inner: number
const place = (): string => `clubwedpagedesc_${page}`

beforeAll(async () => {
  application = await startTestApplication()
  page = await create('data.page', { name: 'Home', path: '/home', props: '{"theme":"sea"}' })
  title = await create('clubwedwidget', { parent: place(), props: '{"text":"One"}', component: 'we-title' })
  inner = await create('data.pagewidget', { parent: `${place()}_clubwedwidget_${title}`, position: '2' })
})
afterAll(() => application.stop())

const ask = (method: string, path: string, request?: RequestOptions): Promise<Answered> =>
  application.ask(method, path, request)
function form(fields: Readonly<Record<string, string>>): FormData {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.append(name, value)
  return made
}
async function create(dotted: string, properties: Readonly<Record<string, string>>): Promise<number> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [`prop_${name}`, value]),
  )
  const { status, body } = await ask('POST', `/api/json/create/${dotted}.add`, { form: form(fields) })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.response.createdId as number
}
async function get(path: string, query: object = {}): Promise<AnyJson> {
  const { status, body } = await ask('GET', `${path}?query=${encodeURIComponent(JSON.stringify(query))}`)
  expect(status, `${path}: ${JSON.stringify(body).slice(0, 300)}`).toBe(200)
  return body.response
}

const idsOf = (rows: readonly AnyJson[]): Set<number> => new Set(rows.map(({ id }) => id as number))

describe('pages', () => {
  test('D7.49 D3.20 a page in the list has each of its properties, none of them null that a client reads', async () => {
    for (const path of ['/api/rest/data/page', '/rest/data/data/page', '/rest/data/clubwedpagedesc']) {
      const { data } = await get(path, { ismodel: false })
      expect(data, path).toEqual([
        expect.objectContaining({
          id: page,
          name: 'Home',
          path: '/home',
          version: 1,
          props: '{"theme":"sea"}',
          status: { id: 1, name: 'draft' },
          template: { name: 'default' },
          features: [],
          validchildren: [],
          copietravail: null,
        }),
      ])
    }
  })
  test('D7.49 all pages come in one answer where a client does not say how many', async () => {
    const models = await Promise.all(
      Array.from({ length: 30 }, (_value, at) => create('page', { name: `Model ${at}`, ismodel: 'true' })),
    )
    expect((await get('/rest/data/page', { ismodel: true })).data).toHaveLength(30)
    const { body } = await ask('GET', '/rest/data/page?max=10&query={"ismodel":true}')
    expect(body.response.data).toHaveLength(10)
    expect(body.links.nextResultsToken).toEqual(expect.any(String))
    expect((await get('/rest/data/page', { ismodel: false })).data).toHaveLength(1)
    for (const id of models) await ask('DELETE', `/json/delete/clubwedpagedesc/${id}`)
  })
  test('D7.50 D3.19 one page is read by its id, under either name', async () => {
    for (const path of [`/rest/data/page/${page}`, `/api/rest/data/clubwedpagedesc/${page}`])
      expect((await get(path)).data, path).toMatchObject({
        id: page,
        $resource: 'page',
        props: '{"theme":"sea"}',
      })
    expect((await ask('GET', '/rest/data/page/999999999')).status).toBe(404)
  })
  test('a page is made from a model by names of its template and features, and ids of its components', async () => {
    const master = await create('clubwedwidget', { name: 'Teaser', component: 'we-teaser' })
    const { body } = await ask('POST', '/json/create/data.page.add', {
      form: form({
        prop_name: 'News',
        prop_template: 'article',
        prop_features: 'comments',
        prop_validchildren: String(master),
      }),
    })
    expect(body.response.data).toMatchObject({
      template: { name: 'article' },
      features: [{ name: 'comments' }],
      validchildren: [{ id: master }],
    })
    await ask('DELETE', `/json/delete/data.page/${body.response.createdId}`)
  })
})

describe('widgets', () => {
  const listed = ['/api/rest/data/pagewidget', '/rest/data/clubwedwidget']
  const whole = (): object => ({ or: [{ parent: place() }, { parent: { sw: `${place()}_` } }] })

  test('D7.51 D3.21 those of a page are found by its path, exactly or as a beginning, with their ancestors', async () => {
    for (const path of listed) {
      const { data } = await get(path, whole())
      expect(idsOf(data), path).toEqual(new Set([title, inner]))
      expect(data.find(({ id }: AnyJson) => id === title)).toMatchObject({
        parent: place(),
        props: '{"text":"One"}',
        slot: '',
        position: 0,
        enabled: true,
        value: null,
        name: '',
        component: { name: 'we-title' },
        features: [],
        validchildren: [],
        mastercomponent: null,
      })
      expect(data.find(({ id }: AnyJson) => id === inner)).toMatchObject({
        parent: `${place()}_clubwedwidget_${title}`,
        position: 2,
        component: null,
      })
    }
  })
  test('D7.51 a page whose number begins alike is another', async () => {
    const { data } = await get('/rest/data/pagewidget', {
      or: [
        { parent: `clubwedpagedesc_${Math.floor(page / 10)}` },
        { parent: { sw: `clubwedpagedesc_${Math.floor(page / 10)}_` } },
      ],
    })
    expect(data).toEqual([])
  })
  test('D7.51 many come page by page, by the token of the page before', async () => {
    const query = encodeURIComponent(JSON.stringify(whole()))
    const seen: number[] = []
    for (let after = ''; ;) {
      const { body } = await ask('GET', `/rest/data/pagewidget?max=1&orderby=position&query=${query}${after}`)
      seen.push(...body.response.data.map(({ id }: AnyJson) => id))
      if (body.links.nextResultsToken === undefined) break
      after = `&after=${encodeURIComponent(body.links.nextResultsToken)}`
    }
    expect(seen).toEqual([title, inner])
  })
  test('D7.53 a component is found by its id or as the place of others; it has the smallest parent', async () => {
    const master = await create('pagewidget', { name: 'Card', component: 'we-card' })
    const child = await create('pagewidget', { parent: `clubwedwidget_${master}`, name: 'Text' })
    const { data } = await get('/rest/data/pagewidget', {
      or: [
        { id: master },
        { parent: `clubwedwidget_${master}` },
        { parent: { sw: `clubwedwidget_${master}` } },
      ],
    })
    const parents = data.map(({ parent }: AnyJson) => parent).toSorted()
    expect(parents).toEqual(['', `clubwedwidget_${master}`])
    expect(idsOf(data)).toEqual(new Set([master, child]))
    const { data: components } = await get('/rest/data/pagewidget', { parent: '' })
    expect(components.map(({ id }: AnyJson) => id)).toContain(master)
  })
})

describe('files', () => {
  test('D7.52 D3.22 they are found by the path of their widget, with their name and when they changed', async () => {
    const parent = `${place()}_clubwedwidget_${title}`
    const body = form({ prop_name: 'picture', prop_parent: parent })
    body.append('prop_file', new Blob(['a drawing'], { type: 'text/plain' }), 'drawing.txt')
    expect((await ask('POST', '/json/create/cwpagefile.add', { form: body })).status).toBe(200)
    for (const path of ['/api/rest/data/pagefile', '/rest/data/cwpagefile']) {
      const { data } = await get(path, { or: [{ parent: place() }, { parent: { sw: `${place()}_` } }] })
      expect(data, path).toEqual([
        expect.objectContaining({
          name: 'picture',
          parent,
          modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
          file: expect.objectContaining({ name: 'drawing.txt', filesize: 9 }) as object,
        }),
      ])
    }
  })
})
