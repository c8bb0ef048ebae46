import { partPath } from '@cartouche/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApplication, type AnyJson, type TestApplication } from '../../http/test-application.ts'

/** Pages in several languages: stored, published, read. */

let application: TestApplication
const ask: TestApplication['ask'] = (...options) => application.ask(...options)

beforeAll(async () => {
  application = await startTestApplication()
})
afterAll(() => application.stop())

async function act(resource: string, id: number, action: string): Promise<void> {
  const { status, body } = await ask('PATCH', `/json/workflow/${resource}/${id}?action=${action}`, {
    json: {},
  })
  expect(status, JSON.stringify(body)).toBe(200)
}
async function create(resource: string, json: object): Promise<number> {
  const { status, body } = await ask('POST', `/rest/data/${resource}`, { json: { json } })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.response.data.id as number
}
const patch = (resource: string, id: number, json: object) =>
  ask('PATCH', `/rest/data/${resource}/${id}`, { json: { json } })
async function list(resource: string, query: object): Promise<readonly AnyJson[]> {
  const { body } = await ask(
    'GET',
    `/rest/data/${resource}?query=${encodeURIComponent(JSON.stringify(query))}`,
  )
  return body.response.data as AnyJson[]
}
const at = (page: number): string => partPath({ resource: 'page', id: page })
const copyOf = async (id: number): Promise<number> =>
  Number((await ask('GET', `/rest/bs/clubwed_getWorkCopy/page/${id}`)).body.response.data)

interface Built {
  readonly id: number
  readonly path: string
  readonly widget: number
}
/** A page in English and French that everybody may read; its description is in English alone. */
async function publish({ props = {}, json = {}, texts = {} } = {}): Promise<Built> {
  const path = `translated-${crypto.randomUUID()}`
  const id = await create('page', {
    name: 'Harbours',
    path,
    public: true,
    props: JSON.stringify({ title: 'Harbours', description: 'All quays', languages: ['fr'], ...props }),
    translations: JSON.stringify({ title_fr: 'Ports' }),
    ...json,
  })
  const widget = await create('pagewidget', {
    parent: at(id),
    component: 'text',
    props: JSON.stringify({ html: '<p>Ships leave at dawn.</p>' }),
    translations: JSON.stringify({ html_fr: '<p>Les bateaux partent à l’aube.</p>' }),
    ...texts,
  })
  await create('pagewidget', {
    parent: at(id),
    position: 1,
    component: 'action',
    props: '{"label":"Go","address":"/p/x"}',
  })
  await act('page', id, 'validate')
  return { id, path, widget }
}
async function get(path: string, accepted?: string, more: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(`${application.cartouche.url}${path}`, {
    headers: { ...(accepted === undefined ? {} : { 'accept-language': accepted }), ...more },
  })
  const { status, headers } = answer
  return { status, html: await answer.text(), vary: headers.get('vary'), etag: headers.get('etag') ?? '' }
}

