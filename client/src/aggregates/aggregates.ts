import { calls, type CallAnswer, type CallParameters, type FacetValue } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import type { Client } from '../client.ts'
import { askedPath, constraintsOf, flattenFacets, fulltextOf } from '../cursors/cursor-request.ts'
import type { CursorSnapshot } from '../cursors/cursor.ts'
import { ClientError, nounError, toFailure } from '../failure.ts'
import { allOf, constraintQuery, normalise } from '../query/build-query.ts'
import { constraintMode } from '../query/constraint.ts'
import { createKeyedStore } from '../store/keyed-store.ts'
import { aggregateErrors } from './aggregate-errors.ts'
import type {
  AggregateRequest,
  Aggregates,
  ConstraintAggregate,
  CursorAggregates,
} from './cursor-aggregates.ts'

/** The counts of a client's cursors by constraint. */
export const aggregatesOf = attach(createAggregates)

/** @source data-layer §9: field aggregate registration delay, delayed missing-aggregates fetch */
const registrationDelayMs = 50
const missingDelayMs = 200

interface Entry {
  readonly requests: Map<string, AggregateRequest>
  /** What was asked last; null before. */
  asked: string | null
  running: Promise<void> | null
  callOff: () => void
  stop: () => void
}

const none: CursorAggregates = { status: 'unknown', error: null, total: 0, constraints: {} }

/**
 * @source data-layer §3 Cursor aggregates, §4: re-run as invalid when the signature changed or ids are
 * missing, §7 Aggregates
 */
function createAggregates(client: Client): Aggregates {
  const store = createKeyedStore<CursorAggregates>(() => none)
  const entries = new Map<string, Entry>()
  const plan = (name: string, delayMs: number): void => {
    const entry = entries.get(name)
    entry?.callOff()
    if (entry)
      entry.callOff = client.options.clock.after(delayMs, () => void run(name).catch(() => undefined))
  }
  /** Counts until what was counted is what is asked; whoever asks meanwhile waits with it. */
  const run = (name: string): Promise<void> => {
    const entry = entries.get(name)
    if (!entry) return Promise.resolve()
    entry.callOff()
    const show = (change: Partial<CursorAggregates>): void =>
      store.update(name, (before) => ({ ...before, ...change }))
    entry.running ??= count(
      client,
      name,
      entry,
      store.get(name),
      show,
      () => entries.get(name) === entry,
    ).finally(() => {
      entry.running = null
    })
    return entry.running
  }
  const open = (name: string): Entry => {
    if (client.cursors.get(name).status === 'unknown') throw new ClientError('cursor_unknown', { name })
    const known = entries.get(name)
    if (known) return known
    // Another question has other counts; the same, shown again, has not.
    const stop = client.cursors.subscribe(name, () => {
      if (client.cursors.get(name).status === 'unknown') return close(name)
      if (entry.requests.size > 0 && questionOf(client.cursors.get(name), entry) !== entry.asked)
        plan(name, registrationDelayMs)
    })
    const entry: Entry = { requests: new Map(), asked: null, running: null, callOff: () => undefined, stop }
    entries.set(name, entry)
    store.set(name, { ...none, status: 'registered' })
    return entry
  }
  const close = (name: string): void => {
    const entry = entries.get(name)
    entries.delete(name)
    entry?.callOff()
    entry?.stop()
    store.delete(name)
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    register(name, constraintName, request) {
      open(name).requests.set(constraintName, request)
      plan(name, registrationDelayMs)
      return () => {
        const requests = entries.get(name)?.requests
        if (requests?.get(constraintName) === request) requests.delete(constraintName)
      }
    },
    request(name, constraintName, ids) {
      const { requests } = open(name)
      if (!requests.has(constraintName)) throw nounError(aggregateErrors, 'aggregate_unknown')
      const longer = withMissing(
        requests.get(constraintName),
        ids,
        store.get(name).constraints[constraintName],
      )
      if (!longer) return
      requests.set(constraintName, longer)
      plan(name, missingDelayMs)
    },
    async fetch(name) {
      open(name)
      await run(name)
    },
    clear: () => [...entries.keys()].forEach(close),
  }
}

/** The request with values that are not counted yet; undefined where none is missing. */
function withMissing(
  request: AggregateRequest | undefined,
  ids: readonly (number | string)[],
  counted: ConstraintAggregate | undefined,
): AggregateRequest | undefined {
  const missing = ids.filter((id) => !(String(id) in (counted?.counts ?? {})))
  return request?.ids && missing.length > 0
    ? { ...request, ids: [...new Set([...request.ids, ...missing])] }
    : undefined
}

