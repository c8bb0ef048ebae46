import { expect, test } from 'vitest'
import { components } from '../components.ts'
import { languagesOf, pageProps } from '../page/page-props.ts'
import { parseProps } from './parse-props.ts'
import { inLanguage, isBlank, readTranslationKey, textFieldsOf, translationKey } from './translations.ts'

const textsOf = (shape: Parameters<typeof textFieldsOf>[0]) => textFieldsOf(shape).map(({ name }) => name)

test('texts are what people read: no address, query, choice or language', () => {
  expect(
    Object.fromEntries(Object.entries(components).map(([name, { props }]) => [name, textsOf(props)])),
  ).toEqual({
    text: ['html'],
    picture: ['alt', 'caption'],
    gallery: ['title'],
    video: ['caption'],
    audio: ['caption'],
    document: ['title'],
    files: ['title'],
    columns: [],
    action: ['text', 'label'],
    page: [],
  })
  expect(textsOf(pageProps)).toEqual(['title', 'description'])
})

test('a text stands under its property and its language', () => {
  for (const text of [
    { property: 'title', language: 'fr' },
    { property: 'a_b', language: 'pt-BR' },
  ])
    expect(readTranslationKey(translationKey(text))).toEqual(text)
  for (const name of ['title', '_fr', 'title_', 'title_f', 'title_FR', 'title_fr_'])
    expect(readTranslationKey(name), name).toBeUndefined()
})

test('what has no translation, or one that is not understood, is that of the page’s own language', () => {
  const { props } = components.picture
  const own = { alt: 'A quay', caption: 'Dawn', shape: 'wide' }
  const read = (translations: object) => inLanguage(props, own, { ...translations }, 'fr')
  expect(read({ alt_fr: 'Un quai', caption_de: 'Dämmerung', shape_fr: 'square' })).toEqual({
    ...own,
    alt: 'Un quai',
  })
  for (const alt_fr of ['', '  ', 7, null, 'x'.repeat(301)]) expect(read({ alt_fr })).toEqual(own)
  expect(
    parseProps(components.text, '{}', '<p>Dawn</p>', {
      translations: { html_fr: '<p>Aube</p>' },
      language: 'fr',
    }).props,
  ).toEqual({ html: '<p>Aube</p>' })
})

test('a text of HTML without words is none', () => {
  for (const text of ['', '<p></p>', '<p>&nbsp; </p><hr>', undefined]) expect(isBlank(text), text).toBe(true)
  for (const text of ['a', '<p>a</p>', '3 < 4']) expect(isBlank(text), text).toBe(false)
})

test('the languages of a page begin with its own, each once', () => {
  expect(languagesOf(pageProps.parse({ language: 'fr', languages: ['en', 'fr', 'en'] }))).toEqual([
    'fr',
    'en',
  ])
  expect(pageProps.safeParse({ languages: ['en-ab-cd'] }).success).toBe(false)
})
