import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type AnyJson, type TestApplication } from '../../http/test-application.ts'

let application: TestApplication
const room = '/rest/administration'
const [administrator, editor, contributor] = [11, 12, 13]

beforeAll(async () => {
  application = await startTestApplication()
})
afterAll(() => application.stop())

const list = async (query = ''): Promise<AnyJson> =>
  (await application.ask('GET', `${room}/accounts?${query}`, { call: 'findAccounts' })).body
const make = async (login: string, role = 3): Promise<{ id: number; password: string }> =>
  (
    await application.ask('POST', `${room}/users`, {
      json: { login, name: `Name of ${login}`, email: `${login}@example.org`, role },
      call: 'createUser',
    })
  ).body
const signIn = (body: object) => application.ask('POST', '/rest/signin', { json: body, who: 'nobody' })
const change = (id: number, json: object) => application.ask('PATCH', `${room}/accounts/${id}`, { json })
const remove = (id: number, transferTo?: number) =>
  application.ask(
    'DELETE',
    `${room}/accounts/${id}${transferTo === undefined ? '' : `?transferTo=${transferTo}`}`,
  )

test('a user is made with a password that is shown once and must be changed', async () => {
  const { id, password } = await make('zoe')
  expect(await signIn({ login: 'zoe', password })).toMatchObject({ status: 403 })
  expect((await list('search=zoe')).accounts).toMatchObject([
    {
      id,
      name: 'Name of zoe',
      login: 'zoe',
      email: 'zoe@example.org',
      role: { id: 3, name: 'contributor' },
      state: 'invited',
      lastSeenAt: null,
    },
  ])
  await application.ask('POST', '/rest/profil/me/patch', {
    json: { login: 'zoe', password, newPassword: 'one of her own' },
    who: 'nobody',
  })
  expect((await signIn({ login: 'zoe', password: 'one of her own' })).status).toBe(201)
  expect((await list('search=ZOE%20contrib')).total).toBe(0)
  expect((await list('search=example%20name')).accounts).toMatchObject([{ state: 'active' }])
  expect(
    (await application.ask('POST', `${room}/users`, { json: { login: 'Zoe ', name: 'Again', role: 3 } }))
      .body,
  ).toMatchObject({})
  expect(
    (await application.ask('POST', `${room}/users`, { json: { login: 'Zoe ', name: 'Again', role: 3 } }))
      .status,
  ).toBe(400)
  expect(
    (await application.ask('POST', `${room}/users`, { json: { login: 'new', name: 'Again', role: 777 } }))
      .status,
  ).toBe(400)
})

test('the generic call makes no user who cannot sign in, and no application', async () => {
  expect(
    (
      await application.ask('POST', '/rest/data/user', {
        json: { json: { name: 'Half', login: 'half', role: 3 } },
      })
    ).status,
  ).toBe(400)
  expect(
    (await application.ask('POST', '/rest/data/application', { json: { json: { name: 'Half', role: 3 } } }))
      .status,
  ).toBe(400)
  expect((await list('search=half')).total).toBe(0)
})

test('accounts are listed by name, page by page, by role and state', async () => {
  const { total, accounts } = await list('max=2')
  expect(accounts.map(({ name }: AnyJson) => name)).toEqual(['Administrator', 'Contributor'])
  expect((await list('max=2&start=2')).accounts.map(({ name }: AnyJson) => name)).toEqual([
    'Editor',
    'Name of zoe',
  ])
  expect(total).toBe(5)
  expect((await list('role=2')).accounts).toMatchObject([{ id: editor }])
  expect((await list('kind=application')).accounts).toMatchObject([
    { name: 'portal', role: { id: 5 }, state: 'active' },
  ])
  expect((await list('state=disabled')).total).toBe(0)
})

test('disabling ends the sessions and keeps from signing in; enabling lets in again', async () => {
  const { settings } = application.cartouche.services
  const {
    body: { accessToken },
  } = await signIn({ login: 'contributor', password: settings.demoPassword })
  const whoami = () =>
    application.ask('GET', '/json/whoami', {
      who: 'nobody',
      headers: { authorization: `Bearer ${accessToken as string}` },
    })
  expect((await whoami()).status).toBe(200)
  expect((await change(contributor, { disabled: true })).body).toMatchObject({ state: 'disabled' })
  expect((await whoami()).status).toBe(419)
  expect((await signIn({ login: 'contributor', password: settings.demoPassword })).status).toBe(401)
  expect((await change(contributor, { disabled: false })).body).toMatchObject({ state: 'active' })
  expect((await signIn({ login: 'contributor', password: settings.demoPassword })).status).toBe(201)
})

