import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readSettings } from '../../ground/settings/settings.ts'
import {
  startTestApplication,
  type Answered,
  type AnyJson,
  type TestApplication,
  type Who,
} from '../../http/test-application.ts'
import { startCartouche } from '../../start/start-cartouche.ts'
import { runPageSchedules } from './run-page-schedules.ts'

let application: TestApplication
let databaseUrl = ''
beforeAll(async () => {
  application = await startTestApplication(async (url) => {
    databaseUrl = url
  })
})
afterAll(() => application.stop())

const database = () => application.cartouche.services.database
const soon = (ms: number): string => new Date(Date.now() + ms).toISOString()
const hour = 3_600_000
async function newPage(json: object = {}, who: Who = 'admin'): Promise<number> {
  const options = { json: { json: { name: 'A page', ...json } }, who }
  return (await application.ask('POST', '/rest/data/page', options)).body.response.data.id as number
}
const statusOf = async (id: number): Promise<string> =>
  (await application.ask('GET', `/rest/data/page/${id}`)).body.response.data.status.name as string
const act = (id: number, action: string, who: Who = 'admin'): Promise<Answered> =>
  application.ask('PATCH', `/json/workflow/data.page.workflow/${id}?action=${action}`, { json: {}, who })
const schedule = (page: number, action: string, at: string, who: Who = 'admin'): Promise<Answered> =>
  application.ask('PUT', `/rest/page-schedule/${page}/${action}`, { json: { at }, who, call: 'schedulePage' })
const cancel = (page: number, action: string, who: Who = 'admin'): Promise<Answered> =>
  application.ask('DELETE', `/rest/page-schedule/${page}/${action}`, { who, call: 'cancelPageSchedule' })
const schedulesOf = async (page: number, who: Who = 'admin'): Promise<AnyJson[]> => {
  const { body } = await application.ask('GET', '/rest/page-schedule', { who, call: 'listPageSchedules' })
  return (body as AnyJson[]).filter((one) => one.page === page)
}
const copyOf = async (id: number): Promise<number> =>
  Number((await application.ask('GET', `/rest/bs/clubwed_getWorkCopy/page/${id}`)).body.response.data)
/** Lets a schedule be due without waiting for it. */
const fallDue = (page: number): Promise<unknown> =>
  sql`update page_schedule set due_at = date_trunc('second', now()) - interval '1 minute' where page_id = ${page}`.execute(
    database(),
  )
const run = (): Promise<void> =>
  runPageSchedules(application.cartouche.services, new AbortController().signal)
const auditOf = async (page: number): Promise<string[]> => {
  const { rows } = await sql<{ kind: string; actor_name: string }>`
    select kind, actor_name from audit_entry where target_resource = 'page' and target_id = ${String(page)} order by id`.execute(
    database(),
  )
  return rows.map(({ kind, actor_name }) => `${kind} ${actor_name}`)
}

test('a draft is published and unpublished at the instants that were set, by a job', async () => {
  const page = await newPage()
  const { status, body } = await schedule(page, 'validate', soon(400))
  expect([status, body]).toMatchObject([200, { page, action: 'validate', failure: null, obstacle: null }])
  await vi.waitFor(async () => expect(await statusOf(page)).toBe('published'), 8000)
  expect((await schedule(page, 'unpublish', soon(200))).status).toBe(200)
  await vi.waitFor(async () => expect(await statusOf(page)).toBe('draft'), 8000)
  expect(await schedulesOf(page)).toEqual([])
  const done = (await auditOf(page)).filter((entry) => !entry.startsWith('page.created'))
  expect(done.map((entry) => entry.split(' ')[0])).toEqual([
    'page.scheduled',
    'page.workflow',
    'page.scheduleRun',
    'page.scheduled',
    'page.workflow',
    'page.scheduleRun',
  ])
  expect(new Set(done.map((entry) => entry.split(' ').slice(1).join(' '))).size).toBe(1)
})

test('a working copy takes the place of its original with what was changed since', async () => {
  const page = await newPage()
  await act(page, 'validate')
  const copy = await copyOf(page)
  await schedule(copy, 'validate', soon(hour))
  await application.ask('PATCH', `/json/update/page/${copy}?prop_name=Later`, {})
  await fallDue(copy)
  await run()
  const { body } = await application.ask('GET', `/rest/data/page/${page}`)
  expect(body.response.data).toMatchObject({ name: 'Later', version: 2 })
  expect(await statusOf(copy)).toBe('archived')
})

test('an instant that is set again takes the place of the one before, and one that is cancelled is none', async () => {
  const page = await newPage()
  const [first, second] = [soon(hour), soon(2 * hour)]
  await schedule(page, 'validate', first)
  await schedule(page, 'validate', second)
  expect(await schedulesOf(page)).toMatchObject([{ at: second }])
  await cancel(page, 'validate')
  expect(await schedulesOf(page)).toEqual([])
  const again = await cancel(page, 'validate')
  expect([again.status, again.body.code]).toEqual([404, 'page_schedule_not_found'])
  await run()
  expect(await statusOf(page)).toBe('draft')
})

