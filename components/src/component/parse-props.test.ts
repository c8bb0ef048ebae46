import { expect, test } from 'vitest'
import { picture } from '../picture/picture.ts'
import { text } from '../text/text.ts'
import { maxPropsLength, parseProps } from './parse-props.ts'

test('properties that are missing have their defaults', () => {
  expect(parseProps(picture, '{}')).toEqual({
    props: { asset: null, alt: '', caption: '', shape: 'original', focus: { x: 50, y: 50 }, first: false },
    problems: [],
  })
  expect(parseProps(text, undefined).props).toEqual({ html: '' })
})

test('one that is not understood is reported, and takes no other with it', () => {
  const { props, problems } = parseProps(
    picture,
    '{"asset":"seven","caption":"Kept","shape":"round","colour":"red"}',
  )
  expect(props).toMatchObject({ asset: null, caption: 'Kept', shape: 'original' })
  expect(problems.map(({ property }) => property).toSorted()).toEqual(['asset', 'colour', 'shape'])
})

test('what is no object of JSON, or too long, is reported and never thrown', () => {
  for (const wrong of ['', '{', '[1]', 'null', '"text"', `"${'x'.repeat(maxPropsLength)}"`]) {
    const { props, problems } = parseProps(text, wrong)
    expect(props, wrong.slice(0, 20)).toEqual({ html: '' })
    expect(problems, wrong.slice(0, 20)).toHaveLength(1)
  }
})

test('names that every object has are no properties', () => {
  const { props, problems } = parseProps(text, '{"__proto__":{"html":"x"},"constructor":1,"html":"own"}')
  expect(props).toEqual({ html: 'own' })
  expect(problems.map(({ property }) => property)).toContain('constructor')
  expect(({} as Record<string, unknown>)['html']).toBeUndefined()
})

test('the text of a widget stands where its properties have none', () => {
  expect(parseProps(text, '{}', '<p>Text</p>').props).toEqual({ html: '<p>Text</p>' })
  expect(parseProps(text, '{"html":"own"}', '<p>Text</p>').props).toEqual({ html: 'own' })
})
