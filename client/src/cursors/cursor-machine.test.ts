import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ClientError } from '../failure.ts'
import {
  cursorProperty,
  drain,
  failureOf,
  hitsOf,
  pageSize,
  range,
  run,
  World,
  type Facets,
} from '../testing/cursor-world.ts'
import { stepCursor } from './cursor-machine.ts'
import { newCursor, nextKind, type CursorEvent } from './cursor-state.ts'

test('D4.01 D4.02 D4.03 D4.05 D4.08 whatever happens: legal transitions, no mixed pages, no lost waiter, errors of the present query only', () => {
  fc.assert(cursorProperty, { numRuns: 300 })
})

/** A world whose cursor is loaded with its first page of query a. */
function loaded(): World {
  const world = new World()
  world.send({ type: 'registered' })
  world.ask('fetch')
  drain(world)
  return world
}

const change = (signature: string, typed = false): CursorEvent<Facets> => ({
  type: 'change',
  signature,
  limit: Number.POSITIVE_INFINITY,
  sequences: signature === 'c' ? 2 : 1,
  typed,
})

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

test('D4.03 fetches are skipped while one is under way, and whoever asked gets an answer all the same', () => {
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
  expect(world.state.hits.length).toBe(pageSize)
  world.send(change('a'))
  expect(world.state.status).toBe('loaded')
})

test('a change in flight aborts the request and starts again; the failure of the superseded request is ignored', () => {
  const world = loaded()
  world.ask('refresh')
  const superseded = world.sent.at(-1)
  const { effects } = stepCursor(world.state, change('b', true))
  expect(effects).toMatchObject([
    { type: 'abort', requestId: superseded?.request.id },
    { type: 'send', typed: true, request: { signature: 'b' } },
  ])
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
  expect(world.state.hits.length).toBe(pageSize)
})

test('a late answer of a superseded next is ignored, though it asked the same', () => {
  const world = loaded()
  world.ask('next')
  world.ask('refresh')
  run(world, { do: 'answer', which: 1 })
  expect(world.state.status).toBe('fetching')
  drain(world)
  expect(world.state.hits.slice()).toEqual(hitsOf('a').slice(0, pageSize))
})

test('D4.02 any failure gives error and keeps what is shown; asking again recovers', () => {
  const world = loaded()
  world.ask('next')
  run(world, { do: 'fail', which: 0 })
  expect(world.state).toMatchObject({ status: 'error', lastSignature: 'a' })
  expect(world.state.hits.length).toBe(pageSize)
  world.ask('fetch')
  drain(world)
  expect(world.state.status).toBe('loaded')
})

test('a next page that failed can be asked for again, and what was loaded stays', () => {
  const world = loaded()
  world.ask('next')
  run(world, { do: 'fail', which: 0 })
  world.ask('next')
  expect(world.state.status).toBe('next')
  drain(world)
  expect(world.state.status).toBe('loaded')
  expect(world.state.hits.length).toBeGreaterThan(pageSize)
})

test('D4.05 an answer to another question is asked for again, and given up after two', () => {
  const world = loaded()
  world.ask('refresh')
  for (let mismatches = 0; mismatches < 2; mismatches++) run(world, { do: 'stray', which: 0 })
  expect(world.state.status).toBe('fetching')
  const { state } = stepCursor(world.state, {
    type: 'answered',
    requestId: world.state.request?.id ?? 0,
    echo: 'another question',
    page: { hits: [], total: 0, token: null, facets: null },
  })
  expect(state).toMatchObject({ status: 'error', error: { code: 'cursor_state' } })
})

test('D4.08 appended hits are each there once, by uuid', () => {
  const world = loaded()
  world.ask('next')
  const page = {
    hits: [...hitsOf('a').slice(0, 2), ...hitsOf('a').slice(3, 5)],
    total: 8,
    token: null,
    facets: null,
  }
  world.send({ type: 'answered', requestId: world.state.request?.id ?? 0, echo: 'a', page })
  expect(world.state.hits.slice()).toEqual(hitsOf('a').slice(0, 5))
})

