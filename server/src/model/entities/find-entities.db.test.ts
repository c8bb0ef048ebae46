import { calls, pageSizeOf, type EntityData, type ListAnswer } from '@cartouche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedIn } from '../../access/identity.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { codeOf } from '../../testing/refusal.ts'
import { findEntities } from './find-entities.ts'

let library: TestLibrary
let editor: SignedIn
let viewer: SignedIn
const ids: Record<string, number> = {}

const find = (input: Record<string, unknown>, as: SignedIn = editor, locale = 'en'): Promise<ListAnswer> =>
  findEntities(library.as(as, locale), calls.findEntities.input.parse({ path: 'dam/data/asset', ...input }))
const names = (answer: ListAnswer): string[] =>
  answer.response.data.map((one) => (one as EntityData).name ?? '')

beforeAll(async () => {
  library = await createTestLibrary()
  editor = await library.user('editor')
  viewer = await library.user('viewer')
  ids['places'] = await library.createNode('assetkeyword', 'Places')
  ids['harbour'] = await library.createNode('assetkeyword', 'Harbour', ids['places'])
  ids['pier'] = await library.createNode('assetkeyword', 'Pier', ids['harbour'])
  ids['night'] = await library.createNode('assetkeyword', 'Night')
  const keyword = (name: string): number => ids[name] ?? 0
  ids['a'] = await library.createAsset({
    name: 'Élan du port',
    props: { city: 'Brest', width: 100, 'metadata.filesize': 10 },
    links: { keywords: [keyword('harbour')] },
  })
  ids['b'] = await library.createAsset({
    name: 'Night ferry',
    props: { city: 'Brest', width: 300, takenat: '2025-05-01T10:00:00.000Z' },
    links: { keywords: [keyword('pier'), keyword('night')] },
  })
  ids['c'] = await library.createAsset({
    name: 'Straße',
    props: { city: 'Köln', name_fr: 'Rue' },
    links: { rootnature: [2] },
  })
  ids['draft'] = await library.createAsset({ name: 'Draft of a ferry', status: 'draft' })
  ids['expired'] = await library.createAsset({ name: 'Expired ferry', validUntil: '2020-01-01T00:00:00Z' })
  ids['future'] = await library.createAsset({ name: 'Future ferry', validFrom: '2999-01-01T00:00:00Z' })
})
afterAll(() => library.close())

describe('full text', () => {
  test('folds accents and case, and completes the last word', async () => {
    expect(names(await find({ fulltext: 'elan PO' }))).toEqual(['Élan du port'])
    expect(names(await find({ fulltext: 'strasse' }))).toEqual(['Straße'])
    expect(names(await find({ fulltext: 'po elan' }))).toEqual([])
  })
  test('P5.06 finds every word with must and any with should', async () => {
    expect(names(await find({ fulltext: 'night port', fulltextMode: 'should', orderby: 'name' }))).toEqual([
      'Élan du port',
      'Night ferry',
    ])
    expect(names(await find({ fulltext: 'night port', fulltextMode: 'must' }))).toEqual([])
  })
  test('finds by the name of a keyword', async () => {
    expect(names(await find({ fulltext: 'pier' }))).toEqual(['Night ferry'])
  })
  test('orders by relevance when asked', async () => {
    expect(names(await find({ fulltext: 'night', orderby: 'relevance' }))[0]).toBe('Night ferry')
  })
  test('hostile text is no syntax', async () => {
    for (const fulltext of ["'", "a' | 'b", ':*', '!x & (', '\\', '💥', 'x'.repeat(999)])
      await find({ fulltext })
  })
})

