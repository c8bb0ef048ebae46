import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drainPage, pageProperty, PageWorld } from '../testing/page-world.ts'
import { viewPage } from './page-view.ts'

test('D4.32 D4.33 whatever happens: legal transitions, no lost waiter, what is shown is what the server holds and what is not saved, and nothing that was edited is lost', () => {
  fc.assert(pageProperty, { numRuns: 1000 })
})

test('D4.33 two saves are one after the other, and a third joins the one that has not begun', () => {
  const world = new PageWorld()
  world.ask({ kind: 'read' })
  drainPage(world)
  world.type(1)
  const saves = [world.ask({ kind: 'save' })]
  world.type(2)
  saves.push(world.ask({ kind: 'save' }))
  world.type(3)
  saves.push(world.ask({ kind: 'save' }))
  expect(world.inFlight).toHaveLength(1)
  expect(world.state.jobs).toHaveLength(2)
  world.work(0)
  world.deliver(0)
  expect(saves.map((waiter) => world.settled.has(waiter))).toEqual([true, false, false])
  drainPage(world)
  expect(saves.map((waiter) => world.settled.get(waiter))).toEqual([null, null, null])
  expect(world.state.unsaved).toEqual([])
})

test('an edit that is taken back while its save is under way does not overwrite what somebody else wrote', () => {
  const world = new PageWorld()
  world.ask({ kind: 'read' })
  drainPage(world)
  world.type(1)
  world.ask({ kind: 'save' })
  world.elsewhere(1, 'value')
  world.undo('undo')
  drainPage(world)
  world.ask({ kind: 'save' })
  drainPage(world)
  expect(world.state.unsaved).toEqual([])
  expect(world.server.widgets.get(1)?.value).toBe('e2')
})

test('a read that something is written over is given up, and its late answer is none', () => {
  const world = new PageWorld()
  world.ask({ kind: 'read' })
  drainPage(world)
  world.type(1)
  const read = world.ask({ kind: 'read' })
  world.work(0)
  world.ask({ kind: 'save' })
  world.work(0)
  // The newer answer comes first, then the older one.
  world.deliver(1)
  expect(world.state.base?.widgets.get(1)?.value).toBe('v1')
  world.deliver(0)
  expect(world.state.base?.widgets.get(1)?.value).toBe('v1')
  expect(world.settled.has(read)).toBe(false)
  drainPage(world)
  expect([world.settled.get(read), world.state.status]).toEqual([null, 'loaded'])
})

test('D4.33 what was undone while its save got no answer is dirty until it is saved', () => {
  const world = new PageWorld()
  world.ask({ kind: 'read' })
  drainPage(world)
  world.type(1)
  world.ask({ kind: 'save' })
  world.undo('undo')
  expect(viewPage(world.state).isDirty).toBe(true)
  world.work(0)
  world.deliver(0, true)
  expect(world.server.widgets.get(1)?.value).toBe('v1')
  expect(viewPage(world.state).isDirty).toBe(true)
  world.ask({ kind: 'save' })
  drainPage(world)
  expect(world.server.widgets.get(1)?.value).toBe('v0')
  expect(viewPage(world.state).isDirty).toBe(false)
})
