import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ClientError, type Failure } from '../failure.ts'
import { isInProgress, type LoadStatus } from '../load-status.ts'
import { hasNextPage, newCursor, stepCursor, type CursorEffect, type CursorEvent, type CursorState, type Hit, type Page } from './cursor-machine.ts'

type Facets = readonly string[]
type Sent = Extract<CursorEffect, { type: 'send' }>

const pageSize = 3
const hitsOf = (signature: string): readonly Hit[] => Array.from({ length: 8 }, (_hit, index) => ({ uuid: `${signature}-${index}`, key: `asset/${signature}${index}` }))

/** The page that a server answers: the token is the place to go on from. */
function pageFor({ request, token }: Sent): Page<Facets> {
  const start = token === null ? 0 : Number(token.split('@')[1])
  const all = hitsOf(request.signature)
  const end = start + pageSize
  return { hits: all.slice(start, end), total: all.length, token: end < all.length ? `${request.signature}@${end}` : null, facets: token === null ? [request.signature] : null }
}

const failureOf = (signature: string): Failure => new ClientError('network', { signature })

/** A cursor with the world around it: what was sent, who waits. */
class World {
  state: CursorState<Facets> = newCursor('a')
  readonly sent: Sent[] = []
  readonly settled = new Map<number, Failure | null>()
  readonly trail: LoadStatus[] = ['registering']
  resolving = 0
  /** Without removals, what is shown is the beginning of what the server has. */
  removals = 0
  issued = 0

  send(event: CursorEvent<Facets>): void {
    const before = this.state
    const { state, effects } = stepCursor(before, event)
    this.state = state
    this.trail.push(state.status)
    for (const effect of effects) {
      if (effect.type === 'send') this.sent.push(effect)
      if (effect.type === 'resolve') this.resolving++
      if (effect.type === 'settle') for (const waiter of effect.waiters) {
        expect(this.settled.has(waiter), `waiter ${waiter} is told twice`).toBe(false)
        this.settled.set(waiter, effect.error)
      }
    }
    this.check(before, event)
  }

  ask(type: 'resolve' | 'fetch' | 'refresh' | 'next'): number {
    const waiter = ++this.issued
    this.send({ type, waiter })
    return waiter
  }

  answer(sent: Sent, echo: string = sent.request.signature): void {
    this.send({ type: 'answered', requestId: sent.request.id, echo, page: pageFor(sent) })
  }

  check(before: CursorState<Facets>, event: CursorEvent<Facets>): void {
    const { state } = this
    const why = `${event.type}: ${before.status} → ${state.status}`
    expect(legal[before.status], why).toContain(state.status)
    expect(state.request !== null, why).toBe(['initial', 'fetching', 'next'].includes(state.status))
    if (state.request) expect(state.request.signature, why).toBe(state.signature)
    if (state.status === 'loaded') expect(state.lastSignature, why).toBe(state.signature)
    if (state.status === 'error') expect(state.error, why).toMatchObject({ data: { signature: state.signature } })
    else expect(state.error, why).toBeNull()
    expect(state.hits.every(({ uuid }) => uuid.startsWith(`${state.lastSignature ?? '?'}-`)), `${why}: mixed pages`).toBe(true)
    expect(new Set(state.hits.map(({ uuid }) => uuid)).size, `${why}: doubled hits`).toBe(state.hits.length)
    if (this.removals === 0) expect(state.hits, `${why}: a gap`).toEqual(hitsOf(state.lastSignature ?? '').slice(0, state.hits.length))
    if (state.facets) expect(state.facets, `${why}: facets of another query`).toEqual([state.lastSignature])
    if (!isInProgress(state.status)) expect([...state.waiters, ...state.schemaWaiters], `${why}: a lost waiter`).toEqual([])
    for (let waiter = 1; waiter <= this.issued; waiter++) {
      const waits = [...state.waiters, ...state.schemaWaiters].filter((one) => one === waiter).length
      expect(waits + Number(this.settled.has(waiter)), `${why}: waiter ${waiter}`).toBe(1)
    }
  }
}

/** Which status may follow which in one step. @source data-layer §4 Cursor; DESIGN "Data layer" */
const legal: Readonly<Partial<Record<LoadStatus, readonly LoadStatus[]>>> = {
  registering: ['registering', 'registered'],
  registered: ['registered', 'resolving'],
  resolving: ['resolving', 'resolved', 'initial', 'error'],
  resolved: ['resolved', 'initial'],
  initial: ['initial', 'loaded', 'error'],
  fetching: ['fetching', 'loaded', 'error'],
  loaded: ['loaded', 'fetching', 'next', 'invalid'],
  invalid: ['invalid', 'loaded', 'initial', 'fetching'],
  next: ['next', 'loaded', 'fetching', 'error'],
  error: ['error', 'registered', 'resolving', 'initial', 'fetching', 'invalid', 'loaded'],
}

