import { expect, test } from 'vitest'
import { settle } from '../testing/fake-clock.ts'
import { openLiveWorld } from '../testing/live-world.ts'
import { keepCurrent } from './keep-current.ts'

test('it looks at once, when the stream opens, every minute while it is closed, and no more once stopped', async () => {
  const { client, live, streams, clock, refuse } = await openLiveWorld()
  let looks = 0
  let isListening = true
  const look = async (): Promise<void> => void looks++
  const stopListening = live.on('cart', () => undefined)
  const stop = keepCurrent(client, look, [
    () => {
      isListening = false
      stopListening()
    },
  ])
  await settle()
  expect(looks, 'at once, and for the stream that opened').toBe(2)
  await clock.advance(50_000)
  expect(looks, 'nothing while it is open').toBe(2)
  refuse(1000)
  await streams[0]?.end()
  await clock.advance(61_000)
  expect(looks).toBe(3)
  await clock.advance(60_000)
  expect(looks).toBe(4)
  stop()
  await clock.advance(180_000)
  expect([looks, isListening]).toEqual([4, false])
})
