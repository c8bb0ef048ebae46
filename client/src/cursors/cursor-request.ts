import { hashKey } from '@tanstack/query-core'
import {
  defaultPageSize,
  type CallParameters,
  type calls,
  type FacetValue,
  type ListAnswer,
} from '@cartouche/contract/wire'
import { allOf, buildQuery, supportedOrder, normaliseConstraints, nothing } from '../query/build-query.ts'
import type { Constraint } from '../query/constraint.ts'
import type { SchemaSnapshot } from '../schemas/schema.ts'
import type { CursorDefinition, FullDefinition, Resolve } from './cursor.ts'

type FindParameters = CallParameters<typeof calls.findEntities>

/** Fills in the defaults. @source data-layer §3 Cursor, §9 */
export function withDefaults(definition: CursorDefinition): FullDefinition {
  return {
    ...definition,
    max: definition.max ?? defaultPageSize,
    fulltext: definition.fulltext ?? '',
    staticQuery: definition.staticQuery ?? { activated: true },
    constraints: definition.constraints ?? {},
    facets: definition.facets ?? false,
    withRights: definition.withRights ?? false,
  }
}

/** The path that is asked: resources that are excluded are left out, those of one folder written together. */
export function askedPath({
  path,
  excludedPaths = [],
}: Pick<CursorDefinition, 'path' | 'excludedPaths'>): string {
  if (excludedPaths.length === 0) return path
  const folder = path.slice(0, path.slice(0, `${path},`.indexOf(',')).lastIndexOf('/') + 1)
  const kept = includedResources({ path, excludedPaths })
  return kept.length === 0 ? path : folder + kept.join(',')
}

function includedResources({
  path,
  excludedPaths = [],
}: Pick<CursorDefinition, 'path' | 'excludedPaths'>): readonly string[] {
  const excluded = excludedPaths.map(resourceName)
  return path
    .split(',')
    .map(resourceName)
    .filter((resource) => !excluded.includes(resource))
}

/** The short name of a resource path. */
function resourceName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).trim()
}

/** Sequences that a definition asks one after the other; 1 without. */
export function sequencesOf({ sequences = [] }: FullDefinition): number {
  return Math.max(1, sequences.length)
}

/** The constraints that hold in a sequence, under the namespaces that are asked. */
export function constraintsOf(
  { constraints, namespaces, sequences = [] }: FullDefinition,
  sequence = 0,
): Readonly<Record<string, Constraint>> {
  const others = new Set(sequences.flatMap((names, index) => (index === sequence ? [] : names)))
  const own = new Set(sequences[sequence])
  return Object.fromEntries(
    Object.entries(constraints).filter(([name]) => {
      const slash = name.indexOf('/')
      const inNamespace = slash < 0 || namespaces === undefined || namespaces.includes(name.slice(0, slash))
      return inNamespace && (own.has(name) || !others.has(name))
    }),
  )
}

/**
 * A text that is equal exactly when two definitions ask the same: it does not depend on the order of keys, of
 * constraints or of the values of an inclusive constraint, nor on the names of constraints. `resolve` puts
 * the data of named cursors in their places; fields that have changed ask again.
 */
export function signatureOf(
  definition: FullDefinition,
  resolve: Resolve = (constraints) => constraints,
  schemaVersion = 0,
): string {
  const {
    name: _name,
    constraints: _constraints,
    namespaces: _namespaces,
    sequences: _sequences,
    excludedPaths: _excluded,
    cacheDurationMs: _cache,
    refreshAfterMs: _refresh,
    suggest: _suggest,
    facets,
    orderby,
    query = {},
    customParams = {},
    group,
    groupMax,
    ...rest
  } = definition
  const asked = Array.from({ length: sequencesOf(definition) }, (_sequence, index) =>
    normaliseConstraints(resolve(constraintsOf(definition, index))),
  )
  return hashKey([
    {
      ...rest,
      query: allOf(query),
      params: ownParameters({ customParams }),
      group,
      groupMax: group && groupMax,
      ...(schemaVersion > 0 ? { schemaVersion } : {}),
      path: askedPath(definition),
      orderby: orderby?.trim(),
      asked,
      fulltext: undefined,
      fulltextMode: undefined,
      ...fulltextOf(definition),
      facets: Array.isArray(facets) ? facets.toSorted((a, b) => a.localeCompare(b)) : facets,
    },
  ])
}

/** A page to be asked for. */
export interface PageRequest {
  readonly signature: string
  readonly token: string | null
  readonly sequence: number
  /** Whether it is the first of the query: it counts facets. */
  readonly isFirst: boolean
  readonly resolve: Resolve
}

/** What goes into a request as the definition has it. */
const asGiven = [
  'max',
  'props',
  'security',
  'techprops',
  'withData',
  'withItems',
  'workflows',
  'maxchildren',
  'maxitems',
] as const

