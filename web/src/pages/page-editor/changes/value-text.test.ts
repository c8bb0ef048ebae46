import type { Widget } from '@cartouche/client'
import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { en } from '../../../translations/all-texts.ts'
import { fieldOf, readsTheSame, valueLabel, valueText, widgetName } from './value-text.ts'

const intl = createIntl({ locale: 'en', messages: en })
const widget = (component: string, props: Widget['props'] = {}): Widget => ({
  id: 1,
  $version: 1,
  modifiedat: null,
  name: '',
  parent: '',
  slot: '',
  position: 0,
  enabled: true,
  value: null,
  props,
  translations: {},
  component: { name: component },
  features: [],
  validchildren: [],
  mastercomponent: null,
  componentUid: '',
  componentFullUid: '',
  dirty: false,
  children: [],
  attachments: [],
})
const prop = (component: string, property: string) => ({
  widget: widget(component),
  field: 'props' as const,
  property,
})
const read = (component: string, property: string, value: unknown): string =>
  valueText(intl, fieldOf(prop(component, property)), value)

test('values are read as their forms say them', () => {
  expect(read('picture', 'shape', 'wide')).toBe('Wide (21:9)')
  expect(read('picture', 'shape', undefined)).toBe('Original')
  expect(read('picture', 'first', true)).toBe('Yes')
  expect(read('gallery', 'orderby', '')).toBe('Default')
  expect(read('gallery', 'query', {})).toBe('Nothing')
  expect(read('gallery', 'max', 24)).toBe('24')
  expect(read('picture', 'focus', { x: 20, y: 70 })).toBe('20% from the left, 70% from the top')
  expect(read('text', 'html', '<h2>Ships</h2><p>le<b>ave</b> at&nbsp;dawn &amp; noon</p>')).toBe(
    'Ships leave at dawn & noon',
  )
  expect(read('text', 'html', '<hr>')).toBe('<hr>')
  expect(read('we-card', 'size', { wide: true })).toBe('{"wide":true}')
})

test('texts that differ in formatting alone read the same', () => {
  const field = fieldOf(prop('text', 'html'))
  expect(readsTheSame(intl, field, '<p>dawn</p>', '<p><b>dawn</b></p>')).toBe(true)
  expect(readsTheSame(intl, field, '<p>dawn</p>', '<p>noon</p>')).toBe(false)
  expect(readsTheSame(intl, field, '<p>dawn</p>', '<p>dawn</p>')).toBe(false)
})

test('values are called as their forms call them', () => {
  expect(valueLabel(intl, prop('picture', 'alt'))).toBe('Alternative text')
  expect(valueLabel(intl, { ...prop('picture', 'alt'), field: 'enabled', property: null })).toBe(
    'Visible on the page',
  )
  expect(valueLabel(intl, { widget: null, field: 'props', property: 'hidden' })).toBe(
    'Hide from search engines',
  )
  expect(valueLabel(intl, prop('we-card', 'size'))).toBe('size')
  const translated = { ...prop('picture', 'alt_fr-CA'), field: 'translations' as const }
  expect(valueLabel(intl, translated)).toBe('Alternative text (Canadian French)')
  expect(fieldOf(translated)?.name).toBe('alt')
})

test('a widget is called by its component and some of its words', () => {
  expect(widgetName(widget('text', { html: '<p>Ships leave</p>' }), 'fr')).toBe('Texte – Ships leave')
  expect(widgetName(widget('columns'), 'en')).toBe('Columns')
  expect(widgetName(widget('we-card'), 'en')).toBe('we-card')
})
