import { ClientError, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'

/** A hit of a page: its uuid, by which pages are joined, and its key in the entity store. */
export interface Hit {
  readonly uuid: string
  readonly key: string
}

/** A page as the machine needs it. `facets` come with first pages only. */
export interface Page<Facets> {
  readonly hits: readonly Hit[]
  readonly total: number
  readonly token: string | null
  readonly facets: Facets | null
}

interface RunningRequest {
  readonly id: number
  readonly kind: 'first' | 'next'
  readonly signature: string
}

/** All that decides what a cursor does next. */
export interface CursorState<Facets> {
  readonly status: LoadStatus
  readonly error: Failure | null
  /** What is asked, and what the hits answer. */
  readonly signature: string
  readonly lastSignature: string | null
  readonly limit: number
  /** Whether the schema of the path is known. */
  readonly hasSchema: boolean
  readonly hits: readonly Hit[]
  readonly total: number
  readonly facets: Facets | null
  readonly token: string | null
  readonly lastCount: number
  readonly request: RunningRequest | null
  readonly lastRequestId: number
  /** Times in a row that the server answered another question. */
  readonly strays: number
  /** A fetch was asked for before the schema was there. */
  readonly wanted: boolean
  /** Who waits for the schema, and who for an answer; each is settled exactly once. */
  readonly schemaWaiters: readonly number[]
  readonly waiters: readonly number[]
}

/** What can happen to a cursor. A `waiter` wants to be told when it has settled. */
export type CursorEvent<Facets> =
  | { readonly type: 'registered' }
  | { readonly type: 'resolve'; readonly waiter?: number }
  | { readonly type: 'resolved' }
  | { readonly type: 'unresolved'; readonly error: Failure }
  | { readonly type: 'change'; readonly signature: string; readonly limit: number; readonly typed: boolean }
  | { readonly type: 'fetch' | 'refresh' | 'next'; readonly waiter?: number }
  | { readonly type: 'answered'; readonly requestId: number; readonly echo: string | undefined; readonly page: Page<Facets> }
  | { readonly type: 'failed'; readonly requestId: number; readonly error: Failure }
  | { readonly type: 'removed'; readonly keys: ReadonlySet<string> }
  | { readonly type: 'unregister' }

/** What a step wants done. */
export type CursorEffect =
  | { readonly type: 'resolve' }
  | { readonly type: 'send'; readonly request: RunningRequest; readonly token: string | null; readonly typed: boolean }
  | { readonly type: 'abort'; readonly requestId: number }
  | { readonly type: 'settle'; readonly waiters: readonly number[]; readonly error: Failure | null }

export interface CursorStep<Facets> {
  readonly state: CursorState<Facets>
  readonly effects: readonly CursorEffect[]
}

/** A cursor before anything happened to it. `limit`: the most hits of all pages together. */
export function newCursor<Facets>(signature: string, limit = Number.POSITIVE_INFINITY): CursorState<Facets> {
  return {
    status: 'registering', error: null, signature, lastSignature: null, limit, hasSchema: false, hits: [], total: 0, facets: null, token: null,
    lastCount: 0, request: null, lastRequestId: 0, strays: 0, wanted: false, schemaWaiters: [], waiters: [],
  }
}

/** Whether `next` would bring more of what is shown. */
export function hasNextPage(state: CursorState<unknown>): boolean {
  return state.token !== null && state.hits.length < state.limit && state.lastSignature === state.signature
}

/** The most answers to another question in a row before a cursor gives up. */
const maxStrays = 2

/**
 * One step of a cursor: pure. What a status does not name, it ignores; a waiter of something ignored is told at once.
 * @source data-layer §4 Cursor; DESIGN "Data layer": supersede, invalid, next only from loaded, refresh loads the first page
 */
export function stepCursor<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): CursorStep<Facets> {
  if (event.type === 'unregister') return unregister(state)
  if (event.type === 'removed') return { state: without(state, event.keys), effects: [] }
  const row = transitions[state.status]?.[event.type] as Transition<Facets> | undefined
  return row?.(state, event) ?? { state, effects: 'waiter' in event ? settle(event.waiter, null) : [] }
}

