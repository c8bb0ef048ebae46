import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageWords, bandWords, fillers, natureWords } from './phrase-words.ts'
import { parsePhrase } from './parse-phrase.ts'
import { nameKey, type Vocabulary, type VocabularyValue } from './vocabulary.ts'

/** A Friday. */
const now = new Date('2026-11-20T12:00:00Z')
const keyword = (id: number, name: string): [string, VocabularyValue[]] => [
  nameKey(name.toLowerCase().split(' ')),
  [{ field: 'keywords', name, id, isTree: true }],
]
const vocabulary: Vocabulary = new Map([
  keyword(11, 'Harbour'),
  keyword(12, 'Night market'),
  keyword(13, 'Children'),
  ['brest', [{ field: 'city', name: 'Brest' }]],
  ['film festival', [{ field: 'collections', name: 'Film festival', id: 21, isTree: true }]],
])

const read = (phrase: string, words: Vocabulary = vocabulary) =>
  parsePhrase(phrase, { now, vocabulary: words })
/** What was understood as `type value`, and the words left. */
const said = (phrase: string, words?: Vocabulary): string[] => {
  const { entities, fulltext } = read(phrase, words)
  return [
    ...entities.map(
      ({ type, resolution: { values } }) =>
        `${type} ${values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join()}`,
    ),
    ...(fulltext === '' ? [] : [`text ${fulltext}`]),
  ]
}

test('P7.57 a phrase of many parts', () => {
  const { entities, fulltext, score } = read('videos of children longer than 20 minutes from 2024')
  expect(entities).toEqual([
    {
      entity: 'videos',
      type: 'assetnature',
      startIndex: 0,
      endIndex: 5,
      resolution: { values: ['VIDEO'] },
      constraints: [{ field: 'rootnature', operator: 'in', values: [2] }],
    },
    {
      entity: 'children',
      type: 'age.baby',
      startIndex: 10,
      endIndex: 17,
      resolution: { values: ['age.children'] },
      constraints: [{ field: 'keywords', operator: 'dof', values: [13] }],
    },
    {
      entity: 'longer than 20 minutes',
      type: 'duration',
      startIndex: 19,
      endIndex: 40,
      resolution: { values: [{ min: 1200 }] },
      constraints: [{ field: 'duration', operator: 'gt', values: [1200] }],
    },
    {
      entity: 'from 2024',
      type: 'builtin.datetimeV2.daterange',
      startIndex: 42,
      endIndex: 50,
      resolution: { values: [{ start: '2024-01-01', end: '2024-12-31' }] },
      constraints: [
        { field: 'takenat', operator: 'gte', values: ['2024-01-01T00:00:00.000Z'] },
        { field: 'takenat', operator: 'lte', values: ['2024-12-31T23:59:59.999Z'] },
      ],
    },
  ])
  expect([fulltext, score]).toEqual(['', 1])
  expect(said('Vidéos d’enfants de plus de 20 minutes de 2024')).toEqual([
    'assetnature VIDEO',
    'age.baby age.children',
    'duration {"min":1200}',
    'builtin.datetimeV2.daterange {"start":"2024-01-01","end":"2024-12-31"}',
  ])
})

test('natures in both languages', () => {
  expect(
    [
      'photos',
      'Pictures',
      'des photographies',
      'films',
      'VIDÉOS',
      'recordings',
      'enregistrements',
      'PDF',
      'documents',
    ].map((phrase) => said(phrase)[0]),
  ).toEqual([
    'assetnature IMAGE',
    'assetnature IMAGE',
    'assetnature IMAGE',
    'assetnature VIDEO',
    'assetnature VIDEO',
    'assetnature AUDIO',
    'assetnature AUDIO',
    'assetnature DOCUMENT',
    'assetnature DOCUMENT',
  ])
})

test('P9.09 D9.21 ages become keywords of the library where it has some, and full text where not', () => {
  expect(
    ['a baby', 'bébés', 'kids', 'enfant', 'grown adults', 'adultes', 'seniors', 'aînés'].map(
      (phrase) => said(phrase)[0],
    ),
  ).toEqual([
    'age.baby age.baby',
    'age.baby age.baby',
    'age.baby age.children',
    'age.baby age.children',
    'age.baby age.adults',
    'age.baby age.adults',
    'age.baby age.senior',
    'age.baby age.senior',
  ])
  expect(read('kids').entities[0]?.constraints).toEqual([
    { field: 'keywords', operator: 'dof', values: [13] },
  ])
  expect(said('pictures of kids', new Map())).toEqual([
    'assetnature IMAGE',
    'age.baby age.children',
    'text kids',
  ])
})

