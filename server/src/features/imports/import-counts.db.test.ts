import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../access/context.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { editImportJob } from './edit-import-job.ts'
import { findAllImportItems, findImportItems } from './find-import-items.ts'
import { addUpCounts, countItems } from './import-jobs.sql.ts'
import { deleteImportJob } from './import-jobs.ts'
import { projectStaleItems } from './project-items.ts'
import { openTestImport, seedItems, startJob, type TestImport } from './test-import.ts'

/** Numbers of items that are kept beside the items. @source decision 0157 */

let server: TestImport
let editor: Context

beforeAll(async () => {
  server = await openTestImport()
  editor = server.as(await server.library.user('editor'))
})
afterAll(() => server.close())

type Counts = { job_id: number; status: number; count: number }[]
const kept = async (...jobs: number[]): Promise<Counts> =>
  (await countItems(editor.database, jobs)).toSorted((a, b) => a.job_id - b.job_id || a.status - b.status)
const counted = async (...jobs: number[]): Promise<Counts> =>
  (
    await sql<Counts[number]>`
      select job_id, status, count(*) count from import_item where job_id = any(${jobs}::bigint[]) group by 1, 2 order by 1, 2`.execute(
      editor.database,
    )
  ).rows

test('follow every write of items, and nothing that is rolled back', async () => {
  const { database } = editor
  const [job, other] = [await startJob(editor), await startJob(editor)]
  const [first = 0, second = 0, third = 0] = await seedItems(editor, job, 6)
  const steps = [
    () => sql`update import_item set status = 6 where id in (${first}, ${second})`.execute(database),
    () => editImportJob(editor, { id: job, metadata: { ids: [third], job: other } }),
    () => sql`delete from import_item where id = ${second}`.execute(database),
    () => sql`update import_item set status = 4, job_id = ${other} where id = ${first}`.execute(database),
    () =>
      withTransaction(database, async (transaction) => {
        await sql`delete from import_item where job_id = ${job}`.execute(transaction)
        throw new Error('rolled back')
      }).catch(() => {}),
    () => addUpCounts(database),
  ]
  for (const step of steps) {
    await step()
    expect(await kept(job, other)).toEqual(await counted(job, other))
  }
  expect(await kept(job, other)).toEqual([
    { job_id: job, status: 3, count: 3 },
    { job_id: other, status: 3, count: 1 },
    { job_id: other, status: 4, count: 1 },
  ])
})

test('what a connection writes just now is added up later', async () => {
  const { database } = editor
  const job = await startJob(editor)
  const [first = 0] = await seedItems(editor, job, 4)
  await withTransaction(database, async (transaction) => {
    await sql`update import_item set status = 6 where id = ${first}`.execute(transaction)
    await addUpCounts(database)
  })
  expect(await kept(job)).toEqual(await counted(job))
  await addUpCounts(database)
  expect(await kept(job)).toEqual(await counted(job))
})

test('of an import that is deleted nothing is left', async () => {
  const job = await startJob(editor)
  await seedItems(editor, job, 3)
  await deleteImportJob(editor, { id: job })
  await addUpCounts(editor.database)
  const { rows } = await sql`select from import_count where job_id = ${job}`.execute(editor.database)
  expect(rows).toEqual([])
})

test('D7.04 totals and numbers by status are those of the items, whatever is asked beside', async () => {
  const job = await startJob(editor)
  const [first = 0] = await seedItems(editor, job, 5)
  await sql`update import_item set status = 6 where id = ${first}`.execute(editor.database)
  await projectStaleItems(editor.database)
  const ask = async (asked: object) => {
    const input = { max: 2, withAggregates: true, ...asked }
    const { total, aggregates } = (await findImportItems(editor, { id: job, ...input })).response
    const values = aggregates?.['status'] as { data: { id: number }; count: number }[]
    return [total, values.map(({ data, count }) => [data.id, count])]
  }
  const all = [
    [3, 4],
    [6, 1],
  ]
  expect(await ask({})).toEqual([5, all])
  expect(await ask({ query: { status: 6 } })).toEqual([1, [[6, 1]]])
  expect(await ask({ query: { and: [{ not: { status: { in: [6, 4] } } }, { job }] } })).toEqual([4, [[3, 4]]])
  expect(await ask({ query: { status: 2 } })).toEqual([0, []])
  expect(await ask({ query: { and: [{ status: 3 }, { name: 'Item 2' }] } })).toEqual([1, [[3, 1]]])
  expect(await ask({ fulltext: 'item' })).toEqual([5, all])
  const everywhere = await findAllImportItems(editor, { query: { job }, max: 0 })
  expect(everywhere.response.total).toBe(5)
})