describe('a page in two languages', () => {
  test('answers in the language that is asked for, and falls back text by text', async () => {
    const { path } = await publish()
    const french = await get(`/p/${path}?lang=fr`, 'en')
    expect(french.html).toMatch(/<html lang="fr">/)
    expect(french.html).toContain('<h1>Ports</h1>')
    expect(french.html).toContain('Les bateaux partent à l’aube.')
    expect(french.html).not.toContain('Ships leave')
    expect(french.html).toContain('<meta name="description" content="All quays"/>')
    expect(french.html).toContain('>Go</a>')
    expect((await get(`/p/${path}`, 'fr-CA,en;q=0.5')).html).toBe(french.html)
    for (const [address, accepted] of [
      [path, undefined],
      [path, 'de'],
      [`${path}?lang=de`, 'es'],
      [`${path}?lang=en`, 'fr'],
    ]) {
      const { html } = await get(`/p/${address}`, accepted)
      expect(html, address).toMatch(/<html lang="en">/)
      expect(html, address).toContain('Ships leave at dawn.')
      expect(html, address).not.toContain('bateaux')
    }
  })
  test('is written from right to left in a language that is', async () => {
    const { path } = await publish({ props: { languages: ['ar', 'fr'] } })
    const arabic = (await get(`/p/${path}?lang=ar`)).html
    expect(arabic).toContain('<html lang="ar" dir="rtl">')
    expect(arabic).toMatch(/lang="fr" dir="ltr"/)
    const english = (await get(`/p/${path}?lang=en`)).html
    expect(english).toContain('<html lang="en">')
    expect(english).toMatch(/lang="ar" dir="rtl"/)
  })
  test('says where each language stands, and has a menu of them', async () => {
    const { path } = await publish()
    const whole = `${application.cartouche.url}/p/${path}`
    const { html } = await get(`/p/${path}?lang=fr`)
    for (const link of [
      `<link rel="canonical" href="${whole}?lang=fr"/>`,
      `<link rel="alternate" hrefLang="en" href="${whole}?lang=en"/>`,
      `<link rel="alternate" hrefLang="fr" href="${whole}?lang=fr"/>`,
      `<link rel="alternate" hrefLang="x-default" href="${whole}"/>`,
      '<meta property="og:locale" content="fr"/><meta property="og:locale:alternate" content="en"/>',
      `<nav class="languages" aria-label="Langues"><a href="/p/${path}?lang=en" lang="en" hrefLang="en">English</a><a href="/p/${path}?lang=fr" lang="fr" hrefLang="fr" aria-current="true">Français</a></nav>`,
    ])
      expect(html).toContain(link)
    const map = (await get('/sitemap.xml')).html
    for (const language of ['en', 'fr'])
      expect(map).toMatch(
        new RegExp(
          `<loc>${whole}\\?lang=${language}</loc><lastmod>[^<]+</lastmod>(<xhtml:link rel="alternate"[^>]+>){3}</url>`,
        ),
      )
  })
  test('is cached by language: what the browser decided varies, and neither is taken for the other', async () => {
    const { path } = await publish()
    const [english, french] = [await get(`/p/${path}`, 'en'), await get(`/p/${path}`, 'fr')]
    expect([english.vary, french.vary]).toEqual(['accept-language', 'accept-language'])
    expect((await get(`/p/${path}?lang=fr`, 'en')).vary).toBeNull()
    expect(english.etag).not.toBe(french.etag)
    const again = await get(`/p/${path}`, 'fr', { 'if-none-match': french.etag })
    expect([again.status, again.vary]).toEqual([304, 'accept-language'])
    expect((await get(`/p/${path}`, 'fr', { 'if-none-match': english.etag })).status).toBe(200)
    const asked = await Promise.all(['en', 'fr', 'en', 'fr'].map((one) => get(`/p/${path}`, one)))
    expect(asked.map(({ html }) => /lang="(\w+)"/.exec(html)?.[1])).toEqual(['en', 'fr', 'en', 'fr'])
  })
  test('leads in its language to pages that have it too', async () => {
    const [two, one] = [await publish(), await publish({ props: { languages: [] } })]
    const html = `<a href="page:${two.id}">two</a><a href="page:${one.id}">one</a>`
    const { path } = await publish({ texts: { props: JSON.stringify({ html }), translations: '{}' } })
    const french = (await get(`/p/${path}?lang=fr`)).html
    expect(french).toContain(`href="/p/${two.path}?lang=fr"`)
    expect(french).toContain(`href="/p/${one.path}"`)
  })
  test('shows what only one of its languages leads to', async () => {
    const form = new FormData()
    form.append('json', JSON.stringify({ name: 'Quay', binary: 'cid:binary' }))
    const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#246' } })
      .jpeg()
      .toBuffer()
    form.append('binary', new File([new Uint8Array(jpeg)], 'quay.jpg'))
    const asset = (await ask('POST', '/api/rest/dam/data/asset', { form })).body.response.data.id as number
    await act('asset', asset, 'publish')
    const translations = JSON.stringify({ html_fr: `<a href="asset:${asset}">Le quai</a>` })
    const { id, path } = await publish({ texts: { translations } })
    const [, file = ''] = /href="([^"]+)"[^>]*>Le quai/.exec((await get(`/p/${path}?lang=fr`)).html) ?? []
    expect(file).toContain(`/page-files/${id}/${asset}/`)
    expect((await get(file)).status).toBe(200)
    expect((await get(`/p/${path}?lang=en`)).html).not.toContain('page-files')
  })
  test('shows the texts of another page in it in the same language', async () => {
    const inner = await publish()
    const { path } = await publish({
      texts: { component: 'page', props: JSON.stringify({ path: inner.path }), translations: '{}' },
    })
    expect((await get(`/p/${path}?lang=fr`)).html).toContain('Les bateaux partent')
    expect((await get(`/p/${path}?lang=en`)).html).toContain('Ships leave')
  })
})

describe('a page in one language', () => {
  test('is as it was: one address, no menu, no alternates, nothing that varies', async () => {
    const { path } = await publish({ props: { languages: [] } })
    const { html, vary } = await get(`/p/${path}?lang=fr`, 'fr')
    expect(vary).toBeNull()
    expect(html).toMatch(/<html lang="en">/)
    expect(html).toContain(`<link rel="canonical" href="${application.cartouche.url}/p/${path}"/>`)
    expect(html).not.toMatch(/hreflang|class="languages"|locale:alternate/i)
    expect((await get('/sitemap.xml')).html).toContain(`/p/${path}</loc><lastmod>`)
  })
})

