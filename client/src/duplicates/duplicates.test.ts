import { calls } from '@cartouche/contract/wire'
import { expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { createFakeClient } from '../testing/fake-client.ts'
import { readsOf } from '../transport/reads.ts'
import { duplicatesOf } from './duplicates.ts'

test('a family goes when it is merged or different, and is back when that is undone; lists that are shown follow', async () => {
  const { client, server } = await createFakeClient({ clock: systemClock })
  const duplicates = duplicatesOf(client)
  const [keep, other] = ['Harbour', 'Harbour'].map((name) => server.library.add('asset', { name }).id)
  if (keep === undefined || other === undefined) throw new TypeError('There are two')
  const shown = readsOf(client).observe(calls.listDuplicates, {})
  const stop = shown.subscribe(() => undefined)
  await expect.poll(() => shown.get().data?.total).toBe(1)
  expect((await duplicates.list()).families[0]?.members.map(({ id }) => id)).toEqual([keep, other])
  const merge = await duplicates.merge(keep, [other])
  expect(merge).toMatchObject({ state: 'done', undoable: true })
  await expect.poll(() => shown.get().data?.total).toBe(0)
  expect(await duplicates.undo(merge.id)).toEqual({ restored: [other], changed: 0 })
  await expect.poll(() => shown.get().data?.total).toBe(1)
  await duplicates.dismiss([keep, other])
  await expect.poll(() => shown.get().data?.total).toBe(0)
  await duplicates.restore([keep, other])
  await expect.poll(() => shown.get().data?.total).toBe(1)
  await duplicates.find()
  await expect(duplicates.undo(merge.id)).rejects.toMatchObject({ code: 'merge_not_found' })
  stop()
  client.session.dispose()
})
