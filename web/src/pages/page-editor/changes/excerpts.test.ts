import { expect, test } from 'vitest'
import { excerpts } from './excerpts.ts'

test('short texts stand as they are', () => {
  expect(excerpts('Ships leave at dawn', 'Ships leave at noon')).toEqual([
    'Ships leave at dawn',
    'Ships leave at noon',
  ])
  expect(excerpts('', '')).toEqual(['', ''])
})

test('of long texts the part is shown where they differ', () => {
  const start = 'a'.repeat(500)
  const [one, other] = excerpts(`${start}before${'z'.repeat(300)}`, `${start}after`)
  expect(one).toMatch(/^…a{30}beforez+…$/)
  expect(other).toBe(`…${'a'.repeat(30)}after`)
})

test('a text that goes on shows how, and no letter is cut in two', () => {
  const start = '🌊'.repeat(300)
  expect(excerpts(start, `${start} ends`)).toEqual([`…${'🌊'.repeat(30)}`, `…${'🌊'.repeat(30)} ends`])
})
