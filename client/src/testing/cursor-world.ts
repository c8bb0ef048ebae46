import fc from 'fast-check'
import { expect } from 'vitest'
import { stepCursor } from '../cursors/cursor-machine.ts'
import {
  newCursor,
  nextKind,
  type CursorEffect,
  type CursorEvent,
  type CursorState,
  type GroupPage,
  type Page,
} from '../cursors/cursor-state.ts'
import type { Hit } from '../cursors/hit-list.ts'
import { ClientError, isClientError, type Failure } from '../failure.ts'
import { isInProgress, type LoadStatus } from '../load-status.ts'
import { MachineWorld, type Legal } from './machine-world.ts'

/** The query whose values were counted. */
export type Facets = readonly string[]
type Sent = Extract<CursorEffect, { type: 'send' }>

/** Hits of a page. */
export const pageSize = 3
const hitAt = (signature: string, index: number): Hit => ({
  uuid: `${signature}-${index}`,
  key: `asset/${signature}${index}`,
})
/** Hits of a query by place. */
export const range = (signature: string, from: number, to: number): readonly Hit[] =>
  Array.from({ length: to - from }, (_hit, index) => hitAt(signature, from + index))

/** Query c asks two sequences, of which the second brings two hits again; query b is grouped. */
const sequencesOf = (signature: string): number => (signature === 'c' ? 2 : 1)
const isGrouped = (signature: string): boolean => signature === 'b'
const ofSequence = (signature: string, sequence: number): readonly Hit[] =>
  sequence === 0 ? range(signature, 0, 8) : range(signature, 6, 12)
/** All that a query finds, in order. */
export const hitsOf = (signature: string): readonly Hit[] => range(signature, 0, signature === 'c' ? 12 : 8)
const groupsOf = (signature: string): readonly (readonly [string, readonly Hit[]])[] => [
  ['x', range(signature, 0, 5)],
  ['y', range(signature, 5, 8)],
]

/** The page that a server answers: the token is the place to go on from. */
function pageFor(sent: Sent): Page<Facets> {
  const {
    request: { signature, sequence },
    token,
  } = sent
  if (isGrouped(signature)) return groupPageFor(signature, token)
  const start = token === null ? 0 : Number(token.split('@')[1])
  const all = ofSequence(signature, sequence)
  const end = start + pageSize
  return {
    hits: all.slice(start, end),
    total: all.length,
    token: end < all.length ? `${signature}@${end}` : null,
    facets: sent.request.kind === 'first' ? [signature] : null,
  }
}

/** Two entities of each group, or the next two of the one that the token names. */
function groupPageFor(signature: string, token: string | null): Page<Facets> {
  const [key, start] = token?.split('@') ?? [undefined, 0]
  const groups = groupsOf(signature)
    .filter(([name]) => key === undefined || name === key)
    .map(([name, all]): GroupPage => {
      const end = Number(start) + 2
      return {
        key: name,
        value: { id: name },
        hits: all.slice(Number(start), end),
        count: all.length,
        complete: end >= all.length,
        nextData: end < all.length ? `${name}@${end}` : null,
      }
    })
  return {
    hits: groups.flatMap(({ hits }) => hits),
    total: 8,
    token: null,
    facets: key === undefined ? [signature] : null,
    groups,
  }
}

/** The failure of a request for a query. */
export const failureOf = (signature: string): Failure => new ClientError('network', { signature })

/** A cursor with the world around it: what was sent, who waits. */
export class World extends MachineWorld {
  state: CursorState<Facets> = newCursor('a')
  readonly sent: Sent[] = []
  readonly trail: LoadStatus[] = ['registering']
  resolving = 0
  /** Without removals, what is shown is the beginning of what the server has. */
  removals = 0

  send(event: CursorEvent<Facets>): void {
    const before = this.state
    const { state, effects } = stepCursor(before, event)
    this.state = state
    this.trail.push(state.status)
    for (const effect of effects) {
      if (effect.type === 'send') this.sent.push(effect)
      if (effect.type === 'resolve') this.resolving++
      if (effect.type === 'settle') this.settle(effect)
    }
    this.check(before, event)
  }

  ask(type: 'resolve' | 'fetch' | 'refresh' | 'next' | 'nextOfGroup', group = 'x'): number {
    const waiter = this.issue()
    this.send(type === 'nextOfGroup' ? { type, group, waiter } : { type, waiter })
    return waiter
  }

  answer(sent: Sent, echo: string = sent.request.signature): void {
    this.send({ type: 'answered', requestId: sent.request.id, echo, page: pageFor(sent) })
  }

  /** All that must hold after every step. */
  check(before: CursorState<Facets>, event: CursorEvent<Facets>): void {
    const { state } = this
    const waiting = [...state.waiters, ...state.schemaWaiters]
    const hold = this.hold(event.type, before, state, legal, waiting)
    hold(
      (state.request !== null) === ['initial', 'fetching', 'next'].includes(state.status),
      'a request without its status',
    )
    hold(state.request === null || state.request.signature === state.signature, 'a request of another query')
    hold(state.status !== 'loaded' || state.lastSignature === state.signature, 'loaded with another query')
    hold(
      state.status === 'error'
        ? isClientError(state.error) && state.error.data['signature'] === state.signature
        : state.error === null,
      'an error of another query',
    )
    hold(!state.facets || state.facets[0] === state.lastSignature, 'facets of another query')
    this.checkHits(hold)
    hold(isInProgress(state.status) || waiting.length === 0, 'a lost waiter')
  }

