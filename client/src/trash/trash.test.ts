import { calls } from '@cartouche/contract/wire'
import { expect, test } from 'vitest'
import { createFakeClient } from '../testing/fake-client.ts'
import { readsOf } from '../transport/reads.ts'
import { systemClock } from '../clock.ts'
import { trashOf } from './trash.ts'

const path = 'dam/data/asset'

test('what is deleted is in the trash; restored, it is read again, and lists that are shown too', async () => {
  const { client, server } = await createFakeClient({ clock: systemClock })
  const trash = trashOf(client)
  const { id = 0, name } = server.library.list('asset')[0] ?? {}
  await client.entities.fetch(path, id)
  await client.entities.delete(path, id)
  const shown = readsOf(client).observe(calls.listTrash, {})
  const stop = shown.subscribe(() => undefined)
  await expect.poll(() => shown.get().data?.list.map((entry) => entry.name)).toEqual([name])
  expect((await trash.list({ name: 'nothing like it' })).total).toBe(0)
  expect(await trash.restore('asset', id)).toBe(0)
  await expect.poll(() => shown.get().data?.total).toBe(0)
  expect(await client.entities.fetch(path, id)).toMatchObject({ status: 'loaded', data: { id, name } })
  await client.entities.delete(path, id)
  await trash.delete('asset', id)
  await expect(trash.restore('asset', id)).rejects.toMatchObject({ code: 'trash_not_found' })
  stop()
  client.session.dispose()
})