type Command =
  | { readonly do: 'resolve' | 'fetch' | 'refresh' | 'next' }
  | { readonly do: 'change'; readonly to: string; readonly typed: boolean }
  | { readonly do: 'schema'; readonly ok: boolean }
  | { readonly do: 'answer' | 'stray' | 'fail'; readonly which: number }
  | { readonly do: 'remove'; readonly index: number }

const commands: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('resolve' as const, 'fetch' as const, 'refresh' as const, 'next' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('change' as const), to: fc.constantFrom('a', 'b', 'c'), typed: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('schema' as const), ok: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('answer' as const, 'answer' as const, 'stray' as const, 'fail' as const), which: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), index: fc.nat(7) }) },
)

function run(world: World, command: Command): void {
  switch (command.do) {
    case 'change': return world.send({ type: 'change', signature: command.to, limit: Number.POSITIVE_INFINITY, typed: command.typed })
    case 'schema':
      if (world.resolving === 0) return
      world.resolving--
      return world.send(command.ok ? { type: 'resolved' } : { type: 'unresolved', error: failureOf(world.state.signature) })
    case 'answer': case 'stray': case 'fail': {
      // Any request that was ever sent may come back, also one that was superseded.
      const sent = world.sent.at(-1 - command.which)
      if (!sent) return
      if (command.do === 'answer') return world.answer(sent)
      if (command.do === 'fail') return world.send({ type: 'failed', requestId: sent.request.id, error: failureOf(sent.request.signature) })
      return world.state.strays < 2 ? world.answer(sent, 'another question') : undefined
    }
    case 'remove': {
      const hit = world.state.hits[command.index]
      if (hit) world.removals++
      return hit ? world.send({ type: 'removed', keys: new Set([hit.key]) }) : undefined
    }
    default: world.ask(command.do)
  }
}

/** Answers all that is under way. */
function drain(world: World): void {
  for (let steps = 0; steps < 20 && isInProgress(world.state.status); steps++) {
    if (world.state.status === 'resolving') run(world, { do: 'schema', ok: true })
    else run(world, { do: 'answer', which: 0 })
  }
}

test('D4.01 D4.02 D4.03 D4.05 D4.08 whatever happens: legal transitions, no mixed pages, no lost waiter, errors of the present query only', () => {
  fc.assert(fc.property(fc.array(commands, { maxLength: 60 }), (list) => {
    const world = new World()
    world.send({ type: 'registered' })
    for (const command of list) run(world, command)
    drain(world)
    expect(world.settled.size).toBe(world.issued)
  }), { numRuns: 1500 })
})

test('whatever happened, a fetch brings the first page of the present query and next brings the rest, in order', () => {
  fc.assert(fc.property(fc.array(commands, { maxLength: 40 }), (list) => {
    const world = new World()
    world.send({ type: 'registered' })
    for (const command of list) run(world, command)
    drain(world)
    world.ask('refresh')
    drain(world)
    while (hasNextPage(world.state)) {
      world.ask('next')
      drain(world)
    }
    expect(world.state.hits).toEqual(hitsOf(world.state.signature))
    expect(world.state.status).toBe('loaded')
  }), { numRuns: 500 })
})

/** A world whose cursor is loaded with its first page of query a. */
function loaded(): World {
  const world = new World()
  world.send({ type: 'registered' })
  world.ask('fetch')
  drain(world)
  return world
}

const change = (signature: string, typed = false): CursorEvent<Facets> => ({ type: 'change', signature, limit: Number.POSITIVE_INFINITY, typed })

test('D4.01 D4.02 the first load goes registered, resolving, initial, loaded; a refresh goes fetching', () => {
  const world = loaded()
  expect(world.trail).toEqual(['registering', 'registered', 'resolving', 'initial', 'loaded'])
  world.ask('refresh')
  expect(world.state.status).toBe('fetching')
})

test('D4.01 a schema failure gives error, and a fetch asks for the schema again', () => {
  const world = new World()
  world.send({ type: 'registered' })
  const waiter = world.ask('fetch')
  run(world, { do: 'schema', ok: false })
  expect(world.state.status).toBe('error')
  expect(world.settled.get(waiter)).toBeInstanceOf(ClientError)
  world.ask('fetch')
  drain(world)
  expect(world.state.status).toBe('loaded')
})

test('D4.03 fetches are skipped while one is under way, and whoever asked is told all the same', () => {
  const world = loaded()
  world.ask('next')
  const requests = world.sent.length
  const waiter = world.ask('fetch')
  expect(world.sent.length).toBe(requests)
  drain(world)
  expect(world.settled.get(waiter)).toBeNull()
})

