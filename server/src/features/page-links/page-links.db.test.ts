import { partPath, type PageLink } from '@cartouche/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApplication, type TestApplication, type Who } from '../../http/test-application.ts'

let application: TestApplication
const ask: TestApplication['ask'] = (...options) => application.ask(...options)

beforeAll(async () => {
  application = await startTestApplication()
})
afterAll(() => application.stop())

async function create(resource: string, json: object): Promise<number> {
  const { status, body } = await ask('POST', `/rest/data/${resource}`, { json: { json }, who: 'admin' })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.response.data.id as number
}
async function act(resource: string, id: number, action: string): Promise<void> {
  const { status } = await ask('PATCH', `/json/workflow/${resource}/${id}?action=${action}`, {
    json: {},
    who: 'admin',
  })
  expect(status).toBe(200)
}
async function createAsset(): Promise<number> {
  const form = new FormData()
  form.append('json', JSON.stringify({ name: 'Quay', binary: 'cid:binary' }))
  const bytes = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()
  form.append('binary', new File([new Uint8Array(bytes)], 'quay.jpg'))
  const { body } = await ask('POST', '/api/rest/dam/data/asset', { form, who: 'admin' })
  await act('asset', body.response.data.id, 'publish')
  return body.response.data.id as number
}

interface TestPage {
  readonly id: number
  readonly path: string
  readonly asset: number
}
/** A published page with a picture, for people who sign in. */
async function publishPage(html = 'For your eyes only', inside = ''): Promise<TestPage> {
  const path = `page-${crypto.randomUUID()}`
  const [id, asset] = await Promise.all([create('page', { name: 'A page', path: `/${path}` }), createAsset()])
  const parent = partPath({ resource: 'page', id })
  const parts = [
    ['text', { html: `<p>${html}</p>` }],
    ['picture', { asset }],
    ['page', { path: inside }],
  ] as const
  for (const [position, [component, props]] of parts.entries())
    await create('pagewidget', { parent, position, component, props: JSON.stringify(props) })
  await act('page', id, 'validate')
  return { id, path, asset }
}
async function share(page: number, json: object = {}, who: Who = 'admin'): Promise<PageLink> {
  const { status, body } = await ask('POST', '/rest/page-link', { json: { page, ...json }, who })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as PageLink
}

/** A browser: it keeps cookies, and follows nothing by itself. */
function openBrowser() {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async go(path: string, { password, language = 'en' }: { password?: string; language?: string } = {}) {
      const answer = await fetch(new URL(path, application.cartouche.url), {
        redirect: 'manual',
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'accept-language': language,
        },
        ...(password === undefined ? {} : { method: 'POST', body: new URLSearchParams({ password }) }),
      })
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        cookies.set(name, value)
      }
      return {
        status: answer.status,
        html: await answer.text(),
        headers: answer.headers,
        to: answer.headers.get('location') ?? '',
      }
    },
  }
}
type Browser = ReturnType<typeof openBrowser>

const reads = async (browser: Browser, page: TestPage): Promise<readonly [number, number]> => [
  (await browser.go(`/p/${page.path}`)).status,
  (await browser.go(`/page-files/${page.id}/${page.asset}/web`)).status,
]

