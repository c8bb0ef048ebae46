import { expect, test } from 'vitest'
import { components } from '../components.ts'
import { pageProps } from '../page/page-props.ts'
import { fieldsOf } from './fields.ts'

const kindsOf = (name: keyof typeof components) =>
  Object.fromEntries(fieldsOf(components[name].props).map((field) => [field.name, field.kind]))

test('the fields of a component are those of its schema, in its order', () => {
  expect(fieldsOf(components.picture.props)).toEqual([
    { name: 'asset', kind: 'asset', standard: null, nature: 'IMAGE' },
    { name: 'alt', kind: 'line', standard: '', maxLength: 300 },
    { name: 'caption', kind: 'text', standard: '', maxLength: 1000 },
    {
      name: 'shape',
      kind: 'choice',
      standard: 'original',
      choices: ['original', 'wide', 'landscape', 'square', 'portrait'],
    },
    { name: 'focus', kind: 'focus', standard: { x: 50, y: 50 } },
    { name: 'first', kind: 'switch', standard: false },
  ])
})

test('each kind of property is asked for by its own kind of field', () => {
  expect(kindsOf('text')).toEqual({ html: 'html' })
  expect(kindsOf('files')).toEqual({ title: 'line', assets: 'assets' })
  expect(kindsOf('action')).toEqual({ text: 'text', label: 'line', address: 'address' })
  expect(kindsOf('page')).toEqual({ path: 'page' })
  expect(kindsOf('gallery')).toEqual({
    title: 'line',
    query: 'query',
    orderby: 'order',
    max: 'number',
    shape: 'choice',
    captions: 'switch',
  })
  expect(fieldsOf(components.columns.props)).toEqual([
    { name: 'count', kind: 'number', standard: 2, min: 1, max: 4 },
  ])
})

test('what stands in a form by default is what the schema takes for nothing', () => {
  for (const { props } of [...Object.values(components), { props: pageProps }])
    expect(
      props.parse(Object.fromEntries(fieldsOf(props).map(({ name, standard }) => [name, standard]))),
    ).toEqual(props.parse({}))
})
