import { maxSearchedPictureBytes } from '@cartouche/contract'
import { expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { createFakeClient } from '../testing/fake-client.ts'
import { reverseSearchOf } from './reverse-search.ts'

const open = async () => {
  const { client, server } = await createFakeClient({ clock: systemClock })
  return {
    client,
    server,
    store: reverseSearchOf(client),
    uuid: server.library.list('asset')[0]?.$uuid ?? '',
  }
}

test('D4.35 D8.12 D3.41 the feature is resolved where its check answers below 400, and in error where it does not', async () => {
  const { server, store, client } = await open()
  expect(store.feature.get().$status).toBe('unknown')
  await store.fetchFeature()
  expect(store.feature.get()).toEqual({ $status: 'resolved', error: null })
  server.fail('reverse_search_off')
  await store.fetchFeature()
  expect(store.feature.get()).toMatchObject({ $status: 'error', error: { code: 'reverse_search_off' } })
  client.session.dispose()
})

test('D3.41 D6.05 D7.72 permissions are kept by asset, as the answer is keyed', async () => {
  const { server, store, client, uuid } = await open()
  await store.fetchPermissions(uuid)
  expect(store.permissions.get(uuid)).toEqual({ $status: 'loaded', submit: true, report: false, error: null })
  server.fail('access_denied')
  await expect(store.fetchPermissions(uuid)).rejects.toMatchObject({ code: 'access_denied' })
  expect(store.permissions.get(uuid)).toMatchObject({ $status: 'error', submit: true })
  store.clear()
  expect(store.permissions.get(uuid)).toMatchObject({ $status: 'unknown', submit: false })
  client.session.dispose()
})

test('D7.73 D7.74 a report is waited for, and is a blob with the name of its content-disposition', async () => {
  const { store, client, uuid } = await open()
  await expect(store.fetchReport(uuid)).rejects.toMatchObject({ code: 'reverse_search_not_found' })
  await store.submit(uuid)
  expect(store.permissions.get(uuid).report).toBe(true)
  const { blob, fileName } = await store.fetchReport(uuid)
  expect([fileName, blob.type, await blob.text()]).toEqual(['été.pdf', 'application/pdf', '%PDF-1.3'])
  client.session.dispose()
})

test('D1.12 similar assets are found by the uuid of one', async () => {
  const { store, client, uuid } = await open()
  expect(await store.findSimilar(uuid, 3)).toEqual([{ id: expect.any(Number), score: 0.9, mirrored: true }])
  client.session.dispose()
})

const jpeg = (sizeBytes: number) => {
  const bytes = new Uint8Array(sizeBytes)
  bytes.set([0xff, 0xd8])
  return new File([bytes], 'sent.jpg', { type: 'image/jpeg' })
}

test('D1.12 a picture is sent with its progress, and answered with what is like it', async () => {
  const { store, client, server } = await open()
  const reported: number[][] = []
  const onProgress = (...bytes: number[]) => void reported.push(bytes)
  expect(await store.findSimilarTo(jpeg(1000), { max: 1, onProgress })).toEqual([
    { id: expect.any(Number), score: 1, mirrored: false },
  ])
  expect(reported).toEqual([[1, 1]])
  expect(server.requests.at(-1)).toMatch(/^POST \/api\/packaged\/reverse-search\/similar\?max=1&/)
  const text = new File(['a text'], 'sent.jpg', { type: 'image/jpeg' })
  await expect(store.findSimilarTo(text)).rejects.toMatchObject({ code: 'picture_unsupported' })
  client.session.dispose()
})

test('a picture that is too large is not sent, and a search that is given up ends', async () => {
  const { store, client, server } = await open()
  const sent = server.requests.length
  await expect(store.findSimilarTo(jpeg(maxSearchedPictureBytes + 1))).rejects.toMatchObject({
    code: 'upload_too_large',
    data: { maxSizeBytes: maxSearchedPictureBytes },
  })
  expect(server.requests).toHaveLength(sent)
  const held = server.hold('/similar')
  const leaving = new AbortController()
  const search = store.findSimilarTo(jpeg(1000), { signal: leaving.signal })
  leaving.abort()
  await expect(search).rejects.toMatchObject({ code: 'error.canceled' })
  held.release()
  client.session.dispose()
})
