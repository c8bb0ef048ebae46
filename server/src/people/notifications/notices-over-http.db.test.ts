import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../http/test-application.ts'
import { notify } from './notify.ts'

let application: TestApplication
let editorId: number

beforeAll(async () => {
  application = await startTestApplication()
  const { body } = await application.ask('GET', '/api/json/whoami', { who: 'editor' })
  editorId = body.response.data.id as number
  for (const number of [1, 2, 3])
    await notify(application.cartouche.services.database, [editorId], {
      type: 'share',
      title: { en: `Notice ${number}`, fr: `Dit ${number}` },
      link: '/carts/1',
    })
}, 60_000)
afterAll(async () => {
  await application.stop()
})

test('P7.52 P7.53 P7.54 P7.55 the calls of notifications answer in the shapes that clients read', async () => {
  const { ask } = application
  const list = async (path = '/api/rest/usernotif') =>
    (await ask('GET', path, { who: 'editor', call: 'findNotifications' })).body
  const first = await list('/api/rest/usernotif?max=2')
  expect(first.response).toMatchObject({ count: 2, total: first.response.unreadCount })
  expect(
    (await ask('GET', '/rest/usernotif/unread', { who: 'editor', call: 'getUnreadCount' })).body,
  ).toEqual({ response: { unreadCount: first.response.total } })
  expect(
    (await list(`/rest/usernotif?max=2&after=${first.links.nextResultsToken}&lang=fr`)).response.data[0],
  ).toMatchObject({ title: 'Dit 1' })
  const key = first.response.data[0].key as string
  const marked = await ask('POST', '/api/rest/usernotif/markread', {
    who: 'editor',
    form: new URLSearchParams({ keys: key }),
    call: 'markNotificationsRead',
  })
  expect(marked.body.response.unreadCount).toBe(first.response.total - 1)
  expect(
    (await ask('POST', '/rest/usernotif/markread', { who: 'editor', call: 'markNotificationsRead' })).body,
  ).toEqual({ response: { unreadCount: 0 } })
  await ask('DELETE', `/api/rest/usernotif/${key}`, { who: 'editor', call: 'deleteNotification' })
  expect((await list()).response.data.map((one: { key: string }) => one.key)).not.toContain(key)
  expect(
    (await ask('POST', '/rest/usernotif/markread', { who: 'editor', json: { keys: ['nonsense'] } })).status,
  ).toBe(400)
})

test('P7.56 logs come as a form, from whoever is signed in and from whoever is not', async () => {
  const { ask } = application
  const form = (message: string) => new URLSearchParams({ TYPE: 'LOGS', MESSAGE: message })
  const multipart = new FormData()
  multipart.set('TYPE', 'LOGS')
  multipart.set('MESSAGE', 'Of nobody')
  expect(
    (
      await ask('POST', '/api/packaged/portal/log', {
        who: 'editor',
        form: form('[{"level":10,"message":"Of the editor","count":2}]'),
        call: 'createLogs',
      })
    ).body,
  ).toEqual({ kept: 1 })
  expect(
    (await ask('POST', '/packaged/portal/log', { who: 'nobody', form: multipart, call: 'createLogs' }))
      .status,
  ).toBe(200)
  expect(
    (
      await ask('POST', '/packaged/portal/log', {
        who: 'nobody',
        form: new URLSearchParams({ TYPE: 'OTHER', MESSAGE: 'x' }),
      })
    ).status,
  ).toBe(400)
  const found = await ask('GET', '/api/packaged/portal/log?text=of the', { call: 'findLogs' })
  expect(found.body.response).toMatchObject({
    total: 1,
    data: [{ message: 'Of the editor', count: 2, user: { id: editorId } }],
  })
  expect((await ask('GET', '/packaged/portal/log', { who: 'editor' })).status).toBe(403)
  for (let time = 0; time < 30; time++)
    await ask('POST', '/packaged/portal/log', { who: 'viewer', form: form('Again') })
  const refused = await ask('POST', '/packaged/portal/log', { who: 'viewer', form: form('Again') })
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
})

test('P7.57 a phrase is analyzed at its address', async () => {
  const { body } = await application.ask(
    'GET',
    `/api/luis/analyze?phrase=${encodeURIComponent('vidéos de plus de 20 minutes')}`,
    { who: 'viewer', call: 'analyzePhrase' },
  )
  expect(body).toMatchObject({
    topScoringIntent: { intent: 'search' },
    entities: [
      { entity: 'vidéos', type: 'assetnature', resolution: { values: ['VIDEO'] } },
      { type: 'duration', resolution: { values: [{ min: 1200 }] } },
    ],
  })
  expect((await application.ask('GET', '/luis/analyze', { who: 'viewer' })).status).toBe(400)
})
