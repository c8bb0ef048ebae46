import { expect, test } from 'vitest'
import { addressIn, alternatesOf, chooseLanguage } from './page-languages.ts'

const chosen = (offered: readonly string[], lang?: string, accepted?: string) => {
  const { language, byAddress } = chooseLanguage(offered, { lang, accepted })
  return `${language} ${byAddress ? 'by its address' : 'by the browser'}`
}

test('the address decides, then the browser, then the page', () => {
  const offered = ['en', 'fr', 'pt-BR']
  expect(chosen(offered, 'fr', 'pt')).toBe('fr by its address')
  expect(chosen(offered, 'FR-ca', 'pt')).toBe('fr by its address')
  expect(chosen(offered, 'de', 'pt')).toBe('pt-BR by the browser')
  expect(chosen(offered, undefined, 'de, fr;q=0.8, pt;q=0.9')).toBe('pt-BR by the browser')
  expect(chosen(offered, undefined, 'de, *;q=0.1, fr;q=0')).toBe('en by the browser')
  expect(chosen(offered, undefined, 'de;q=1, fr;q=0.2')).toBe('fr by the browser')
  expect(chosen(offered)).toBe('en by the browser')
})

test('a page of one language is the same whatever is asked for', () => {
  for (const accepted of [undefined, 'fr', '*', '', 'en;q=0'])
    expect(chosen(['en'], 'fr', accepted)).toBe('en by its address')
})

test('a header that means nothing, or too much, takes the page’s own language', () => {
  for (const accepted of [
    ';;q=x',
    'fr;q=0',
    '<script>',
    'x'.repeat(100_000),
    `${'de,'.repeat(1000)}fr`,
    'fr;q=NaN',
  ])
    expect(chosen(['en', 'fr'], undefined, accepted), accepted.slice(0, 20)).toBe('en by the browser')
})

test('each language has an address of its own where there are several', () => {
  const page = { path: 'a b/c', props: '{"languages":["fr"]}' }
  expect(addressIn(page, 'fr')).toBe('/p/a%20b/c?lang=fr')
  expect(addressIn(page, 'de')).toBe('/p/a%20b/c')
  expect(addressIn({ ...page, props: '{}' }, 'en')).toBe('/p/a%20b/c')
  expect(alternatesOf(page, ['en', 'fr'], 'https://a.example')).toEqual([
    { hreflang: 'en', href: 'https://a.example/p/a%20b/c?lang=en' },
    { hreflang: 'fr', href: 'https://a.example/p/a%20b/c?lang=fr' },
    { hreflang: 'x-default', href: 'https://a.example/p/a%20b/c' },
  ])
  expect(alternatesOf(page, ['en'], '')).toEqual([])
})
