import { expect, test } from 'vitest'
import { returnAddress } from './return-address.ts'

test('goes on to an address of the application', () => {
  expect(returnAddress('/browse/12?q=night&is.keywords=3')).toBe('/browse/12?q=night&is.keywords=3')
})

test.each([
  'https://evil.example/',
  '//evil.example/x',
  '/\\evil.example',
  'javascript:alert(1)',
  '/sign-in?to=/x',
  'browse',
  undefined,
])('refuses %s', (wanted) => {
  expect(returnAddress(wanted)).toBe('/')
})
