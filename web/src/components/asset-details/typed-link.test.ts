import { expect, test } from 'vitest'
import { typedLink, wordsIn } from './typed-link.ts'

const offered = [
  { id: 1, name: 'Low harbour' },
  { id: 2, name: 'Harbour' },
  { id: 3, name: 'Été' },
  { id: 4, name: 'Seaside' },
]
const may = { mayCreate: true, isLeaving: false }
const mayNot = { mayCreate: false, isLeaving: false }

test('the very name goes before what begins with it, whatever its case and accents', () => {
  expect(typedLink(' harbour ', offered, may)).toEqual({ kind: 'link', link: offered[1] })
  expect(typedLink('ete', offered, mayNot)).toEqual({ kind: 'link', link: offered[2] })
})

test('else the first name that begins with it, or a word in a name', () => {
  expect(typedLink('har', offered, may)).toEqual({ kind: 'link', link: offered[1] })
  expect(typedLink('lo', offered, mayNot)).toEqual({ kind: 'link', link: offered[0] })
})

test('else a new word, for whoever may create it; nothing is nothing', () => {
  expect(typedLink('Lighthouse', offered, may)).toEqual({ kind: 'new', name: 'Lighthouse' })
  expect(typedLink('Lighthouse', offered, mayNot)).toEqual({ kind: 'none' })
  expect(typedLink('  ', offered, may)).toEqual({ kind: 'none' })
})

test('whoever leaves the field means the word as it stands', () => {
  expect(typedLink('sea', offered, { mayCreate: true, isLeaving: true })).toEqual({
    kind: 'new',
    name: 'sea',
  })
  expect(typedLink('sea', offered, { mayCreate: false, isLeaving: true })).toEqual({
    kind: 'link',
    link: offered[3],
  })
})

test('a pasted list is several words', () => {
  expect(wordsIn('sea, harbour,, boats ')).toEqual(['sea', 'harbour', 'boats'])
})