async function count(
  client: Client,
  name: string,
  entry: Entry,
  before: CursorAggregates,
  show: (change: Partial<CursorAggregates>) => void,
  isOpen: () => boolean,
): Promise<void> {
  show({ status: Object.keys(before.constraints).length === 0 ? 'initial' : 'fetching', error: null })
  try {
    for (;;) {
      const cursor = client.cursors.get(name)
      const question = questionOf(cursor, entry)
      entry.asked = question
      const requests = new Map(entry.requests)
      await client.schemas.resolve(askedPath(cursor.definition))
      const answer = await client.call(calls.findAggregates, requestOf(client, cursor, requests))
      if (!isOpen()) return
      if (questionOf(client.cursors.get(name), entry) === question)
        return show({
          status: 'loaded',
          error: null,
          total: answer.response.total,
          constraints: countsOf(cursor, requests, answer),
        })
      show({ status: 'invalid' })
    }
  } catch (error) {
    const failure = toFailure(error)
    if (isOpen()) show({ status: 'error', error: failure })
    throw failure
  }
}

/** What is asked: what the cursor asks, and what is to be counted. */
function questionOf({ signature }: CursorSnapshot, { requests }: Pick<Entry, 'requests'>): string {
  return JSON.stringify([signature, ...[...requests].toSorted(([one], [other]) => one.localeCompare(other))])
}

/** The name under which what always holds is asked. @source wire facts "Aggregates" */
const staticName = '!! static_query !!'

function requestOf(
  { schemas }: Client,
  { definition, signature }: CursorSnapshot,
  requests: ReadonlyMap<string, AggregateRequest>,
): CallParameters<typeof calls.findAggregates> {
  const path = askedPath(definition)
  const [[resource, fields] = ['', {}]] = Object.entries(schemas.get(path).schemas)
  const constraints = constraintsOf(definition)
  const names = new Set([
    ...Object.keys(constraints).filter((name) => (constraints[name]?.values.length ?? 0) > 0),
    ...requests.keys(),
  ])
  const asked = [...names].map((name) => {
    const constraint = constraints[name]
    const holds = constraint !== undefined && constraint.values.length > 0
    const request = requests.get(name)
    const counted = request && { field: request.field, operator: request.operator ?? 'in' }
    return [
      name,
      {
        constraint: holds ? { ...constraintQuery(normalise(name, constraint), resource, fields) } : {},
        ...(counted ? { aggregate: { ...counted, ...(request.ids ? { ids: [...request.ids] } : {}) } } : {}),
        ...(counted && holds && request.ids
          ? {
              unconstrainedAggregate: {
                ...counted,
                ids: constraint.values.filter(
                  (value) => typeof value === 'number' || typeof value === 'string',
                ),
              },
            }
          : {}),
      },
    ] as const
  })
  const always = allOf(definition.staticQuery, definition.query ?? {})
  return {
    path,
    state: signature,
    ...fulltextOf(definition),
    query: { '$meta-query': { ...Object.fromEntries(asked), [staticName]: { constraint: { ...always } } } },
  }
}

type Answer = CallAnswer<typeof calls.findAggregates>

function countsOf(
  { definition }: CursorSnapshot,
  requests: ReadonlyMap<string, AggregateRequest>,
  { response: { aggregates } }: Answer,
): Readonly<Record<string, ConstraintAggregate>> {
  const byName = byConstraint(aggregates)
  return Object.fromEntries(
    [...requests].map(([name, { field, operator = 'in', showEmptyAggregate = false }]) => {
      const values = byName[name] ?? []
      const mode = constraintMode(definition.constraints[name] ?? { field, operator, values: [] })
      return [
        name,
        {
          field,
          operator,
          mode,
          showEmptyAggregate,
          ids: values.map(({ data }) => data.id),
          counts: Object.fromEntries(
            values.map(({ data, count: hits, total }) => [data.id, { count: hits, total }]),
          ),
          values: showEmptyAggregate ? values : values.filter((value) => value.count > 0 || value.total > 0),
        },
      ]
    }),
  )
}

/** Counts by constraint; of several resources, added up. */
function byConstraint(
  aggregates: Answer['response']['aggregates'],
): Readonly<Record<string, readonly FacetValue[]>> {
  const [first] = Object.values(aggregates)
  if (first === undefined || Array.isArray(first))
    return aggregates as Readonly<Record<string, readonly FacetValue[]>>
  return flattenFacets(
    Object.fromEntries(
      Object.entries(aggregates).flatMap(([resource, own]) =>
        Object.entries(own as Record<string, FacetValue[]>).map(([name, values]) => [
          `${resource}.${name}`,
          values,
        ]),
      ),
    ),
  )
}