test('a login is changed with the credential, and one that is taken is refused', async () => {
  const { id, password } = await make('before')
  expect((await change(id, { login: 'after', name: 'After', role: 4 })).body).toMatchObject({
    login: 'after',
    name: 'After',
    role: { id: 4 },
  })
  expect((await signIn({ login: 'before', password })).status).toBe(401)
  expect((await signIn({ login: 'after', password })).status).toBe(403)
  expect((await change(id, { login: 'editor' })).status).toBe(400)
  await application.ask('POST', `/rest/data/user/${id}`, {
    as: 'PATCH',
    json: { json: { login: 'generic' } },
  })
  expect((await signIn({ login: 'generic', password })).status).toBe(403)
})

test('a reset password is shown once and ends the sessions of before', async () => {
  const { id, password } = await make('forgetful')
  const { body } = await application.ask('POST', `${room}/accounts/${id}/password`, { call: 'resetPassword' })
  expect((await signIn({ login: 'forgetful', password })).status).toBe(401)
  expect((await signIn({ login: 'forgetful', password: body.password })).status).toBe(403)
})

test('whoever lost every second factor gets in again by the password, once an administrator took the factors away', async () => {
  const { id, password } = await make('lost-phone')
  await application.cartouche.services.database
    .updateTable('credential')
    .set({ must_change: false })
    .where('id', '=', id)
    .execute()
  await application.cartouche.services.database
    .insertInto('passkey')
    .values({
      id: 'a key',
      user_id: id,
      name: '',
      host: 'localhost',
      public_key: Buffer.from('key'),
      counter: 0,
      transports: [],
      is_synced: false,
    })
    .execute()
  expect((await signIn({ login: 'lost-phone', password })).body).toMatchObject({
    code: 'second_factor_needed',
  })
  expect(
    (await application.ask('DELETE', `${room}/accounts/${id}/factors`, { call: 'resetFactors' })).body,
  ).toEqual({ id })
  expect((await signIn({ login: 'lost-phone', password })).status).toBe(201)
})

test('the last administrator is neither disabled nor demoted nor deleted, until there is another', async () => {
  expect((await change(administrator, { disabled: true })).status).toBe(409)
  expect((await change(administrator, { role: 2 })).status).toBe(409)
  expect((await remove(administrator)).status).toBe(409)
  const { id } = await make('second', 1)
  expect((await change(id, { role: 2 })).status).toBe(200)
  expect((await remove(id)).status).toBe(200)
})

test('whoever may change users makes no administrator, and changes none', async () => {
  const { body: editors } = await application.ask('GET', `${room}/roles/2`)
  await application.ask('PUT', `${room}/roles/2`, {
    json: {
      grants: [
        ...editors.grants,
        ...['create', 'update', 'delete'].map((action) => ({ resource: 'user', action })),
      ],
    },
  })
  const as = (method: string, path: string, json: object) =>
    application.ask(method, path, { json, who: 'editor' })
  expect((await as('POST', `${room}/users`, { login: 'climber', name: 'Climber', role: 1 })).status).toBe(403)
  expect(
    (
      await as('POST', '/rest/profil', {
        json: { login: 'climber', name: 'Climber', role: 1, password: 'a good long one' },
      })
    ).status,
  ).toBe(403)
  expect((await as('PATCH', `${room}/accounts/${editor}`, { role: 1 })).status).toBe(403)
  expect(
    (await as('POST', `/rest/data/user/${editor}`, { _method: 'PATCH', json: { role: 1 } })).status,
  ).toBe(403)
  expect((await as('POST', `${room}/accounts/${administrator}/password`, {})).status).toBe(403)
  expect((await as('PATCH', `${room}/accounts/${administrator}`, { disabled: true })).status).toBe(403)
  expect((await as('POST', `${room}/users`, { login: 'colleague', name: 'Colleague', role: 3 })).status).toBe(
    201,
  )
  await application.ask('PUT', `${room}/roles/2`, { json: { grants: editors.grants } })
})

