import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication, type Who } from '../../http/test-application.ts'

/**
 * Every reader of links, asked over HTTP as everybody, for names that a rule of rows hides: in no byte of an
 * answer, and by no question whose answer depends on them. Who may see them is the control: each reader shows
 * them there.
 */
let application: TestApplication
/**
 * An asset with a collection and a keyword that viewers are not allowed to see, owned by an administrator;
 * and one without.
 */
let secretive: number
let plain: number
let hidden: { readonly collection: number; readonly keyword: number; readonly child: number }
let shown: { readonly collection: number; readonly keyword: number }
let owner: number
let cart: number
let share: string
/**
 * Tickets of two visitors: of a viewer's cart with the secretive asset, and of an administrator's with the
 * plain one alone.
 */
let tickets: Readonly<Record<'visitor' | 'other visitor', string>>

type Person = Who | 'visitor' | 'other visitor'
const secrets = /zanzibar|quokka|wombat/i
const mayKnow: readonly Person[] = ['admin', 'editor']
const everybody: readonly Person[] = ['nobody', 'visitor', 'other visitor', 'viewer', 'editor', 'admin']

beforeAll(async () => {
  application = await startTestApplication()
  const [collection, keyword, openCollection, openKeyword] = (await Promise.all([
    make('assetcollection', { name: 'Zanzibar project' }),
    make('assetkeyword', { name: 'Quokka' }),
    make('assetcollection', { name: 'Summer' }),
    make('assetkeyword', { name: 'Beach' }),
  ])) as [number, number, number, number]
  hidden = {
    collection,
    keyword,
    child: await make('assetcollection', { name: 'Wombat part', parent: openCollection }),
  }
  shown = { collection: openCollection, keyword: openKeyword }
  ;[secretive, plain] = (await Promise.all([
    makeAsset({
      name: 'First picture',
      keywords: [openKeyword, keyword],
      collections: [collection, openCollection, hidden.child],
    }),
    makeAsset({ name: 'Second picture', collections: [openCollection] }),
  ])) as [number, number]
  owner = (await application.ask('GET', `/rest/dam/data/asset/${secretive}`)).body.response.data.owner.id
  await limitViewers()
  const createCart = async (who: Who, items: number[]) =>
    (
      await application.ask('POST', '/wedia/cart/createCart/', {
        who,
        json: { name: 'Seen', items: { asset: items } },
      })
    ).body[0].id as number
  cart = await createCart('viewer', [secretive, plain])
  const ticketOf = async (who: Who, of: number): Promise<[string, string]> => {
    const { id } = (await application.ask('POST', `/wedia/cart/shareCart/${of}`, { who, json: {} })).body
    return [
      id,
      (await application.ask('POST', `/wedia/cart/withShare/${id}/view`, { who: 'nobody', json: {} })).body
        .ticket,
    ]
  }
  const [[first, ticket], [, other]] = await Promise.all([
    ticketOf('viewer', cart),
    ticketOf('admin', await createCart('admin', [plain])),
  ])
  share = first
  tickets = { visitor: ticket, 'other visitor': other }
}, 120_000)
afterAll(() => application.stop())

async function make(resource: string, json: object): Promise<number> {
  return (await application.ask('POST', `/rest/dam/data/${resource}`, { json: { json } })).body.response.data
    .id
}

async function makeAsset(json: { readonly name: string } & Record<string, unknown>): Promise<number> {
  const id = await make('asset', json)
  await application.ask('POST', `/rest/dam/data/asset/${id}/workflow`, {
    json: { workflowAction: 'publish' },
  })
  const { database, blobs } = application.cartouche.services
  const { sha256, sizeBytes, crc32 } = await blobs.write(Buffer.from(json.name))
  await database.insertInto('blob').values({ sha256, size_bytes: sizeBytes, crc32 }).execute()
  await database
    .insertInto('entity_file')
    .values({
      resource: 'asset',
      id,
      sha256,
      file_name: `${json.name}.txt`,
      media_type: 'text/plain',
      facts: '{"nature":"OTHER","extension":"txt"}',
    })
    .execute()
  return id
}

/**
 * Viewers see of collections and keywords those that are not hidden. Without a watermark, so that an archive
 * of theirs needs no picture to be made.
 */