describe('query', () => {
  const query = (json: unknown, as = editor): Promise<string[]> =>
    find({ query: json, orderby: 'name' }, as).then(names)
  test('D7.29 compares links, texts, numbers and instants', async () => {
    expect(await query({ city: 'Brest' })).toEqual(['Élan du port', 'Night ferry'])
    expect(await query({ keywords: { in: [ids['night'], ids['harbour']] } })).toEqual([
      'Élan du port',
      'Night ferry',
    ])
    expect(await query({ and: [{ city: 'Brest' }, { keywords: { nin: [ids['night']] } }] })).toEqual([
      'Élan du port',
    ])
    expect(await query({ width: { gt: 100 } })).toEqual(['Night ferry'])
    expect(await query({ width: { lte: 100 } })).toEqual(['Élan du port'])
    expect(await query({ takenat: { gte: '2025-01-01' } })).toEqual(['Night ferry'])
    expect(await query({ name: { sw: 'elan' } })).toEqual(['Élan du port'])
    expect(await query({ name: { contains: 'FERRY' } })).toHaveLength(4)
    expect(await query({ name: { ew: '100%' } })).toEqual([])
    expect(await query({ 'metadata.filesize': 10 })).toEqual(['Élan du port'])
    expect(await query({ 'rootnature.name': 'VIDEO' })).toEqual(['Straße'])
  })
  test('dof walks down the tree, ndof leaves it out', async () => {
    expect(await query({ keywords: { dof: ids['places'] } })).toEqual(['Élan du port', 'Night ferry'])
    expect(await query({ keywords: { descendantof: [ids['pier']] } })).toEqual(['Night ferry'])
    expect(await query({ and: [{ keywords: { ndof: ids['places'] } }, { city: { neq: null } }] })).toEqual([
      'Straße',
    ])
  })
  test('null, not, or, activated and id 0', async () => {
    expect(await query({ and: [{ city: null }, { status: 6 }] })).toHaveLength(2)
    expect(await query({ not: { or: [{ city: 'Brest' }, { city: null }] } })).toEqual(['Straße'])
    expect(await query({ activated: true })).toHaveLength(6)
    expect(await query({ activated: false })).toEqual([])
    expect(await query({ id: 0 })).toEqual([])
    expect(await query({})).toHaveLength(6)
  })
  test('what is wrong is said', async () => {
    expect(await codeOf(query({ colour: 'red' }))).toBe('unknown_field')
    expect(await codeOf(query({ name: { $gt: 1 } }))).toBe('query_syntax')
    expect(await codeOf(query({ width: { gt: 'wide' } }))).toBe('query_syntax')
    expect(await codeOf(query({ keywords: { sw: 'a' } }))).toBe('query_syntax')
    expect(await codeOf(find({ orderby: 'name; drop table entity' }))).toBe('invalid_parameter')
    expect(await codeOf(find({ orderby: 'colour' }))).toBe('unknown_field')
    expect(await codeOf(find({ path: 'dam/data/nothing' }))).toBe('unknown_resource')
  })
})

describe('pages', () => {
  test('go through every entity once, in whichever order', async () => {
    for (const orderby of [
      undefined,
      'name',
      'name desc',
      'city, name desc',
      'takenat desc',
      'createdat',
      'status desc',
      'validuntil',
      'metadata.filesize desc, name',
    ]) {
      const seen: string[] = []
      for (let after: string | undefined, page = 0; page < 10; page++) {
        const answer = await find({ orderby, max: 2, after })
        expect(answer.response.total).toBe(6)
        seen.push(...names(answer))
        after = answer.links.nextResultsToken
        if (after === undefined) break
      }
      expect(new Set(seen).size, orderby).toBe(6)
      expect(seen, orderby).toHaveLength(6)
    }
  })
  test('a token belongs to its query', async () => {
    const { links } = await find({ max: 2, orderby: 'name' })
    expect(await codeOf(find({ max: 2, orderby: 'name desc', after: links.nextResultsToken }))).toBe(
      'token_mismatch',
    )
    expect(
      await codeOf(
        find({ max: 2, orderby: 'name', query: { city: 'Brest' }, after: links.nextResultsToken }),
      ),
    ).toBe('token_mismatch')
    expect(await codeOf(find({ after: 'nonsense' }))).toBe('token_mismatch')
  })
  test('max is 24 by default and 200 at most; the state is echoed', async () => {
    expect(pageSizeOf('asset')).toBe(24)
    expect(calls.findEntities.input.parse({ path: 'a' }).max).toBeUndefined()
    expect(calls.findEntities.input.parse({ path: 'a', max: '5000' }).max).toBe(200)
    expect((await find({ state: '{"a": 1 }' })).state).toBe('{"a": 1 }')
  })
  test('D3.03 D7.30 several resources come one after the other', async () => {
    const seen: string[] = []
    let after: string | undefined
    do {
      const answer = await find({
        path: 'dam/data/asset,assetkeyword',
        max: 3,
        orderby: 'name',
        after,
        withAggregates: true,
      })
      expect(answer.resources?.map((one) => one.resource)).toEqual(['asset', 'assetkeyword'])
      expect(answer.resource).toBeUndefined()
      expect(answer.response.total).toBe(10)
      expect(Object.keys(answer.response.aggregates ?? {})).toEqual(['asset', 'assetkeyword'])
      seen.push(...names(answer))
      after = answer.links.nextResultsToken
    } while (after !== undefined)
    expect(seen).toHaveLength(10)
  })
})