test('a change marks a loaded cursor invalid and keeps its data; changing back makes it loaded again', () => {
  const world = loaded()
  world.send(change('b'))
  expect(world.state).toMatchObject({ status: 'invalid', lastSignature: 'a' })
  expect(world.state.hits).toHaveLength(pageSize)
  world.send(change('a'))
  expect(world.state.status).toBe('loaded')
})

test('a change in flight aborts the request and starts anew; the failure of the superseded request is ignored', () => {
  const world = loaded()
  world.ask('refresh')
  const superseded = world.sent.at(-1)
  const { effects } = stepCursor(world.state, change('b', true))
  expect(effects).toMatchObject([{ type: 'abort', requestId: superseded?.request.id }, { type: 'send', typed: true, request: { signature: 'b' } }])
  world.send(change('b', true))
  world.send({ type: 'failed', requestId: superseded?.request.id ?? 0, error: failureOf('a') })
  expect(world.state.status).toBe('fetching')
  drain(world)
  expect(world.state).toMatchObject({ status: 'loaded', lastSignature: 'b' })
})

test('next runs only from loaded with a matching signature', () => {
  const world = loaded()
  world.send(change('b'))
  const requests = world.sent.length
  const waiter = world.ask('next')
  expect(world.sent.length).toBe(requests)
  expect(world.settled.get(waiter)).toBeNull()
})

test('a next during a refresh is skipped; a refresh during a next takes its place', () => {
  const world = loaded()
  world.ask('refresh')
  const refreshes = world.sent.length
  world.ask('next')
  expect(world.sent.length).toBe(refreshes)
  drain(world)
  world.ask('next')
  world.ask('refresh')
  expect(world.state).toMatchObject({ status: 'fetching', request: { kind: 'first' } })
  drain(world)
  expect(world.state.hits).toHaveLength(pageSize)
})

test('a late answer of a superseded next is ignored, though it asked the same', () => {
  const world = loaded()
  world.ask('next')
  world.ask('refresh')
  run(world, { do: 'answer', which: 1 })
  expect(world.state.status).toBe('fetching')
  drain(world)
  expect(world.state.hits).toEqual(hitsOf('a').slice(0, pageSize))
})

test('D4.02 any failure gives error and keeps what is shown; asking again recovers', () => {
  const world = loaded()
  world.ask('next')
  run(world, { do: 'fail', which: 0 })
  expect(world.state).toMatchObject({ status: 'error', lastSignature: 'a' })
  expect(world.state.hits).toHaveLength(pageSize)
  world.ask('fetch')
  drain(world)
  expect(world.state.status).toBe('loaded')
})

test('D4.05 an answer to another question is asked for again, and given up after two', () => {
  const world = loaded()
  world.ask('refresh')
  for (let strays = 0; strays < 2; strays++) run(world, { do: 'stray', which: 0 })
  expect(world.state.status).toBe('fetching')
  const { state } = stepCursor(world.state, { type: 'answered', requestId: world.state.request?.id ?? 0, echo: 'another question', page: { hits: [], total: 0, token: null, facets: null } })
  expect(state).toMatchObject({ status: 'error', error: { code: 'cursor_state' } })
})

test('D4.08 appended hits are each there once, by uuid', () => {
  const world = loaded()
  world.ask('next')
  const page = { hits: [...hitsOf('a').slice(0, 2), ...hitsOf('a').slice(3, 5)], total: 8, token: null, facets: null }
  world.send({ type: 'answered', requestId: world.state.request?.id ?? 0, echo: 'a', page })
  expect(world.state.hits).toEqual(hitsOf('a').slice(0, 5))
})

test('a limit ends paging and cuts the last page', () => {
  const world = new World()
  world.state = newCursor('a', 5)
  world.send({ type: 'registered' })
  world.ask('fetch')
  drain(world)
  world.ask('next')
  drain(world)
  expect(world.state.hits).toHaveLength(5)
  expect(hasNextPage(world.state)).toBe(false)
  const requests = world.sent.length
  world.ask('next')
  expect(world.sent.length).toBe(requests)
})

test('who waits for a cursor that is unregistered is told that it was canceled', () => {
  const world = loaded()
  world.ask('refresh')
  const { state, effects } = stepCursor(world.state, { type: 'unregister' })
  expect(state.status).toBe('unknown')
  expect(effects).toMatchObject([{ type: 'abort' }, { type: 'settle', error: { code: 'error.canceled' } }])
})

test('a change after a schema failure ends its error (counterexample of the property above)', () => {
  const world = new World()
  world.send({ type: 'registered' })
  for (const command of [{ do: 'resolve' }, { do: 'schema', ok: false }, { do: 'change', to: 'c', typed: false }] as const) run(world, command)
  expect(world.state).toMatchObject({ status: 'registered', error: null })
})