type Transition<Facets> = (state: CursorState<Facets>, event: CursorEvent<Facets>) => CursorStep<Facets> | undefined
type Row = Partial<Record<CursorEvent<unknown>['type'], Transition<never>>>

const keepAsking: Row = { change: ask }
const inFlight: Row = { fetch: join, refresh: join, change: supersede, answered: answer, failed: fail }

/** What each status does with each event. */
const transitions: Partial<Record<LoadStatus, Row>> = {
  registering: { ...keepAsking, registered: (state) => ({ state: { ...state, status: 'registered' }, effects: [] }) },
  registered: { ...keepAsking, resolve, fetch: want, refresh: want },
  resolving: { ...keepAsking, resolve: joinSchema, fetch: want, refresh: want, resolved, unresolved },
  resolved: { ...keepAsking, fetch: load, refresh: load },
  initial: inFlight,
  fetching: inFlight,
  loaded: { fetch: load, refresh: load, next, change: invalidate },
  invalid: { fetch: load, refresh: load, change: invalidate },
  next: { ...inFlight, next: join, refresh: reload },
  error: { resolve, fetch: recover, refresh: recover, change: invalidate },
}

const none: readonly CursorEffect[] = []

function settle(waiter: number | undefined, error: Failure | null): readonly CursorEffect[] {
  return waiter === undefined ? none : [{ type: 'settle', waiters: [waiter], error }]
}

function settleAll(waiters: readonly number[], error: Failure | null): readonly CursorEffect[] {
  return waiters.length === 0 ? none : [{ type: 'settle', waiters, error }]
}

function waiting<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): readonly number[] {
  return 'waiter' in event && event.waiter !== undefined ? [...state.waiters, event.waiter] : state.waiters
}

function ask<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): CursorStep<Facets> | undefined {
  return event.type === 'change' ? { state: { ...state, signature: event.signature, limit: event.limit }, effects: none } : undefined
}

function resolve<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): CursorStep<Facets> | undefined {
  if (state.hasSchema) return undefined
  const { state: joined } = joinSchema(state, event)
  return { state: { ...joined, status: 'resolving', error: null }, effects: [{ type: 'resolve' }] }
}

function joinSchema<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): CursorStep<Facets> {
  const added = 'waiter' in event && event.waiter !== undefined ? [event.waiter] : []
  return { state: { ...state, schemaWaiters: [...state.schemaWaiters, ...added] }, effects: none }
}

function want<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): CursorStep<Facets> {
  const effects: readonly CursorEffect[] = state.status === 'resolving' ? none : [{ type: 'resolve' }]
  return { state: { ...state, status: 'resolving', error: null, wanted: true, waiters: waiting(state, event) }, effects }
}

function resolved<Facets>(state: CursorState<Facets>): CursorStep<Facets> {
  const known: CursorState<Facets> = { ...state, status: 'resolved', hasSchema: true, wanted: false, schemaWaiters: [] }
  const told = settleAll(state.schemaWaiters, null)
  if (!state.wanted) return { state: known, effects: told }
  const step = start(known, 'first', false)
  return { state: step.state, effects: [...told, ...step.effects] }
}

function unresolved<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): CursorStep<Facets> | undefined {
  if (event.type !== 'unresolved') return undefined
  return {
    state: { ...state, status: 'error', error: event.error, wanted: false, schemaWaiters: [], waiters: [] },
    effects: settleAll([...state.schemaWaiters, ...state.waiters], event.error),
  }
}

/** Sends a request for what is asked now. First pages: `initial` while there is nothing to show, else `fetching`. */
function start<Facets>(state: CursorState<Facets>, kind: 'first' | 'next', typed: boolean): CursorStep<Facets> {
  const request: RunningRequest = { id: state.lastRequestId + 1, kind, signature: state.signature }
  const status: LoadStatus = kind === 'next' ? 'next' : state.lastSignature === null ? 'initial' : 'fetching'
  return {
    state: { ...state, status, error: null, request, lastRequestId: request.id },
    effects: [{ type: 'send', request, token: kind === 'next' ? state.token : null, typed }],
  }
}

