import { calls, isMarkField, type FacetValue } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import type { Client } from '../client.ts'
import {
  askedPath,
  facetsOf,
  flattenFacets,
  fulltextOf,
  queryOf,
  withDefaults,
} from '../cursors/cursor-request.ts'
import type { CursorSnapshot, FullDefinition } from '../cursors/cursor.ts'
import { ClientError, toFailure, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { constraintMode } from '../query/constraint.ts'
import { keepEqual } from '../store/keep-equal.ts'
import { createKeyedStore, type KeyedReadable, type KeyedStore } from '../store/keyed-store.ts'
import { defaultFields, withFields } from './facet-fields.ts'

/**
 * The values of one facet of a cursor, those with most hits first.
 * @source data-layer §3: sorted aggregate fields
 */
export interface FacetSearchSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly field: string
  /** Text that the names of the values start with, or hold where none does. */
  readonly filter: string
  readonly mode: 'auto' | 'sw' | 'ct'
  /** Values that are shown at most; 20. */
  readonly max: number
  /** What each value's `data` has of the entity that it stands for; `id` and `name`. */
  readonly fields: readonly string[]
  readonly values: readonly FacetValue[]
  /** Whether there are more than are shown. */
  readonly hasMore: boolean
}

/** How a facet is opened. */
export type FacetOptions = Partial<Pick<FacetSearchSnapshot, 'max' | 'mode' | 'fields'>>

/** Facets with a search inside, by cursor and field; see {@link facetKey}. */
export interface FacetSearches extends KeyedReadable<FacetSearchSnapshot> {
  /** Shows a facet and keeps it in step with its cursor. Answers how to stop. @throws cursor_unknown */
  open(cursorName: string, field: string, options?: FacetOptions): () => void
  /** Searches inside it; what is typed is gathered for 300 ms. */
  search(cursorName: string, field: string, filter: string): void
  /** Counts the facets of a cursor again that are shown. */
  refresh(cursorName: string): void
  /** Shows so many more. */
  showMore(cursorName: string, field: string, more?: number): void
  clear(): void
}

/** The key of a facet of a cursor. */
export function facetKey(cursorName: string, field: string): string {
  return `${cursorName}\n${field}`
}

/** The facets of a client's cursors, with a search inside. */
export const facetSearchesOf = attach(createFacetSearches)

/** @source data-layer §9: sorted aggregate */
const defaultMax = 20
const searchDelayMs = 300
/** What an answer brings beyond what is shown. @source data-layer §5: the largest max plus 2 */
const beyondMax = 2

interface Watched {
  /** How often each facet is open. */
  readonly fields: Map<string, number>
  /** What was asked last for each facet. */
  readonly asked: Map<string, Asked>
  callOff: () => void
  readonly stop: () => void
}

interface Asked {
  readonly field: string
  /** What the cursor and the facet were then. */
  readonly question: string
}

/** Asks for the facets of a cursor that are shown and were not asked for as they are now, after a while. */
function createLoading(
  client: Client,
  store: KeyedStore<FacetSearchSnapshot>,
  watched: ReadonlyMap<string, Watched>,
) {
  const questionOf = (name: string, field: string): string =>
    JSON.stringify([client.cursors.get(name).signature, requestOf(store.get(facetKey(name, field)))])
  const dueOf = (name: string): readonly Asked[] => {
    const own = watched.get(name)
    return Array.from(own?.fields.keys() ?? [], (field) => ({
      field,
      question: questionOf(name, field),
    })).filter(({ field, question }) => own?.asked.get(field)?.question !== question)
  }
  const load = async (name: string): Promise<void> => {
    const own = watched.get(name)
    // A list that is being read comes first: its count is what people wait for. Its end calls again.
    if (!own || client.cursors.get(name).status === 'fetching') return
    const due = dueOf(name)
    if (due.length === 0) return
    for (const one of due) own.asked.set(one.field, one)
    // What was typed, filtered or refreshed meanwhile has another answer, which is on its way.
    const show = (change: (facet: FacetSearchSnapshot) => Partial<FacetSearchSnapshot>): void => {
      for (const one of due)
        if (own.asked.get(one.field) === one && questionOf(name, one.field) === one.question)
          store.update(facetKey(name, one.field), (facet) => ({ ...facet, ...change(facet) }))
    }
    show(({ values }) => ({ status: values.length === 0 ? 'initial' : 'fetching', error: null }))
    try {
      const facets = due.map(({ field }) => store.get(facetKey(name, field)))
      const found = await ask(client, client.cursors.get(name), facets)
      show((facet) => shown(facet, found[facet.field] ?? []))
    } catch (error) {
      show(() => ({ status: 'error', error: toFailure(error) }))
    }
  }
  return {
    isDue: (name: string): boolean => dueOf(name).length > 0,
    plan(name: string, delayMs: number): void {
      const own = watched.get(name)
      own?.callOff()
      if (own) own.callOff = client.options.clock.after(delayMs, () => void load(name))
    },
  }
}