  checkHits(hold: (holds: boolean, what: string) => void): void {
    const { state } = this
    const hits = state.hits.slice()
    const signature = state.lastSignature ?? '?'
    const isStart = (own: readonly Hit[], all: readonly Hit[] = []): boolean =>
      own.every(({ uuid }, index) => uuid === all[index]?.uuid)
    hold(
      hits.every(({ uuid }) => uuid.startsWith(`${signature}-`)),
      'mixed pages',
    )
    hold(new Set(hits.map(({ uuid }) => uuid)).size === hits.length, 'doubled hits')
    hold(state.activeSequence < sequencesOf(signature), 'a sequence that is none')
    hold(state.groups.length === (isGrouped(signature) ? 2 : 0), 'groups of another query')
    hold(
      state.groups.reduce((sum, group) => sum + group.hits.length, 0) ===
        (isGrouped(signature) ? hits.length : 0),
      'groups hold other hits than the list',
    )
    if (this.removals > 0) return
    hold(isGrouped(signature) || isStart(hits, hitsOf(signature)), 'a gap')
    for (const { key, hits: own, complete, count } of state.groups) {
      hold(isStart(own, groupsOf(signature).find(([name]) => name === key)?.[1]), 'a gap in a group')
      hold(complete === (own.length === count), 'complete though more follows')
    }
  }
}

/** Which status may follow which in one step. @source data-layer §4 Cursor; DESIGN "Data layer" */
const legal: Legal = {
  registering: ['registering', 'registered'],
  registered: ['registered', 'resolving'],
  resolving: ['resolving', 'resolved', 'initial', 'error'],
  resolved: ['resolved', 'initial'],
  initial: ['initial', 'loaded', 'error'],
  fetching: ['fetching', 'loaded', 'error'],
  loaded: ['loaded', 'fetching', 'next', 'invalid'],
  invalid: ['invalid', 'loaded', 'initial', 'fetching'],
  next: ['next', 'loaded', 'fetching', 'error'],
  error: ['error', 'registered', 'resolving', 'initial', 'fetching', 'next', 'invalid', 'loaded'],
}

type Command =
  | { readonly do: 'resolve' | 'fetch' | 'refresh' | 'next' | 'nextOfGroup' }
  | { readonly do: 'change'; readonly to: string; readonly typed: boolean }
  | { readonly do: 'schema'; readonly ok: boolean }
  | { readonly do: 'answer' | 'stray' | 'fail'; readonly which: number }
  | { readonly do: 'remove'; readonly index: number }

const commands: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'resolve' as const,
        'fetch' as const,
        'refresh' as const,
        'next' as const,
        'nextOfGroup' as const,
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      to: fc.constantFrom('a', 'b', 'c'),
      typed: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('schema' as const), ok: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('answer' as const, 'answer' as const, 'stray' as const, 'fail' as const),
      which: fc.nat(3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), index: fc.nat(7) }) },
)

export function run(world: World, command: Command): void {
  switch (command.do) {
    case 'change':
      return world.send({
        type: 'change',
        signature: command.to,
        limit: Number.POSITIVE_INFINITY,
        sequences: sequencesOf(command.to),
        typed: command.typed,
      })
    case 'schema':
      if (world.resolving === 0) return
      world.resolving--
      return world.send(
        command.ok ? { type: 'resolved' } : { type: 'unresolved', error: failureOf(world.state.signature) },
      )
    case 'answer':
    case 'stray':
    case 'fail': {
      // Any request that was ever sent may come back, also one that was superseded.
      const sent = world.sent.at(-1 - command.which)
      if (!sent) return
      if (command.do === 'answer') return world.answer(sent)
      if (command.do === 'fail')
        return world.send({
          type: 'failed',
          requestId: sent.request.id,
          error: failureOf(sent.request.signature),
        })
      return world.state.mismatches < 2 ? world.answer(sent, 'another question') : undefined
    }
    case 'remove': {
      const hit = world.state.hits.at(command.index)
      if (hit) world.removals++
      return hit ? world.send({ type: 'removed', keys: new Set([hit.key]) }) : undefined
    }
    default:
      world.ask(command.do)
  }
}

/** Answers all that is under way. */
export function drain(world: World): void {
  for (let steps = 0; steps < 20 && isInProgress(world.state.status); steps++) {
    if (world.state.status === 'resolving') run(world, { do: 'schema', ok: true })
    else run(world, { do: 'answer', which: 0 })
  }
}

const openGroup = ({ state }: World): GroupPage | undefined =>
  state.groups.find(({ nextData }) => nextData !== null)
const byUuid = (one: Hit, other: Hit): number => one.uuid.localeCompare(other.uuid)

/**
 * Whatever happens, in whatever order requests end: legal transitions, no mixed pages, no lost waiter, errors
 * of the present query only; and then a refresh brings the first page of the present query, `next` and
 * `nextOfGroup` the rest, in order.
 */
export const cursorProperty = fc.property(fc.array(commands, { maxLength: 50, size: 'max' }), (list) => {
  const world = new World()
  world.send({ type: 'registered' })
  for (const command of list) run(world, command)
  drain(world)
  expect(world.settled.size).toBe(world.issued)
  world.ask('refresh')
  drain(world)
  while (nextKind(world.state)) {
    world.ask('next')
    drain(world)
  }
  for (let group = openGroup(world); group; group = openGroup(world)) {
    world.ask('nextOfGroup', group.key)
    drain(world)
  }
  const all = [...hitsOf(world.state.signature)]
  expect(world.state.hits.slice().toSorted(byUuid)).toEqual(all.toSorted(byUuid))
  if (!isGrouped(world.state.signature)) expect(world.state.hits.slice()).toEqual(all)
  expect(world.state.status).toBe('loaded')
})
