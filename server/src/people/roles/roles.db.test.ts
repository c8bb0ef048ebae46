import { assetStatuses, parseQuery, type QueryJson } from '@cartouche/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtInRoles } from '../../access/built-in-roles.ts'
import type { SignedIn } from '../../access/identity.ts'
import { readGrants } from '../../access/read-grants.ts'
import { getEntity } from '../../model/entities/get-entity.ts'
import { simulate } from '../../model/entities/simulate.ts'
import { takeAction } from '../../model/entities/take-action.ts'
import { deleteRecord, patchOne } from '../../model/entities/write-entity.ts'
import { startTestApplication, type TestApplication } from '../../http/test-application.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { identify } from '../session/identify.ts'
import { startCartouche, type Cartouche } from '../../start/start-cartouche.ts'
import { explainAccess } from './explain-access.ts'
import { installRoleGrants, mergeGrants, storedGrant } from './install-role-grants.ts'
import { replaceGrants, selectGrants } from './role-grants.sql.ts'

let application: TestApplication
const room = '/rest/administration'
const contributor = 13
const quiet = { info: () => {}, warn: () => {}, error: () => {} }

beforeAll(async () => {
  application = await startTestApplication()
})
afterAll(() => application.stop())

const grantsOf = async (id: number) =>
  (await application.ask('GET', `${room}/roles/${id}`, { call: 'getRole' })).body
const setGrants = (id: number, grants: object[]) =>
  application.ask('PUT', `${room}/roles/${id}`, { json: { grants }, call: 'updateRole' })
const asset = async (json: object): Promise<number> =>
  (await application.ask('POST', '/rest/dam/data/asset', { json: { json } })).body.response.data.id

test('the built-in roles have the grants that the product comes with', async () => {
  for (const role of builtInRoles)
    expect((await grantsOf(role.id)).grants).toEqual(JSON.parse(JSON.stringify(role.grants.map(storedGrant))))
  const { body } = await application.ask('GET', `${room}/roles`, { call: 'listRoles' })
  expect(
    body.roles.map(({ name, fixed, builtIn }: { name: string; fixed: boolean; builtIn: boolean }) => [
      name,
      fixed,
      builtIn,
    ]),
  ).toEqual([
    ['administrator', true, true],
    ['contributor', false, true],
    ['editor', false, true],
    ['portal', false, true],
    ['viewer', false, true],
  ])
})

test('what can be granted names actions and fields, with the operators that fit', async () => {
  const { body } = await application.ask('GET', `${room}/grantables`, { call: 'listGrantables' })
  const of = (resource: string) =>
    body.grantables.find((one: { resource: string }) => one.resource === resource)
  expect(of('asset').actions).toEqual(expect.arrayContaining(['view', 'download', 'publish', 'workflow']))
  expect(of('asset').fields.find(({ name }: { name: string }) => name === 'keywords').operators).toContain(
    'dof',
  )
  expect(of('page').actions).toEqual(expect.arrayContaining(['makePublic', 'validate']))
  expect(of('cart')).toMatchObject({
    actions: expect.arrayContaining(['makePublic', 'people', 'share']),
    fields: expect.arrayContaining([expect.objectContaining({ name: 'editors', target: 'user' })]),
  })
})

test('the right to open pages to everybody can be granted, and alone opens one', async () => {
  const before = await grantsOf(2)
  const make = async (): Promise<number> => {
    const json = { json: { name: 'Open', public: true } }
    return (await application.ask('POST', '/rest/data/page', { json, who: 'editor' })).body.response.data
      .id as number
  }
  const publish = async (): Promise<number> => {
    const path = `/json/workflow/data.page.workflow/${await make()}?action=validate`
    return (await application.ask('PATCH', path, { json: {}, who: 'editor' })).status
  }
  expect(await publish()).toBe(403)
  const open = { resource: 'page', action: 'makePublic', rows: null }
  expect((await setGrants(2, [...before.grants, open])).status).toBe(200)
  expect(await publish()).toBe(200)
  await setGrants(2, before.grants)
  expect(await publish()).toBe(403)
})

