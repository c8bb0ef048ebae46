import { expect, test } from 'vitest'
import { decodeNames } from './decode-names.ts'

/** Bytes of names as `iconv` writes them: TextEncoder knows UTF-8 alone. */
const names: readonly (readonly [hex: string, text: string, encoding: string])[] = [
  ['636166e92e6a7067', 'café.jpg', 'windows-1252'],
  ['c974e920e02047656ee876652e6a7067', 'Été à Genève.jpg', 'windows-1252'],
  ['dc62657267726fdf652e706e67', 'Übergroße.png', 'windows-1252'],
  ['9c7576726520962070726978203580206a7067', 'œuvre – prix 5€ jpg', 'windows-1252'],
  ['8eca905e2e6a7067', '写真.jpg', 'shift_jis'],
  ['89c48b7882dd82cc8eca905e2e6a7067', '夏休みの写真.jpg', 'shift_jis'],
  ['b2c6b5d9a4dfa4cebcccbfbf2e6a7067', '夏休みの写真.jpg', 'euc-jp'],
  ['d4eef2ee2e6a7067', 'Фото.jpg', 'windows-1251'],
  ['cef2eff3f1ea20ede020eceef0e52e6a7067', 'Отпуск на море.jpg', 'windows-1251'],
  ['e6cfd4cf20cfd4d0d5d3cb2e6a7067', 'Фото отпуск.jpg', 'koi8-r'],
  ['b0a1c1b720bfa9c7e020bbe7c1f82e6a7067', '가족 여행 사진.jpg', 'euc-kr'],
  ['b1b1bea9c2c3d3ced5d5c6ac2e6a7067', '北京旅游照片.jpg', 'gb18030'],
]

test.each(names)('%s is read as %s (%s)', (hex, text, encoding) => {
  expect(decodeNames([Buffer.from(hex, 'hex')])).toEqual([{ text, encoding }])
})

test('names of one folder are read alike; every byte has a reading; no names are no readings', () => {
  const bytes = Buffer.from(
    Array.from({ length: 255 }, (_, index) => index + 1).filter((byte) => byte !== 47),
  )
  expect(decodeNames([bytes])[0]?.text).toHaveLength(254)
  expect(
    decodeNames([Buffer.from('e9', 'hex'), Buffer.from('c974e9', 'hex')]).map(({ text }) => text),
  ).toEqual(['é', 'Été'])
  expect(decodeNames([])).toEqual([])
})