describe('facets', () => {
  const facet = async (
    field: string,
    input: Record<string, unknown>,
    as = editor,
  ): Promise<Record<string, number>> => {
    const { response } = await find({ ...input, withAggregates: true }, as)
    const values = (response.aggregates?.[field] ?? []) as { count: number; data: { name: string } }[]
    return Object.fromEntries(values.map((value) => [value.data.name, value.count]))
  }
  test('count the whole library from the kept counts', async () => {
    expect(await facet('city', {})).toEqual({ Brest: 2, Köln: 1 })
    expect(await facet('rootnature', {})).toEqual({ IMAGE: 5, VIDEO: 1 })
    expect(await facet('status', {})).toEqual({ published: 5, draft: 1 })
  })
  test('count the hits of a query', async () => {
    expect(await facet('keywords', { query: { city: 'Brest' } })).toEqual({ Harbour: 1, Pier: 1, Night: 1 })
  })
  test('count what a row rule lets through, and nothing else', async () => {
    expect(await facet('rootnature', {}, viewer)).toEqual({ IMAGE: 2, VIDEO: 1 })
    expect(await facet('status', {}, viewer)).toEqual({ published: 3 })
  })
  test('follow every write', async () => {
    const id = await library.createAsset({ name: 'Brief', props: { city: 'Oslo' } })
    expect((await facet('city', {}))['Oslo']).toBe(1)
    await library.services.database
      .deleteFrom('entity')
      .where('resource', '=', 'asset')
      .where('id', '=', id)
      .execute()
    expect((await facet('city', {}))['Oslo']).toBeUndefined()
  })
})

describe('access', () => {
  test('a viewer sees only what is published and valid today', async () => {
    expect(names(await find({ orderby: 'name' }, viewer))).toEqual(['Élan du port', 'Night ferry', 'Straße'])
    expect((await find({ withData: false }, viewer)).response.total).toBe(3)
  })
  test('nobody is asked to sign in', async () => {
    expect(
      await codeOf(findEntities(library.as(), calls.findEntities.input.parse({ path: 'dam/data/asset' }))),
    ).toBe('sign_in_needed')
  })
  test('D7.31 suggestions complete the last word from visible rows alone', async () => {
    expect((await find({ suggest: 'words', fulltext: 'ferr' })).response.data).toEqual(['ferry'])
    expect((await find({ suggest: 'words', fulltext: 'dra' })).response.data).toEqual(['draft'])
    expect((await find({ suggest: 'words', fulltext: 'dra' }, viewer)).response.data).toEqual([])
    expect((await find({ suggest: 'words', fulltext: 'night fe' }, viewer)).response.data).toEqual(['ferry'])
  })
  test('a word with a slip of the keys is found as what it was meant to be, among what the asker may see', async () => {
    const similar = async (fulltext: string, who?: Parameters<typeof find>[1]): Promise<unknown> =>
      (await find({ suggest: 'similar', fulltext }, who)).response.data
    expect(
      await Promise.all(['fery', 'frery', 'nihgt ferry', 'night frery'].map((text) => similar(text))),
    ).toEqual([['ferry'], ['ferry'], ['night ferry'], ['night ferry']])
    // Nothing to mend, nothing that comes close, nothing to look at.
    expect(
      await Promise.all(
        ['ferry', 'night ferry', 'zzzzzz', 'night zzzzzz', '', "'; drop", 'a b c d e f g h i'].map((text) =>
          similar(text),
        ),
      ),
    ).toEqual([[], [], [], [], [], [], []])
    expect([await similar('darft'), await similar('darft', viewer)]).toEqual([['draft'], []])
  })
})

test('language variants answer in the reader’s language', async () => {
  expect(names(await find({ query: { id: ids['c'] } }, editor, 'fr'))).toEqual(['Rue'])
  expect(names(await find({ query: { id: ids['c'] }, i18n: 'false' }, editor, 'fr'))).toEqual(['Straße'])
})
