import { ClientError, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { extendGroups, withoutHits } from './cursor-groups.ts'
import {
  nextKind,
  noIds,
  type CursorEffect,
  type CursorEvent,
  type CursorState,
  type CursorStep,
  type Page,
  type RequestKind,
  type RunningRequest,
} from './cursor-state.ts'
import { noHits } from './hit-list.ts'

/** The most answers to another question in a row before a cursor gives up. */
const maxMismatches = 2

/**
 * One step of a cursor: pure. What a status does not name, it ignores; the waiter of an ignored event is
 * settled at once.
 * @source data-layer §4 Cursor; DESIGN "Data layer": supersede, invalid, next only from loaded, refresh loads
 * the first page
 */
export function stepCursor<Facets>(
  state: CursorState<Facets>,
  event: CursorEvent<Facets>,
): CursorStep<Facets> {
  if (event.type === 'unregister') return unregister(state)
  if (event.type === 'removed') return { state: without(state, event.keys), effects: [] }
  const row = transitions[state.status]?.[event.type] as Transition<Facets> | undefined
  return row?.(state, event) ?? { state, effects: settle(waiterOf(event), null) }
}

type Transition<Facets> = (
  state: CursorState<Facets>,
  event: CursorEvent<Facets>,
) => CursorStep<Facets> | undefined
type Row = Partial<Record<CursorEvent<unknown>['type'], Transition<never>>>

const keepAsking: Row = { change: ask }
const inFlight: Row = { fetch: join, refresh: join, change: supersede, answered: answer, failed: fail }

/** What each status does with each event. */
const transitions: Partial<Record<LoadStatus, Row>> = {
  registering: {
    ...keepAsking,
    registered: (state) => ({ state: { ...state, status: 'registered' }, effects: [] }),
  },
  registered: { ...keepAsking, resolve, fetch: want, refresh: want },
  resolving: { ...keepAsking, resolve: joinSchema, fetch: want, refresh: want, resolved, unresolved },
  resolved: { ...keepAsking, fetch: load, refresh: load },
  initial: inFlight,
  fetching: inFlight,
  loaded: { fetch: load, refresh: load, next, nextOfGroup, change: invalidate },
  invalid: { fetch: load, refresh: load, change: invalidate },
  next: { ...inFlight, next: join, nextOfGroup: join, refresh: reload },
  // What is loaded stays when the page after it failed, and that page can be asked for again.
  error: { resolve, fetch: recover, refresh: recover, next, change: invalidate },
}

const none: readonly CursorEffect[] = []

function settle(waiters: readonly number[], error: Failure | null): readonly CursorEffect[] {
  return waiters.length === 0 ? none : [{ type: 'settle', waiters, error }]
}

function waiterOf(event: CursorEvent<unknown>): readonly number[] {
  return 'waiter' in event && event.waiter !== undefined ? [event.waiter] : []
}

function waiting<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): readonly number[] {
  return [...state.waiters, ...waiterOf(event)]
}

function ask<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): CursorStep<Facets> | undefined {
  return event.type === 'change' ? { state: asked(state, event), effects: none } : undefined
}

function asked<Facets>(
  state: CursorState<Facets>,
  { signature, limit, sequences }: CursorEvent<Facets> & { readonly type: 'change' },
): CursorState<Facets> {
  return { ...state, signature, limit, sequences }
}

function resolve<Facets>(
  state: CursorState<Facets>,
  event: CursorEvent<Facets>,
): CursorStep<Facets> | undefined {
  if (state.hasSchema) return undefined
  const { state: joined } = joinSchema(state, event)
  return { state: { ...joined, status: 'resolving', error: null }, effects: [{ type: 'resolve' }] }
}

function joinSchema<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): CursorStep<Facets> {
  return { state: { ...state, schemaWaiters: [...state.schemaWaiters, ...waiterOf(event)] }, effects: none }
}

function want<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): CursorStep<Facets> {
  const effects: readonly CursorEffect[] = state.status === 'resolving' ? none : [{ type: 'resolve' }]
  return {
    state: { ...state, status: 'resolving', error: null, wanted: true, waiters: waiting(state, event) },
    effects,
  }
}

function resolved<Facets>(state: CursorState<Facets>): CursorStep<Facets> {
  const known: CursorState<Facets> = {
    ...state,
    status: 'resolved',
    hasSchema: true,
    wanted: false,
    schemaWaiters: [],
  }
  const settled = settle(state.schemaWaiters, null)
  if (!state.wanted) return { state: known, effects: settled }
  const step = start(known, 'first', false)
  return { state: step.state, effects: [...settled, ...step.effects] }
}

function unresolved<Facets>(
  state: CursorState<Facets>,
  event: CursorEvent<Facets>,
): CursorStep<Facets> | undefined {
  if (event.type !== 'unresolved') return undefined
  return {
    state: { ...state, status: 'error', error: event.error, wanted: false, schemaWaiters: [], waiters: [] },
    effects: settle([...state.schemaWaiters, ...state.waiters], event.error),
  }
}

/**
 * Sends a request for what is asked now. First pages: `initial` while there is nothing to show, else
 * `fetching`.
 */
function start<Facets>(
  state: CursorState<Facets>,
  kind: RequestKind,
  typed: boolean,
  token: string | null = null,
): CursorStep<Facets> {
  const sequence = kind === 'first' ? 0 : state.activeSequence + Number(kind === 'sequence')
  const request: RunningRequest = { id: state.lastRequestId + 1, kind, signature: state.signature, sequence }
  const status: LoadStatus = kind !== 'first' ? 'next' : state.lastSignature === null ? 'initial' : 'fetching'
  return {
    state: { ...state, status, error: null, request, lastRequestId: request.id },
    effects: [{ type: 'send', request, token, typed }],
  }
}