function load<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): CursorStep<Facets> {
  return start({ ...state, strays: 0, waiters: waiting(state, event) }, 'first', false)
}

function next<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): CursorStep<Facets> | undefined {
  return hasNextPage(state) ? start({ ...state, waiters: waiting(state, event) }, 'next', false) : undefined
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

function supersede<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): CursorStep<Facets> | undefined {
  if (event.type !== 'change' || event.signature === state.signature) return undefined
  const step = start({ ...state, signature: event.signature, limit: event.limit, strays: 0 }, 'first', event.typed)
  return { state: step.state, effects: [...abort(state.request), ...step.effects] }
}

function invalidate<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): CursorStep<Facets> | undefined {
  if (event.type !== 'change' || event.signature === state.signature) return undefined
  const asked = { ...state, signature: event.signature, limit: event.limit }
  // Without the schema nothing was asked yet: the next fetch begins with it again.
  if (!state.hasSchema) return { state: { ...asked, status: 'registered', error: null }, effects: none }
  return { state: { ...asked, status: event.signature === state.lastSignature ? 'loaded' : 'invalid', error: null }, effects: none }
}

function recover<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): CursorStep<Facets> {
  return state.hasSchema ? load(state, event) : want(state, event)
}

function answer<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): CursorStep<Facets> | undefined {
  if (event.type !== 'answered' || event.requestId !== state.request?.id) return undefined
  if (event.echo !== undefined && event.echo !== state.request.signature) return stray(state)
  const { page } = event
  const before = state.request.kind === 'next' ? state.hits : []
  const all = append(before, page.hits)
  const hits = all.length > state.limit ? all.slice(0, state.limit) : all
  return {
    state: {
      ...state, status: 'loaded', error: null, request: null, strays: 0, waiters: [], lastSignature: state.request.signature, hits,
      total: page.total, token: page.token, lastCount: page.hits.length, facets: state.request.kind === 'next' ? state.facets : page.facets,
    },
    effects: settleAll(state.waiters, null),
  }
}

/** The answer to another question is invalid and asked for again. @source data-layer §4 Cursor */
function stray<Facets>(state: CursorState<Facets>): CursorStep<Facets> {
  if (state.strays < maxStrays) return start({ ...state, strays: state.strays + 1 }, 'first', false)
  return failWith(state, new ClientError('cursor_state'))
}

function fail<Facets>(state: CursorState<Facets>, event: CursorEvent<Facets>): CursorStep<Facets> | undefined {
  return event.type === 'failed' && event.requestId === state.request?.id ? failWith(state, event.error) : undefined
}

function failWith<Facets>(state: CursorState<Facets>, error: Failure): CursorStep<Facets> {
  return { state: { ...state, status: 'error', error, request: null, strays: 0, waiters: [] }, effects: settleAll(state.waiters, error) }
}

function append(before: readonly Hit[], after: readonly Hit[]): readonly Hit[] {
  const fresh = new Map(after.map((hit) => [hit.uuid, hit]))
  // The page is small and what is there can be 100,000 hits: they are looked up in the page, not the other way round.
  for (const { uuid } of before) fresh.delete(uuid)
  return before.concat([...fresh.values()])
}

function without<Facets>(state: CursorState<Facets>, keys: ReadonlySet<string>): CursorState<Facets> {
  const hits = state.hits.filter(({ key }) => !keys.has(key))
  return hits.length === state.hits.length ? state : { ...state, hits, total: Math.max(0, state.total - (state.hits.length - hits.length)) }
}

function unregister<Facets>(state: CursorState<Facets>): CursorStep<Facets> {
  return {
    state: { ...state, status: 'unknown', request: null, schemaWaiters: [], waiters: [] },
    effects: [...abort(state.request), ...settleAll([...state.schemaWaiters, ...state.waiters], new ClientError('error.canceled'))],
  }
}
