import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drainTree, treeProperty, TreeWorld } from '../testing/tree-world.ts'

test('D4.18 D4.19 D4.20 whatever happens: legal transitions, each part once in the queue, no mixed content, no lost waiter', () => {
  fc.assert(treeProperty, { numRuns: 300 })
})

test('D4.18 D4.20 the first page is initial, what is asked meanwhile is postponed once each, and replayed one by one', () => {
  const world = new TreeWorld()
  world.send({ type: 'registered' })
  const first = world.fetch('first')
  world.send({ type: 'resolved' })
  expect(world.state.status).toBe('initial')
  const children = [world.fetch(1), world.fetch(1), world.fetch(2)]
  expect(world.state.queue.map(({ part }) => part)).toEqual([1, 2])
  world.answer()
  expect([world.state.status, world.settled.get(first), world.state.running?.part]).toEqual([
    'fetching',
    null,
    1,
  ])
  world.answer()
  world.answer()
  expect(world.state.status).toBe('loaded')
  expect(children.map((waiter) => world.settled.get(waiter))).toEqual([null, null, null])
  expect(world.state.content).toEqual(['a/first', 'a/1', 'a/2'])
})

test('D4.19 setting the full text of a loaded tree returns it to registered; what is fetched then begins with the first page', () => {
  const world = new TreeWorld()
  world.send({ type: 'registered' })
  world.fetch('first')
  drainTree(world)
  world.send({ type: 'change', signature: 'b' })
  expect(world.state).toMatchObject({ status: 'registered', content: ['a/first'] })
  world.fetch(1)
  expect(world.state.running?.part).toBe('first')
  drainTree(world)
  expect(world.state.content).toEqual(['b/first', 'b/1'])
})
