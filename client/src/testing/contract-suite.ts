import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkAnswer } from '@cartouche/contract'
import { calls, isApiError, type ErrorCode } from '@cartouche/contract/wire'
import { createCell, type Cell } from '../store/keyed-store.ts'
import { analyticsSuite } from './contract-analytics.ts'
import { trackSuite } from './contract-tracks.ts'
import { markSuite } from './contract-marks.ts'
import { duplicateSuite } from './contract-duplicates.ts'
import { trashSuite } from './contract-trash.ts'
import { commentSuite } from './contract-comments.ts'
import { versionSuite } from './contract-versions.ts'
import { reverseSearchSuite } from './contract-reverse-search.ts'
import { cartSuite } from './contract-carts.ts'
import { importItemSuite } from './contract-import-items.ts'
import { importSuite } from './contract-imports.ts'
import { pageSuite } from './contract-pages.ts'
import { playerSuite } from './contract-players.ts'
import { preferenceSuite, savedSearchSuite } from './contract-saved-searches.ts'
import { searchSuite, type Ask } from './contract-search.ts'
import { spellingSuite } from './contract-spellings.ts'
import { createTransport, type Credentials, type Transport } from '../transport/transport.ts'

/** A server that the suite is held against. */
export interface ContractServer {
  /** Address before every path, for example `http://127.0.0.1:8080/api`. */
  readonly baseUrl: string
  readonly fetch: typeof globalThis.fetch
  /** A user who may create assets, carts and imports. */
  readonly login: string
  readonly password: string
  /** Ids of five assets or more that this user can see, each with a file. */
  readonly assetIds: readonly number[]
  close(): Promise<void>
}

interface Subject {
  readonly server: ContractServer
  readonly credentials: Cell<Credentials>
  readonly transport: Transport
}

/**
 * The contract as tests, for the real server and for the fake one: every answer parses by the contract, every
 * failure has its code. `open` starts a server before the suite.
 * @source DESIGN "Tests": one contract suite run against both
 */
export function contractSuite(name: string, open: () => Promise<ContractServer>): void {
  describe(`contract: ${name}`, () => {
    const started: { subject?: Subject } = {}
    const subject = (): Subject => {
      if (!started.subject) throw new Error('The server has not started')
      return started.subject
    }
    const call: Ask = (definition, parameters, options) =>
      subject().transport.call(definition, parameters, options)

    beforeAll(async () => {
      const server = await open()
      const credentials = createCell<Credentials>({ mode: 'bearer' })
      const transport = createTransport({
        baseUrl: server.baseUrl,
        fetch: server.fetch,
        credentials: credentials.get,
        language: () => 'en',
        checkAnswer,
      })
      started.subject = { server, credentials, transport }
      const { accessToken } = await transport.call(calls.signIn, {
        login: server.login,
        password: server.password,
      })
      credentials.set({ mode: 'bearer', accessToken })
    })
    afterAll(() => started.subject?.server.close())

    sessionSuite(subject, call)
    schemaSuite(call)
    findSuite(call)
    searchSuite(call)
    entitySuite(call)
    spellingSuite(call, refused)
    cartSuite(call, refused, () => subject().server.assetIds)
    importSuite(call, refused)
    importItemSuite(call, refused)
    analyticsSuite(call, refused, () => subject().server.assetIds)
    playerSuite(call, refused, () => subject().server.assetIds)
    reverseSearchSuite(call, refused)
    trashSuite(call, refused)
    duplicateSuite(call, refused)
    markSuite(call, refused)
    versionSuite(call, refused, () => subject().server.assetIds)
    commentSuite(call, refused, () => subject().server.assetIds)
    trackSuite(call, refused, () => subject().server.assetIds)
    pageSuite(call, refused)
    preferenceSuite(call, refused)
    savedSearchSuite(call, refused)
  })
}

const assets = 'dam/data/asset'

/** Expects a failure of the table. */
async function refused(work: Promise<unknown>, code: ErrorCode): Promise<void> {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure, `expected ${code}`).toBeInstanceOf(Error)
  expect(isApiError(failure) ? failure.code : failure).toBe(code)
}

