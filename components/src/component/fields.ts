import { z } from 'zod'
import type { Asset } from './asset.ts'

/** How a property is filled in. */
export const fieldKinds = [
  'line',
  'text',
  'html',
  'number',
  'switch',
  'choice',
  'asset',
  'assets',
  'query',
  'order',
  'focus',
  'address',
  'page',
  'language',
  'languages',
] as const
export type FieldKind = (typeof fieldKinds)[number]

/** A property as a form asks for it. */
export interface ComponentField {
  readonly name: string
  readonly kind: FieldKind
  /** What it is where nobody said anything. */
  readonly standard: unknown
  /** Characters of a text. */
  readonly maxLength?: number
  /** Of a number. */
  readonly min?: number
  readonly max?: number
  /** What a choice is among. */
  readonly choices?: readonly string[]
  /** The nature of the assets that are offered. */
  readonly nature?: Asset['nature']
}

/** A text that is longer is written on several lines. */
const maxLine = 300

/** What is read of the JSON schema of one property. */
const Property = z.object({
  type: z.string().optional(),
  field: z.enum(fieldKinds).optional(),
  nature: z.custom<Asset['nature']>((value) => typeof value === 'string').optional(),
  enum: z.array(z.string()).optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  default: z.unknown(),
})

/**
 * The fields of a form for the properties of a schema, in its order: the schema is the one place that says
 * what can be set on a component. The schema says by `meta` what its type does not: `{ field: 'asset' }`.
 */
export function fieldsOf(shape: z.ZodObject): readonly ComponentField[] {
  const { properties = {} } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, property]) => fieldOf(name, Property.parse(property)))
}

function fieldOf(name: string, property: z.output<typeof Property>): ComponentField {
  const { maxLength, minimum: min, maximum: max, enum: choices, nature } = property
  return {
    name,
    kind: property.field ?? kindOf(property),
    standard: property.default,
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(choices === undefined ? {} : { choices }),
    ...(nature === undefined ? {} : { nature }),
  }
}

function kindOf({ type, enum: choices, maxLength = 0 }: z.output<typeof Property>): FieldKind {
  if (choices) return 'choice'
  if (type === 'boolean') return 'switch'
  if (type === 'integer' || type === 'number') return 'number'
  return maxLength > maxLine ? 'text' : 'line'
}