test('P9.09 D9.21 durations have bands beside films and recordings: small to 300 s, medium to 1200 s, big above', () => {
  const bounds = (phrase: string) =>
    read(phrase)
      .entities.find(({ type }) => type === 'duration')
      ?.constraints.map(({ operator, values }) => `${operator} ${values.join()}`)
  expect([bounds('short videos'), bounds('medium films'), bounds('long recordings')]).toEqual([
    ['lte 300'],
    ['gt 300', 'lte 1200'],
    ['gt 1200'],
  ])
  expect([bounds('petites vidéos'), bounds('vidéos moyennes'), bounds('films longs')]).toEqual([
    ['lte 300'],
    ['gt 300', 'lte 1200'],
    ['gt 1200'],
  ])
  expect(said('short dresses')).toEqual(['text short dresses'])
})

test('free durations, compared and between, in every unit', () => {
  const bounds = (phrase: string): string =>
    read(phrase)
      .entities.filter(({ type }) => type === 'duration')
      .flatMap(({ constraints }) => constraints.map(({ operator, values }) => `${operator} ${values.join()}`))
      .join(' ')
  for (const [phrase, expected] of [
    ['longer than 20 minutes', 'gt 1200'],
    ['over an hour', 'gt 3600'],
    ['at least 90 s', 'gte 90'],
    ['under two minutes', 'lt 120'],
    ['up to 1h30', 'lte 5400'],
    ['no longer than 45 min', 'lte 2700'],
    ['more than 1.5 hours', 'gt 5400'],
    ['more than half an hour', 'gt 1800'],
    ['less than one hour and a half', 'lt 5400'],
    ['between 10 and 20 minutes', 'gte 600 lte 1200'],
    ['from 1 minute to 5 minutes', 'gte 60 lte 300'],
    ['20min', 'gte 1080 lte 1320'],
    ['plus de 20 minutes', 'gt 1200'],
    ['de plus de 20 mn', 'gt 1200'],
    ['plus longues qu’une heure', 'gt 3600'],
    ['moins de 30 secondes', 'lt 30'],
    ['au moins une demi-heure', 'gte 1800'],
    ['au plus 2 h', 'lte 7200'],
    ['entre 5 et 10 minutes', 'gte 300 lte 600'],
    ['de moins d’une heure', 'lt 3600'],
    ['jusqu’à 1,5 heure', 'lte 5400'],
    ['une heure et demie', 'gte 4860 lte 5940'],
  ] as const)
    expect([phrase, bounds(phrase)]).toEqual([phrase, expected])
  expect([bounds('more than 20'), bounds('plus de 3 personnes')]).toEqual(['', ''])
})