test('a field that row rules name is not removed, and the roles are named; afterwards it is', async () => {
  const schemas = (await application.ask('GET', '/rest/data/schema')).body.response.data as {
    id: number
    name: string
  }[]
  const schema = schemas.find(({ name }) => name === 'asset')?.id
  const field = (
    await application.ask('POST', '/rest/data/schemafield', {
      json: { json: { schema, name: 'mood', label: 'Mood', type: 'text', facet: true } },
    })
  ).body.response.data as { id: number }
  const remove = () => application.ask('DELETE', `/rest/data/schemafield/${field.id}`)
  const before = await grantsOf(4)
  expect(
    (
      await setGrants(4, [
        ...before.grants,
        { resource: 'asset', action: 'view', rows: { and: [{ mood: { eq: 'calm' } }] } },
      ])
    ).status,
  ).toBe(200)
  expect(await remove()).toMatchObject({
    status: 409,
    body: { code: 'field_in_rules', data: { field: 'mood', roles: before.name } },
  })
  // Nothing is half done: the field is there, and lists of the role answer.
  expect((await application.ask('GET', '/rest/dam/data/asset/headers')).body.headers).toHaveProperty('mood')
  expect((await application.ask('GET', '/rest/dam/data/asset', { who: 'viewer' })).status).toBe(200)
  await setGrants(4, before.grants)
  expect((await remove()).status).toBe(200)
  expect((await application.ask('GET', '/rest/dam/data/asset/headers')).body.headers).not.toHaveProperty(
    'mood',
  )
})

test('a field that is removed while a rule about it is written goes, or stays with the rule', async () => {
  const schemas = (await application.ask('GET', '/rest/data/schema')).body.response.data as {
    id: number
    name: string
  }[]
  const schema = schemas.find(({ name }) => name === 'asset')?.id
  const before = await grantsOf(4)
  for (let round = 0; round < 8; round++) {
    const name = `fleeting${round}`
    const { id } = (
      await application.ask('POST', '/rest/data/schemafield', {
        json: { json: { schema, name, label: name, type: 'text', facet: true } },
      })
    ).body.response.data as { id: number }
    const [ruled, removed] = await Promise.all([
      setGrants(4, [
        ...before.grants,
        { resource: 'asset', action: 'view', rows: { and: [{ [name]: { eq: 'calm' } }] } },
      ]),
      application.ask('DELETE', `/rest/data/schemafield/${id}`),
    ])
    expect([
      [200, 409],
      [400, 200],
    ]).toContainEqual([ruled.status, removed.status])
    expect((await application.ask('GET', '/rest/dam/data/asset', { who: 'viewer' })).status).toBe(200)
    await setGrants(4, before.grants)
    if (removed.status !== 200) await application.ask('DELETE', `/rest/data/schemafield/${id}`)
  }
})

test('a grant that is replaced counts at once, on every server', async () => {
  const { settings } = application.cartouche.services
  const second: Cartouche = await startCartouche({ settings: { ...settings, port: 0 }, log: quiet })
  try {
    const before = await grantsOf(4)
    const id = await asset({ name: 'Draft of nobody' })
    const signedIn = await application.ask('POST', '/rest/signin', {
      json: { login: 'viewer', password: settings.demoPassword },
      who: 'nobody',
    })
    const authorization = `Bearer ${signedIn.body.accessToken as string}`
    const seen = async () => [
      (await application.ask('GET', `/rest/dam/data/asset/${id}`, { who: 'viewer' })).status,
      (await fetch(`${second.url}/rest/dam/data/asset/${id}`, { headers: { authorization } })).status,
    ]
    expect(await seen()).toEqual([404, 404])
    expect(
      (await setGrants(4, [...before.grants, { resource: 'asset', action: 'view', rows: { id } }])).status,
    ).toBe(200)
    await expect.poll(seen).toEqual([200, 200])
    expect(
      (await application.ask('GET', '/rest/dam/data/asset', { who: 'viewer' })).body.response.data.map(
        (one: { id: number }) => one.id,
      ),
    ).toEqual([id])
    await setGrants(4, before.grants)
    await expect.poll(seen).toEqual([404, 404])
  } finally {
    await second.stop()
  }
})

