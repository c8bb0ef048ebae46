import type { z } from 'zod'
import { fieldsOf, type ComponentField, type FieldKind } from './fields.ts'

/**
 * Texts of a page or a widget in other languages than the page's own, by `{property}_{language}`, as
 * `title_fr`.
 * @source decision 0187
 */
export type Translations = Readonly<Record<string, unknown>>

/** A text in a language: of which property. */
export interface TranslatedText {
  readonly property: string
  /** As `fr`, `pt-BR`. */
  readonly language: string
}

const key = /^(.+)_([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)$/

/** The name under which the text of a property stands in a language. */
export function translationKey({ property, language }: TranslatedText): string {
  return `${property}_${language}`
}

/** Reads such a name; undefined where it is none. */
export function readTranslationKey(name: string): TranslatedText | undefined {
  const [, property, language] = key.exec(name) ?? []
  return property === undefined || language === undefined ? undefined : { property, language }
}

const textKinds: ReadonlySet<FieldKind> = new Set<FieldKind>(['line', 'text', 'html'])
/** A schema is read once, not for each widget. */
const read = new WeakMap<z.ZodObject, readonly ComponentField[]>()

/** The properties of a schema that are texts: they are written in each language. */
export function textFieldsOf(shape: z.ZodObject): readonly ComponentField[] {
  const known = read.get(shape) ?? fieldsOf(shape).filter(({ kind }) => textKinds.has(kind))
  read.set(shape, known)
  return known
}

/** Whether a text, or a text of HTML, has no words. */
export function isBlank(text: unknown): boolean {
  return typeof text !== 'string' || text.replaceAll(/<[^>]*>|&nbsp;/g, '').trim() === ''
}

/**
 * Properties with their texts in a language. A text that has no translation, or one that is not understood,
 * is that of the page's own language.
 */
export function inLanguage(
  shape: z.ZodObject,
  given: Readonly<Record<string, unknown>>,
  translations: Translations,
  language: string,
): Readonly<Record<string, unknown>> {
  const texts = textFieldsOf(shape).flatMap(({ name }) => {
    const text = translations[translationKey({ property: name, language })]
    return !isBlank(text) && shape.shape[name]?.safeParse(text).success ? [[name, text] as const] : []
  })
  return texts.length === 0 ? given : { ...given, ...Object.fromEntries(texts) }
}
