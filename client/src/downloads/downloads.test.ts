import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LoadStatus } from '../load-status.ts'
import { createFakeClient } from '../testing/fake-client.ts'
import { createFakeServer } from '../testing/fake-server.ts'
import { stepDownload, type DownloadState } from './download-machine.ts'
import type { TextStorage } from '../store/text-storage.ts'
import { pendingKey } from './pending-downloads.ts'
import { createSplitter } from './split-download.ts'
import { cartsOf } from '../carts/carts.ts'
import { downloadsOf } from './downloads.ts'

function memory(): TextStorage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

/** A cart of ten assets of 1 to 10 kB. */
async function open(options: Parameters<typeof createFakeClient>[0] = {}) {
  const fake = await createFakeClient(options)
  const items = fake.server.library
    .list('asset')
    .slice(0, 10)
    .map(({ id }) => ({ type: 'asset', id }))
  const cart = await cartsOf(fake.client).createCart({ name: 'Autumn', items })
  const downloads = downloadsOf(fake.client)
  const trail: LoadStatus[] = []
  const start = (): string => {
    const id = downloads.start({ name: 'Autumn', cartId: cart.id })
    downloads.byId.subscribe(id, () => trail.push(downloads.byId.get(id)?.status ?? 'unknown'))
    return id
  }
  return { ...fake, downloads, items, cart, trail, start, shown: (id: string) => downloads.byId.get(id) }
}

test('P4.01 P4.03 P4.04 P4.05 P9.01 a download is tested, built, looked at every 2000 ms, ready, taken', async () => {
  const { downloads, start, shown, server, clock, trail } = await open()
  server.limits.looksUntilReady = 2
  const id = start()
  expect(shown(id)).toMatchObject({ status: 'resolving', size: -1, url: null })
  await clock.advance(0)
  expect(shown(id)).toMatchObject({ status: 'fetching', size: 55_000, url: null })
  const looks = (): number => server.requests.filter((request) => request.startsWith('HEAD')).length
  expect(looks()).toBe(1)
  await clock.advance(1999)
  expect(looks()).toBe(1)
  await clock.advance(1)
  expect(looks()).toBe(2)
  await clock.advance(2000)
  expect(shown(id)).toMatchObject({
    status: 'loaded',
    url: `/api/wedia/cart/downloadCart/${shown(id)?.zipUuid}`,
  })
  downloads.markDownloaded(id)
  expect(shown(id)?.status).toBe('downloaded')
  expect(trail.filter((status, index) => status !== trail[index - 1])).toEqual(
    expect.arrayContaining(['initial', 'fetching', 'loaded']),
  )
})

test('P9.04 P3.11 download defaults: originals, contact sheet, descriptions, no mail', async () => {
  const { start, shown } = await open()
  expect(shown(start())).toMatchObject({
    profile: 'originals',
    withContactSheet: true,
    withAssetsDescriptions: true,
    sendLinkByEmail: false,
  })
})

test('P3.10 P3.11 P3.12 P3.13 P3.14 a download record says what it is of, what it holds, how large it is and how it stands', async () => {
  const { downloads, start, shown, clock, cart } = await open()
  const id = start()
  expect(shown(id)).toMatchObject({
    downloadId: id,
    downloadName: 'Autumn',
    cartId: cart.id,
    url: null,
    zipUuid: null,
    profile: 'originals',
    withContactSheet: true,
    withAssetsDescriptions: true,
    sendLinkByEmail: false,
    selection: null,
    time: clock.nowMs(),
    size: -1,
    infos: null,
    error: null,
    status: 'resolving',
  })
  await clock.advance(0)
  expect(shown(id)).toMatchObject({
    url: expect.stringContaining(shown(id)?.zipUuid ?? '?'),
    size: 55_000,
    infos: {
      size: 55_000,
      maxSize: expect.any(Number),
      refused: false,
      warnSize: expect.any(Number),
      warn: false,
    },
    status: 'loaded',
  })
  const gone = downloads.start({ name: 'Gone', cartId: 999 })
  await clock.advance(0)
  expect(shown(gone)).toMatchObject({ status: 'error', error: { code: 'cart_not_found' }, size: -1 })
})

