import { expect, test, vi } from 'vitest'
import { calls } from '@cartouche/contract/wire'
import { systemClock } from '../clock.ts'
import { createFakeClient } from '../testing/fake-client.ts'
import { readsOf } from '../transport/reads.ts'
import { versionsOf } from './versions.ts'

const open = async () => {
  const { client, server } = await createFakeClient({ clock: systemClock })
  return { client, server, versions: versionsOf(client), id: server.library.list('asset')[0]?.id ?? 0 }
}
const file = new File(['other bytes'], 'new.jpg')

test('a file is replaced, restored and deleted; lists that are shown and the asset are read again', async () => {
  const { client, server, versions, id } = await open()
  const shown = readsOf(client).observe(calls.listVersions, { object: 'asset', id: String(id) })
  const stop = shown.subscribe(() => undefined)
  const numbers = () => shown.get().data?.map(({ number }) => number)
  await expect.poll(numbers).toEqual([1])
  expect(versions.revisionOf('asset', id)).toBeUndefined()
  const onUploadProgress = vi.fn()
  const after = await versions.replace('asset', id, file, { note: 'Why', basedOn: 1, onUploadProgress })
  expect(after[0]).toMatchObject({ number: 2, note: 'Why', fileName: 'new.jpg' })
  expect(onUploadProgress).toHaveBeenCalled()
  expect(server.requests.some((request) => request.includes(`GET /api/rest/dam/data/asset/${id}`))).toBe(true)
  await expect.poll(numbers).toEqual([2, 1])
  expect(versions.revisionOf('asset', id)).toEqual(expect.any(String))
  expect((await versions.restore('asset', id, 1))[0]).toMatchObject({ number: 3, restoredFrom: 1 })
  await versions.remove('asset', id, 2)
  await expect.poll(numbers).toEqual([3, 1])
  expect(versions.urlOf('asset', id, 1, 'preview')).toBe(`/api/wedia/dam/versions/asset/${id}/1/preview`)
  stop()
  client.session.dispose()
})

test('who saw another version gets a conflict, and nothing changes', async () => {
  const { client, versions, id } = await open()
  await expect(versions.replace('asset', id, file, { basedOn: 7 })).rejects.toMatchObject({
    code: 'version_conflict',
  })
  await versions.replace('asset', id, file)
  await expect(versions.replace('asset', id, file)).rejects.toMatchObject({ code: 'file_unchanged' })
  await expect(versions.remove('asset', id, 2)).rejects.toMatchObject({ code: 'version_current' })
  expect(await versions.list('asset', id)).toHaveLength(2)
  client.session.dispose()
})
