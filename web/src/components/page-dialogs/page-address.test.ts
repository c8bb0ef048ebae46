import { expect, test } from 'vitest'
import { addressOf, isSameAddress, publicAddress, toAddress } from './page-address.ts'

test('an address is made of a name, below the parent', () => {
  expect(addressOf('Été à la mer!')).toBe('/ete-a-la-mer')
  expect(addressOf('Our Work', '/about/')).toBe('/about/our-work')
  expect(addressOf('  –  ')).toBe('')
  expect(addressOf('港')).toBe('/港')
})

test('slashes at its ends are no part of an address', () => {
  expect(toAddress(' home/ ')).toBe('/home')
  expect(toAddress('/')).toBe('')
  expect(isSameAddress('home', '/home/')).toBe(true)
  expect(isSameAddress('/home', '/home/x')).toBe(false)
})

test('visitors read it at an address that browsers understand', () => {
  expect(publicAddress('/a b/ü?')).toBe('/p/a%20b/%C3%BC%3F')
})
