import { expect, test } from 'vitest'
import { createFakeClient } from '../testing/fake-client.ts'
import { analyticsOf } from './analytics.ts'

async function open() {
  const fake = await createFakeClient()
  const [one, two] = fake.server.library.list('asset')
  if (!one || !two) throw new Error('There are assets')
  return { ...fake, analytics: analyticsOf(fake.client), one, two }
}

test('D3.37 D9.08 a top has entities with counts, a status and when it was read', async () => {
  const { analytics, clock, one, two } = await open()
  expect(analytics.tops.get('topDamView')).toMatchObject({
    $status: 'unknown',
    ts: 0,
    data: [],
    hasData: false,
  })
  await analytics.logObjectData('asset', one.id, 'view')
  await analytics.logObjectData('asset', two.id, 'download')
  const reading = analytics.fetchTop('topDamView')
  expect(analytics.tops.get('topDamView').$status).toBe('initial')
  await reading
  expect(analytics.tops.get('topDamView')).toEqual({
    $status: 'loaded',
    ts: clock.nowMs(),
    data: [{ $resource: 'asset', id: one.id, count: 1 }],
    hasData: true,
    error: null,
  })
  await analytics.fetchTop('download')
  expect(analytics.requireTop('topDamDownload').data).toEqual([{ $resource: 'asset', id: two.id, count: 1 }])
})

test('D6.07 a top of the current user alone stands under its own name, and is asked at the same address', async () => {
  const { analytics, server, one } = await open()
  await analytics.logObjectData('asset', one.id, 'view')
  await analytics.fetchTop('view', { onlyCurrentUser: true })
  await analytics.fetchTop('topDamDownloadUser')
  expect(analytics.tops.get('topDamViewUser').data).toHaveLength(1)
  expect(analytics.tops.get('topDamDownloadUser')).toMatchObject({ $status: 'loaded', data: [] })
  expect(analytics.tops.get('topDamView').$status).toBe('unknown')
  expect(server.requests.some((request) => request.includes('User'))).toBe(false)
})

test('D5.23 D8.12 the name of a top must be view or download; any other is unknown', async () => {
  const { analytics, server } = await open()
  const before = server.requests.length
  await expect(analytics.fetchTop('play')).rejects.toMatchObject({ code: 'top_name' })
  expect(server.requests).toHaveLength(before)
  expect(() => analytics.requireTop('topDamPlay')).toThrow('Unknown cursor aggregate, top or job')
})

test('D4.36 what fails is an error with its message; what was read stays', async () => {
  const { analytics, server, one } = await open()
  await analytics.logObjectData('asset', one.id, 'view')
  await analytics.fetchTop('view')
  server.fail('internal')
  await expect(analytics.fetchTop('view')).rejects.toMatchObject({ code: 'internal' })
  const { $status, error, data } = analytics.tops.get('topDamView')
  expect([$status, error?.message !== '', data.length]).toEqual(['error', true, 1])
  await expect(analytics.fetchAssetEvents('asset', 999_999)).rejects.toMatchObject({
    code: 'entity_not_found',
  })
  expect(analytics.assetEvents.get('asset/999999')).toMatchObject({
    $status: 'error',
    error: { code: 'entity_not_found' },
  })
  const uuid = crypto.randomUUID()
  await expect(analytics.fetchBroadcasts(uuid)).rejects.toMatchObject({ code: 'entity_not_found' })
  expect(analytics.broadcasts.get(uuid).$status).toBe('error')
})

test('D3.38 D3.39 events of an asset by object and id, domains by uuid', async () => {
  const { analytics, one } = await open()
  await analytics.logObjectData('asset', one.id, 'view')
  await analytics.logEvent('embed', { object: 'asset', id: one.id, site: 'https://blog.example/page' })
  await analytics.fetchAssetEvents('asset', one.id)
  expect(analytics.assetEvents.get(`asset/${one.id}`).data).toMatchObject([
    { key: 'view', count: 1 },
    { key: 'embed', count: 1 },
  ])
  await analytics.fetchBroadcasts(one.$uuid)
  expect(analytics.broadcasts.get(one.$uuid).data).toEqual([{ key: 'blog.example', count: 1 }])
})

test('nobody waits for what is reported: a failure is no more than a line of the log', async () => {
  const { analytics, server, logged, one } = await open()
  server.fail('network')
  await analytics.logObjectData('asset', one.id, 'view')
  await analytics.logEvent('play', { id: 999_999 })
  expect(logged).toEqual(['An event could not be reported', 'An event could not be reported'])
})

test('an answer to an earlier question changes nothing, nor one after all was forgotten', async () => {
  const { analytics, client, one } = await open()
  await analytics.logObjectData('asset', one.id, 'view')
  const [first, second] = [analytics.fetchTop('view', { max: 1 }), analytics.fetchTop('view')]
  await Promise.all([first, second])
  expect(analytics.tops.get('topDamView').$status).toBe('loaded')
  const late = analytics.fetchTop('view')
  await client.session.signOut()
  await late.catch(() => undefined)
  expect(analytics.tops.get('topDamView').$status).toBe('unknown')
})