async function limitViewers(): Promise<void> {
  const viewer = 4
  const { grants } = (await application.ask('GET', `/rest/administration/roles/${viewer}`)).body as {
    grants: { resource: string; action: string }[]
  }
  const limits: Readonly<Record<string, object>> = {
    assetcollection: { id: { nin: [hidden.collection, hidden.child] } },
    assetkeyword: { id: { neq: hidden.keyword } },
  }
  const limited = grants.map((grant) =>
    grant.action === 'view' && limits[grant.resource] ? { ...grant, rows: limits[grant.resource] } : grant,
  )
  expect(
    (
      await application.ask('PUT', `/rest/administration/roles/${viewer}`, {
        json: { grants: limited, watermark: false },
      })
    ).status,
  ).toBe(200)
}

function ask(
  who: Person,
  path: string,
  { method = 'GET', json, as }: { method?: string; json?: unknown; as?: string } = {},
) {
  const ticket = who === 'visitor' || who === 'other visitor' ? tickets[who] : undefined
  const address =
    ticket === undefined
      ? path
      : `${path}${path.includes('?') ? '&' : '?'}ticket=${encodeURIComponent(ticket)}`
  return application.ask(method, address, {
    who: ticket === undefined ? (who as Who) : 'nobody',
    ...(json === undefined ? {} : { json }),
    ...(as ? { as } : {}),
  })
}

const assets = '/rest/dam/data/asset'
const parameter = (value: unknown): string => encodeURIComponent(JSON.stringify(value))
const aggregatesOf = (field: string, ids?: readonly number[]) => ({
  path: `${assets}/aggs`,
  method: 'POST',
  as: 'GET',
  json: {
    query: { '$meta-query': { one: { constraint: {}, aggregate: { field, ...(ids ? { ids } : {}) } } } },
  },
})

interface Reader {
  readonly path: string
  readonly method?: string
  readonly as?: string
  readonly json?: unknown
  /** What is read where it is no answer of the call. */ readonly bytes?: boolean
}

/** Whatever shows names of what is linked. */
const readers: Readonly<Record<string, () => Reader>> = {
  'a list with facets': () => ({ path: `${assets}?max=50&withAggregates=true` }),
  'a list with facets that are searched': () => ({
    path: `${assets}?max=0&withAggregates=true&aggFilter=${parameter({ collections: 'zan', keywords: 'quo' })}`,
  }),
  'a record': () => ({ path: `${assets}/${secretive}` }),
  'a page of linked entities': () => ({ path: `${assets}/${secretive}/collections` }),
  'a page of keywords': () => ({ path: `${assets}/${secretive}/keywords` }),
  'groups by collection': () => ({ path: `${assets}?group=collections` }),
  'groups by keyword': () => ({ path: `${assets}?group=keywords` }),
  'aggregates of collections': () => aggregatesOf('collections'),
  'aggregates of keywords by id': () => aggregatesOf('keywords', [hidden.keyword, shown.keyword]),
  'the list of collections': () => ({ path: '/rest/dam/data/assetcollection?max=50&withAggregates=true' }),
  'the list of keywords': () => ({ path: '/rest/dam/data/assetkeyword?max=50&withAggregates=true' }),
  'a collection': () => ({ path: `/rest/dam/data/assetcollection/${hidden.collection}` }),
  'the tree of collections': () => ({
    path: '/rest/dam/data/assetcollection/tree?depth=5&treepath=true&withAggregates=true',
  }),
  'a node of the tree': () => ({
    path: `/rest/dam/data/assetcollection/tree/${shown.collection}?depth=5&treepath=true`,
  }),
  'hits in the tree': () => ({ path: '/rest/dam/data/assetcollection/tree?fulltext=wom' }),
  'suggested words': () => ({ path: `${assets}?suggest=words&fulltext=zanz` }),
  'suggested words after others': () => ({ path: `${assets}?suggest=words&fulltext=first%20quo` }),
  'suggested words of collections': () => ({
    path: '/rest/dam/data/assetcollection?suggest=words&fulltext=zanz',
  }),
  'several resources': () => ({
    path: '/rest/dam/data/asset,assetcollection,assetkeyword?max=100&withAggregates=true',
  }),
}

test.each(Object.keys(readers))('%s shows nobody a name that is hidden from them', async (name) => {
  const { path, ...how } = readers[name]?.() ?? { path: '' }
  for (const who of everybody) {
    const { status, body } = await ask(who, path, how)
    const text = JSON.stringify(body)
    if (mayKnow.includes(who)) expect(text, `${name} as ${who}`).toMatch(secrets)
    else expect(text, `${name} as ${who}: ${status}`).not.toMatch(secrets)
  }
})

