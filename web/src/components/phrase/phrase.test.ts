import type { PhraseEntity } from '@cartouche/contract'
import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { readBrowseAddress, writeBrowseAddress } from '../../address/browse-address.ts'
import { en, fr } from '../../translations/all-texts.ts'
import { boundsText } from './bounds-text.ts'
import { datesText } from './dates-text.ts'
import { stateOfPhrase, type ParsedPhrase } from './phrase-state.ts'

const english = createIntl({ locale: 'en', messages: en, timeZone: 'UTC' })
const french = createIntl({ locale: 'fr', messages: fr, timeZone: 'UTC' })
const part = (
  type: string,
  entity: string,
  values: PhraseEntity['resolution']['values'],
  constraints: PhraseEntity['constraints'],
): PhraseEntity => ({ entity, type, startIndex: 0, endIndex: 0, resolution: { values }, constraints })
const parsed = (entities: PhraseEntity[], fulltext = ''): ParsedPhrase => ({
  query: '',
  topScoringIntent: { intent: 'search', score: 1 },
  entities,
  fulltext,
})
const video = part('assetnature', 'videos', ['VIDEO'], [{ field: 'rootnature', operator: 'in', values: [2] }])
const children = part(
  'age.baby',
  'children',
  ['age.children'],
  [{ field: 'keywords', operator: 'dof', values: [13] }],
)
const long = part(
  'duration',
  'longer than 20 minutes',
  [{ min: 1200 }],
  [{ field: 'duration', operator: 'gt', values: [1200] }],
)
const year = part(
  'builtin.datetimeV2.daterange',
  'from 2024',
  [{ start: '2024-01-01', end: '2024-12-31' }],
  [
    { field: 'takenat', operator: 'gte', values: ['2024-01-01T00:00:00.000Z'] },
    { field: 'takenat', operator: 'lte', values: ['2024-12-31T23:59:59.999Z'] },
  ],
)
const shown = { view: 'list', order: 'relevance' } as const

test('a phrase becomes filters of the list', () => {
  const search = stateOfPhrase(parsed([video, children, long, year]), shown)
  expect(search.state).toEqual({
    fulltext: '',
    values: { rootnature: ['2'] },
    below: { keywords: ['13'] },
    dates: { takenat: { from: '2024-01-01', until: '2024-12-31' } },
    numbers: { duration: { gt: 1200 } },
    order: '',
    view: 'list',
    group: '',
    saved: '',
  })
  expect(readBrowseAddress(writeBrowseAddress(search.state))).toEqual(search.state)
})

test('what is no value of the library stays a word; a second keyword too, so that both are found', () => {
  const seniors = part('age.baby', 'seniors', ['age.senior'], [])
  const night = part('keywords', 'night', ['Night'], [{ field: 'keywords', operator: 'dof', values: [14] }])
  const search = stateOfPhrase(parsed([children, night, seniors], 'seniors old'), shown)
  expect(search.state).toMatchObject({ fulltext: 'seniors old night', below: { keywords: ['13'] } })
})

test('several cities are any of them', () => {
  const city = (name: string): PhraseEntity =>
    part('city', name, [name], [{ field: 'city', operator: 'in', values: [name] }])
  const search = stateOfPhrase(parsed([city('Brest'), city('Lyon')]), shown)
  expect(search.state.values).toEqual({ city: ['Brest', 'Lyon'] })
})

test('bounds and dates in words', () => {
  const bounds = (value: Parameters<typeof boundsText>[2]): string => boundsText(english, 'duration', value)
  expect([
    bounds({ lte: 300 }),
    bounds({ gt: 300, lte: 1200 }),
    bounds({ gt: 1200 }),
    bounds({ lt: 90 }),
    bounds({ gte: 5400 }),
    boundsText(english, 'width', { gt: 4000 }),
  ]).toEqual([
    'at most 5 min',
    '5 min to 20 min',
    'longer than 20 min',
    'shorter than 1 min 30 sec',
    'at least 1 hr 30 min',
    'more than 4,000',
  ])
  const dated = (from: string, until: string, field = 'takenat', intl = english): string =>
    datesText(intl, field, 'Added', { from, until }).replaceAll(/\s/g, ' ')
  expect([
    dated('2024-01-01', '2024-12-31'),
    dated('2023-03-01', '2023-03-31'),
    dated('2024-02-01', '2024-02-29'),
    dated('2023-03-12', '2023-03-12'),
    dated('2020-01-01', '2022-12-31'),
    dated('2020-01-01', ''),
    dated('', '2019-12-31', 'createdat'),
    dated('2023-03-01', '2023-03-31', 'takenat', french),
  ]).toEqual([
    'Taken in 2024',
    'Taken in March 2023',
    'Taken in February 2024',
    'Taken on Mar 12, 2023',
    'Taken from Jan 1, 2020 to Dec 31, 2022',
    'Taken since Jan 1, 2020',
    'Added: until Dec 31, 2019',
    'Prise de vue en mars 2023',
  ])
})