/** @source data-layer §3, §5 Aggregate search, §7 Aggregates, §9 */
function createFacetSearches(client: Client): FacetSearches {
  const store = createKeyedStore<FacetSearchSnapshot>((key) => ({
    status: 'unknown',
    error: null,
    field: key.slice(key.indexOf('\n') + 1),
    filter: '',
    mode: 'auto',
    max: defaultMax,
    fields: defaultFields,
    values: [],
    hasMore: false,
  }))
  const watched = new Map<string, Watched>()

  const { plan, isDue } = createLoading(client, store, watched)
  const watch = (name: string): Watched => {
    const known = watched.get(name)
    if (known) return known
    if (client.cursors.get(name).status === 'unknown') throw new ClientError('cursor_unknown', { name })
    const stop = client.cursors.subscribe(name, () => {
      if (isDue(name)) plan(name, 0)
    })
    const own: Watched = { fields: new Map(), asked: new Map(), callOff: () => undefined, stop }
    watched.set(name, own)
    return own
  }
  const close = (name: string, field: string): void => {
    const own = watched.get(name)
    if (!own) return
    const left = (own.fields.get(field) ?? 1) - 1
    if (left > 0) return void own.fields.set(field, left)
    own.fields.delete(field)
    own.asked.delete(field)
    store.delete(facetKey(name, field))
    if (own.fields.size > 0) return
    own.callOff()
    own.stop()
    watched.delete(name)
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    open(name, field, { max = defaultMax, mode = 'auto', fields: wanted = defaultFields } = {}) {
      const { fields } = watch(name)
      fields.set(field, (fields.get(field) ?? 0) + 1)
      if (!store.has(facetKey(name, field)))
        store.set(facetKey(name, field), {
          ...store.get(facetKey(name, field)),
          status: 'registered',
          max,
          mode,
          fields: wanted,
        })
      plan(name, 0)
      let isOpen = true
      return () => {
        if (isOpen) close(name, field)
        isOpen = false
      }
    },
    search(name, field, filter) {
      store.update(facetKey(name, field), (facet) => ({ ...facet, filter }))
      plan(name, searchDelayMs)
    },
    refresh(name) {
      watched.get(name)?.asked.clear()
      plan(name, searchDelayMs)
    },
    showMore(name, field, more = defaultMax) {
      store.update(facetKey(name, field), (facet) => ({ ...facet, max: facet.max + more }))
      plan(name, 0)
    },
    clear() {
      for (const [name, { fields }] of watched) for (const field of fields.keys()) close(name, field)
    },
  }
}

function requestOf({ field, filter, mode, max, fields }: FacetSearchSnapshot): readonly unknown[] {
  return [field, filter.trim(), mode, max, fields]
}

function shown(facet: FacetSearchSnapshot, values: readonly FacetValue[]): Partial<FacetSearchSnapshot> {
  return {
    status: 'loaded',
    error: null,
    values: keepEqual(facet.values, values.slice(0, facet.max)),
    hasMore: values.length > facet.max,
  }
}

/**
 * Values of facets: those of each are counted without what constrains it inclusively, so that others can be
 * added; of ratings, without their bounds, too. Facets that are constrained alike are asked for together.
 */
async function ask(
  client: Client,
  { definition }: CursorSnapshot,
  facets: readonly FacetSearchSnapshot[],
): Promise<Readonly<Record<string, readonly FacetValue[]>>> {
  const schema = await client.schemas.resolve(askedPath(definition))
  const asked = new Map<string, FacetSearchSnapshot[]>()
  for (const facet of facets) {
    const key = JSON.stringify([Object.keys(without(definition, facet.field).constraints), facet.mode])
    asked.set(key, [...(asked.get(key) ?? []), facet])
  }
  const answers = await Promise.all(
    [...asked.values()].map(async (own) => {
      const free = without(definition, own[0]?.field ?? '')
      const filters = Object.fromEntries(
        own.filter(({ filter }) => filter.trim() !== '').map(({ field, filter }) => [field, filter.trim()]),
      )
      const answer = await client.call(calls.findEntitiesAsPost, {
        path: askedPath(definition),
        max: 0,
        withData: false,
        withAggregates: true,
        ...fulltextOf(free),
        ...queryOf(free, schema, client.cursors.resolveConstraints),
        aggFields: own.map(({ field }) => field),
        aggMax: Math.max(...own.map(({ max }) => max)) + beyondMax,
        aggFilterMode: own[0]?.mode ?? 'auto',
        ...(Object.keys(filters).length > 0 ? { aggFilter: filters } : {}),
      })
      const found = flattenFacets(facetsOf(answer))
      return Object.fromEntries(
        await Promise.all(
          own.map(
            async ({ field, fields, max }) =>
              [
                field,
                await withFields(client, schema, field, fields, (found[field] ?? []).slice(0, max + 1)),
              ] as const,
          ),
        ),
      )
    }),
  )
  return Object.assign({}, ...answers) as Readonly<Record<string, readonly FacetValue[]>>
}

function without(definition: FullDefinition, field: string): FullDefinition {
  const constraints = Object.fromEntries(
    Object.entries(definition.constraints).filter(
      ([, constraint]) =>
        constraint.field !== field || (constraintMode(constraint) === 'exclusive' && !isMarkField(field)),
    ),
  )
  return withDefaults({ ...definition, constraints })
}
