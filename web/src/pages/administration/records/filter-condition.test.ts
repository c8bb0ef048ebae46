import { expect, test } from 'vitest'
import { conditionsOf, emptyCondition, isComplete, withCondition } from './filter-condition.ts'
import { readRecordsAddress, writeRecordsAddress } from './record-address.ts'

const addressOf = (
  ...changes: Parameters<typeof withCondition> extends [unknown, ...infer Rest] ? Rest : never
) => {
  const state = readRecordsAddress({ resource: 'asset' })
  return writeRecordsAddress({ ...state, ...withCondition(state, ...changes) })
}

test('each kind of condition stands in the address in the words of its own', () => {
  expect(addressOf('city', { ...emptyCondition, kind: 'contains', values: [' Bre '] })).toMatchObject({
    'has.city': 'Bre',
  })
  expect(addressOf('keywords', { ...emptyCondition, kind: 'is', values: ['3', '4'] })).toMatchObject({
    'is.keywords': ['3', '4'],
  })
  expect(addressOf('takenat', { ...emptyCondition, kind: 'between', until: '2024-05-01' })).toMatchObject({
    'until.takenat': '2024-05-01',
  })
  expect(addressOf('pages', { ...emptyCondition, kind: 'between', from: '2', until: '9' })).toMatchObject({
    'gte.pages': '2',
    'lte.pages': '9',
  })
  expect(addressOf('credit', { ...emptyCondition, kind: 'empty' })).toMatchObject({ empty: ['credit'] })
})

test('a filter without a value is none, and every type can be asked to be empty', () => {
  expect(isComplete({ ...emptyCondition, values: [' '] })).toBe(false)
  expect(isComplete({ ...emptyCondition, kind: 'between' })).toBe(false)
  for (const type of ['text', 'number', 'boolean', 'array', 'date'] as const)
    expect(conditionsOf(type)).toContain('empty')
})
