import { expect, test } from 'vitest'
import { directionIn } from './direction.ts'

test('a language is written in the direction of its script', () => {
  for (const language of ['ar', 'he', 'fa-IR', 'ur', 'dv', 'az-Arab', 'yi', 'ckb'])
    expect(directionIn(language), language).toBe('rtl')
  for (const language of ['en', 'fr-CA', 'az', 'ar-Latn', 'tr', 'ja'])
    expect(directionIn(language), language).toBe('ltr')
})
