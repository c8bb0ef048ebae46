import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApplication, type TestApplication, type Who } from '../../http/test-application.ts'
import { upsertBlob } from '../../media/renditions/renditions.sql.ts'
import { settleReverseSearch, startReverseSearch } from './reverse-searches.sql.ts'
import { changed, sceneOf } from './test-pictures.ts'
import { startTestProvider } from './test-provider.ts'

interface Made {
  readonly id: number
  readonly uuid: string
}

let application: TestApplication
let scene: Made
let copy: Made
let draft: Made
const nobodys = '00000000-0000-4000-8000-000000000000'

beforeAll(async () => {
  application = await startTestApplication()
  scene = await make('Scene', await sceneOf(1))
  copy = await make('Copy', await changed(await sceneOf(1), (picture) => picture.flop()))
  draft = await make('Draft', await changed(await sceneOf(1), (picture) => picture.greyscale()), false)
}, 60_000)
afterAll(() => application.stop())

async function make(name: string, bytes: Buffer, isPublished = true, on = application): Promise<Made> {
  const { database, blobs } = on.cartouche.services
  const { body } = await on.ask('POST', '/rest/dam/data/asset', { json: { json: { name } } })
  const { id, $uuid: uuid } = body.response.data
  const blob = await blobs.write(bytes)
  await upsertBlob(database, blob)
  await sql`insert into entity_file (resource, id, sha256, file_name, media_type, facts)
    values ('asset', ${id}, ${blob.sha256}, ${`${name}.jpg`}, 'image/jpeg', '{"nature": "IMAGE", "extension": "jpg"}')`.execute(
    database,
  )
  if (isPublished)
    await on.ask('POST', `/rest/dam/data/asset/${id}/workflow`, { json: { workflowAction: 'publish' } })
  return { id, uuid }
}

const root = '/packaged/reverse-search'
const bytesOf = (path: string, who: Who) =>
  fetch(`${application.cartouche.url}/api${root}${path}`, {
    headers: { authorization: application.authorizationOf(who) },
  })
/** A report that is ready. */
async function reportOf(uuid: string, who: Who): Promise<Response> {
  return vi.waitFor(
    async () => {
      const answer = await bytesOf(`/report/${uuid}`, who)
      expect(answer.status).not.toBe(202)
      return answer
    },
    { timeout: 20_000, interval: 200 },
  )
}
const picturesOf = async (answer: Response): Promise<number> =>
  Buffer.from(await answer.arrayBuffer())
    .toString('latin1')
    .match(/\/Subtype \/Image/g)?.length ?? 0

test('D7.71 D6.05 the status of the feature is below 400 where it is there, with and without /api', async () => {
  for (const prefix of ['', '/api'])
    expect(
      (await application.ask('GET', `${prefix}${root}/feature/status`.replace('/api/api', '/api'))).status,
    ).toBe(200)
  const { body } = await application.ask('GET', `${root}/feature/status`, { call: 'getReverseSearchStatus' })
  expect(body).toMatchObject({ provider: 'library', total: expect.any(Number) })
})

test('D7.72 D6.05 D3.41 permissions are keyed by the uuid, for each asset and person', async () => {
  const permissions = async (who: Who, uuid: string) =>
    (
      await application.ask('GET', `${root}/permissions/${uuid}`, {
        who,
        call: 'getReverseSearchPermissions',
      })
    ).body
  expect(await permissions('editor', scene.uuid)).toEqual({ [scene.uuid]: { submit: true, report: false } })
  expect(await permissions('viewer', scene.uuid)).toEqual({ [scene.uuid]: { submit: false, report: false } })
  expect(await permissions('contributor', scene.uuid)).toEqual({
    [scene.uuid]: { submit: true, report: false },
  })
})

