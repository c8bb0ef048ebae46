import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../access/context.ts'
import { editImportJob } from './edit-import-job.ts'
import { settleLostWork } from './settle-lost-work.ts'
import { itemsOf, jpegOf, openTestImport, startJob, upload, type TestImport } from './test-import.ts'

let server: TestImport
let editor: Context

beforeAll(async () => {
  server = await openTestImport()
  editor = server.as(await server.library.user('editor'))
})
afterAll(() => server.close())

const keys = async (): Promise<(string | null)[]> =>
  (
    await sql<{ key: string | null }>`select key from graphile_worker._private_jobs order by id`.execute(
      editor.database,
    )
  ).rows.map((row) => row.key)
const longAgo = () =>
  sql`update import_item set changed_at = now() - interval '1 hour'`.execute(editor.database)

async function uploaded(n: number): Promise<{ job: number; item: number }> {
  const job = await startJob(editor)
  await upload(editor, job, [{ name: `${n}.jpg`, bytes: await jpegOf(n) }])
  const [item] = await itemsOf(editor, job)
  return { job, item: item?.id ?? 0 }
}

test('an item whose inspection is not in the queue any more gets it again, and one that waits in it is left alone', async () => {
  const { item } = await uploaded(1)
  await longAgo()
  await settleLostWork(server.services)
  expect(await keys()).toEqual([`inspect:${item}`])
  await sql`delete from graphile_worker._private_jobs`.execute(editor.database)
  await settleLostWork(server.services)
  expect(await keys()).toEqual([`inspect:${item}`])
})

test('an inspection that was given up makes its item broken, with a reason', async () => {
  const { job, item } = await uploaded(2)
  await longAgo()
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'killed' where key = ${`inspect:${item}`}`.execute(
    editor.database,
  )
  await settleLostWork(server.services)
  expect(await itemsOf(editor, job)).toMatchObject([
    { status: { name: 'broken' }, problems: [{ code: 'inspection_failed' }] },
  ])
})

test('a validation that was given up gives its items back, and is done', async () => {
  const { job, item } = await uploaded(3)
  await sql`update import_item set status = 3, inspection = '{"nature":"IMAGE","mediaType":"image/jpeg","extension":"jpg","usable":true,"problems":[]}', metadata = '{"name":"x"}' where id = ${item}`.execute(
    editor.database,
  )
  const { response } = await editImportJob(editor, { id: job, metadata: { validate: true } })
  expect((await itemsOf(editor, job))[0]?.status.name).toBe('validating')
  await sql`update import_command set created_at = now() - interval '1 hour'`.execute(editor.database)
  await settleLostWork(server.services)
  expect((await itemsOf(editor, job))[0]?.status.name).toBe('validating')
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = ${`command:${response.$action.commands[0]}`}`.execute(
    editor.database,
  )
  await settleLostWork(server.services)
  expect(await itemsOf(editor, job)).toMatchObject([
    { status: { name: 'ready' }, problems: [{ code: 'validation_failed' }] },
  ])
  const { rows } = await sql<{
    done: boolean
  }>`select done_at is not null done from import_command where job_id = ${job}`.execute(editor.database)
  expect(rows).toEqual([{ done: true }])
})