test('whoever publishes by hand leaves nothing to be done', async () => {
  const page = await newPage()
  await schedule(page, 'validate', soon(hour))
  await act(page, 'validate')
  expect(await schedulesOf(page)).toEqual([])
})

test('what could not be done is refused, and reported where it cannot be done any more', async () => {
  const page = await newPage()
  const code = async (answer: Promise<Answered>): Promise<unknown[]> => {
    const { status, body } = await answer
    return [status, body.code]
  }
  expect(await code(schedule(page, 'unpublish', soon(hour)))).toEqual([409, 'action_not_possible'])
  expect(await code(schedule(page, 'validate', soon(-1000)))).toEqual([400, 'invalid_parameter'])
  expect(await code(schedule(page, 'archive', soon(hour)))).toEqual([400, 'invalid_parameter'])
  expect(await code(schedule(999_999, 'validate', soon(hour)))).toEqual([404, 'entity_not_found'])
  expect(await code(schedule(page, 'validate', soon(hour), 'nobody'))).toEqual([401, 'sign_in_needed'])
  expect((await schedule(page, 'validate', soon(hour), 'contributor')).status).toBeGreaterThanOrEqual(403)
  expect(await code(cancel(page, 'validate', 'viewer'))).toEqual([403, 'access_denied'])
  await schedule(page, 'validate', soon(hour))
  await act(page, 'archive')
  await act(page, 'validate')
  const closed = await newPage()
  await schedule(closed, 'validate', soon(hour))
  await sql`update entity set status = 9 where resource = 'page' and id = ${closed}`.execute(database())
  expect(await schedulesOf(closed)).toMatchObject([{ obstacle: 'action_not_possible', failure: null }])
  expect(await schedulesOf(closed, 'viewer')).toEqual([])
})

test('an archived version of a page cannot be scheduled', async () => {
  const page = await newPage()
  await act(page, 'validate')
  const copy = await copyOf(page)
  await act(copy, 'validate')
  const { status, body } = await schedule(copy, 'validate', soon(hour))
  expect([status, body.code]).toEqual([409, 'action_not_possible'])
})

test('whoever lost the right publishes nothing: the page says why, and they are notified', async () => {
  const page = await newPage({}, 'editor')
  expect((await schedule(page, 'validate', soon(hour), 'editor')).status).toBe(200)
  const { rows } = await sql`
    delete from role_grant g using credential c join link l on l.resource = c.resource and l.id = c.id and l.field = 'role'
    where c.login = 'editor' and g.role_id = l.target_id and g.resource = 'page' and g.action = 'validate' returning g.role_id`.execute(
    database(),
  )
  expect(rows).toHaveLength(1)
  expect(await schedulesOf(page)).toMatchObject([{ obstacle: 'access_denied' }])
  await fallDue(page)
  await run()
  await run()
  expect(await statusOf(page)).toBe('draft')
  expect(await schedulesOf(page)).toMatchObject([{ failure: 'access_denied', obstacle: null }])
  const { body } = await application.ask('GET', '/rest/usernotif', { who: 'editor' })
  const notices = (body.response.data as AnyJson[]).filter(({ type }) => type === 'page_schedule')
  expect(notices).toMatchObject([
    { link: `/pages/${page}`, data: { page, action: 'validate', code: 'access_denied' } },
  ])
  expect((await auditOf(page)).at(-1)).toMatch(/^page\.scheduleFailed/)
})

test('what fell due while no server ran is done once, in its order, when one is back', async () => {
  const page = await newPage()
  await schedule(page, 'validate', soon(1500))
  await schedule(page, 'unpublish', soon(1600))
  await application.cartouche.stop()
  await sleep(1800)
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-again-'))
  const settings = readSettings({ DATABASE_URL: databaseUrl, PORT: '0', CARTOUCHE_DATA: folder })
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const [one, two] = await Promise.all([startCartouche({ settings, log }), startCartouche({ settings, log })])
  try {
    const { database: again } = one.services
    const kinds = async (): Promise<string[]> => {
      const { rows } = await sql<{ kind: string; action: string }>`
        select kind, after ->> 'action' action from audit_entry where target_resource = 'page' and target_id = ${String(page)} and kind = 'page.workflow' order by id`.execute(
        again,
      )
      return rows.map(({ action }) => action)
    }
    await vi.waitFor(async () => expect(await kinds()).toEqual(['validate', 'unpublish']), 10_000)
    const { rows } = await sql`select from page_schedule where page_id = ${page}`.execute(again)
    expect(rows).toEqual([])
  } finally {
    await one.stop()
    await two.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})
