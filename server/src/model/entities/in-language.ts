import type { Schema } from '../schemas/schema.ts'

type Json = Readonly<Record<string, unknown>>

/** A field by language and its variant in the writer's. */
export interface Variant {
  readonly field: string
  readonly variant: string
}

/** The fields by language that a change names without saying which variant it means. */
export function variantsOf(schema: Schema, json: Json, locale: string): Variant[] {
  return Object.keys(json).flatMap((field) => {
    const variant = `${field}_${locale}`
    return schema.fields.get(field)?.i18n &&
      schema.fields.get(variant)?.i18nFor === field &&
      !Object.hasOwn(json, variant)
      ? [{ field, variant }]
      : []
  })
}

/**
 * A change as it is stored: a text that was read in the writer's language is changed there, else what stands
 * for all languages.
 * @source decision 0042
 */
export function inLanguage(json: Json, variants: readonly Variant[], stored: Json): Json {
  const moved = variants.filter(
    ({ variant }) => typeof stored[variant] === 'string' && stored[variant] !== '',
  )
  if (moved.length === 0) return json
  const names = new Map(moved.map(({ field, variant }) => [field, variant]))
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [names.get(name) ?? name, value]))
}