function sessionSuite(subject: () => Subject, call: Ask): void {
  /** Asks with other credentials than the suite's own. */
  const as = (accessToken: string | undefined): Ask => {
    const { baseUrl, fetch } = subject().server
    const transport = createTransport({
      baseUrl,
      fetch,
      credentials: () => ({ mode: 'bearer', accessToken }),
      checkAnswer,
    })
    return (definition, parameters, options) => transport.call(definition, parameters, options)
  }
  test('answers who is signed in', async () => {
    const { response } = await call(calls.whoami, {})
    expect(response.data).toMatchObject({ login: subject().server.login, isUser: true, application: null })
  })
  test('refuses a wrong password and an unknown login alike', async () => {
    await refused(
      as(undefined)(calls.signIn, { login: subject().server.login, password: 'not the password' }),
      'sign_in_failed',
    )
    await refused(
      as(undefined)(calls.signIn, { login: 'nobody-at-all', password: 'not the password' }),
      'sign_in_failed',
    )
  })
  test('answers that nobody is signed in, and lets nobody in', async () => {
    await refused(as(undefined)(calls.whoami, {}), 'whoami_refused')
    await refused(as(undefined)(calls.listCarts, {}), 'sign_in_needed')
  })
  test('renews a session by its refresh token and ends it on sign-out', async () => {
    const { login, password } = subject().server
    const first = await as(undefined)(calls.signIn, { login, password })
    const renewed = await as(undefined)(calls.refreshSession, { token: first.refreshToken })
    expect(renewed.exp).toBeGreaterThan(renewed.iat)
    expect((await as(renewed.accessToken)(calls.whoami, {})).response.data.login).toBe(login)
    expect(await as(renewed.accessToken)(calls.signOut, {})).toEqual({ signedOut: true })
    const after = await as(renewed.accessToken)(calls.whoami, {}).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(isApiError(after) ? after.code : after).toMatch(/^(whoami_refused|session_gone)$/)
  })
  test('refuses a refresh token that it never gave', () =>
    refused(as(undefined)(calls.refreshSession, { token: 'never-given' }), 'session_gone'))
  test('P5.08 refuses a password in the profile', () =>
    refused(call(calls.patchProfile, { json: { password: 'new' } }), 'password_endpoint'))
  test('answers configuration to everybody', async () => {
    expect((await as(undefined)(calls.getConfig, {})).versions.engine).not.toBe('')
    expect(Array.isArray((await as(undefined)(calls.getAuthConfig, {})).providers)).toBe(true)
  })
}

function schemaSuite(call: Ask): void {
  test('answers the fields of one resource', async () => {
    const schema = await call(calls.getSchema, { path: assets, rscSecurity: 'insert' })
    expect(schema).toMatchObject({
      resource: 'asset',
      headers: { name: { type: 'text' }, keywords: { type: 'array' }, rootnature: { type: 'object' } },
    })
  })
  test('D5.05 answers the fields of several resources under resources, never both', async () => {
    const schema = await call(calls.getSchema, { path: 'dam/data/asset,assetkeyword' })
    expect(schema).not.toHaveProperty('resource')
    expect(Object.keys(schema.headers)).toEqual(expect.arrayContaining(['asset', 'assetkeyword']))
  })
  test('does not know every resource', () =>
    refused(call(calls.getSchema, { path: 'dam/data/nothing' }), 'unknown_resource'))
}

