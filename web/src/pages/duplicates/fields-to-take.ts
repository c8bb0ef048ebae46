import type { Asset, FieldHeader } from '@cartouche/client'

/** A field that is empty in the asset that stays, and what it would be filled with. */
export interface FieldToTake {
  readonly name: string
  readonly label: string
  /** As it is read. */
  readonly value: string
  /** The field and its languages. */
  readonly names: readonly string[]
}

const longest = 120

/** The fields that an asset lacks and others have, each with the value of the first that has one. */
export function fieldsToTake(
  fields: Readonly<Record<string, FieldHeader>>,
  kept: Asset,
  others: readonly Asset[],
): FieldToTake[] {
  return Object.entries(fields)
    .filter(
      ([, { cud, type, i18nFor }]) => cud.update && type !== 'binary' && type !== 'json' && i18nFor === null,
    )
    .toSorted(([, a], [, b]) => a.taborder - b.taborder)
    .flatMap(([name, { name: label }]) => {
      const value = others.map((other) => textOf(other[name])).find((text) => text !== '')
      if (textOf(kept[name]) !== '' || value === undefined) return []
      const languages = Object.entries(fields).flatMap(([other, { i18nFor }]) =>
        i18nFor === name ? [other] : [],
      )
      return [{ name, label, value: shorten(value), names: [name, ...languages] }]
    })
}

function shorten(text: string): string {
  return text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text
}

/** A value as it is read: names of what is linked. */
function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value))
    return value
      .map(textOf)
      .filter((text) => text !== '')
      .join(', ')
  if (typeof value === 'object' && value !== null && 'name' in value) return textOf(value.name)
  return ''
}
