import {
  statusName,
  workflowOf,
  type Facets,
  type FacetValue,
  type MarkField,
  type Workflow,
} from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf, seesAll } from '../../access/decide.ts'
import { isLink, type Field, type Schema } from '../schemas/schema.ts'
import type { MarkCounts } from '../search/count-marks.ts'
import type { Counts } from '../search/counts.ts'
import { selectFacetKeys } from '../search/facet-values.sql.ts'
import { keepInScope, type FoundPage } from '../search/find.ts'
import { foldText } from '../../ground/fold-text.ts'
import { selectNames } from './entities.sql.ts'
import { nameIn } from './read-entities.ts'
import { searchIn } from '../search/search-in.ts'

/** Which values of which facets an answer holds. */
export interface FacetOptions {
  /** The schema's facets by default. */
  readonly fields?: readonly string[] | undefined
  /** Values of one facet: those with most hits. */
  readonly max?: number | undefined
  /** By field, a text that the names of values have to fit. */
  readonly filter?: Readonly<Record<string, string>> | undefined
  readonly mode?: 'auto' | 'sw' | 'ct' | undefined
}

/**
 * A value of a field with the hits that have it. `key`: a linked entity's id, or the text; empty for no
 * value.
 */
export interface CountedValue {
  readonly key: string
  readonly count: number
}

const defaultValues = 100
/**
 * Linked values whose names are looked at for a filter, and of which some may be hidden: those with most
 * hits.
 */
const mostNamed = 50_000

/**
 * Facets as they travel: by field, values with most hits first. Linked values carry their name, and only
 * those that the user may see are answered.
 * @source wire facts "Lists": aggregates; data-layer §5 "Aggregate search"
 */
export async function readFacets(
  context: Context,
  schema: Schema,
  { facets: counts = noCounts, markCounts }: Pick<FoundPage, 'facets' | 'markCounts'>,
  options: FacetOptions = {},
): Promise<Facets> {
  const { fields = [] } = options
  const wanted = [...schema.fields.values()].filter((field) =>
    fields.length > 0 ? fields.includes(field.name) : field.isFacet,
  )
  const values = await valuesByField(context, counts)
  const facets = await Promise.all(
    wanted.map(
      async (field) =>
        [field.name, await valuesOf(context, field, filled(values.get(field.name)), options)] as const,
    ),
  )
  const answer: Facets = Object.fromEntries(facets)
  if (schema.hasWorkflow && (fields.length === 0 || fields.includes('status')))
    answer['status'] = statusValues(workflowOf(schema.resource), filled(values.get('status')))
  for (const [field, counted] of Object.entries(markCounts ?? {}))
    if (fields.includes(field)) answer[field] = markValues(counted)
  return answer
}

const noCounts: Counts = { total: 0, byValue: new Map() }

/** Values of marks that have hits, in their own order. */
export function markValues(counted: MarkCounts[MarkField]): FacetValue[] {
  return counted.flatMap(({ value, count }) =>
    count === 0 ? [] : [{ count, total: count, data: { id: value, name: String(value) } }],
  )
}

const filled = (values: readonly CountedValue[] = []): CountedValue[] =>
  values.filter(({ key }) => key !== '')

/** All counted values by field, those with most hits first, the missing value among them. */
export async function valuesByField(context: Context, counts: Counts): Promise<Map<string, CountedValue[]>> {
  const known = await selectFacetKeys(context.database, [...counts.byValue.keys()])
  const byField = new Map<string, CountedValue[]>()
  for (const [value, count] of counts.byValue) {
    const at = known.get(value)
    if (!at || at.field === '') continue
    const list = byField.get(at.field) ?? []
    list.push({ key: at.key, count })
    byField.set(at.field, list)
  }
  for (const list of byField.values()) list.sort(byHits)
  return byField
}

/** Most hits first; equal ones in the order of their keys. */
export function byHits(one: CountedValue, other: CountedValue): number {
  return other.count - one.count || (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)
}

/** Values of a field as they travel, by key; linked ones that the user is not allowed to see are missing. */
export async function nameValues(
  context: Context,
  schema: Schema,
  fieldName: string,
  keys: readonly string[],
): Promise<Map<string, FacetValue['data']>> {
  const field = schema.fields.get(fieldName)
  if (field && isLink(field)) return nameLinked(context, field, keys.map(Number))
  if (fieldName === '$rating') return new Map(keys.map((key) => [key, { id: Number(key), name: key }]))
  const statuses = fieldName === 'status' && schema.hasWorkflow
  return new Map(
    keys.map((key) => [
      key,
      statuses ? namedStatus(workflowOf(schema.resource), key) : { id: key, name: key },
    ]),
  )
}

const namedStatus = (workflow: Workflow, key: string): FacetValue['data'] => ({
  id: Number(key),
  name: statusName(workflow, Number(key)),
})

function statusValues(workflow: Workflow, counted: readonly CountedValue[]): FacetValue[] {
  return counted.map(({ key, count }) => ({ count, total: count, data: namedStatus(workflow, key) }))
}

async function valuesOf(
  context: Context,
  field: Field,
  counted: readonly CountedValue[],
  options: FacetOptions,
): Promise<FacetValue[]> {
  const text = foldText(options.filter?.[field.name] ?? '')
  const max = options.max ?? defaultValues
  if (!isLink(field))
    return fitting(counted, ({ key }) => key, text, options.mode)
      .slice(0, max)
      .map(({ key, count }) => ({ count, total: count, data: { id: key, name: key } }))
  const isWhole = text === '' && seesAll(scopeOf(context.identity, field.target, 'view'))
  const named = await nameLinked(
    context,
    field,
    counted.slice(0, isWhole ? max : mostNamed).map(({ key }) => Number(key)),
  )
  const shown = counted.flatMap(({ key, count }) => {
    const data = named.get(key)
    return data ? [{ count, total: count, data }] : []
  })
  return fitting(shown, ({ data }) => data.name ?? '', text, options.mode).slice(0, max)
}

/**
 * Values whose name fits a folded text: `auto` takes those that start with it, and where there are none those
 * that hold it.
 */
function fitting<Value>(
  values: readonly Value[],
  nameOf: (value: Value) => string,
  text: string,
  mode: FacetOptions['mode'] = 'auto',
): Value[] {
  if (text === '') return [...values]
  const starting = mode === 'ct' ? [] : values.filter((value) => foldText(nameOf(value)).startsWith(text))
  return starting.length > 0 || mode === 'sw'
    ? starting
    : values.filter((value) => foldText(nameOf(value)).includes(text))
}

async function nameLinked(
  context: Context,
  field: Field & { target: string },
  ids: readonly number[],
): Promise<Map<string, FacetValue['data']>> {
  const where = await searchIn(context)
  const [visible, names] = await Promise.all([
    keepInScope(where, scopeOf(context.identity, field.target, 'view'), ids),
    selectNames(context.database, field.target, ids),
  ])
  return new Map(visible.map((id) => [String(id), { id, name: nameIn(names.get(id) ?? {}, context.locale) }]))
}
