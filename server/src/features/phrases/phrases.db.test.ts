import { afterAll, beforeAll, expect, test } from 'vitest'
import { and, parseQuery, type QueryJson } from '@cartouche/contract'
import { scopeOf } from '../../access/decide.ts'
import type { SignedIn } from '../../access/identity.ts'
import { searchIn } from '../../model/search/search-in.ts'
import { findPage } from '../../model/search/find.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { analyzePhrase } from './analyze-phrase.ts'

let library: TestLibrary
let editor: SignedIn
let viewer: SignedIn
let ids: Record<'wanted' | 'short' | 'old' | 'alone' | 'picture', number>

beforeAll(async () => {
  library = await createTestLibrary()
  editor = await library.user('editor')
  viewer = await library.user('viewer')
  const people = await library.createNode('assetkeyword', 'People')
  const children = await library.createNode('assetkeyword', 'Children', people)
  await library.createNode('assetkeyword', 'Night market')
  const film = (name: string, duration: number, takenat: string, keywords: number[] = [children]) =>
    library.createAsset({
      name,
      props: { duration, takenat, city: 'Saint-Malo' },
      links: { rootnature: [2], keywords },
    })
  ids = {
    wanted: await film('Playground', 1500, '2024-05-01T10:00:00Z'),
    short: await film('Slide', 600, '2024-05-01T10:00:00Z'),
    old: await film('Swing', 1500, '2019-05-01T10:00:00Z'),
    alone: await film('Lighthouse', 1500, '2024-05-01T10:00:00Z', []),
    picture: await library.createAsset({
      name: 'Portrait',
      links: { keywords: [children] },
      props: { takenat: '2024-05-01T10:00:00Z' },
    }),
  }
  await library.createAsset({ name: 'Secret', status: 'draft', props: { city: 'Atlantis', creator: 'Nemo' } })
})
afterAll(async () => {
  await library.close()
})

const analyze = (phrase: string, who: SignedIn = editor, locale = 'en') =>
  analyzePhrase(library.as(who, locale), { phrase })

/** What a phrase finds when all that was understood is asked for. */
async function find(phrase: string): Promise<number[]> {
  const { entities, fulltext } = await analyze(phrase)
  const query = and(
    ...entities.flatMap(({ constraints }) =>
      constraints.map(({ field, operator, values }) =>
        parseQuery({
          [field]: { [operator]: operator === 'in' || operator === 'dof' ? values : values[0] },
        } as QueryJson),
      ),
    ),
  )
  const { ids: found } = await findPage(
    await searchIn(library.services),
    { scope: scopeOf(editor, 'asset', 'view'), query, fulltext },
    { max: 50 },
  )
  return found.toSorted((a, b) => a - b)
}

test('P7.57 a long phrase finds what it says', async () => {
  expect(await find('videos of children longer than 20 minutes from 2024')).toEqual([ids.wanted])
  expect(await find('vidéos d’enfants de plus de 20 minutes de 2024')).toEqual([ids.wanted])
  expect(await find('films of children from 2024')).toEqual([ids.wanted, ids.short])
  expect(await find('long videos')).toEqual([ids.wanted, ids.old, ids.alone])
  expect(await find('people in 2024')).toEqual([ids.wanted, ids.short, ids.picture])
  expect(await find('videos lighthouse')).toEqual([ids.alone])
})

test('values of the library are answered as it calls them', async () => {
  const { entities, fulltext, topScoringIntent } = await analyze('night markets near saint malo')
  expect(entities.map(({ type, resolution }) => [type, resolution.values])).toEqual([
    ['keywords', ['Night market']],
    ['city', ['Saint-Malo']],
  ])
  expect([fulltext, topScoringIntent.intent]).toEqual(['near', 'search'])
})

test('nobody learns from it what they are not allowed to see', async () => {
  expect((await analyze('atlantis nemo')).entities.map(({ type }) => type)).toEqual(['city', 'creator'])
  const { entities, topScoringIntent } = await analyze('atlantis nemo', viewer)
  expect([entities, topScoringIntent]).toEqual([[], { intent: 'none', score: 0 }])
  expect((await analyze('saint malo', viewer)).entities.map(({ type }) => type)).toEqual(['city'])
  const stranger: SignedIn = {
    ...viewer,
    role: {
      ...viewer.role,
      grants: viewer.role.grants.filter(({ resource }) => resource !== 'assetkeyword'),
    },
  }
  expect((await analyze('night market', stranger)).entities).toEqual([])
})

test('strange phrases are answered', async () => {
  for (const phrase of [
    '',
    '   ',
    '\u0000',
    '%_\\',
    "'; drop table entity; --",
    'x'.repeat(1000),
    '🦀 '.repeat(300),
    'a b c d e f g h '.repeat(60),
  ])
    expect((await analyze(phrase)).query).toBe(phrase)
})