test.each([
  [{ resource: 'nothing', action: 'view' }, 'grants[0].resource'],
  [{ resource: 'asset', action: 'fly' }, 'grants[0].action'],
  [{ resource: 'cart', action: 'publish' }, 'grants[0].action'],
  [{ resource: 'asset', action: 'view', rows: { colour: 'red' } }, 'grants[0].rows.colour'],
  [
    { resource: 'asset', action: 'view', rows: { and: [{ name: { like: 1 } }] } },
    'grants[0].rows.and[0].name.like',
  ],
  [{ resource: 'asset', action: 'view', rows: { keywords: { gt: 1 } } }, 'grants[0].rows.keywords.gt'],
  [{ resource: 'asset', action: 'view', rows: { status: 'published' } }, 'grants[0].rows.status'],
  [{ resource: 'cart', action: 'view', rows: { name: 'x' } }, 'grants[0].rows.name'],
  [{ resource: 'cart', action: 'view', rows: { private: 'yes' } }, 'grants[0].rows.private.eq'],
  [{ resource: '*', action: 'view', rows: { owner: '$me' } }, 'grants[0].rows'],
  [{ resource: 'asset', action: 'create', rows: { owner: '$me' } }, 'grants[0].rows'],
])('a grant that means nothing is refused with its place: %j', async (grant, at) => {
  const answer = await setGrants(4, [grant])
  expect([
    answer.status,
    answer.body.error?.data?.at ?? answer.body.data?.at ?? JSON.stringify(answer.body),
  ]).toEqual([400, at])
})

test('the administrator keeps the grants, and a role of the product is not deleted', async () => {
  expect((await setGrants(1, [])).status).toBe(409)
  expect((await application.ask('DELETE', `${room}/roles/1`)).status).toBe(409)
  expect((await application.ask('DELETE', '/rest/data/role/4')).status).toBe(409)
  const { body } = await application.ask('POST', `${room}/roles`, {
    json: { name: 'Press', grants: [{ resource: 'asset', action: 'view' }] },
    call: 'createRole',
  })
  expect(body).toMatchObject({
    name: 'Press',
    watermark: true,
    grants: [{ resource: 'asset', action: 'view', rows: null }],
  })
  expect(
    (
      await application.ask('PUT', `${room}/roles/${body.id}`, {
        json: { name: 'Press office', version: body.version },
      })
    ).body.name,
  ).toBe('Press office')
  expect(
    (
      await application.ask('PUT', `${room}/roles/${body.id}`, {
        json: { grants: [], version: body.version },
      })
    ).status,
  ).toBe(409)
  expect((await application.ask('DELETE', `${room}/roles/${body.id}`)).status).toBe(200)
})

test('a start brings what is new in the product, and keeps what was changed here', async () => {
  const { database } = application.cartouche.services
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((action) => ({ resource: 'asset', action, rows: null })) as [
    Stored,
    Stored,
    Stored,
    Stored,
  ]
  expect(mergeGrants([a, c], [a, b], [a, b, d])).toEqual([a, c, d])
  expect(mergeGrants([a, c], [a], [])).toEqual([c])
  const before = await selectGrants(database, 4)
  await replaceGrants(database, 4, before.slice(1))
  await replaceGrants(database, 1, [])
  await installRoleGrants(database)
  expect(await selectGrants(database, 4)).toEqual(before.slice(1))
  expect(await selectGrants(database, 1)).toEqual([{ resource: '*', action: '*', rows: null }])
  await replaceGrants(database, 4, before)
})
type Stored = Parameters<typeof mergeGrants>[0][number]

test('nobody is left out: the last administrator is neither demoted nor deleted', async () => {
  const demoted = await application.ask('POST', '/rest/data/user/11', {
    as: 'PATCH',
    json: { json: { role: 2 } },
  })
  expect(demoted.status).toBe(409)
  expect((await application.ask('DELETE', '/rest/data/user/11')).status).toBe(409)
})

test('why: every condition of a rule is listed with whether it holds', async () => {
  const id = await asset({ name: 'A draft' })
  const ask = async (action: string) =>
    (
      await application.ask(
        'GET',
        `${room}/access?account=${contributor}&resource=asset&id=${id}&action=${action}`,
        { call: 'explainAccess' },
      )
    ).body
  const explained = await ask('view')
  expect(explained).toMatchObject({
    verdict: 'no',
    reason: 'rule_failed',
    account: { id: contributor, disabled: false },
    entity: { id, name: 'A draft' },
  })
  const published = explained.decisions[0].grants.find((grant: { covers: boolean }) => grant.covers)
  expect(published.rule.parts[0]).toMatchObject({
    query: { status: { eq: assetStatuses.published } },
    holds: false,
  })
  expect(published.rule.parts[1]).toMatchObject({
    holds: true,
    parts: [{ query: { validfrom: { eq: null } }, holds: true }, { holds: false }],
  })
  expect(await ask('publish')).toMatchObject({ verdict: 'no', reason: 'not_granted' })
  await application.ask('POST', `/rest/dam/data/asset/${id}/workflow`, { json: { workflowAction: 'submit' } })
  await application.ask('POST', `/rest/dam/data/asset/${id}/workflow`, {
    json: { workflowAction: 'publish' },
  })
  expect(await ask('view')).toMatchObject({ verdict: 'yes', reason: 'granted' })
  expect((await application.ask('GET', `${room}/access?account=999999&resource=asset`)).status).toBe(404)
})