test('nothing is lost with whoever is deleted: what they own goes to somebody, or they stay', async () => {
  const { id, password } = await make('leaving', 2)
  await application.ask('POST', '/rest/profil/me/patch', {
    json: { login: 'leaving', password, newPassword: 'one of their own' },
    who: 'nobody',
  })
  const {
    body: { accessToken },
  } = await signIn({ login: 'leaving', password: 'one of their own' })
  const headers = { authorization: `Bearer ${accessToken as string}` }
  const { body: made } = await application.ask('POST', '/rest/dam/data/asset', {
    headers,
    json: { json: { name: 'Left behind' } },
  })
  const asset = made.response.data.id
  const {
    body: [cart],
  } = await application.ask('POST', '/wedia/cart/createCart/', {
    headers,
    json: { name: 'Left behind', items: { asset: [asset] } },
  })
  expect(
    (await application.ask('GET', `${room}/accounts/${id}`, { call: 'getAccount' })).body.owned,
  ).toMatchObject({ entities: 1, carts: 1, shares: 0 })
  expect((await remove(id)).status).toBe(409)
  expect((await application.ask('DELETE', `/rest/data/user/${id}`)).status).toBe(409)
  expect((await remove(id, id)).status).toBe(400)
  expect((await remove(id, 999_999)).status).toBe(400)
  expect((await remove(id, editor)).status).toBe(200)
  expect(
    (await application.ask('GET', `/wedia/cart/viewCart/${cart.id}?no_preview=true`, { who: 'editor' }))
      .status,
  ).toBe(200)
  expect(
    (await application.ask('GET', '/rest/dam/data/asset', { form: undefined })).body.response.data.find(
      (one: AnyJson) => one.id === asset,
    ).owner,
  ).toMatchObject({ id: editor })
  expect((await application.ask('GET', '/json/whoami', { headers })).status).toBe(419)
})

test('an application has a key and a secret that is shown once; a new secret lets the one before live on for a while', async () => {
  const {
    body: { id, key, secret },
  } = await application.ask('POST', `${room}/applications`, {
    json: { name: 'Web site é', role: 5 },
    call: 'createApplication',
  })
  const enter = async (password: string) =>
    (await signIn({ application: 'Web site é', login: key, password })).status
  expect([key.startsWith('web-site'), await enter(secret)]).toEqual([true, 201])
  const { body: second } = await application.ask('POST', `${room}/accounts/${id}/secret`, {
    json: { overlapHours: 2 },
    call: 'rotateSecret',
  })
  expect([await enter(secret), await enter(second.secret)]).toEqual([201, 201])
  expect((await list('kind=application&search=web')).accounts).toMatchObject([
    { previousSecretUntil: second.previousUntil },
  ])
  const { body: third } = await application.ask('POST', `${room}/accounts/${id}/secret`, {
    json: { overlapHours: 0 },
  })
  expect([await enter(secret), await enter(second.secret), await enter(third.secret)]).toEqual([
    401, 401, 201,
  ])
  expect((await change(id, { disabled: true })).body.state).toBe('disabled')
  expect(await enter(third.secret)).toBe(401)
  expect((await remove(id)).status).toBe(200)
})

test('every change is in the audit log, and no secret is', async () => {
  const entries = await application.cartouche.services.database
    .selectFrom('audit_entry')
    .selectAll()
    .orderBy('id')
    .execute()
  const kinds = entries.map(({ kind }) => kind)
  for (const kind of [
    'user.created',
    'user.updated',
    'user.disabled',
    'user.enabled',
    'user.passwordReset',
    'user.factorsReset',
    'user.transferred',
    'user.deleted',
    'application.created',
    'application.secretRotated',
    'role.grants',
  ])
    expect(kinds).toContain(kind)
  expect(entries.find(({ kind }) => kind === 'user.updated')).toMatchObject({
    actor_kind: 'user',
    actor_id: administrator,
    actor_name: 'Administrator',
    target_name: 'After',
    before: { login: 'before', role: [3] },
    after: { login: 'after', role: [4] },
    network: '127.0.0.0/24',
  })
  expect(JSON.stringify(entries)).not.toMatch(/argon2|one of their own/)
})
