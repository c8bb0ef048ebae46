import { hashKey } from '@tanstack/query-core'
import { defaultPageSize, type CallParameters, type calls, type FacetValue, type ListAnswer } from '@cartouche/contract'
import type { SchemaSnapshot } from '../schemas/schema.ts'
import { buildQuery, knownOrder, normaliseConstraints } from '../query/build-query.ts'
import type { CursorDefinition, FullDefinition } from './cursor.ts'

/** Fills in the defaults. @source data-layer §3 Cursor, §9 */
export function withDefaults(definition: CursorDefinition): FullDefinition {
  return {
    ...definition, max: definition.max ?? defaultPageSize, fulltext: definition.fulltext ?? '', staticQuery: definition.staticQuery ?? { activated: true },
    constraints: definition.constraints ?? {}, facets: definition.facets ?? false, withRights: definition.withRights ?? false,
  }
}

/**
 * A text that is equal exactly when two definitions ask the same: it does not depend on the order of keys, of constraints or of the
 * values of an inclusive constraint, nor on the names of constraints.
 */
export function signatureOf(definition: FullDefinition): string {
  const { path, max, limit, orderby, staticQuery, constraints, facets, props, withRights, maxchildren } = definition
  return hashKey([{
    path, max, limit, orderby: orderby?.trim(), staticQuery, constraints: normaliseConstraints(constraints), ...fulltextOf(definition),
    facets: Array.isArray(facets) ? facets.toSorted((a, b) => a.localeCompare(b)) : facets, props, withRights, maxchildren,
  }])
}

/** The request of one page. The first page counts facets, the others do not. @source data-layer §7 Data and cursors; wire facts "Lists" */
export function pageRequest(definition: FullDefinition, schema: SchemaSnapshot, signature: string, token: string | null): CallParameters<typeof calls.findEntities> {
  const { path, max, orderby, facets, props, withRights, maxchildren } = definition
  const first = token === null
  return {
    path, max, state: signature, ...queryOf(definition, schema), ...fulltextOf(definition),
    orderby: orderby === undefined ? undefined : knownOrder(orderby, schema.schemas),
    withAggregates: first && facets !== false, ...(first && Array.isArray(facets) ? { aggFields: [...facets] } : {}),
    ...(token === null ? {} : { after: token }), ...(props ? { props: [...props] } : {}), ...(withRights ? { withRights } : {}),
    ...(maxchildren === undefined ? {} : { maxchildren }),
  }
}

/** The request for completions of the last word of a text, under what the cursor asks beside its full text. @source data-layer §7: text suggestions */
export function wordsRequest(definition: FullDefinition, schema: SchemaSnapshot, input: string, max: number): CallParameters<typeof calls.findEntities> {
  return { path: definition.path, suggest: 'words', fulltext: input, max, ...queryOf(definition, schema) }
}

/** Facets of an answer by field; of several resources by `resource.field`. */
export function facetsOf({ response: { aggregates = {} } }: ListAnswer): Readonly<Record<string, readonly FacetValue[]>> {
  return Object.fromEntries(Object.entries(aggregates).flatMap(([name, values]) => (Array.isArray(values)
    ? [[name, values as FacetValue[]]]
    : Object.entries(values as Record<string, FacetValue[]>).map(([field, own]) => [`${name}.${field}`, own]))))
}

function queryOf({ constraints, staticQuery }: FullDefinition, schema: SchemaSnapshot): Record<string, unknown> {
  const { query, own } = buildQuery(normaliseConstraints(constraints), staticQuery, schema.schemas)
  const ofResources = Object.entries(own).filter(([, part]) => Object.keys(part).length > 0).map(([resource, part]) => [`query_${resource}`, part])
  return { ...(Object.keys(query).length === 0 ? {} : { query }), ...Object.fromEntries(ofResources) }
}

/** @source portal §5: fulltextMode is sent only when it is should or must */
function fulltextOf({ fulltext, fulltextMode }: FullDefinition): Pick<CallParameters<typeof calls.findEntities>, 'fulltext' | 'fulltextMode'> {
  const text = fulltext.trim()
  if (text === '') return {}
  return { fulltext: text, ...(fulltextMode === 'should' || fulltextMode === 'must' ? { fulltextMode } : {}) }
}