test('the address of one file is that of the file itself', async () => {
  const { downloads, shown, clock, cart, items } = await open()
  const id = downloads.start({ name: 'Autumn', cartId: cart.id, selection: items.slice(0, 1), unzip: true })
  await clock.advance(0)
  expect(shown(id)).toMatchObject({
    unzip: true,
    url: `/api/wedia/cart/downloadCart/${shown(id)?.zipUuid}?unzip=true`,
  })
})

test('P4.07 a warning waits for the person', async () => {
  const { downloads, start, shown, server, clock } = await open()
  server.limits.warnBytes = 10_000
  const id = start()
  await clock.advance(10_000)
  expect(shown(id)).toMatchObject({ status: 'resolved', waitsForUser: true, infos: { warn: true } })
  expect(server.requests.some((request) => request.includes('zipCart'))).toBe(false)
  downloads.confirm(id)
  await clock.advance(0)
  expect(shown(id)).toMatchObject({ status: 'loaded', waitsForUser: false })
})

test('P4.02 P4.12 a refused download is an error when splitting is off', async () => {
  const { start, shown, server, clock } = await open({ splitCart: false })
  server.limits.maxBytes = 10_000
  const id = start()
  await clock.advance(0)
  expect(shown(id)).toMatchObject({
    status: 'error',
    error: { code: 'download_refused', data: { sizeBytes: 55_000, maxSizeBytes: 10_000 } },
  })
})

test('P4.09 P4.11 P4.12 a refused download is split in its place; what is too large is left out and named', async () => {
  const { downloads, start, server, clock, items } = await open()
  Object.assign(server.limits, { maxBytes: 9500, warnBytes: 9500 })
  const id = start()
  await clock.advance(0)
  const parts = downloads.all.get()
  expect(downloads.byId.get(id)).toBeNull()
  expect(parts.map(({ downloadName }) => downloadName)).toEqual(
    parts.map((_part, index) => `Autumn ${index + 1} of ${parts.length}`),
  )
  expect(parts.every(({ status }) => status === 'loaded')).toBe(true)
  expect(parts.flatMap(({ selection }) => selection ?? [])).toEqual(items.slice(0, 9))
  expect(parts.flatMap(({ skipped }) => skipped)).toEqual([
    { ...items[9], name: 'Asset 10', sizeBytes: 10_000 },
  ])
})

test('P4.11 when nothing fits under the limit the download says so', async () => {
  const { start, shown, server, clock } = await open()
  server.limits.maxBytes = 10
  const id = start()
  await clock.advance(0)
  expect(shown(id)).toMatchObject({ status: 'error', error: { code: 'download_too_large' } })
})

test('P4.06 dismissing removes it and stops what is under way', async () => {
  const { downloads, start, shown, server, clock } = await open()
  server.limits.looksUntilReady = 99
  const id = start()
  await clock.advance(2000)
  downloads.dismiss(id)
  const before = server.requests.length
  await clock.advance(20_000)
  expect(shown(id)).toBeNull()
  expect(downloads.all.get()).toEqual([])
  expect(server.requests).toHaveLength(before)
})

test('P5.03 P8.01 an unknown download and one of another status are refused', async () => {
  const { downloads, start, clock } = await open()
  expect(() => downloads.confirm('x')).toThrow('Unknown download x')
  const id = start()
  expect(() => downloads.confirm(id)).toThrow('Unexpected status (resolving) for download')
  await clock.advance(0)
  expect(() => downloads.retry(id)).toThrow('Unexpected status (loaded) for download')
})

test('P8.01 an archive that is answered neither as ready nor as being made is a failure', async () => {
  const server = createFakeServer()
  const { start, shown, clock } = await open({
    fetch: async (input, init) => {
      const answer = await server.fetch(input, init)
      return init?.method === 'HEAD' ? new Response(null, { status: 204 }) : answer
    },
  })
  const id = start()
  await clock.advance(0)
  expect(shown(id)).toMatchObject({ status: 'error', error: { code: 'download_answer' } })
  expect(shown(id)?.error?.message).toBe('Unexpected status of download')
})

