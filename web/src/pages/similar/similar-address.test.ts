import { expect, test } from 'vitest'
import { readSimilarAddress, writeSimilarAddress } from './similar-address.ts'

test('D1.12 the address of similar pictures names the asset that they are like', () => {
  for (const state of [
    { to: 12, byPicture: false },
    { to: null, byPicture: true },
    { to: null, byPicture: false },
  ])
    expect(readSimilarAddress(writeSimilarAddress(state))).toEqual(state)
})

test('an address that names no asset is one of none', () => {
  for (const to of ['', '-1', '1.5', 'x', '1'.repeat(16)])
    expect(readSimilarAddress({ to })).toEqual({ to: null, byPicture: false })
  expect(readSimilarAddress({ to: ['3', '4'] })).toEqual({ to: 3, byPicture: false })
  expect(readSimilarAddress({ to: '3', by: 'picture' })).toEqual({ to: 3, byPicture: false })
  expect(readSimilarAddress({ by: 'other' })).toEqual({ to: null, byPicture: false })
})
