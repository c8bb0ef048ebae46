import { expect, test } from 'vitest'
import { keepTogether } from './keep-together.ts'

test('the spaces of French punctuation do not break, others do', () => {
  expect(keepTogether('Supprimer « {name} » ? Oui : tout, {count, plural, one {# lien} other {# liens}} ; fin !'))
    .toBe('Supprimer «\u00A0{name}\u00A0»\u00A0? Oui\u00A0: tout, {count, plural, one {# lien} other {# liens}}\u00A0; fin\u00A0!')
})
