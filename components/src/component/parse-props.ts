import type { z } from 'zod'
import type { AnyComponent } from './define-component.ts'
import { inLanguage, type Translations } from './translations.ts'

/** Something of a widget's properties that is not understood. */
export interface Problem {
  /** The property; empty for all of them. */
  readonly property: string
  readonly reason: string
}

/** Properties as a renderer takes them, and what was wrong with those that were written. */
export interface ParsedProps {
  readonly props: Readonly<Record<string, unknown>>
  readonly problems: readonly Problem[]
}

/** Longest text of properties that is read, in characters. */
export const maxPropsLength = 1_000_000

/**
 * Reads the properties of a widget. Never throws: a property that is not understood has its default, and is
 * reported.
 * @param text JSON, as the widget has it
 * @param value the text of the widget
 * @param translated its texts in the language in which it is read, where that is not the page's own
 */
export function parseProps(
  { props: shape, valueProp }: AnyComponent,
  text: string | undefined,
  value?: string | null,
  translated?: { readonly translations: Translations; readonly language: string },
): ParsedProps {
  const read = readObject(text)
  const ofValue = valueProp !== undefined && value ? { [valueProp]: value } : {}
  const own = { ...ofValue, ...read.object }
  const { props, problems } = parseObject(
    shape,
    translated ? inLanguage(shape, own, translated.translations, translated.language) : own,
  )
  return { props, problems: [...read.problems, ...problems] }
}

/** The same for properties that were read before, of any schema whose every property has a default. */
export function parseObject(shape: z.ZodObject, given: Readonly<Record<string, unknown>>): ParsedProps {
  const unknown = Object.keys(given)
    .filter((property) => !Object.hasOwn(shape.shape, property))
    .map((property) => ({ property: property.slice(0, 100), reason: 'there is no such property' }))
  const first = shape.safeParse(given)
  if (first.success) return { props: first.data, problems: unknown }
  const wrong = new Map(first.error.issues.map(({ path, message }) => [String(path[0] ?? ''), message]))
  const right = Object.fromEntries(Object.entries(given).filter(([property]) => !wrong.has(property)))
  const second = shape.safeParse(right)
  return {
    props: second.success ? second.data : shape.parse({}),
    problems: [...unknown, ...[...wrong].map(([property, reason]) => ({ property, reason }))],
  }
}

/** An object of a text of JSON; empty where the text is none. */
export function readObject(text = '{}'): {
  readonly object: Readonly<Record<string, unknown>>
  readonly problems: readonly Problem[]
} {
  if (text.length > maxPropsLength)
    return { object: {}, problems: [{ property: '', reason: `longer than ${maxPropsLength} characters` }] }
  try {
    const object: unknown = JSON.parse(text)
    if (typeof object === 'object' && object !== null && !Array.isArray(object))
      return { object: object as Record<string, unknown>, problems: [] }
  } catch {
    // Reported below.
  }
  return { object: {}, problems: [{ property: '', reason: 'an object of JSON is expected' }] }
}