function findSuite(call: Ask): void {
  test('pages through all hits once, in order, to a last page without a token', async () => {
    const seen: number[] = []
    let after: string | undefined
    let total = 0
    do {
      const page = await call(calls.findEntities, {
        path: assets,
        max: 2,
        orderby: 'id asc',
        ...(after === undefined ? {} : { after, withAggregates: false }),
      })
      expect(page.response.data.length).toBe(page.response.count)
      seen.push(...page.response.data.map((entity) => (typeof entity === 'object' ? entity.id : 0)))
      total = page.response.total
      after = page.links.nextResultsToken
    } while (after !== undefined)
    expect(seen).toEqual([...new Set(seen)].toSorted((one, other) => one - other))
    expect(seen.length).toBe(total)
  })
  test('D4.05 echoes the state byte for byte', async () => {
    for (const state of ['s1', '{"é":[1, 2]}', '0'])
      expect((await call(calls.findEntities, { path: assets, max: 1, state })).state).toBe(state)
  })
  test('answers a body like an address', async () => {
    const parameters = { path: assets, max: 3, orderby: 'id asc', query: { id: { gt: 0 } } }
    expect((await call(calls.findEntitiesAsPost, parameters)).response).toEqual(
      (await call(calls.findEntities, parameters)).response,
    )
  })
  test('counts facets over the hits of the whole query, when asked', async () => {
    const counted = await call(calls.findEntities, {
      path: assets,
      max: 1,
      withAggregates: true,
      aggFields: ['rootnature'],
    })
    const values = counted.response.aggregates?.['rootnature'] as { count: number; data: { id: number } }[]
    for (const { count, data } of values) {
      const hits = await call(calls.findEntities, {
        path: assets,
        max: 0,
        query: { rootnature: { in: [data.id] } },
      })
      expect(hits.response.total).toBe(count)
    }
    expect(
      (await call(calls.findEntities, { path: assets, max: 1, withAggregates: false })).response.aggregates,
    ).toBeUndefined()
  })
  test('finds nothing for id 0 and everything for an empty query', async () => {
    expect((await call(calls.findEntities, { path: assets, query: { id: 0 } })).response.total).toBe(0)
    const { response } = await call(calls.findEntities, { path: assets, query: {} })
    expect(response.total).toBe(
      (await call(calls.findEntities, { path: assets, query: { activated: true } })).response.total,
    )
  })
  test('refuses what it cannot ask', async () => {
    await refused(call(calls.findEntities, { path: assets, query: { name: { $gt: 1 } } }), 'query_syntax')
    await refused(call(calls.findEntities, { path: assets, query: { nothinglikeit: 1 } }), 'unknown_field')
    await refused(call(calls.findEntities, { path: 'dam/data/nothing' }), 'unknown_resource')
  })
  test('refuses the token of another query', async () => {
    const { links } = await call(calls.findEntities, { path: assets, max: 1 })
    expect(links.nextResultsToken).toBeTypeOf('string')
    await refused(
      call(calls.findEntities, {
        path: assets,
        max: 1,
        query: { id: { gt: 1 } },
        after: links.nextResultsToken,
      }),
      'token_mismatch',
    )
  })
  test('finds several resources at once, under resources', async () => {
    const page = await call(calls.findEntities, {
      path: 'dam/data/asset,assetkeyword',
      max: 5,
      withAggregates: true,
    })
    expect(page.resources?.map(({ resource }) => resource)).toEqual(
      expect.arrayContaining(['asset', 'assetkeyword']),
    )
    expect(page.resource).toBeUndefined()
  })
}

function entitySuite(call: Ask): void {
  test('creates, reads, changes and deletes an entity, each on the version before', async () => {
    const {
      response: { data: made },
    } = await call(calls.createEntity, { path: assets, json: { name: 'Contract test' } })
    const {
      response: { data: read },
    } = await call(calls.getEntity, { path: assets, id: made.id, withRights: true })
    expect(read).toMatchObject({ id: made.id, $uuid: made.$uuid, $resource: 'asset', name: 'Contract test' })
    expect((await call(calls.getEntityByUuid, { path: assets, uuid: made.$uuid })).response.data.id).toBe(
      made.id,
    )
    const {
      response: { data: changed },
    } = await call(calls.patchEntity, {
      path: assets,
      id: made.id,
      json: { $version: read.$version, name: 'Changed' },
    })
    expect(changed).toMatchObject({ id: made.id, name: 'Changed' })
    expect(changed.$version).toBeGreaterThan(read.$version ?? 0)
    await refused(
      call(calls.patchEntity, { path: assets, id: made.id, json: { $version: read.$version, name: 'Late' } }),
      'version_conflict',
    )
    await refused(
      call(calls.patchEntity, { path: assets, id: made.id, json: { nothinglikeit: 1 } }),
      'unknown_field',
    )
    await call(calls.deleteEntity, { path: assets, id: made.id })
    await refused(call(calls.getEntity, { path: assets, id: made.id }), 'entity_not_found')
  })
  test('refuses an entity without what is mandatory', () =>
    refused(call(calls.createEntity, { path: assets, json: { description: 'no name' } }), 'field_mandatory'))
  test('D4.17 takes workflow actions as its own rules allow', async () => {
    const {
      response: { data: made },
    } = await call(calls.createEntity, { path: assets, json: { name: 'Contract workflow' } })
    const { response } = await call(calls.takeWorkflowAction, {
      path: assets,
      ids: [made.id],
      workflowAction: 'submit',
    })
    expect(response.data[0]).toMatchObject({ id: made.id, status: { name: 'submitted' } })
    await refused(
      call(calls.takeWorkflowAction, { path: assets, ids: [made.id], workflowAction: 'restore' }),
      'action_not_possible',
    )
    await refused(
      call(calls.takeWorkflowAction, { path: assets, ids: [made.id], workflowAction: 'nothinglikeit' }),
      'unknown_action',
    )
    await call(calls.deleteEntity, { path: assets, id: made.id })
  })
}
