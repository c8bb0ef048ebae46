import fc from 'fast-check'
import { expect } from 'vitest'
import { ClientError } from '../failure.ts'
import {
  newTree,
  stepTree,
  type TreeEffect,
  type TreeEvent,
  type TreeFetch,
  type TreeState,
} from '../trees/tree-machine.ts'
import { MachineWorld, type Legal } from './machine-world.ts'

/** What was loaded, as a list of what was asked: `signature/part`. */
type Content = readonly string[]

const failure = new ClientError('network')

/** A tree with the world around it. */
export class TreeWorld extends MachineWorld {
  state: TreeState<Content> = newTree<Content>('a', [])
  readonly sent: (Extract<TreeEffect, { type: 'send' }> & { readonly signature: string })[] = []
  resolving = 0

  send(event: TreeEvent<Content>): void {
    const before = this.state
    const { state, effects } = stepTree(before, event)
    this.state = state
    for (const effect of effects) {
      if (effect.type === 'resolve') this.resolving++
      if (effect.type === 'send') this.sent.push({ ...effect, signature: state.signature })
      if (effect.type === 'settle') this.settle(effect)
    }
    const waiting = [...(state.running?.waiters ?? []), ...state.queue.flatMap(({ waiters }) => waiters)]
    const hold = this.hold(event.type, before, state, legal, waiting)
    hold(
      (state.running !== null) === (state.status === 'initial' || state.status === 'fetching'),
      'a request without its status',
    )
    hold(new Set(state.queue.map(({ part }) => part)).size === state.queue.length, 'a part twice')
    hold(!state.queue.some(({ part }) => part === state.running?.part), 'postponed though under way')
    hold(
      state.status !== 'loaded' || (state.lastSignature === state.signature && state.queue.length === 0),
      'loaded with another query, or though more is wanted',
    )
    hold(
      state.content.every((one) => one.startsWith(state.lastSignature ?? '?')),
      'mixed content',
    )
  }

  fetch(part: TreeFetch['part']): number {
    const waiter = this.issue()
    this.send({ type: 'fetch', part, waiter })
    return waiter
  }

  answer(index = -1): void {
    const sent = this.sent.at(index)
    if (sent)
      this.send({
        type: 'answered',
        requestId: sent.requestId,
        content: (before) =>
          sent.part === 'first' ? [`${sent.signature}/first`] : [...before, `${sent.signature}/${sent.part}`],
      })
  }
}

const legal: Legal = {
  registering: ['registering', 'registered'],
  registered: ['registered', 'resolving', 'initial', 'fetching'],
  resolving: ['resolving', 'initial', 'error'],
  initial: ['initial', 'loaded', 'fetching', 'error'],
  fetching: ['fetching', 'loaded', 'error'],
  loaded: ['loaded', 'fetching', 'registered'],
  error: ['error', 'resolving', 'initial', 'fetching', 'registered'],
}

const command = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('fetch' as const),
      part: fc.constantFrom<TreeFetch['part']>('first', 'next', 1, 2, 3),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change' as const), to: fc.constantFrom('a', 'b') }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('answer' as const, 'answer' as const, 'fail' as const),
      which: fc.nat(2),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('schema' as const), ok: fc.boolean() }) },
)

function run(
  world: TreeWorld,
  one: typeof command extends fc.Arbitrary<infer Command> ? Command : never,
): void {
  if (one.do === 'fetch') world.fetch(one.part)
  else if (one.do === 'change') world.send({ type: 'change', signature: one.to })
  else if (one.do === 'answer') world.answer(-1 - one.which)
  else if (one.do === 'fail') {
    const sent = world.sent.at(-1 - one.which)
    if (sent) world.send({ type: 'failed', requestId: sent.requestId, error: failure })
  } else if (one.do === 'schema' && world.resolving > 0) {
    world.resolving--
    world.send(one.ok ? { type: 'resolved' } : { type: 'unresolved', error: failure })
  }
}

/** Answers all that is under way. */
export function drainTree(world: TreeWorld): void {
  while (['resolving', 'initial', 'fetching'].includes(world.state.status)) {
    if (world.state.status === 'resolving') world.send({ type: 'resolved' })
    else world.answer()
  }
}

/**
 * Whatever happens: legal transitions, each part once in the queue, no mixed content, no lost waiter; and
 * then a fetch loads it.
 */
export const treeProperty = fc.property(fc.array(command, { maxLength: 50, size: 'max' }), (commands) => {
  const world = new TreeWorld()
  world.send({ type: 'registered' })
  for (const one of commands) run(world, one)
  drainTree(world)
  expect(world.settled.size).toBe(world.issued)
  world.fetch('first')
  drainTree(world)
  expect(world.state).toMatchObject({ status: 'loaded', lastSignature: world.state.signature })
})
