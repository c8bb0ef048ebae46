import { expect, test } from 'vitest'
import { inText } from './in-text.ts'

test('a label loses its capital in running text, an abbreviation keeps it', () => {
  expect(['Country', 'GPS position', 'ID', 'Éditeur', 'x', ''].map((label) => inText(label, 'fr'))).toEqual([
    'country',
    'GPS position',
    'ID',
    'éditeur',
    'x',
    '',
  ])
})
