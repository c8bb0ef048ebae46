import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SignedIn } from '../../access/identity.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { deleteNotification, markNotificationsRead } from './change-notifications.ts'
import { findNotifications, getUnreadCount } from './find-notifications.ts'
import type { Notice } from './notice.ts'
import { notify } from './notify.ts'

let library: TestLibrary
let anna: SignedIn
let bert: SignedIn

beforeAll(async () => {
  library = await createTestLibrary()
  anna = await library.user('editor', 'anna')
  bert = await library.user('viewer', 'bert')
})
afterAll(async () => {
  await library.close()
})
beforeEach(async () => {
  await sql`truncate notification`.execute(library.services.database)
})

const notice = (number = 1): Notice => ({
  type: 'share',
  title: { en: `Shared ${number}`, fr: `Partagé ${number}` },
  link: `/carts/${number}`,
  data: { cartId: number },
})
const share = (to: readonly number[], number?: number): Promise<void> =>
  notify(library.services.database, to, notice(number))
const list = (who: SignedIn, options: { max?: number; after?: string } = {}, locale = 'en') =>
  findNotifications(library.as(who, locale), { max: 24, ...options })

test('P3.27 P7.52 P7.53 each person has their own list and count, newest first, in their language', async () => {
  await share([anna.id, bert.id], 1)
  await share([anna.id], 2)
  const { response } = await list(anna, {}, 'fr')
  expect(response).toMatchObject({
    count: 2,
    total: 2,
    unreadCount: 2,
    data: [
      { title: 'Partagé 2', type: 'share', link: '/carts/2', data: { cartId: 2 }, read: false },
      { title: 'Partagé 1' },
    ],
  })
  expect(new Set(response.data.map(({ key }) => key)).size).toBe(2)
  expect(await getUnreadCount(library.as(bert))).toEqual({ response: { unreadCount: 1 } })
  expect((await list(bert, {}, 'de')).response.data[0]?.title).toBe('Shared 1')
})

test('P7.53 pages do not lose or double what comes while one reads', async () => {
  for (let number = 1; number <= 5; number++) await share([anna.id], number)
  const first = await list(anna, { max: 2 })
  await share([anna.id], 6)
  const second = await list(anna, { max: 2, after: first.links.nextResultsToken ?? '' })
  const third = await list(anna, { max: 2, after: second.links.nextResultsToken ?? '' })
  expect([first, second, third].flatMap(({ response }) => response.data.map(({ title }) => title))).toEqual([
    'Shared 5',
    'Shared 4',
    'Shared 3',
    'Shared 2',
    'Shared 1',
  ])
  expect(third.links).toEqual({})
  await expect(list(anna, { after: "1'; drop" })).rejects.toMatchObject({ code: 'token_mismatch' })
})

test('P7.54 some are marked read by their keys, or all; nobody marks those of others', async () => {
  for (const number of [1, 2, 3]) await share([anna.id, bert.id], number)
  const [newest] = (await list(anna)).response.data
  expect(await markNotificationsRead(library.as(bert), { keys: [newest?.key ?? ''] })).toEqual({
    response: { unreadCount: 3 },
  })
  expect(await markNotificationsRead(library.as(anna), { keys: [newest?.key ?? ''] })).toEqual({
    response: { unreadCount: 2 },
  })
  expect((await list(anna)).response.data.map(({ read }) => read)).toEqual([true, false, false])
  expect(await markNotificationsRead(library.as(anna), { keys: [] })).toEqual({
    response: { unreadCount: 2 },
  })
  expect(await markNotificationsRead(library.as(anna), {})).toEqual({ response: { unreadCount: 0 } })
  expect((await list(bert)).response.unreadCount).toBe(3)
})

test('P7.55 who deletes one deletes their own; one that is gone is gone', async () => {
  await share([anna.id, bert.id])
  const [one] = (await list(anna)).response.data
  expect(await deleteNotification(library.as(bert), { key: one?.key ?? '' })).toEqual({
    response: { unreadCount: 1 },
  })
  expect((await list(anna)).response.total).toBe(1)
  expect(await deleteNotification(library.as(anna), { key: one?.key ?? '' })).toEqual({
    response: { unreadCount: 0 },
  })
  expect(await deleteNotification(library.as(anna), { key: 'nonsense' })).toEqual({
    response: { unreadCount: 0 },
  })
  expect((await list(anna)).response.total).toBe(0)
})

test('people who are no users are not notified, and a notification that is rolled back was never sent', async () => {
  await share([anna.id, 999_999_999, anna.id])
  expect((await list(anna)).response.total).toBe(1)
  await withTransaction(library.services.database, async (transaction) => {
    await notify(transaction, [anna.id], notice(2))
    throw new Error('changed my mind')
  }).catch(() => undefined)
  expect((await list(anna)).response.total).toBe(1)
})

test('an application is not notified and has nothing to mark', async () => {
  const application: SignedIn = { ...bert, kind: 'application' }
  await share([bert.id])
  expect((await list(application)).response).toMatchObject({ total: 0, data: [] })
  expect(await getUnreadCount(library.as(application))).toEqual({ response: { unreadCount: 0 } })
  await expect(markNotificationsRead(library.as(application), {})).rejects.toMatchObject({
    code: 'access_denied',
  })
  await expect(deleteNotification(library.as(application), { key: 'x' })).rejects.toMatchObject({
    code: 'access_denied',
  })
})