describe('a link to a page', () => {
  test('opens that page with its files to whoever has it, and to nobody else', async () => {
    const page = await publishPage()
    const other = await publishPage()
    const { url } = await share(page.id)
    const [visitor, stranger] = [openBrowser(), openBrowser()]
    expect(await reads(visitor, page)).toEqual([404, 404])
    const opened = await visitor.go(url)
    expect(opened).toMatchObject({ status: 303, to: `/p/${page.path}` })
    expect(opened.headers.get('referrer-policy')).toBe('no-referrer')
    expect(opened.headers.getSetCookie()[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
    const { status, html, headers } = await visitor.go(opened.to)
    expect(status).toBe(200)
    expect(html).toContain('For your eyes only')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(await reads(visitor, page)).toEqual([200, 200])
    expect(await reads(visitor, other)).toEqual([404, 404])
    expect(await reads(stranger, page)).toEqual([404, 404])
    expect((await visitor.go(`/page-files/${page.id}/${page.asset}/original`)).status).toBe(404)
    expect((await visitor.go(`/page-files/${page.id}/${other.asset}/web`)).status).toBe(404)
    expect((await visitor.go('/sitemap.xml')).html).not.toContain(page.path)
  })
  test('opens neither a page that stands in it, nor what its cookie is not for', async () => {
    const inside = await publishPage('Inside')
    const page = await publishPage('Around', `/${inside.path}`)
    const visitor = openBrowser()
    await visitor.go((await share(inside.id)).url)
    await visitor.go((await share(page.id)).url)
    const { html } = await visitor.go(`/p/${page.path}`)
    expect(html).toContain('Around')
    expect(html).not.toContain('Inside')
    const thief = openBrowser()
    const [name = '', value = ''] = [...visitor.cookies][0] ?? []
    thief.cookies.set(`page_link_${page.id}`, value)
    expect(await reads(thief, page)).toEqual([404, 404])
    for (const forged of ['', '.', `${value}x`, value.replace('.', '.x'), 'a'.repeat(4000)]) {
      thief.cookies.set(name, forged)
      expect((await thief.go(`/p/${inside.path}`)).status, forged.slice(0, 80)).toBe(404)
    }
  })
  test('asks for its password, with limits, in both languages', async () => {
    const page = await publishPage()
    const link = await share(page.id, { askForPassword: true })
    expect(link).toMatchObject({ hasPassword: true, password: expect.stringMatching(/^[\w-]{14}$/) })
    const visitor = openBrowser()
    const form = await visitor.go(link.url)
    expect(form.status).toBe(200)
    expect(form.html).toContain('<h1>This page is protected by a password</h1>')
    expect(form.html).not.toContain('A page')
    expect(form.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(form.html).toContain('<meta name="referrer" content="same-origin"/>')
    expect((await visitor.go(link.url, { language: 'fr' })).html).toContain('Mot de passe')
    const wrong = await visitor.go(link.url, { password: 'wrong' })
    expect(wrong.status).toBe(403)
    expect(wrong.html).toContain('That password is wrong')
    expect(visitor.cookies.size).toBe(0)
    expect(await visitor.go(link.url, { password: link.password ?? '' })).toMatchObject({
      status: 303,
      to: `/p/${page.path}`,
    })
    expect(await reads(visitor, page)).toEqual([200, 200])
    // Whoever has the link, and opened another one of that page without a password, has not opened this one.
    const thief = openBrowser()
    const open = await share(page.id)
    await thief.go(open.url)
    const [name = '', ticket = ''] = [...thief.cookies][0] ?? []
    await ask('DELETE', `/rest/page-link/${open.id}`, { who: 'admin' })
    thief.cookies.set(name, ticket.replace(open.id, link.id))
    expect(await reads(thief, page)).toEqual([404, 404])
    const guesser = openBrowser()
    let status = 0
    for (let guesses = 0; guesses < 20 && status !== 429; guesses++)
      status = (await guesser.go(link.url, { password: `guess ${guesses}` })).status
    expect(status).toBe(429)
    const refused = await guesser.go(link.url, { password: link.password ?? '' })
    expect(refused.status).toBe(429)
    expect(refused.html).toMatch(/Too many attempts. Try again in \d+ seconds/)
  })
  test('ends at once: revoked, expired, its author without the right, or its page not published', async () => {
    const page = await publishPage()
    const visitor = openBrowser()
    const revoked = await share(page.id)
    await visitor.go(revoked.url)
    expect(await reads(visitor, page)).toEqual([200, 200])
    expect((await ask('DELETE', `/rest/page-link/${revoked.id}`, { who: 'admin' })).body).toEqual({
      revoked: true,
    })
    expect(await reads(visitor, page)).toEqual([404, 404])
    expect(await visitor.go(revoked.url)).toMatchObject({
      status: 404,
      html: expect.stringContaining('This link is no longer valid'),
    })
    expect((await ask('DELETE', `/rest/page-link/${revoked.id}`, { who: 'admin' })).status).toBe(404)

    const expired = await share(page.id)
    await visitor.go(expired.url)
    expect(await reads(visitor, page)).toEqual([200, 200])
    await sql`update page_link set expires_at = now() where id = ${expired.id}`.execute(
      application.cartouche.services.database,
    )
    expect(await reads(visitor, page)).toEqual([404, 404])

    const own = await share(page.id, {}, 'editor')
    await visitor.go(own.url)
    expect(await reads(visitor, page)).toEqual([200, 200])
    await sql`delete from role_grant where role_id = 2 and resource = 'page' and action = 'share'`.execute(
      application.cartouche.services.database,
    )
    expect(await reads(visitor, page)).toEqual([404, 404])

    const link = await share(page.id)
    await visitor.go(link.url)
    expect(await reads(visitor, page)).toEqual([200, 200])
    await act('page', page.id, 'unpublish')
    expect(await reads(visitor, page)).toEqual([404, 404])
    expect((await visitor.go(link.url)).html).toContain('This page is not published')
    await act('page', page.id, 'validate')
    expect(await reads(visitor, page)).toEqual([200, 200])
  })
})

describe('those who share a page', () => {
  test('list its links, with how often they were opened', async () => {
    const { id } = await publishPage()
    const first = await share(id, { name: 'Jury' })
    const second = await share(id, { password: 'a password of my own' })
    expect(second.password).toBe('a password of my own')
    await openBrowser().go(first.url)
    await openBrowser().go(first.url)
    const { body } = await ask('GET', `/rest/page-link?page=${id}`, { who: 'admin' })
    expect(body).toMatchObject([
      { id: second.id, name: '', hasPassword: true, opened: 0, lastOpenedAt: null },
      { id: first.id, name: 'Jury', hasPassword: false, opened: 2, lastOpenedAt: expect.any(String) },
    ])
    expect(body[0]).not.toHaveProperty('password')
    const days = (Date.parse(first.expires) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(30, 1)
  })
  test.each([
    ['a page that is not there', { page: 999_999 }, 404],
    ['an end in the past', { expires: '2020-01-01T00:00:00Z' }, 400],
    ['an end after more than a year', { expires: '2999-01-01T00:00:00Z' }, 400],
    ['a weak password', { password: 'abc' }, 400],
    ['a name without end', { name: 'x'.repeat(201) }, 400],
  ])('are refused %s', async (_what, json, status) => {
    const { id } = await publishPage()
    const answer = await ask('POST', '/rest/page-link', { json: { page: id, ...json }, who: 'admin' })
    expect(answer.status).toBe(status)
  })
})
