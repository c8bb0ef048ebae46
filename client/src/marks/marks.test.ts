import { calls } from '@cartouche/contract/wire'
import { expect, test } from 'vitest'
import { settle } from '../testing/fake-clock.ts'
import { openLiveWorld } from '../testing/live-world.ts'
import { marksOf } from './marks.ts'

const path = 'dam/data/asset'
const none = { rating: 0, label: null, pick: null }

async function open() {
  const world = await openLiveWorld()
  const marks = marksOf(world.client)
  const ids = world.server.library.list('asset').map(({ id }) => id)
  const asked = (): number =>
    world.server.requests.filter((request) => request.includes('/dam/data/asset')).length
  return { ...world, marks, ids, asked, key: `asset/${ids[0]}`, id: ids[0] ?? 0 }
}

test('marks are read together, once, when they are first asked for', async () => {
  const { client, marks, clock, ids, asked, key } = await open()
  await client.call(calls.setMarks, { ids: ids.slice(0, 1), rating: 3 })
  expect(marks.get(key)).toEqual({ ...none, isKnown: false, isSaving: false })
  for (const id of ids) marks.load(path, [id])
  await clock.advance(20)
  expect(asked()).toBe(1)
  expect(marks.get(key)).toEqual({ ...none, rating: 3, isKnown: true, isSaving: false })
  expect(marks.get(`asset/${ids.at(-1)}`)).toMatchObject({ rating: 0, isKnown: true })
  marks.load(path, ids)
  await clock.advance(1000)
  expect(asked()).toBe(1)
})

test('what is set is shown at once, in its order, and undone as one', async () => {
  const { marks, server, ids, key, id, client } = await open()
  await client.call(calls.setMarks, { ids: [ids[1] ?? 0], rating: 5, label: 'red' })
  const gate = server.hold('/rest/marks')
  const saved: (readonly number[])[] = []
  marks.onSaved((some) => saved.push(some))
  const first = marks.set(path, ids.slice(0, 2), { rating: 4 })
  const second = marks.set(path, [id], { pick: 'rejected' })
  const third = marks.set(path, [id], { rating: 2 })
  expect(marks.get(key)).toEqual({ rating: 2, label: null, pick: 'rejected', isKnown: false, isSaving: true })
  gate.release()
  const outcome = await first
  await Promise.all([second, third])
  expect(marks.get(key)).toEqual({ rating: 2, label: null, pick: 'rejected', isKnown: true, isSaving: false })
  expect(saved).toEqual([ids.slice(0, 2), [id], [id]])
  await outcome.undo()
  expect(marks.get(key)).toMatchObject({ rating: 0, pick: 'rejected' })
  expect(marks.get(`asset/${ids[1]}`), 'a label that was there before stays').toMatchObject({
    rating: 5,
    label: 'red',
  })
})

test('what fails is taken back, and what cannot be marked is reported', async () => {
  const { marks, server, key, id } = await open()
  await marks.set(path, [id], { rating: 3 })
  server.fail('access_denied')
  const failing = marks.set(path, [id], { rating: 5, label: 'blue' })
  expect(marks.get(key)).toMatchObject({ rating: 5, label: 'blue' })
  await expect(failing).rejects.toMatchObject({ code: 'access_denied' })
  expect(marks.get(key)).toEqual({ ...none, rating: 3, isKnown: true, isSaving: false })
  const { marked, failed } = await marks.set(path, [id, 999_999], { rating: 1 })
  expect(marked.map((one) => one.id)).toEqual([id])
  expect(failed).toMatchObject([{ id: 999_999, code: 'entity_not_found' }])
  expect(marks.get('asset/999999')).toMatchObject({ rating: 0, isSaving: false })
})

test('an answer to what was asked before a change is old', async () => {
  const { marks, server, clock, key, id } = await open()
  const gate = server.hold('/dam/data/asset')
  marks.load(path, [id])
  await clock.advance(20)
  await marks.set(path, [id], { rating: 5 })
  gate.release()
  await settle()
  expect(marks.get(key)).toMatchObject({ rating: 5, isKnown: true })
})

test('what another screen sets is read again where it is shown', async () => {
  const { marks, client, clock, streams, ids, key, id, asked } = await open()
  const stopWatching = marks.watch()
  await settle()
  await clock.advance(1000)
  marks.load(path, ids)
  await clock.advance(1000)
  const stop = marks.subscribe(key, () => undefined)
  await client.call(calls.setMarks, { ids: [id, ids[1] ?? 0], label: 'purple' })
  const before = asked()
  await streams[0]?.send(`data: {"kind":"marks","resource":"asset","ids":[${id},${ids[1]}]}\n\n`)
  await clock.advance(1000)
  expect(asked()).toBe(before + 1)
  expect(marks.get(key).label).toBe('purple')
  expect(marks.get(`asset/${ids[1]}`).isKnown, 'read when it is shown').toBe(false)
  stop()
  stopWatching()
})
