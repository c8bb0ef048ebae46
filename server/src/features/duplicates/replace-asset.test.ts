import { expect, test } from 'vitest'
import { replaceAsset } from './replace-asset.ts'

const ids = new Set([12, 13])
const widget = (
  component: string | null,
  props: object,
  more: { value?: string; translations?: object } = {},
) => ({
  id: 1,
  parent: '/page/1',
  component,
  props: JSON.stringify(props),
  value: more.value ?? null,
  translations: JSON.stringify(more.translations ?? {}),
})
const propsOf = (...given: Parameters<typeof widget>): unknown =>
  JSON.parse(replaceAsset(widget(...given), ids, 7).props)

test('a component shows the other asset, where it has one of its fields for it', () => {
  expect(propsOf('picture', { asset: 12, caption: '12 boats' })).toEqual({ asset: 7, caption: '12 boats' })
  expect(propsOf('picture', { asset: 120 })).toEqual({ asset: 120 })
  expect(propsOf('gallery', { max: 12 })).toEqual({ max: 12 })
  expect(propsOf('action', { label: 'asset:12', address: 'asset:12' })).toEqual({
    label: 'asset:12',
    address: 'asset:7',
  })
})

test('a list that holds it already holds it once', () => {
  expect(propsOf('files', { assets: [5, 12, 7, 13] })).toEqual({ assets: [5, 7] })
})

test('links in texts lead to it in every language, and nothing else that says its number', () => {
  const text = widget(
    'text',
    {},
    {
      value:
        '<p title="asset:12"><a href="asset:12">asset:12</a> <a href=\'asset:13\'>b</a> <a href="page:12">c</a></p>',
      translations: { html_fr: '<a href="asset:13">Le port</a>', address_fr: 'asset:12' },
    },
  )
  const { value, translations } = replaceAsset(text, ids, 7)
  expect(value).toBe(
    '<p title="asset:12"><a href="asset:7">asset:12</a> <a href=\'asset:7\'>b</a> <a href="page:12">c</a></p>',
  )
  expect(JSON.parse(translations)).toEqual({
    html_fr: '<a href="asset:7">Le port</a>',
    address_fr: 'asset:7',
  })
})

test('a page has another picture; a component of another application, and what does not change, stay as they are', () => {
  const page = { ...widget(null, { picture: 13, own: 13 }), parent: null }
  expect(JSON.parse(replaceAsset(page, ids, 7).props)).toEqual({ picture: 7, own: 13 })
  const strange = { ...widget('strange', {}), props: '{ "asset" : 12 }' }
  expect(replaceAsset(strange, ids, 7).props).toBe('{ "asset" : 12 }')
})
