import { expect, test } from 'vitest'
import { keepAllTogether, keepTogether } from './keep-together.ts'

test('the spaces of French punctuation do not break, others do', () => {
  const text = 'Supprimer « {name} » ? Oui : tout, {count, plural, one {# lien} other {# liens}} ; fin !'
  expect(keepTogether(text, 'fr')).toBe(
    'Supprimer «\u00A0{name}\u00A0»\u00A0? Oui\u00A0: tout, {count, plural, one {# lien} other {# liens}}\u00A0; fin\u00A0!',
  )
  expect(keepTogether(text, 'en')).toBe(text)
})

test('all texts of a language are kept together, and those of others are as they came', () => {
  const texts = { ask: 'Oui ?', say: 'Oui' }
  expect(keepAllTogether(texts, 'fr')).toEqual({ ask: 'Oui\u00A0?', say: 'Oui' })
  expect(keepAllTogether(texts, 'en')).toBe(texts)
})
