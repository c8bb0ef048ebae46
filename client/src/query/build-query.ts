import { inclusiveOperators, type Operator, type QueryJson, type QueryValue } from '@cartouche/contract/wire'
import type { SchemaSnapshot } from '../schemas/schema.ts'
import { constraintMode, constraintOperator, namesCursors, type Constraint } from './constraint.ts'

/**
 * A constraint in the one form that all that ask the same have. Without resources it holds for all of them.
 */
export interface NormalConstraint {
  readonly field: string
  readonly operator: string
  readonly values: readonly QueryValue[]
  readonly resources: readonly string[]
}

/** The query that matches nothing. @source wire facts "Query: JSON" */
export const nothing: QueryJson = { id: 0 }

/** Queries that hold at once; what constrains nothing is left out. */
export function allOf(...parts: readonly QueryJson[]): QueryJson {
  const kept = parts.filter((part) => Object.keys(part).length > 0)
  return kept.length > 1 ? { and: kept } : (kept[0] ?? {})
}

/**
 * Constraints in an order and form that do not depend on how they were written: canonical operators,
 * inclusive values sorted and each once, an exclusive constraint by its first value; those without a value
 * constrain nothing. A name `x@asset,video` limits to resources.
 * @throws subquery_operator
 * @source data-layer §5
 */
export function normaliseConstraints(
  constraints: Readonly<Record<string, Constraint>>,
): readonly NormalConstraint[] {
  return Object.entries(constraints)
    .filter(([, { values }]) => values.length > 0)
    .map(([name, constraint]) => normalise(name, constraint))
    .toSorted(byText)
}

/** One constraint in its normal form. @throws subquery_operator */
export function normalise(name: string, constraint: Constraint): NormalConstraint {
  const operator = constraintOperator(constraint)
  // Cursors that are not there yet: their names stand for what their data will be.
  return {
    field: constraint.field,
    operator: namesCursors(constraint) ? `${operator}:cursordata` : operator,
    values: normaliseValues(constraint),
    resources: limitedResources(name),
  }
}

/**
 * What a query asks of each resource: `query` of all of them, `own` of one alone. A constraint on a field
 * that a resource lacks makes it answer nothing.
 * @source data-layer §5: a constraint on a field a schema lacks; wire facts "Query: JSON"
 */
export function buildQuery(
  constraints: readonly NormalConstraint[],
  base: QueryJson,
  schemas: SchemaSnapshot['schemas'],
): { readonly query: QueryJson; readonly own: Readonly<Record<string, QueryJson>> } {
  const resources = Object.keys(schemas)
  const ofResource = (resource: string): QueryJson =>
    allOf(...constraints.map((constraint) => constraintQuery(constraint, resource, schemas[resource] ?? {})))
  const [only] = resources
  if (resources.length <= 1)
    return { query: allOf(base, only === undefined ? {} : ofResource(only)), own: {} }
  const own = Object.fromEntries(resources.map((resource) => [resource, ofResource(resource)]))
  const same = new Set(Object.values(own).map((query) => JSON.stringify(query))).size === 1
  return same ? { query: allOf(base, ofResource(only ?? '')), own: {} } : { query: base, own }
}

/** What a constraint asks of one resource. @source data-layer §5: id forced to 0 */
export function constraintQuery(
  { field, operator, values, resources }: NormalConstraint,
  resource: string,
  fields: Readonly<Record<string, unknown>>,
): QueryJson {
  if (resources.length > 0 && !resources.includes(resource)) return {}
  if (!isField(field, fields)) return nothing
  return {
    [field]: {
      [operator]: values.length !== 1 || inclusiveOperators.has(operator as Operator) ? values : values[0],
    },
  }
}

/** Fields that every entity has beside those of its schema. */
const systemFields: ReadonlySet<string> = new Set([
  'id',
  'status',
  'owner',
  'createdat',
  'modifiedat',
  'validfrom',
  'validuntil',
  'activated',
  '$rating',
  '$label',
  '$pick',
])

/**
 * Fields of an order that every target has, and `relevance`; the others are left out.
 * @source data-layer §5
 */
export function supportedOrder(orderby: string, schemas: SchemaSnapshot['schemas']): string | undefined {
  const parts = orderby
    .split(',')
    .map((part) => part.trim())
    .filter((part) => {
      const [field = ''] = part.split(/\s+/)
      return (
        field === 'relevance' ||
        (field !== '' && Object.values(schemas).every((fields) => isField(field, fields)))
      )
    })
  return parts.length === 0 ? undefined : parts.join(',')
}

/**
 * Whether entities with these fields have a field, or the one that a path such as `metadata.filesize` begins
 * with.
 */
export function isField(field: string, fields: Readonly<Record<string, unknown>>): boolean {
  return systemFields.has(field) || field in fields || (field.split('.')[0] ?? '') in fields
}

/** The resources that the name of a constraint limits it to; none: no limit. @source data-layer §5 */
export function limitedResources(name: string): readonly string[] {
  const at = name.indexOf('@')
  return at < 0
    ? []
    : name
        .slice(at + 1)
        .split(',')
        .map((resource) => resource.trim())
        .filter((resource) => resource !== '')
        .toSorted()
}

function normaliseValues(constraint: Constraint): readonly QueryValue[] {
  if (constraintMode(constraint) === 'exclusive') return constraint.values.slice(0, 1)
  return [...new Set(constraint.values)].toSorted(byText)
}

function byText(left: unknown, right: unknown): number {
  const [first, second] = [JSON.stringify(left), JSON.stringify(right)]
  return first < second ? -1 : first > second ? 1 : 0
}