/**
 * Questions about what is hidden: to anyone who is not allowed to see it, the answer is that of a thing that
 * does not exist.
 */
const questions: Readonly<Record<string, () => string>> = {
  'a name of a collection': () => `query=${parameter({ 'collections.name': 'Zanzibar project' })}`,
  'a part of a name': () => `query=${parameter({ 'keywords.name': { sw: 'q' } })}`,
  'a collection by its id': () => `query=${parameter({ collections: hidden.collection })}`,
  'anything below a hidden collection': () => `query=${parameter({ collections: { dof: hidden.child } })}`,
  'a word': () => 'fulltext=zanzibar',
  'the beginning of a word': () => 'fulltext=quok',
  'a word among others': () => 'fulltext=first%20quokka',
  'any of these words': () => 'fulltext=quokka%20wombat%20&fulltextMode=should',
}

test.each(Object.keys(questions))(
  'asked for %s, the list answers who may not see it with nothing',
  async (name) => {
    for (const who of everybody) {
      const { status, body } = await ask(who, `${assets}?${questions[name]?.() ?? ''}`)
      if (who === 'nobody') expect(status).toBe(401)
      else expect(body.response.total, `${name} as ${who}`).toBe(mayKnow.includes(who) ? 1 : 0)
    }
  },
)

test('what is not hidden is found as ever: by its name, in the full text, by its id', async () => {
  for (const [question, hits] of [
    [`query=${parameter({ 'collections.name': 'Summer' })}`, 2],
    ['fulltext=summer', 2],
    ['fulltext=beach%20first', 1],
    ['fulltext=bea', 1],
    [`query=${parameter({ collections: shown.collection })}`, 2],
    ['fulltext=beach%20second&fulltextMode=should&orderby=relevance', 2],
  ] as const)
    for (const who of ['visitor', 'viewer', 'admin'] as const)
      expect((await ask(who, `${assets}?${question}`)).body.response.total, `${question} as ${who}`).toBe(
        hits,
      )
  expect((await ask('viewer', `${assets}?suggest=words&fulltext=bea`)).body.response.data).toEqual(['beach'])
})

test('a row that was projected before linked names had their own weight is not found by whoever is not allowed to see them all', async () => {
  const { database } = application.cartouche.services
  const words = sql`update search set links_apart = false, words = to_tsvector('simple', 'first picture zanzibar') where resource = 'asset' and id = ${secretive}`
  const before =
    (
      await sql<{
        words: string
      }>`select words::text words from search where resource = 'asset' and id = ${secretive}`.execute(
        database,
      )
    ).rows[0]?.words ?? ''
  await words.execute(database)
  expect((await ask('viewer', `${assets}?fulltext=zanzibar`)).body.response.total).toBe(0)
  expect((await ask('admin', `${assets}?fulltext=zanzibar`)).body.response.total).toBe(1)
  await sql`update search set links_apart = true, words = ${before}::tsvector where resource = 'asset' and id = ${secretive}`.execute(
    database,
  )
})

test('a phrase is understood by what someone may see alone', async () => {
  for (const who of everybody) {
    const { body } = await ask(who, '/luis/analyze?phrase=zanzibar%20project%20quokka')
    const names = JSON.stringify(body.entities ?? [])
    if (mayKnow.includes(who)) expect(names).toMatch(secrets)
    else expect(names, who).not.toMatch(secrets)
  }
  expect(
    JSON.stringify((await ask('other visitor', '/luis/analyze?phrase=beach')).body.entities),
  ).not.toContain(String(shown.keyword))
})

test('of linked entities, those are counted that someone may see', async () => {
  const of = async (who: Person, path: string) => (await ask(who, path)).body.response.data
  for (const who of ['visitor', 'viewer'] as const) {
    expect((await of(who, `${assets}/${secretive}`)).$moreChildren_collections).toEqual({
      first: 0,
      count: 1,
      total: 1,
    })
    // A page is filled with what is visible: the hidden one comes first.
    const page = await of(who, `${assets}/${secretive}/collections?maxchildren=1`)
    expect(page).toMatchObject({
      collections: [{ id: shown.collection }],
      $moreChildren_collections: { first: 0, count: 1, total: 1 },
    })
    expect(page.$moreChildren_collections.nextToken).toBeUndefined()
  }
  expect((await of('admin', `${assets}/${secretive}`)).$moreChildren_collections.total).toBe(3)
})

