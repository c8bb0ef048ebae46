import { expect, test } from 'vitest'
import { fromTyped, nameBefore, partsOf, toTyped } from './mention-text.ts'

const anna = { id: 7, name: 'Anna' }
const berg = { id: 8, name: 'Anna Berg' }

test('a text shows people by their names of today, and ids that it does not name as they are', () => {
  expect(partsOf('Hello @[7], see @[9]', [anna])).toEqual(['Hello ', anna, ', see @[9]'])
  expect(partsOf('<b>@[7]', [{ id: 7, name: '<i>' }])).toEqual(['<b>', { id: 7, name: '<i>' }])
  expect(toTyped('@[8]!', [berg])).toBe('@Anna Berg!')
})

test('names that were picked are stored as ids; a name that was deleted again names nobody', () => {
  expect(fromTyped(' @Anna Berg and @Anna ', [anna, berg])).toEqual({
    text: '@[8] and @[7]',
    mentions: [8, 7],
  })
  expect(fromTyped('Anna', [anna])).toEqual({ text: 'Anna', mentions: [] })
})

test('a name is looked for after an @ that begins a word', () => {
  expect([nameBefore('Hello @an', 9), nameBefore('@', 1), nameBefore('(@a', 3)]).toEqual(['an', '', 'a'])
  expect([nameBefore('mail@host', 9), nameBefore('@anna b', 7), nameBefore('x', 1)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