/** Rules that random roles have, of all shapes. */
const leaf: fc.Arbitrary<QueryJson> = fc.oneof(
  fc.record({ owner: fc.constantFrom('$me', 11, 13) }),
  fc.record({ status: fc.constantFrom(assetStatuses.draft, assetStatuses.published) }),
  fc.record({ status: fc.record({ neq: fc.constantFrom(assetStatuses.draft, assetStatuses.published) }) }),
  fc.record({ name: fc.record({ sw: fc.constantFrom('a', 'b') }) }),
  fc.record({ validuntil: fc.constantFrom(null, { gt: '$now' }) }),
  fc.record({ rootnature: fc.constantFrom(1, null) }),
)
const rule = fc.letrec<{ node: QueryJson }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    leaf,
    fc.record({ and: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('node') }),
  ),
})).node
const actions = ['view', 'update', 'delete', 'publish'] as const
const grant = fc
  .record({
    resource: fc.constantFrom('asset', 'cart', '*'),
    action: fc.constantFrom(...actions, '*'),
    rows: fc.option(rule),
  })
  .map((one) => (one.resource === '*' ? { ...one, rows: null } : one))

test(
  'why: the verdict is what the server answers, whoever asks, for whatever',
  { timeout: 120_000 },
  async () => {
    const { services } = application.cartouche
    const { database } = services
    const schema = await getSchemaOf(services, 'asset')
    const assets = await Promise.all(['alpha', 'beta', 'gamma'].map((name) => asset({ name })))
    await application.ask('POST', `/rest/dam/data/asset/${assets[1]}/workflow`, {
      json: { workflowAction: 'submit' },
    })
    await application.ask('POST', `/rest/dam/data/asset/${assets[1]}/workflow`, {
      json: { workflowAction: 'publish' },
    })
    const before = await selectGrants(database, 3)
    const { body } = await application.ask('POST', '/rest/signin', {
      json: { login: 'contributor', password: services.settings.demoPassword },
      who: 'nobody',
    })
    const request = {
      address: '127.0.0.1',
      cookies: {},
      authorization: `Bearer ${body.accessToken as string}`,
      headers: {},
      baseUrl: '',
    }
    const context = async () => ({
      ...services,
      identity: await identify(services, request),
      locale: 'en',
      requestId: '',
      request,
      setCookie: () => {},
      signal: new AbortController().signal,
    })
    const allowed = async (work: Promise<unknown>): Promise<boolean> =>
      work.then(
        () => true,
        (error: { code?: string }) => {
          if (error.code === 'action_not_possible') return true
          if (['entity_not_found', 'access_denied', 'delete_refused'].includes(error.code ?? '')) return false
          throw error
        },
      )
    await fc.assert(
      fc.asyncProperty(
        fc.array(grant, { maxLength: 4 }),
        fc.constantFrom(...assets),
        fc.constantFrom(...actions),
        async (grants, id, action) => {
          await replaceGrants(database, 3, grants)
          const asking = await context()
          const routes = {
            view: () => getEntity(asking, schema, id, {}),
            update: () => simulate(asking, (within) => patchOne(within, schema, id, { city: 'Brest' })),
            delete: () => simulate(asking, (within) => deleteRecord(within, schema, id)),
            publish: () =>
              simulate(asking, (within) => takeAction(within, schema, { ids: [id], action: 'publish' })),
          }
          const { verdict } = await explainAccess(asking, {
            account: contributor,
            resource: 'asset',
            id,
            action,
          })
          expect(verdict).toBe((await allowed(routes[action]())) ? 'yes' : 'no')
        },
      ),
      { numRuns: 150 },
    )
    await replaceGrants(database, 3, before)
  },
)

test('equal grants are read once', () => {
  const text = JSON.stringify([{ resource: 'asset', action: 'view', rows: { owner: '$me' } }])
  expect(readGrants(text)).toBe(readGrants(text))
  expect(readGrants(text)[0]?.rows).toEqual(parseQuery({ owner: '$me' }))
  expect((readGrants('[]') as SignedIn['role']['grants']).length).toBe(0)
})