test('a visitor sees of the vocabularies what the items of the share are in', async () => {
  const namesOf = async (who: Person, resource: string) =>
    (await ask(who, `/rest/dam/data/${resource}?max=100`)).body.response.data
      .map(({ name }: { name: string }) => name)
      .toSorted()
  expect([await namesOf('visitor', 'assetcollection'), await namesOf('visitor', 'assetkeyword')]).toEqual([
    ['Summer'],
    ['Beach'],
  ])
  expect([
    await namesOf('other visitor', 'assetcollection'),
    await namesOf('other visitor', 'assetkeyword'),
  ]).toEqual([['Summer'], []])
  expect((await ask('other visitor', `/rest/dam/data/assetkeyword/${shown.keyword}`)).status).toBe(404)
  expect(await namesOf('viewer', 'assetkeyword')).toContain('Beach')
})

test('whoever is not allowed to see users learns of no owner: not in a record, by no filter, in no order', async () => {
  for (const who of ['visitor', 'viewer'] as const) {
    expect((await ask(who, `${assets}/${secretive}`)).body.response.data.owner).toBeUndefined()
    expect((await ask(who, `${assets}?query=${parameter({ owner: owner })}`)).body.response.total).toBe(0)
    const [none, all] = await Promise.all(
      [{ neq: owner }, { neq: -1 }].map(
        async (rule) => (await ask(who, `${assets}?query=${parameter({ owner: rule })}`)).body.response.total,
      ),
    )
    expect(none).toBe(all)
    expect((await ask(who, `${assets}?query=${parameter({ owner: { gt: owner - 1 } })}`)).status).toBe(400)
    expect((await ask(who, `${assets}?orderby=owner`)).status).toBe(400)
  }
  expect(
    (await ask('admin', `${assets}?query=${parameter({ owner: owner })}&orderby=owner`)).body.response.total,
  ).toBeGreaterThan(1)
})

test('an archive describes assets by what its maker may see, whoever made one before', async () => {
  const download = async (path: string, who: Person): Promise<string> => {
    const { body: uuid } = await ask(who, path, {
      method: 'POST',
      json: { withContactSheet: false, withAssetsDescriptions: true },
    })
    const { body } = await application.ask('GET', `/wedia/cart/downloadCart/${uuid.uuid ?? uuid}`, {
      who: 'nobody',
    })
    return body
  }
  const {
    body: [{ id: own }],
  } = await application.ask('POST', '/wedia/cart/createCart/', {
    json: { name: 'Seen', items: { asset: [secretive, plain] } },
  })
  expect(await download(`/wedia/cart/zipCart/${own}`, 'admin')).toMatch(secrets)
  const archive = await download(`/wedia/cart/zipCart/${cart}`, 'viewer')
  expect(archive).toContain('Summer')
  expect(archive).not.toMatch(secrets)
  expect(await download(`/wedia/cart/withShare/${share}/zipUuid`, 'nobody')).not.toMatch(secrets)
  expect(await download(`/wedia/cart/zipCart/${own}`, 'admin')).toMatch(secrets)
})

test('carts and shares show no name of what is hidden', async () => {
  for (const path of [
    `/wedia/cart/viewCart/${cart}`,
    `/wedia/cart/viewCart/${cart}?fulltext=zanzibar`,
    `/wedia/cart/listCarts?detailedItems=true`,
    `/wedia/cart/listCartItems/${cart}`,
  ]) {
    expect(JSON.stringify((await ask('viewer', path)).body), path).not.toMatch(
      /zanzibar project|quokka|wombat/i,
    )
  }
  const hits = async (who: Who, words: string) =>
    (await ask(who, `/wedia/cart/viewCart/${cart}?itemsFulltext=${words}`)).body
  expect(JSON.stringify(await hits('viewer', 'quokka'))).not.toMatch(/Quokka/)
  for (const path of [
    `/wedia/cart/withShare/${share}/view`,
    `/wedia/cart/withShare/${share}/view/asset/${secretive}`,
  ]) {
    expect(
      JSON.stringify((await application.ask('POST', path, { who: 'nobody', json: {} })).body),
      path,
    ).not.toMatch(secrets)
  }
})