test('P4.08 pending downloads are kept under PENDING_DOWNLOAD and taken up by the next visit, without passwords', async () => {
  const storage = memory()
  const { start, server, clock, downloads, cart } = await open({ storage })
  server.limits.looksUntilReady = 1
  const id = start()
  downloads.start({ name: 'Of a share', cartId: cart.id, password: 'secret' })
  await clock.advance(0)
  expect(JSON.parse(storage.kept.get(pendingKey) ?? '')).toMatchObject([
    { downloadId: id, status: 'fetching' },
    {},
  ])
  expect(storage.kept.get(pendingKey)).not.toContain('secret')
  const later = await createFakeClient({ storage, fetch: server.fetch })
  downloadsOf(later.client).restore()
  downloadsOf(later.client).restore()
  await later.clock.advance(2000)
  expect(
    downloadsOf(later.client)
      .all.get()
      .map(({ status }) => status),
  ).toEqual(['loaded', 'loaded'])
  for (const { downloadId } of downloadsOf(later.client).all.get())
    downloadsOf(later.client).dismiss(downloadId)
  expect(storage.kept.has(pendingKey)).toBe(false)
})

test('a server that is away while an archive is made ends nothing; an archive that has gone does', async () => {
  const { start, shown, server, clock } = await open()
  server.limits.looksUntilReady = 1
  const id = start()
  await clock.advance(0)
  server.fail(...Array.from({ length: 4 }, () => 'network' as const))
  await clock.advance(30_000)
  expect(shown(id)?.status).toBe('loaded')
  server.limits.looksUntilReady = 99
  const gone = start()
  await clock.advance(0)
  server.fail('archive_not_found')
  await clock.advance(2000)
  expect(shown(gone)).toMatchObject({ status: 'error', error: { code: 'archive_not_found' } })
})

test('P4.10 parts keep the order, lose nothing, stay under the maximum, and start again past the warn size', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 40 })
  fc.assert(
    fc.property(
      sizes,
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 40 }),
      (list, maxSize, warnSize, sliceLength) => {
        const splitter = createSplitter({ maxSize, warnSize })
        for (let first = 0; first < list.length; first += sliceLength) {
          const slice = list.slice(first, first + sliceLength)
          splitter.add({
            ids: slice.map((_size, index) => first + index),
            sizes: slice,
            names: Object.fromEntries(slice.map((_size, index) => [first + index, `a${first + index}`])),
          })
        }
        const { parts, tooLarge } = splitter.end()
        const idsOf = parts.map(({ first, count, without }) =>
          Array.from({ length: count }, (_, at) => first + at).filter((id) => !without.includes(id)),
        )
        const ids = [...list.keys()]
        const sizeOf = (part: readonly number[]): number =>
          part.reduce((total, id) => total + (list[id] ?? 0), 0)
        expect(tooLarge).toEqual(
          ids
            .filter((id) => (list[id] ?? 0) > maxSize)
            .map((id) => ({ id, name: `a${id}`, sizeBytes: list[id] })),
        )
        expect(idsOf.flat()).toEqual(ids.filter((id) => (list[id] ?? 0) <= maxSize))
        for (const part of idsOf) {
          expect(sizeOf(part)).toBeLessThanOrEqual(maxSize)
          expect(part.length === 1 || sizeOf(part) < maxSize).toBe(true)
          expect(part.length === 1 || sizeOf(part.slice(0, -1)) <= warnSize).toBe(true)
        }
      },
    ),
  )
})

test('a whole search is tested, and what was tested is built; refused, it is split by places', async () => {
  const { client, downloads, server, clock } = await open()
  const search = { path: 'dam/data/asset', query: { status: 6 } }
  const id = downloads.start({ name: 'All', search })
  await clock.advance(0)
  expect(downloads.byId.get(id)).toMatchObject({
    status: 'loaded',
    search,
    list: expect.any(String),
    cartId: null,
  })
  downloads.dismiss(id)
  const total = server.library.list('asset').length
  Object.assign(server.limits, { maxBytes: 20_000, warnBytes: 20_000 })
  downloads.start({ name: 'All', search })
  await clock.advance(0)
  const parts = downloads.all.get()
  expect(parts.length).toBeGreaterThan(2)
  expect(parts.every(({ status, selection }) => status === 'loaded' && selection === null)).toBe(true)
  expect(
    parts.reduce((sum, { range }) => sum + (range?.count ?? 0) - (range?.without.length ?? 0), 0) +
      parts.flatMap(({ skipped }) => skipped).length,
  ).toBe(total)
  expect(parts.map(({ downloadName }) => downloadName)[0]).toBe(`All 1 of ${parts.length}`)
  parts.forEach(({ downloadId }) => downloads.dismiss(downloadId))
  await client.session.changeLocale('fr_FR')
  downloads.start({ name: 'Tout', search })
  await clock.advance(0)
  expect(downloads.all.get()[0]?.downloadName).toBe(`Tout 1 sur ${parts.length}`)
})

