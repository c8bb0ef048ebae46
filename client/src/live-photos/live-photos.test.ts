import { expect, test } from 'vitest'
import { settle } from '../testing/fake-clock.ts'
import { openLiveWorld } from '../testing/live-world.ts'
import { livePhotosOf } from './live-photos.ts'

test('that a part of a Live Photo came is heard of: what is shown of it is read again, nothing else', async () => {
  const { client, server, streams } = await openLiveWorld()
  const [shown, other] = server.library.list('asset').map(({ id }) => id)
  await client.entities.fetch('dam/data/asset', shown ?? 0)
  const reads: number[] = []
  const stopReads = client.entities.onChange(() => reads.push(1))
  const stop = livePhotosOf(client).watch()
  await settle()
  const announce = async (id: number | undefined): Promise<void> => {
    await streams[0]?.send(`data: ${JSON.stringify({ kind: 'livePhoto', resource: 'asset', id })}\n\n`)
    await settle()
  }
  await announce(other)
  expect(reads).toEqual([])
  await announce(shown)
  expect(reads.length).toBeGreaterThan(0)
  stop()
  stopReads()
})
