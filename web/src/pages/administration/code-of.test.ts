import { expect, test } from 'vitest'
import { codeOf, completeNames } from './code-of.ts'

test('a code is what a server takes of a name', () => {
  expect(codeOf('For slides')).toBe('for-slides')
  expect(codeOf('  Écran 4K – été ')).toBe('ecran-4k-ete')
  expect(codeOf('16:9 slides')).toBe('slides')
  expect(codeOf('日本')).toBe('')
  expect(codeOf(`${'a'.repeat(39)} b`)).toBe('a'.repeat(39))
})

test('one name is enough for both languages', () => {
  expect(completeNames({ en: ' Poster', fr: '' })).toEqual({ en: 'Poster', fr: 'Poster' })
  expect(completeNames({ en: '', fr: 'Affiche' })).toEqual({ en: 'Affiche', fr: 'Affiche' })
  expect(completeNames({ en: 'Poster', fr: 'Affiche' })).toEqual({ en: 'Poster', fr: 'Affiche' })
})
