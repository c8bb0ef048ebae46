import { ApiError } from '@cartouche/client'
import { expect, test } from 'vitest'
import { stepAfter, stepOfHash } from './sign-in-step.ts'

test('a refused sign-in leads to the step that it asks for', () => {
  expect(
    stepAfter(new ApiError('second_factor_needed', { challenge: 'c', methods: 'totp,recovery,other' })),
  ).toEqual({ kind: 'factor', challenge: 'c', methods: ['totp', 'recovery'] })
  expect(stepAfter(new ApiError('second_factor_enrolment_needed', { challenge: 'c' }))).toEqual({
    kind: 'enrolment',
    challenge: 'c',
  })
  expect(stepAfter(new ApiError('sign_in_failed'))).toBeUndefined()
})

test('a single sign-on goes on by the hash of the address', () => {
  expect(stepOfHash('#code=second_factor_needed&challenge=c&methods=passkey')).toEqual({
    kind: 'factor',
    challenge: 'c',
    methods: ['passkey'],
  })
  expect(stepOfHash('#code=second_factor_enrolment_needed&challenge=c')).toEqual({
    kind: 'enrolment',
    challenge: 'c',
  })
  expect([stepOfHash(''), stepOfHash('#code=second_factor_needed'), stepOfHash('#challenge=c')]).toEqual([
    { kind: 'start' },
    { kind: 'start' },
    { kind: 'start' },
  ])
})