test('what was found by its document is known over pages, until another first page comes', () => {
  const world = loaded()
  const answer = (from: number, documentHits?: readonly number[]): void =>
    world.send({
      type: 'answered',
      requestId: world.state.request?.id ?? 0,
      echo: 'a',
      page: { hits: hitsOf('a').slice(from, from + 2), total: 8, token: 'a@2', facets: null, documentHits },
    })
  const kept: ReadonlySet<number>[] = []
  for (const [kind, documentHits] of [
    ['refresh', [4]],
    ['next', [5]],
    ['next', undefined],
    ['refresh', undefined],
  ] as const) {
    world.ask(kind)
    answer(kind === 'refresh' ? 0 : kept.length * 2, documentHits)
    kept.push(world.state.documentHits)
  }
  expect(kept.map((ids) => [...ids])).toEqual([[4], [4, 5], [4, 5], []])
  expect(kept[2], 'a page without any changes nothing').toBe(kept[1])
})

test('a limit ends paging and cuts the last page', () => {
  const world = new World()
  world.state = newCursor('a', 5)
  world.send({ type: 'registered' })
  world.ask('fetch')
  drain(world)
  world.ask('next')
  drain(world)
  expect(world.state.hits.length).toBe(5)
  expect(nextKind(world.state)).toBeUndefined()
  const requests = world.sent.length
  world.ask('next')
  expect(world.sent.length).toBe(requests)
})

test('whoever waits for a cursor that is unregistered hears that it was canceled', () => {
  const world = loaded()
  world.ask('refresh')
  const { state, effects } = stepCursor(world.state, { type: 'unregister' })
  expect(state.status).toBe('unknown')
  expect(effects).toMatchObject([{ type: 'abort' }, { type: 'settle', error: { code: 'error.canceled' } }])
})

test('a change after a schema failure ends its error (counterexample of the property above)', () => {
  const world = new World()
  world.send({ type: 'registered' })
  for (const command of [
    { do: 'resolve' },
    { do: 'schema', ok: false },
    { do: 'change', to: 'c', typed: false },
  ] as const)
    run(world, command)
  expect(world.state).toMatchObject({ status: 'registered', error: null })
})

test('D4.02 D4.07 when a sequence has no more pages, next brings the first of the following, each hit once', () => {
  const world = new World()
  world.state = newCursor('c', Number.POSITIVE_INFINITY, 2)
  world.send({ type: 'registered' })
  world.ask('fetch')
  drain(world)
  for (const expected of [
    { kind: 'next', sequence: 0 },
    { kind: 'next', sequence: 0 },
    { kind: 'sequence', sequence: 1 },
    { kind: 'next', sequence: 1 },
  ]) {
    world.ask('next')
    expect(world.state).toMatchObject({ status: 'next', request: expected })
    drain(world)
  }
  expect(world.state.hits.slice()).toEqual(hitsOf('c'))
  expect([nextKind(world.state), world.state.activeSequence]).toEqual([undefined, 1])
  world.ask('refresh')
  drain(world)
  expect(world.state).toMatchObject({ activeSequence: 0, token: 'c@3' })
})

test('D4.07 D4.08 the next page of a group extends its data, nextData, count and complete flag, and no other', () => {
  const world = new World()
  world.state = newCursor('b')
  world.send({ type: 'registered' })
  world.ask('fetch')
  drain(world)
  const [, y] = world.state.groups
  world.ask('nextOfGroup', 'x')
  expect(world.state).toMatchObject({ status: 'next', request: { kind: 'group' } })
  drain(world)
  world.ask('nextOfGroup', 'x')
  drain(world)
  expect(world.state.groups[0]).toMatchObject({
    hits: range('b', 0, 5),
    nextData: null,
    count: 5,
    complete: true,
  })
  expect(world.state.groups[1]).toBe(y)
  expect(world.state.total).toBe(8)
  const requests = world.sent.length
  world.ask('nextOfGroup', 'x')
  world.ask('nextOfGroup', 'nothing like it')
  expect(world.sent.length).toBe(requests)
})
