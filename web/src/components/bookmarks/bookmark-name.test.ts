import { createFakeServer } from '@cartouche/client/testing/fake-server'
import { createClient } from '@cartouche/client'
import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { en } from '../../translations/all-texts.ts'
import type { BrowseState } from '../../address/browse-address.ts'
import { freeName, nameBookmark } from './bookmark-name.ts'

const empty: BrowseState = {
  fulltext: '',
  values: {},
  below: {},
  dates: {},
  numbers: {},
  order: '',
  view: 'grid',
  group: '',
  saved: '',
}

test('a bookmark is called what the list asks: words, names of linked entities, dates and numbers', async () => {
  const client = createClient({ mode: 'bearer', fetch: createFakeServer().fetch })
  await client.session.signIn({ login: 'editor', password: 'editor' })
  const schema = await client.schemas.resolve('dam/data/asset')
  const keyword = await client.entities.fetch('dam/data/assetkeyword', 1)
  const naming = {
    client,
    intl: createIntl({ locale: 'en', messages: en }),
    schema,
    labelOf: (field: string) => field.toUpperCase(),
  }
  const name = (state: Partial<BrowseState>): Promise<string> => nameBookmark(naming, { ...empty, ...state })
  expect(
    await name({ fulltext: 'sea', values: { keywords: ['1'], city: ['Brest', 'Lyon', 'Nice', 'Metz'] } }),
  ).toBe(`sea · ${keyword.data?.name} · Brest, Lyon, Nice, +1`)
  expect(await name({ dates: { takenat: { from: '2024-05-01', until: '2024-05-31' } } })).toBe(
    'TAKENAT May 1, 2024 – May 31, 2024',
  )
  expect(await name({ dates: { takenat: { from: '', until: '2024-05-31' } } })).toBe('TAKENAT – May 31, 2024')
  expect(await name({ numbers: { width: { gte: 1000 } } })).toContain('1,000')
  const long = await name({ fulltext: 'night harbour '.repeat(20) })
  expect([long.length <= 120, long.at(-1)]).toEqual([true, '…'])
})

test('a name that another bookmark has gets a number', () => {
  expect([freeName('sea', []), freeName('sea', ['sea']), freeName('sea', ['sea', 'sea (2)'])]).toEqual([
    'sea',
    'sea (2)',
    'sea (3)',
  ])
})