describe('translations are carried along', () => {
  test('by the working copy, what is published next, and what is rolled back to', async () => {
    const { id, path } = await publish()
    const shows = async (text: string): Promise<boolean> =>
      (await get(`/p/${path}?lang=fr`)).html.includes(text)
    const copy = await copyOf(id)
    const [page] = await list('page', { id: { eq: copy } })
    expect(page).toMatchObject({ translations: '{"title_fr":"Ports"}' })
    const copies = await list('pagewidget', { parent: { eq: at(copy) } })
    const widget = copies.find(({ component }) => component.name === 'text')
    expect(widget?.['translations']).toContain('html_fr')
    await patch('pagewidget', Number(widget?.['id']), { translations: '{"html_fr":"<p>Brume.</p>"}' })
    await patch('page', copy, { translations: '{"title_fr":"Brume"}' })
    expect(await shows('<h1>Ports</h1>')).toBe(true)
    await act('page', copy, 'validate')
    expect([await shows('<h1>Brume</h1>'), await shows('<p>Brume.</p>')]).toEqual([true, true])
    await act('page', copy, 'restore')
    await act('page', copy, 'validate')
    expect([await shows('<h1>Ports</h1>'), await shows('Les bateaux')]).toEqual([true, true])
  })
  test('by the copy of a component', async () => {
    const master = await create('pagewidget', {
      component: 'text',
      translations: '{"html_fr":"<p>Maître</p>"}',
    })
    const page = await create('page', { name: 'Copy' })
    const form = new FormData()
    for (const [name, value] of Object.entries({
      form_object: 'clubwedpagedesc',
      form_id: page,
      form_field: 'children',
      form_value: master,
    }))
      form.append(name, String(value))
    await ask('POST', '/bov3/common/actions/affect_collection.jspz', { form })
    const [copy] = await list('pagewidget', { parent: { eq: at(page) } })
    expect(copy).toMatchObject({
      translations: '{"html_fr":"<p>Maître</p>"}',
      mastercomponent: { id: master },
    })
  })
  test('by the search: a widget and a page are found by their words, markup and names aside', async () => {
    const word = `goélette${Date.now()}`
    const page = await create('page', { name: 'Found', translations: JSON.stringify({ title_fr: word }) })
    const widget = await create('pagewidget', {
      parent: at(page),
      component: 'text',
      translations: JSON.stringify({ html_fr: `<p>Une <blockquote>${word}</blockquote></p>` }),
    })
    const found = async (resource: string, fulltext: string): Promise<unknown[]> => {
      const { body } = await ask('GET', `/rest/data/${resource}?fulltext=${encodeURIComponent(fulltext)}`)
      return (body.response.data as AnyJson[]).map(({ id }) => id as unknown)
    }
    expect(await found('page', word)).toEqual([page])
    expect(await found('pagewidget', word)).toEqual([widget])
    for (const other of ['blockquote', 'html']) expect(await found('pagewidget', other), other).toEqual([])
    await patch('page', page, { translations: '{}' })
    expect(await found('page', word)).toEqual([])
  })
})

describe('what is no translation', () => {
  test('is refused, and changes nothing', async () => {
    const page = await create('page', { name: 'Refused', translations: '{"title_fr":"Là"}' })
    for (const translations of ['{', '[]', '7', '{"title":"x"}', '{"title_fr":7}', '{"title_FR":"x"}']) {
      const { status } = await patch('page', page, { translations })
      expect(status, translations).toBe(400)
    }
    expect((await list('page', { id: { eq: page } }))[0]).toMatchObject({ translations: '{"title_fr":"Là"}' })
    expect((await patch('page', page, { translations: { title_fr: 'Ici' } })).status).toBe(200)
    expect((await list('page', { id: { eq: page } }))[0]).toMatchObject({
      translations: '{"title_fr":"Ici"}',
    })
  })
  test('what existing clients read of properties stays the text that was written', async () => {
    const { widget, id } = await publish()
    expect((await list('pagewidget', { id: { eq: widget } }))[0]).toMatchObject({
      props: '{"html":"<p>Ships leave at dawn.</p>"}',
    })
    expect((await list('page', { id: { eq: id } }))[0]).toMatchObject({
      props: '{"title":"Harbours","description":"All quays","languages":["fr"]}',
    })
  })
})