test('dates and ranges, absolute and relative', () => {
  const range = (phrase: string): string => {
    const [value] =
      read(phrase).entities.find(({ type }) => type === 'builtin.datetimeV2.daterange')?.resolution.values ??
      []
    return (typeof value === 'object' && 'start' in value) || (typeof value === 'object' && 'end' in value)
      ? `${value.start ?? ''}..${value.end ?? ''}`
      : ''
  }
  for (const [phrase, expected] of [
    ['from 2024', '2024-01-01..2024-12-31'],
    ['photos 2019', '2019-01-01..2019-12-31'],
    ['en 2024', '2024-01-01..2024-12-31'],
    ['since 2020', '2020-01-01..'],
    ['depuis mars 2020', '2020-03-01..'],
    ['after 2020', '2021-01-01..'],
    ['avant 2020', '..2019-12-31'],
    ['until june 2021', '..2021-06-30'],
    ['jusqu’en 2021', '..2021-12-31'],
    ['à partir de 2022', '2022-01-01..'],
    ['in march 2023', '2023-03-01..2023-03-31'],
    ['en février 2024', '2024-02-01..2024-02-29'],
    ['in march', '2026-03-01..2026-03-31'],
    ['en décembre', '2025-12-01..2025-12-31'],
    ['12 march 2023', '2023-03-12..2023-03-12'],
    ['March 12th, 2023', '2023-03-12..2023-03-12'],
    ['le 1er mai 2022', '2022-05-01..2022-05-01'],
    ['2023-03-12', '2023-03-12..2023-03-12'],
    ['2023-03', '2023-03-01..2023-03-31'],
    ['between 2020 and 2022', '2020-01-01..2022-12-31'],
    ['entre 2020 et 2022', '2020-01-01..2022-12-31'],
    ['from march to may 2023', '2023-03-01..2023-05-31'],
    ['de mars à mai 2023', '2023-03-01..2023-05-31'],
    ['2020-2022', '2020-01-01..2022-12-31'],
    ['today', '2026-11-20..2026-11-20'],
    ['hier', '2026-11-19..2026-11-19'],
    ['last week', '2026-11-09..2026-11-15'],
    ['la semaine dernière', '2026-11-09..2026-11-15'],
    ['this week', '2026-11-16..2026-11-22'],
    ['last month', '2026-10-01..2026-10-31'],
    ['le mois dernier', '2026-10-01..2026-10-31'],
    ['this year', '2026-01-01..2026-12-31'],
    ['l’année dernière', '2025-01-01..2025-12-31'],
    ['last 7 days', '2026-11-13..2026-11-20'],
    ['the past three months', '2026-08-20..2026-11-20'],
    ['les 3 derniers mois', '2026-08-20..2026-11-20'],
    ['aujourd’hui', '2026-11-20..2026-11-20'],
  ] as const)
    expect([phrase, range(phrase)]).toEqual([phrase, expected])
  expect(['may', '31 2 2020', '2023-13', '2023-02-31', '20234'].map(range)).toEqual([
    '',
    '2020-01-01..2020-12-31',
    '',
    '',
    '',
  ])
})

test('what came into the library is asked by when it came', () => {
  const fieldsOf = (phrase: string) =>
    read(phrase).entities.flatMap(({ constraints }) => constraints.map(({ field }) => field))
  expect(fieldsOf('pictures added last week')).toEqual(['rootnature', 'createdat', 'createdat'])
  expect(fieldsOf('photos importées en 2024')).toEqual(['rootnature', 'createdat', 'createdat'])
  expect(fieldsOf('photos prises depuis 2024')).toEqual(['rootnature', 'takenat'])
})

test('values of the library, the longest name first, plurals too; the rest is full text', () => {
  expect(said('night markets of Brest')).toEqual(['keywords Night market', 'city Brest'])
  expect(said('photos of old harbours in Brest')).toEqual([
    'assetnature IMAGE',
    'keywords Harbour',
    'city Brest',
    'text old',
  ])
  expect(said('film festival')).toEqual(['collections Film festival'])
  expect(said('the lighthouse keeper of the strait')).toEqual(['text the lighthouse keeper of the strait'])
  expect(read('  lighthouse ').score).toBe(0)
})

test('no phrase throws; parts lie within the phrase, in order, and do not overlap', () => {
  const known = [
    ...natureWords.keys(),
    ...ageWords.keys(),
    ...bandWords.keys(),
    ...fillers,
    'between',
    'entre',
    'longer',
    'than',
    'last',
    'derniers',
    'march',
    'mars',
    '2024',
    '20',
    '1h30',
    'minutes',
    'heure',
    'half',
    'harbour',
    'night',
    'market',
    '-',
    '’',
    '2023-02-31',
    '99999999999999999999',
    '0',
    '’n',
    'İ',
    'ß',
    'ﬁlm',
    '𝔣ilm',
  ]
  const phrases = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...known) }, fc.string({ maxLength: 8 })), {
        maxLength: 20,
      })
      .map((words) => words.join(' ')),
  )
  fc.assert(
    fc.property(phrases, (phrase) => {
      const { entities, score } = read(phrase)
      let last = -1
      for (const { entity, startIndex, endIndex, constraints } of entities) {
        expect(startIndex).toBeGreaterThan(last)
        expect(endIndex).toBeGreaterThanOrEqual(startIndex)
        expect(endIndex).toBeLessThan(phrase.length)
        expect(phrase.slice(startIndex, endIndex + 1)).toBe(entity)
        for (const { values } of constraints)
          for (const value of values) if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true)
        last = endIndex
      }
      expect(score >= 0 && score <= 1).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
