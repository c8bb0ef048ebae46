import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SignedIn } from '../../access/identity.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import {
  itemsOf,
  jpegOf,
  openTestImport,
  startJob,
  upload,
  type TestImport,
} from '../../features/imports/test-import.ts'
import { findNotifications } from './find-notifications.ts'
import { notificationTasks } from './notification-tasks.ts'
import { notify } from './notify.ts'
import { notifyOfEnds } from './notify-of-ends.ts'

let library: TestLibrary
let anna: SignedIn
let opened: TestImport | undefined

beforeEach(async () => {
  library = await createTestLibrary()
  anna = await library.user('editor', 'anna')
})
afterEach(async () => {
  await opened?.close()
  opened = undefined
  await library.close()
})

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()
const titles = async (who = anna, locale = 'en'): Promise<string[]> =>
  (await findNotifications(library.as(who, locale), { max: 100 })).response.data.map(({ title }) => title)

async function addCart(name: string, expiresAt: string, owner = anna): Promise<number> {
  const { id } = await library.services.database
    .insertInto('cart')
    .values({ name, owner_resource: 'user', owner_id: owner.id, expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('whoever owns carts, links and assets that end within three days is notified, once for each', async () => {
  const bert = await library.user('editor', 'bert')
  const { database } = library.services
  const cartId = await addCart('Spring', inDays(2))
  await addCart('Summer', inDays(10))
  await addCart('Gone', inDays(-1))
  await addCart('Of Bert', inDays(1), bert)
  const share = (id: string, createdAt: string, revokedAt: string | null) =>
    database
      .insertInto('share')
      .values({
        id,
        cart_id: cartId,
        sharer_resource: 'user',
        sharer_id: anna.id,
        name: `Link ${id}`,
        actions: ['view'],
        created_at: createdAt,
        expires_at: inDays(1),
        revoked_at: revokedAt,
      })
      .execute()
  await share('old', inDays(-29), null)
  await share('short', inDays(-1), null)
  await share('recalled', inDays(-29), inDays(-2))
  await library.createAsset({ name: 'Harbour', ownerId: anna.id, validUntil: inDays(2) })
  await library.createAsset({ name: 'Far', ownerId: anna.id, validUntil: inDays(20) })
  await notifyOfEnds(database)
  await notifyOfEnds(database)
  const own = await titles()
  expect(own).toHaveLength(3)
  expect(own).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Your cart “Spring” ends on \d+ \w+ \d{4}$/),
      expect.stringMatching(/^Your link to “Link old” ends on /),
      expect.stringMatching(/^“Harbour” is valid until /),
    ]),
  )
  expect(await titles(anna, 'fr')).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Votre panier « Spring » prend fin le \d+ [^ ]+ \d{4}$/)]),
  )
  expect(await titles(bert)).toEqual([expect.stringContaining('Of Bert')])
})

test('an end that is moved is another end; one whose notification was deleted is not announced again', async () => {
  const { database } = library.services
  const id = await addCart('Spring', inDays(2))
  await notifyOfEnds(database)
  await sql`delete from notification`.execute(database)
  await notifyOfEnds(database)
  expect(await titles()).toEqual([])
  await sql`update cart set expires_at = ${inDays(1)} where id = ${id}`.execute(database)
  await notifyOfEnds(database)
  expect(await titles()).toHaveLength(1)
})

test('many assets that end together make one notification', async () => {
  for (let number = 0; number < 6; number++)
    await library.createAsset({
      name: `Asset ${number}`,
      ownerId: anna.id,
      validUntil: inDays(1 + number / 10),
    })
  await notifyOfEnds(library.services.database)
  expect(await titles()).toEqual(['6 of your assets are valid for three more days at most'])
})

test('notifications older than 90 days are swept, younger ones stay', async () => {
  const { database } = library.services
  for (const title of ['old', 'young'])
    await notify(database, [anna.id], { type: 'share', title: { en: title, fr: title }, link: '/' })
  await sql`update notification set created_at = now() - interval '91 days' where title ->> 'en' = 'old'`.execute(
    database,
  )
  await sql`update notification set created_at = now() - interval '89 days' where title ->> 'en' = 'young'`.execute(
    database,
  )
  await sql`insert into told_end (kind, subject, ends_at) values ('cart', '1', now() - interval '2 days'), ('cart', '2', now() + interval '2 days')`.execute(
    database,
  )
  const sweep = notificationTasks['sweep-notifications']
  if (typeof sweep !== 'object') throw new Error('It recurs')
  await sweep.run(library.services, undefined, new AbortController().signal)
  expect(await titles()).toEqual(['young'])
  expect(
    (await database.selectFrom('told_end').select('subject').execute()).map(({ subject }) => subject),
  ).toEqual(['2'])
})

test('whoever imports is notified when every file is inspected, once for an import however many times files come', async () => {
  opened = await openTestImport()
  const editor = await opened.library.user('editor')
  const context = opened.as(editor)
  const jobId = await startJob(context, 'Harbour')
  await upload(context, jobId, [
    { name: 'a.jpg', bytes: await jpegOf(1) },
    { name: 'b.jpg', bytes: Buffer.from('no picture at all') },
  ])
  await opened.startWorkers()
  const notices = async () => (await findNotifications(context, { max: 10 })).response.data
  const isSettled = async (count: number) =>
    vi.waitFor(
      async () => {
        expect(
          (await itemsOf(context, jobId)).filter(({ status }) =>
            ['ready', 'broken'].includes(String(status.name)),
          ),
        ).toHaveLength(count)
        expect((await notices())[0]?.data).toMatchObject({ jobId, ready: expect.any(Number) })
      },
      { timeout: 20_000, interval: 100 },
    )
  await isSettled(2)
  const [first] = await notices()
  expect(first).toMatchObject({ type: 'import_done', link: `/import?job=${jobId}`, data: { jobId } })
  await upload(context, jobId, [{ name: 'c.jpg', bytes: await jpegOf(3) }])
  await isSettled(3)
  await vi.waitFor(
    async () => {
      expect((await notices()).map(({ key }) => key)).not.toContain(first?.key)
    },
    { timeout: 5000 },
  )
  expect(await notices()).toHaveLength(1)
  const [last] = await notices()
  expect(Number(last?.data['ready']) + Number(last?.data['broken'])).toBe(3)
}, 40_000)