/** The request of one page. @source data-layer §7 Data and cursors; wire facts "Lists" */
export function pageRequest(
  definition: FullDefinition,
  schema: SchemaSnapshot,
  { signature, token, sequence, isFirst, resolve }: PageRequest,
): FindParameters {
  const { orderby, facets, group, groupMax } = definition
  return {
    path: askedPath(definition),
    state: signature,
    ...queryOf(definition, schema, resolve, sequence),
    ...fulltextOf(definition),
    ...ownParameters(definition),
    orderby: orderby === undefined ? undefined : supportedOrder(orderby, schema.schemas),
    withAggregates: isFirst && facets !== false,
    aggFields: isFirst && Array.isArray(facets) ? [...facets] : undefined,
    after: token ?? undefined,
    withRights: definition.withRights || undefined,
    ...Object.fromEntries(asGiven.map((name) => [name, definition[name]])),
    group,
    groupMax: group && groupMax,
  }
}

/**
 * The request for completions of the last word of a text, under what the cursor asks beside its full text.
 * @source data-layer §7: text suggestions
 */
export function wordsRequest(
  definition: FullDefinition,
  schema: SchemaSnapshot,
  input: string,
  max: number,
  resolve: Resolve,
): FindParameters {
  const suggest = definition.suggest ?? 'words'
  return {
    path: askedPath(definition),
    suggest,
    fulltext: input,
    max,
    ...queryOf(definition, schema, resolve),
    ...ownParameters(definition),
  }
}

/** Facets of an answer by field; of several resources by `resource.field`. */
export function facetsOf({
  response: { aggregates = {} },
}: ListAnswer): Readonly<Record<string, readonly FacetValue[]>> {
  return Object.fromEntries(
    Object.entries(aggregates).flatMap(([name, values]) =>
      Array.isArray(values)
        ? [[name, values as FacetValue[]]]
        : Object.entries(values as Record<string, FacetValue[]>).map(([field, own]) => [
            `${name}.${field}`,
            own,
          ]),
    ),
  )
}

/**
 * Facets by field alone: of several resources, the counts of the same value are added.
 * @source data-layer §3 Cursor: flattenAggregates
 */
export function flattenFacets(
  aggregates: Readonly<Record<string, readonly FacetValue[]>>,
): Readonly<Record<string, readonly FacetValue[]>> {
  const names = Object.keys(aggregates)
  if (!names.some((name) => name.includes('.'))) return aggregates
  const byField = new Map<string, Map<unknown, FacetValue>>()
  for (const name of names) {
    const field = name.slice(name.indexOf('.') + 1)
    const values = byField.get(field) ?? new Map<unknown, FacetValue>()
    byField.set(field, values)
    for (const value of aggregates[name] ?? []) {
      const { count = 0, total = 0 } = values.get(value.data.id) ?? {}
      values.set(value.data.id, { ...value, count: count + value.count, total: total + value.total })
    }
  }
  return Object.fromEntries([...byField].map(([field, values]) => [field, [...values.values()]]))
}

/** What a definition asks as a query: of all its resources, and of each alone where they differ. */
export function queryOf(
  definition: FullDefinition,
  schema: SchemaSnapshot,
  resolve: Resolve,
  sequence = 0,
): Record<string, unknown> {
  const isAllExcluded = definition.excludedPaths && includedResources(definition).length === 0
  const base = allOf(definition.staticQuery, definition.query ?? {}, isAllExcluded ? nothing : {})
  const { query, own } = buildQuery(
    normaliseConstraints(resolve(constraintsOf(definition, sequence))),
    base,
    schema.schemas,
  )
  const ofResources = Object.entries(own)
    .filter(([, part]) => Object.keys(part).length > 0)
    .map(([resource, part]) => [`query_${resource}`, part])
  return { ...(Object.keys(query).length === 0 ? {} : { query }), ...Object.fromEntries(ofResources) }
}

/** Parameters of an application's own, and the language of the words. @source wire facts: `x_{name}` */
function ownParameters({
  customParams = {},
  i18nQuery,
}: Pick<FullDefinition, 'customParams' | 'i18nQuery'>): Record<string, unknown> {
  return {
    ...Object.fromEntries(Object.entries(customParams).map(([name, value]) => [`x_${name}`, value])),
    i18nQuery,
  }
}

/** @source portal §5: fulltextMode is sent only when it is should or must */
export function fulltextOf({
  fulltext,
  fulltextMode,
}: Pick<FullDefinition, 'fulltext' | 'fulltextMode'>): Pick<FindParameters, 'fulltext' | 'fulltextMode'> {
  const text = fulltext.trim()
  if (text === '') return {}
  return { fulltext: text, ...(fulltextMode === 'should' || fulltextMode === 'must' ? { fulltextMode } : {}) }
}