function load<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): CursorStep<Facets> {
  return start({ ...state, mismatches: 0, waiters: waiting(state, event) }, 'first', false)
}

function next<Facets>(
  state: CursorState<Facets>,
  event: CursorEvent<Facets>,
): CursorStep<Facets> | undefined {
  const kind = nextKind(state)
  return (
    kind &&
    start({ ...state, waiters: waiting(state, event) }, kind, false, kind === 'next' ? state.token : null)
  )
}

function nextOfGroup<Facets>(
  state: CursorState<Facets>,
  event: CursorEvent<Facets>,
): CursorStep<Facets> | undefined {
  const token =
    event.type === 'nextOfGroup' ? state.groups.find(({ key }) => key === event.group)?.nextData : undefined
  return token ? start({ ...state, waiters: waiting(state, event) }, 'group', false, token) : undefined
}

function join<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): CursorStep<Facets> {
  return { state: { ...state, waiters: waiting(state, event) }, effects: none }
}

function abort(request: RunningRequest | null): readonly CursorEffect[] {
  return request ? [{ type: 'abort', requestId: request.id }] : none
}

/** A refresh does not wait for a next page: the first page comes in its place. */
function reload<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): CursorStep<Facets> {
  const step = load(state, event)
  return { state: step.state, effects: [...abort(state.request), ...step.effects] }
}

function supersede<Facets>(
  state: CursorState<Facets>,
  event: CursorEvent<Facets>,
): CursorStep<Facets> | undefined {
  if (event.type !== 'change' || event.signature === state.signature) return undefined
  const step = start({ ...asked(state, event), mismatches: 0 }, 'first', event.typed)
  return { state: step.state, effects: [...abort(state.request), ...step.effects] }
}

function invalidate<Facets>(
  state: CursorState<Facets>,
  event: CursorEvent<Facets>,
): CursorStep<Facets> | undefined {
  if (event.type !== 'change' || event.signature === state.signature) return undefined
  const changed = asked(state, event)
  // Without the schema nothing was asked yet: the next fetch begins with it again.
  if (!state.hasSchema) return { state: { ...changed, status: 'registered', error: null }, effects: none }
  return {
    state: {
      ...changed,
      status: event.signature === state.lastSignature ? 'loaded' : 'invalid',
      error: null,
    },
    effects: none,
  }
}

function recover<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): CursorStep<Facets> {
  return state.hasSchema ? load(state, event) : want(state, event)
}

function answer<Facets>(
  state: CursorState<Facets>,
  event: CursorEvent<Facets>,
): CursorStep<Facets> | undefined {
  if (event.type !== 'answered' || event.requestId !== state.request?.id) return undefined
  if (event.echo !== undefined && event.echo !== state.request.signature) return mismatched(state)
  return { state: withPage(state, state.request, event.page), effects: settle(state.waiters, null) }
}

/**
 * The state with a page that came: in the place of what was there, or after it. The next page of one group
 * says nothing of the others.
 */
function withPage<Facets>(
  state: CursorState<Facets>,
  { kind, signature, sequence }: RunningRequest,
  page: Page<Facets>,
): CursorState<Facets> {
  const isFirst = kind === 'first'
  const before = isFirst ? noHits() : state.hits
  const groups = isFirst ? [] : state.groups
  return {
    ...state,
    status: 'loaded',
    error: null,
    request: null,
    mismatches: 0,
    waiters: [],
    lastSignature: signature,
    activeSequence: sequence,
    hits: before.append(page.hits, state.limit),
    groups: page.groups ? extendGroups(groups, page.groups) : groups,
    documentHits: withIds(isFirst ? noIds : state.documentHits, page.documentHits),
    lastCount: page.hits.length,
    facets: isFirst ? page.facets : state.facets,
    token: kind === 'group' ? state.token : page.token,
    total:
      kind === 'group'
        ? state.total
        : kind === 'sequence'
          ? before.length + page.total
          : kind === 'next' && sequence > 0
            ? state.total
            : page.total,
  }
}

function withIds(ids: ReadonlySet<number>, added: readonly number[] = []): ReadonlySet<number> {
  return added.length === 0 ? ids : new Set([...ids, ...added])
}

/** The answer to another question is invalid and asked for again. @source data-layer §4 Cursor */
function mismatched<Facets>(state: CursorState<Facets>): CursorStep<Facets> {
  if (state.mismatches < maxMismatches)
    return start({ ...state, mismatches: state.mismatches + 1 }, 'first', false)
  return failWith(state, new ClientError('cursor_state'))
}

function fail<Facets>(
  state: CursorState<Facets>,
  event: CursorEvent<Facets>,
): CursorStep<Facets> | undefined {
  return event.type === 'failed' && event.requestId === state.request?.id
    ? failWith(state, event.error)
    : undefined
}

function failWith<Facets>(state: CursorState<Facets>, error: Failure): CursorStep<Facets> {
  return {
    state: { ...state, status: 'error', error, request: null, mismatches: 0, waiters: [] },
    effects: settle(state.waiters, error),
  }
}

function without<Facets>(state: CursorState<Facets>, keys: ReadonlySet<string>): CursorState<Facets> {
  const hits = state.hits.without(keys)
  if (hits === state.hits) return state
  return {
    ...state,
    hits,
    groups: withoutHits(state.groups, keys),
    total: Math.max(0, state.total - (state.hits.length - hits.length)),
  }
}

function unregister<Facets>(state: CursorState<Facets>): CursorStep<Facets> {
  return {
    state: { ...state, status: 'unknown', request: null, schemaWaiters: [], waiters: [] },
    effects: [
      ...abort(state.request),
      ...settle([...state.schemaWaiters, ...state.waiters], new ClientError('error.canceled')),
    ],
  }
}