test('P4.04 while an archive is prepared its progress is shown; what the server says is looked at at once', async () => {
  const { downloads, start, shown, server, clock } = await open()
  server.limits.looksUntilReady = 2
  const id = start()
  await clock.advance(0)
  expect(shown(id)).toMatchObject({ status: 'fetching', progress: { done: 1, total: 3 } })
  downloads.look(shown(id)?.zipUuid ?? '')
  await clock.advance(0)
  expect(shown(id)).toMatchObject({ status: 'fetching', progress: { done: 2, total: 3 } })
  downloads.look('of another')
  await clock.advance(1999)
  expect(shown(id)?.status).toBe('fetching')
  await clock.advance(1)
  expect(shown(id)?.status).toBe('loaded')
})

test('what is cancelled ends on the server too; what is dismissed is still among what is prepared', async () => {
  const { downloads, start, server, clock } = await open()
  server.limits.looksUntilReady = 99
  const [first, second] = [start(), start()]
  await clock.advance(0)
  const kept = downloads.byId.get(second)?.zipUuid
  downloads.cancel(first)
  downloads.dismiss(second)
  await clock.advance(0)
  await downloads.fetchPrepared()
  expect(downloads.prepared.get()).toMatchObject({
    status: 'loaded',
    archives: [{ uuid: kept, status: 'preparing' }],
  })
  await downloads.cancelPrepared(kept ?? '')
  expect(downloads.prepared.get().archives).toEqual([])
  server.fail('unavailable', 'unavailable', 'unavailable', 'unavailable', 'unavailable', 'unavailable')
  const failing = downloads.fetchPrepared()
  await clock.advance(60_000)
  await failing
  expect(downloads.prepared.get()).toMatchObject({ status: 'error' })
})

test('P5.03 whatever is asked of a download, its status moves as specified or not at all', () => {
  const legal: Partial<Record<LoadStatus, readonly LoadStatus[]>> = {
    registered: ['resolving', 'error'],
    resolving: ['resolved', 'initial', 'error'],
    resolved: ['initial', 'error'],
    initial: ['fetching', 'error'],
    fetching: ['loaded', 'error'],
    loaded: ['downloaded'],
    downloaded: ['downloaded'],
    error: ['resolving'],
  }
  const infos = fc.record({
    size: fc.constant(9),
    maxSize: fc.constant(5),
    warnSize: fc.constant(3),
    refused: fc.boolean(),
    warn: fc.boolean(),
  })
  const event = fc.oneof(
    fc.record({
      type: fc.constantFrom(
        'test' as const,
        'confirm' as const,
        'ready' as const,
        'taken' as const,
        'retry' as const,
      ),
    }),
    fc.record({ type: fc.constant('tested' as const), infos }),
    fc.record({ type: fc.constant('prepared' as const), zipUuid: fc.constant('u') }),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), fc.boolean(), (events, splits) => {
      let state: DownloadState = { status: 'registered', error: null, infos: null, zipUuid: null, splits }
      for (const one of events) {
        const before = state
        try {
          state = stepDownload(state, one).state
          expect(legal[before.status]).toContain(state.status)
          if (state.status === 'initial')
            expect(state.infos?.refused === false || before.status !== 'resolving').toBe(true)
          if (state.status === 'loaded') expect(state.zipUuid).toBe('u')
        } catch (error) {
          expect(error).toMatchObject({ code: 'download_status' })
          expect(state).toBe(before)
        }
      }
    }),
  )
})