test('what is not there and what may not be seen answer alike', async () => {
  for (const [method, path] of [
    ['GET', 'permissions'],
    ['POST', 'submit'],
    ['GET', 'report'],
    ['GET', 'similar'],
  ] as const) {
    const answers = await Promise.all(
      [nobodys, draft.uuid].map((uuid) =>
        application.ask(method, `${root}/${path}/${uuid}`, { who: 'contributor' }),
      ),
    )
    const [none, hidden] = answers.map(({ status, body }) =>
      [status, JSON.stringify(body)].join(' ').replaceAll(nobodys, 'uuid').replaceAll(draft.uuid, 'uuid'),
    )
    expect(hidden?.replaceAll(/"requestId":"[^"]*"/g, '')).toBe(none?.replaceAll(/"requestId":"[^"]*"/g, ''))
    expect(none).toMatch(/^404/)
  }
  expect((await application.ask('GET', `${root}/permissions/1`)).status).toBe(400)
})

test('an asset that somebody may see, and not search for, is refused by its row', async () => {
  const role = '/rest/administration/roles/3'
  const { grants } = (await application.ask('GET', role)).body as { grants: object[] }
  const setGrants = async (to: object[]) =>
    expect((await application.ask('PUT', role, { json: { grants: to } })).status).toBe(200)
  await setGrants([...grants, { resource: 'asset', action: 'view' }])
  try {
    for (const [method, path] of [
      ['POST', 'submit'],
      ['GET', 'report'],
      ['GET', 'similar'],
    ] as const) {
      const refused = await application.ask(method, `${root}/${path}/${draft.uuid}`, { who: 'contributor' })
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'access_denied'])
    }
    const allowed = await application.ask('GET', `${root}/similar/${scene.uuid}`, { who: 'contributor' })
    expect(allowed.status).toBe(200)
    const { body } = await application.ask('GET', `${root}/permissions/${draft.uuid}`, { who: 'contributor' })
    expect(body).toEqual({ [draft.uuid]: { submit: false, report: false } })
  } finally {
    await setGrants(grants)
  }
})

test('D1.12 similar assets are those that the asker may see', async () => {
  const similar = async (who: Who) =>
    (
      await application.ask('GET', `${root}/similar/${scene.uuid}`, { who, call: 'findSimilarAssets' })
    ).body.data.map(({ id, mirrored }: { id: number; mirrored: boolean }) => [id, mirrored])
  // One that nobody looked at has no fingerprint before it is asked for or the job comes by.
  await similar('editor')
  for (const one of [copy, draft]) await application.ask('GET', `${root}/similar/${one.uuid}`)
  const all = await similar('editor')
  expect(all).toHaveLength(2)
  expect(all).toEqual(
    expect.arrayContaining([
      [copy.id, true],
      [draft.id, false],
    ]),
  )
  expect(await similar('contributor')).toEqual([[copy.id, true]])
})

