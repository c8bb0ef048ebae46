import { createFakeServer } from '@cartouche/client/testing/fake-server'
import { calls, createClient } from '@cartouche/client'
import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { en } from '../../../translations/all-texts.ts'
import { planImport, problemText } from './plan-import.ts'

const intl = createIntl({ locale: 'en', messages: en, timeZone: 'UTC' })

test('a row whose id no record has is a problem of its line; one without an id is new', async () => {
  const client = createClient({ mode: 'bearer', fetch: createFakeServer().fetch })
  await client.session.signIn({ login: 'editor', password: 'editor' })
  const path = 'dam/data/assetkeyword'
  const schema = await client.schemas.resolve(path)
  const { response } = await client.call(calls.findEntities, { path, max: 1 })
  const [known] = response.data
  if (typeof known !== 'object') throw new Error('The fake library has keywords')
  const table = {
    head: ['ID', 'name'],
    rows: [
      { line: 2, cells: ['987654321', 'Ghost'] },
      { line: 3, cells: ['x7', 'Ghost'] },
      { line: 4, cells: ['', 'Fresh'] },
      { line: 5, cells: [String(known.id), 'Renamed'] },
    ],
  }
  const plan = await planImport(client, table, {
    schema,
    intl,
    signal: new AbortController().signal,
    onProgress: () => {},
  })
  expect(plan.problems.map(({ line }) => line)).toEqual([2, 3])
  expect(plan.problems.map((problem) => problemText(intl, problem))[0]).toBe(
    'No record has the ID “987654321”. Leave the ID empty to add a record',
  )
  expect(plan.rows.map(({ line, record }) => [line, record?.id ?? null])).toEqual([
    [4, null],
    [5, known.id],
  ])
})
