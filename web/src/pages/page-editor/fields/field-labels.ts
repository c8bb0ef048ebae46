import type { ComponentField } from '@cartouche/components'
import type { IntlShape } from 'react-intl'
import { textOr } from '../../../translations/error-text.ts'

/** Orders of a gallery. */
const orders = ['', 'name asc', 'createdat desc', 'createdat asc']

/** What a property can be chosen among; undefined where it is filled in otherwise. */
export function choicesOf({ kind, choices }: ComponentField): readonly string[] | undefined {
  return choices ?? (kind === 'order' ? orders : undefined)
}

/** The key of the text that names a property. */
export const labelKey = (name: string): string => `pageField.${name}`
/** The key of the text that names a choice of a property. */
export const choiceKey = (name: string, choice: string): string =>
  `pageField.${name}.${choice === '' ? 'standard' : choice}`

/** What a property is called; its own name where another application brought it. */
export const fieldLabel = (intl: IntlShape, name: string): string => textOr(intl, labelKey(name), name)
/** What a choice is called. */
export const choiceLabel = (intl: IntlShape, name: string, choice: string): string =>
  textOr(intl, choiceKey(name, choice), choice)
