import { expect, test } from 'vitest'
import { createFakeClient } from '../testing/fake-client.ts'
import { settle } from '../testing/fake-clock.ts'
import { openLookup, whenRegistered } from './lookup-cursor.ts'
import { openSlidingWindow } from './sliding-window.ts'

const path = 'dam/data/asset'

async function open(max = 10) {
  const fake = await createFakeClient()
  fake.client.cursors.register({ name: 'browse', path, max, orderby: 'id asc' })
  await fake.client.cursors.fetch('browse')
  return { ...fake, cursors: fake.client.cursors }
}

test('D5.25 D9.22 the size of a window is clamped to 1 and half of the max of its cursor', async () => {
  const { client } = await open()
  expect([0, 3, 99, 2.7].map((size) => openSlidingWindow(client, 'browse', size).get().size)).toEqual([
    1, 3, 5, 2,
  ])
  expect(() => openSlidingWindow(client, 'nothing')).toThrow("Cursor 'nothing' is unknown")
})

test('a window slides over the hits, and has pages loaded before it reaches their end', async () => {
  const { client, cursors } = await open()
  const window = openSlidingWindow(client, 'browse', 2)
  const stop = window.subscribe(() => undefined)
  expect(window.get()).toMatchObject({
    index: 0,
    from: 0,
    hasPrevious: false,
    hasNext: true,
    entity: { name: 'Asset 1' },
    data: [{ name: 'Asset 1' }, { name: 'Asset 2' }, { name: 'Asset 3' }],
  })
  window.goTo(8)
  await settle()
  expect(cursors.get('browse').list.length).toBe(20)
  expect(window.get().data.map(({ name }) => name)).toEqual([
    'Asset 7',
    'Asset 8',
    'Asset 9',
    'Asset 10',
    'Asset 11',
  ])
  window.goTo(1000)
  for (let turn = 0; turn < 6; turn++) await settle()
  expect(window.get()).toMatchObject({ index: 59, hasNext: false, entity: { name: 'Asset 60' } })
  const first = cursors.get('browse').list.at(0)
  expect([window.goToId(first?.id ?? 0), window.get().index, window.goToId(-1)]).toEqual([true, 0, false])
  stop()
})

test('D9.15 a lookup brings five hits of what is typed, and ends with its cursor', async () => {
  const { client, clock, cursors } = await open()
  const lookup = openLookup(client, { path })
  await settle()
  lookup.search('asset')
  await clock.advance(50)
  expect(cursors.get(lookup.name)).toMatchObject({ status: 'loaded', total: 60, lastFetchDataLength: 5 })
  lookup.stop()
  expect(() => lookup.search('more')).not.toThrow()
  expect(cursors.get(lookup.name).status).toBe('unknown')
})

test('D9.15 a cursor that is registered later is waited for, 10 s at most', async () => {
  const { client, clock, cursors } = await open()
  const waiting = whenRegistered(client, 'later')
  cursors.register({ name: 'later', path })
  expect(await waiting).toMatchObject({ name: 'later' })
  const never = expect(whenRegistered(client, 'never')).rejects.toThrow(
    'Cursor never has not been registered',
  )
  await clock.advance(10_000)
  await never
})
