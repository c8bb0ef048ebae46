import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../http/test-application.ts'

let application: TestApplication
let contributor: number
const base = '/packaged/cw/savedsearch'
const data = { path: 'dam/data/asset', fulltextTokens: ['harbour'], userConstraints: {} }

beforeAll(async () => {
  application = await startTestApplication()
  contributor = (await application.ask('GET', '/json/whoami', { who: 'contributor' })).body.response.data
    .id as number
})
afterAll(() => application.stop())

test('P7.43 P7.48 bodies are bare, with and without /api and the slash at the end', async () => {
  for (const prefix of ['', '/api']) {
    const made = await application.ask('POST', `${prefix}${base}/add/`, {
      who: 'editor',
      json: { name: 'Bare', data, description: 'd' },
      call: 'createSavedSearch',
    })
    expect(made.body).toMatchObject({
      id: expect.any(Number),
      name: 'Bare',
      description: 'd',
      type: 'asset',
      owner: { id: expect.any(Number) },
      subscribers: [],
      created: expect.any(String),
      data,
    })
    for (const list of ['list', 'list/', 'list?type=asset', 'list/?type=asset']) {
      const { body } = await application.ask('GET', `${prefix}${base}/${list}`, {
        who: 'editor',
        call: 'listSavedSearches',
      })
      expect(
        (body as { id: number }[]).map(({ id }) => id),
        list,
      ).toContain(made.body.id)
    }
  }
})

test('P7.43 P7.44 P7.45 P7.50 the calls take forms and JSON, ids as numbers, texts and objects', async () => {
  const {
    body: { id },
  } = await application.ask('POST', `${base}/add`, {
    who: 'editor',
    form: new URLSearchParams({ name: 'By a form', data: JSON.stringify(data) }),
    call: 'createSavedSearch',
  })
  const subscribers = (body: { subscribers: { id: number }[] }): number[] =>
    body.subscribers.map((person) => person.id)
  const revoke = async (): Promise<void> => {
    // The body is a list of texts. @source wire facts "Saved searches"
    const { body } = await application.ask('POST', `${base}/revoke-share/${id}`, {
      who: 'editor',
      json: [String(contributor)],
      call: 'removeSavedSearchSubscribers',
    })
    expect(subscribers(body)).toEqual([])
  }
  const ways: readonly (readonly [string, string, object])[] = [
    ['POST', 'addcollaborators', { json: { collaborators: [String(contributor)], url: '/searches' } }],
    ['POST', 'addcollaborators', { form: new URLSearchParams({ collaborators: `[${contributor}]` }) }],
    ['POST', 'addcollaborators', { json: { collaborators: [{ id: contributor, name: 'C' }] } }],
    ['PUT', 'share', { json: { subscribers: [contributor] } }],
    ['PUT', 'share', { form: new URLSearchParams({ subscribers: String(contributor) }) }],
    ['POST', 'share', { json: { subscribers: [contributor] } }],
  ]
  for (const [method, call, options] of ways) {
    const { status, body } = await application.ask(method, `${base}/${call}/${id}`, {
      who: 'editor',
      ...options,
    })
    expect(
      { status, subscribers: subscribers(body) },
      `${method} ${call} ${JSON.stringify(options)}`,
    ).toEqual({ status: 200, subscribers: [contributor] })
    await revoke()
  }
  const changed = await application.ask('POST', `${base}/update/${id}`, {
    who: 'editor',
    json: { name: 'Renamed', description: null, owner: { id: 1 }, subscribers: [{ id: 1 }], isMine: true },
    call: 'updateSavedSearch',
  })
  expect(changed.body).toMatchObject({ name: 'Renamed', description: '', subscribers: [] })
  expect(
    (
      await application.ask('POST', `${base}/switchprivate/${id}`, {
        who: 'editor',
        form: new URLSearchParams({ isPrivate: 'false' }),
        call: 'switchSavedSearchPrivate',
      })
    ).body,
  ).toMatchObject({ isPrivate: false })
})

test('what is not well-formed is refused by name', async () => {
  const refused = async (path: string, json: unknown): Promise<unknown> =>
    (await application.ask('POST', `${base}${path}`, { who: 'editor', json })).body.code
  expect(await refused('/add/', { name: 'x' })).toBe('invalid_parameter')
  expect(await refused('/add/', { name: 'x', data: 'no JSON' })).toBe('invalid_parameter')
  expect(await refused('/add/', { name: 'x'.repeat(201), data })).toBe('invalid_parameter')
  expect(await refused('/add/', { name: 'x', data: { ...data, more: 'x'.repeat(200_000) } })).toBe(
    'invalid_parameter',
  )
  expect(await refused('/switchprivate/1', { isPrivate: 'perhaps' })).toBe('invalid_parameter')
  expect(await refused('/update/abc', { name: 'x' })).toBe('invalid_parameter')
  expect((await application.ask('GET', '/packaged/cw/savedsearch/nothing', { who: 'editor' })).status).toBe(
    404,
  )
})
