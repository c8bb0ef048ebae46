import { calls } from '@cartouche/contract'
import { expect, test } from 'vitest'
import { readInput } from './read-input.ts'

const nowhere = { path: {}, query: {} }

test('a parameter of a call is never a property, however it is spelled', () => {
  const change = { login: 'ada', password: 'the old one', newpassword: 'the new one' }
  expect(readInput(calls.patchProfile, { ...nowhere, body: change })).toEqual({
    login: 'ada',
    password: 'the old one',
    newPassword: 'the new one',
  })
})

test('a password among the properties stays one of them', () => {
  expect(readInput(calls.patchProfile, { ...nowhere, body: { json: { password: 'x' } } })).toMatchObject({
    json: { password: 'x' },
  })
})

test('a body that is the entity itself keeps fields with names of parameters', () => {
  expect(
    readInput(calls.createEntity, {
      path: { path: 'dam/data/asset' },
      query: {},
      body: { name: 'Harbour', props: 'mine' },
    }),
  ).toMatchObject({ path: 'dam/data/asset', json: { name: 'Harbour', props: 'mine' } })
})
