import { expect, test } from 'vitest'
import { importsDefinition, isFiltered, readImportsAddress, writeImportsAddress } from './imports-address.ts'

const everything = readImportsAddress({})

test('an address that says nothing lists imports in use, newest first', () => {
  expect(everything).toEqual({
    text: '',
    owner: null,
    status: null,
    archived: 'active',
    order: 'created desc',
  })
  expect(isFiltered(everything)).toBe(false)
  expect(importsDefinition(everything)).toMatchObject({ query: {}, orderby: 'created desc', maxItems: 0 })
})

test('what is wrong in an address is as if it were not there', () => {
  const wrong = { owner: 'me', state: 'toString', archived: 'gone', order: 'name; drop' }
  expect(readImportsAddress(wrong)).toEqual(everything)
})

test('a state survives its address, and is asked of the server', () => {
  const state = {
    text: 'harbour',
    owner: 7,
    status: 'broken',
    archived: 'archived',
    order: 'name asc',
  } as const
  expect(readImportsAddress(writeImportsAddress(state))).toEqual(state)
  expect(isFiltered(state)).toBe(true)
  expect(importsDefinition(state)).toMatchObject({
    query: { jobowner: { eq: 7 }, status: { eq: 4 }, activated: { in: [false] } },
    fulltext: 'harbour',
    orderby: 'name asc',
  })
  expect(importsDefinition({ ...everything, archived: 'all' }).query).toEqual({
    activated: { in: [true, false] },
  })
})
