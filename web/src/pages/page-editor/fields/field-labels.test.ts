import { fieldsOf, pageProps } from '@cartouche/components'
import { expect, test } from 'vitest'
import { en, fr } from '../../../translations/all-texts.ts'
import { palette } from '../page-components.ts'
import { choiceKey, choicesOf, labelKey } from './field-labels.ts'

const forms = [...palette, { name: 'page itself', props: pageProps }]
const languages: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['en', en],
  ['fr', fr],
]

test.each(languages)(
  'every property of every component, and of a page, has its label in %s',
  (_name, texts) => {
    for (const { name, props } of forms)
      for (const field of fieldsOf(props))
        expect(texts[labelKey(field.name)], `${name}: ${field.name}`).toBeTruthy()
  },
)

test.each(languages)('every choice of every property has its label in %s, each another', (_name, texts) => {
  const chosen = forms.flatMap(({ name, props }) =>
    fieldsOf(props).flatMap((field) => {
      const labels = (choicesOf(field) ?? []).map((choice) => {
        const label = texts[choiceKey(field.name, choice)]
        expect(label, `${name}: ${field.name}: ${choice}`).toBeTruthy()
        return label
      })
      expect(new Set(labels).size, `${name}: ${field.name}`).toBe(labels.length)
      return labels
    }),
  )
  expect(chosen.length).toBeGreaterThan(8)
})

test('every component has a name in both languages', () => {
  for (const { name, label } of palette)
    for (const text of [label.en, label.fr]) expect(text, name).toBeTruthy()
})