test('D7.74 D7.73 a search is submitted; its report is a PDF with its name, of what the reader may see', async () => {
  expect((await bytesOf(`/report/${scene.uuid}`, 'editor')).status).toBe(404)
  const submitted = await application.ask('POST', `${root}/submit/${scene.uuid}`, {
    who: 'contributor',
    call: 'submitReverseSearch',
  })
  expect([submitted.status, submitted.body]).toEqual([200, { uuid: scene.uuid, status: 'pending' }])
  const report = await reportOf(scene.uuid, 'editor')
  expect([report.status, report.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(report.headers.get('content-disposition')).toContain('Scene - similarity report.pdf')
  expect(await picturesOf(report)).toBe(3)
  expect(await picturesOf(await reportOf(scene.uuid, 'contributor'))).toBe(2)
  expect((await bytesOf(`/report/${scene.uuid}`, 'viewer')).status).toBe(403)
  expect(
    (await application.ask('GET', `${root}/permissions/${scene.uuid}`, { who: 'editor' })).body[scene.uuid],
  ).toEqual({ submit: true, report: true })
})

test('D7.73 a search that failed has no report, and says so', async () => {
  const { id, uuid } = await make('Failed', await sceneOf(4))
  const { database } = application.cartouche.services
  await startReverseSearch(database, id)
  await settleReverseSearch(database, id, { error: 'no fingerprint' })
  const { status, body } = await application.ask('GET', `${root}/report/${uuid}`)
  expect([status, body.error]).toEqual([422, '422/2162'])
  expect((await application.ask('GET', `${root}/permissions/${uuid}`)).body[uuid].report).toBe(false)
})

test('D7.71 D4.35 switched off, the status and every search are refused', async () => {
  const off = await startTestApplication(undefined, { CARTOUCHE_REVERSE_SEARCH: 'off' })
  try {
    expect(await off.ask('GET', `${root}/feature/status`)).toMatchObject({
      status: 404,
      body: { error: '404/2160' },
    })
    const { id, uuid } = await make('Off', await sceneOf(3), true, off)
    for (const [method, path] of [
      ['POST', 'submit'],
      ['GET', 'similar'],
    ] as const)
      expect((await off.ask(method, `${root}/${path}/${uuid}`)).body.error, path).toBe('404/2160')
    const form = new FormData()
    form.set('file', new Blob(['a text']), 'note.txt')
    expect((await off.ask('POST', `${root}/similar`, { form })).body.error).toBe('404/2160')
    expect((await off.ask('GET', `${root}/permissions/${uuid}`)).body).toEqual({
      [uuid]: { submit: false, report: false },
    })
    const { rows } = await sql`select from reverse_search where entity_id = ${id}`.execute(
      off.cartouche.services.database,
    )
    expect(rows).toEqual([])
  } finally {
    await off.stop()
  }
})

test('providers are asked beside the library: what they found and who failed is reported, in the matches and in the report', async () => {
  const provider = await startTestProvider()
  const { host } = new URL(provider.at('/'))
  const places = ['/good', '/lies/score', '/refuses'].map((path) => provider.at(path))
  const asking = await startTestApplication(undefined, {
    CARTOUCHE_REVERSE_SEARCH: ['library', ...places].join(','),
  })
  try {
    const { uuid, id } = await make('Asked', await sceneOf(5), true, asking)
    const other = await make('Like it', await sceneOf(5), true, asking)
    await asking.ask('POST', `/rest/dam/data/asset/${id}`, {
      as: 'PATCH',
      json: { json: { copyright: '© Harbour Office', credit: 'A. Sailor' } },
    })
    const status = await asking.ask('GET', `${root}/feature/status`, { call: 'getReverseSearchStatus' })
    expect(status.body.elsewhere).toEqual([host, host, host])
    const matches = async (who: Who = 'editor') =>
      (await asking.ask('GET', `${root}/matches/${uuid}`, { who, call: 'getReverseSearchMatches' })).body
    expect(await matches()).toMatchObject({ status: 'none', providers: [] })
    await asking.ask('GET', `${root}/similar/${other.uuid}`)
    await asking.ask('POST', `${root}/submit/${uuid}`, { who: 'editor' })
    await vi.waitFor(async () => expect((await matches()).status).toBe('done'), {
      timeout: 20_000,
      interval: 200,
    })
    const { rights, providers } = await matches()
    expect(rights).toEqual({ copyright: '© Harbour Office', credit: 'A. Sailor' })
    expect(providers).toMatchObject([
      { provider: host, error: null, matches: [{ title: 'Poster', score: 0.97 }, { score: 0.91 }] },
      { error: 'malformed', matches: [] },
      { error: 'refused', matches: [] },
    ])
    // A rendition was sent, once to each.
    expect(provider.asked.map(({ head }) => head.slice(0, 3))).toEqual(['ÿØÿ', 'ÿØÿ', 'ÿØÿ'])
    const report = await fetch(`${asking.cartouche.url}${root}/report/${uuid}`, {
      headers: { authorization: asking.authorizationOf('editor') },
    })
    expect(await picturesOf(report)).toBe(2)
    expect((await asking.ask('GET', `${root}/matches/${uuid}`, { who: 'viewer' })).status).toBe(403)
    expect((await asking.ask('GET', `${root}/matches/${nobodys}`)).status).toBe(404)
  } finally {
    await asking.stop()
    await provider.stop()
  }
}, 60_000)
