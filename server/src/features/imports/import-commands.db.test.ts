import { importItemStatuses, type ImportCommand, type ImportItem } from '@cartouche/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Context } from '../../access/context.ts'
import { selectAudit } from '../../access/audit/audit.sql.ts'
import { editImportJob } from './edit-import-job.ts'
import { cancelImportCommands, repeatImportCommands, undoImportCommands } from './import-commands.ts'
import { listImportItemActions, takeImportItemAction } from './import-item-actions.ts'
import { listImportChanges } from './list-import-changes.ts'
import { lockImportItems, unlockImportItems } from './lock-import-items.ts'
import { patchImportItems } from './patch-import-items.ts'
import { runCommand } from './run-command.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { startEdit } from './start-edit.ts'
import { startMove } from './start-move.ts'
import { settleLostWork } from './settle-lost-work.ts'
import {
  itemsOf,
  jpegOf,
  openTestImport,
  seedItems,
  startJob,
  upload,
  type TestImport,
} from './test-import.ts'

let server: TestImport
let editor: Context
let administrator: Context

beforeAll(async () => {
  server = await openTestImport()
  editor = server.as(await server.library.user('editor'))
  administrator = server.as(await server.library.user('administrator'))
})
afterAll(() => server.close())

type Metadata = NonNullable<Parameters<typeof editImportJob>[1]['metadata']>

async function edit(context: Context, job: number, metadata: Metadata): Promise<string> {
  const { response } = await editImportJob(context, { id: job, metadata })
  return response.$action.commands[0] ?? ''
}

async function command(job: number, id: string): Promise<ImportCommand | undefined> {
  return (await listImportChanges(editor, { id: job, commandIds: [id] })).response.data[0]
}

/** What the worker does with a command that is queued. */
function work(id: string): Promise<void> {
  return runCommand(server.services, id, new AbortController().signal)
}

async function cities(job: number): Promise<unknown[]> {
  const { rows } = await sql<{
    city: string | null
  }>`select metadata ->> 'city' city from import_item where job_id = ${job} order by id`.execute(
    editor.database,
  )
  return rows.map((row) => row.city)
}

async function seeded(count: number): Promise<{ job: number; ids: number[] }> {
  const job = await startJob(editor)
  return { job, ids: await seedItems(editor, job, count) }
}

describe('a command', () => {
  test('D7.09 D7.11 says how far it is: the first 1000 items at once, the others in the background', async () => {
    const { job, ids } = await seeded(1200)
    const id = await edit(editor, job, { data: { city: 'Brest' } })
    expect(await command(job, id)).toMatchObject({
      id,
      done: false,
      kind: 'edit',
      total: 1200,
      finished: 1000,
      failed: 0,
      cancelled: false,
      user: { name: 'editor' },
      failures: [],
    })
    await work(id)
    expect(await command(job, id)).toMatchObject({ done: true, finished: 1200, undoable: true })
    expect(new Set(await cities(job))).toEqual(new Set(['Brest']))
    expect(ids).toHaveLength(1200)
  })

  test('that is cut short goes on where it was, and run twice does nothing more', async () => {
    const { job } = await seeded(2100)
    const id = await edit(editor, job, { data: { city: 'Nantes' } })
    const stopped = new AbortController()
    stopped.abort()
    await expect(runCommand(server.services, id, stopped.signal)).rejects.toThrow()
    expect(await command(job, id)).toMatchObject({ done: false, finished: 1000 })
    await Promise.all([work(id), work(id)])
    await work(id)
    expect(await command(job, id)).toMatchObject({ done: true, total: 2100, finished: 2100 })
    const { rows } = await sql<{
      version: number
    }>`select distinct version from import_item where job_id = ${job}`.execute(editor.database)
    expect(rows).toEqual([{ version: 2 }])
  })

  test('that is cancelled leaves the items that wait for it, and is repeated on them', async () => {
    const { job } = await seeded(1200)
    const id = await edit(editor, job, { data: { city: 'Lorient' } })
    const { response } = await cancelImportCommands(editor, { id: job, commandIds: [id] })
    expect(response.data).toMatchObject([{ id, done: true, cancelled: true, finished: 1000 }])
    await work(id)
    expect((await cities(job)).filter((city) => city === 'Lorient')).toHaveLength(1000)
    const again = await repeatImportCommands(editor, { id: job, commandIds: [id] })
    expect(await command(job, again.response.$action.commands[0] ?? '')).toMatchObject({
      total: 200,
      finished: 200,
    })
    expect((await cities(job)).filter((city) => city === 'Lorient')).toHaveLength(1200)
    await expect(
      repeatImportCommands(editor, { id: job, commandIds: [again.response.$action.commands[0] ?? ''] }),
    ).rejects.toMatchObject({ code: 'import_command_final' })
  })

  test('says which items it could not be carried out on, and why; where that is all, the reason is the error', async () => {
    const { job, ids } = await seeded(3)
    const [first = 0, second = 0, third = 0] = ids
    await sql`update import_item set status = 6 where id = ${second}`.execute(editor.database)
    const id = await edit(editor, job, { ids: [first, second, third, third], data: { city: 'Brest' } })
    expect(await command(job, id)).toMatchObject({
      total: 3,
      finished: 2,
      failed: 1,
      failures: [
        {
          item: second,
          filename: 'item 2.jpg',
          code: 'import_item_closed',
          message: expect.stringContaining('it is an asset already'),
        },
      ],
    })
    const before = (await listImportChanges(editor, { id: job })).response.data.length
    await expect(edit(editor, job, { ids: [second], data: { city: 'Brest' } })).rejects.toMatchObject({
      code: 'import_item_closed',
    })
    await expect(edit(editor, job, { ids: [99_999_999], data: { city: 'Brest' } })).rejects.toMatchObject({
      code: 'entity_not_found',
    })
    expect((await listImportChanges(editor, { id: job })).response.data).toHaveLength(before)
    // An item of another import is nothing that this one can change.
    const other = await seeded(1)
    await expect(edit(editor, job, { ids: other.ids, data: { city: 'Brest' } })).rejects.toMatchObject({
      code: 'entity_not_found',
    })
    expect(await cities(other.job)).toEqual([null])
  })

  test('says which file it is about, where it is one, and which fields it sets; its undo says the same', async () => {
    const keyword = await server.library.createNode('assetkeyword', 'Quay')
    const { job, ids } = await seeded(2)
    const data = { city: 'Brest', keywords: { $mode: 'appendnew', $values: [keyword] } }
    const one = await edit(editor, job, { ids: ids.slice(1), data })
    const about = { filename: 'item 2.jpg', fields: ['city', 'keywords'] }
    expect(await command(job, one)).toMatchObject(about)
    const { response } = await undoImportCommands(editor, { id: job, commandIds: [one] })
    expect(await command(job, response.$action.commands[0] ?? '')).toMatchObject({ kind: 'undo', ...about })
    const both = await command(job, await edit(editor, job, { data: { city: 'Brest' } }))
    expect([both?.filename, both?.fields]).toEqual([undefined, ['city']])
    const other = await startJob(editor)
    const moved = await command(job, await edit(editor, job, { ids: ids.slice(0, 1), job: other }))
    expect([moved?.filename, moved?.fields]).toEqual(['item 1.jpg', undefined])
  })

  test('is known for a month after its end', async () => {
    const { job } = await seeded(1)
    const id = await edit(editor, job, { data: { city: 'Brest' } })
    await sql`update import_command set done_at = now() - interval '29 days' where id = ${id}`.execute(
      editor.database,
    )
    await settleLostWork(server.services)
    expect(await command(job, id)).toMatchObject({ done: true })
    await sql`update import_command set done_at = now() - interval '31 days' where id = ${id}`.execute(
      editor.database,
    )
    await settleLostWork(server.services)
    expect(await command(job, id)).toBeUndefined()
  })
})

describe('undo', () => {
  test('D4.31 gives each item the values back that it had, and can be undone in turn', async () => {
    const keyword = await server.library.createNode('assetkeyword', 'Port')
    const { job, ids } = await seeded(2)
    await edit(editor, job, { ids: ids.slice(0, 1), data: { city: 'Paris' } })
    const id = await edit(editor, job, {
      data: { city: 'Brest', keywords: { $mode: 'appendnew', $values: [keyword] } },
    })
    const { response } = await undoImportCommands(editor, { id: job, commandIds: [id] })
    expect(await cities(job)).toEqual(['Paris', null])
    expect((await itemsOf(editor, job)).map((item) => item.$assetmetadata['keywords'])).toEqual([[], []])
    await expect(undoImportCommands(editor, { id: job, commandIds: [id] })).rejects.toMatchObject({
      code: 'import_command_final',
    })
    await undoImportCommands(editor, { id: job, commandIds: response.$action.commands })
    expect(await cities(job)).toEqual(['Brest', 'Brest'])
  })

  test('leaves an item as it is of which somebody changed the same value since, and says so', async () => {
    const { job, ids } = await seeded(2)
    const id = await edit(editor, job, { data: { city: 'Brest' } })
    await edit(administrator, job, { ids: ids.slice(0, 1), data: { city: 'Quimper' } })
    const { response } = await undoImportCommands(editor, { id: job, commandIds: [id] })
    expect(await cities(job)).toEqual(['Quimper', null])
    expect(await command(job, response.$action.commands[0] ?? '')).toMatchObject({
      finished: 1,
      failed: 1,
      failures: [{ item: ids[0], code: 'version_conflict' }],
    })
  })
})

describe('two people at one item', () => {
  test('a value that somebody else changed since one looked is not overwritten: 409 with its field', async () => {
    const { job, ids } = await seeded(1)
    const [item] = await itemsOf(editor, job)
    const seen = { [String(ids[0])]: item?.$version ?? 0 }
    await edit(administrator, job, { ids, versions: seen, data: { city: 'Brest', country: 'France' } })
    await expect(edit(editor, job, { ids, versions: seen, data: { city: 'Nantes' } })).rejects.toMatchObject({
      code: 'version_conflict',
      data: { fields: 'city' },
    })
    expect(await cities(job)).toEqual(['Brest'])
    // Another field, a list that both add to, and what one wrote oneself are no conflict.
    await edit(editor, job, { ids, versions: seen, data: { description: 'The harbour' } })
    await edit(editor, job, { ids, versions: seen, data: { description: 'The old harbour' } })
    const keywords = (name: string) => ({ keywords: { $mode: 'appendnew', $values: [{ name }] } })
    await edit(administrator, job, { ids, versions: seen, data: keywords('Sea') })
    await edit(editor, job, { ids, versions: seen, data: keywords('Boat') })
    expect((await itemsOf(editor, job))[0]?.$assetmetadata).toMatchObject({
      city: 'Brest',
      description: 'The old harbour',
      keywords: [{ name: 'Sea' }, { name: 'Boat' }],
    })
  })

  test('D3.28 $lockedby says who edits an item, until the lease ends or is given back', async () => {
    const { job, ids } = await seeded(2)
    const locked = async (context: Context): Promise<unknown[]> =>
      (await itemsOf(context, job)).map((item) => item['$lockedby'])
    await lockImportItems(editor, { ids: ids.slice(0, 1), seconds: 60 })
    const { response } = await lockImportItems(administrator, { ids })
    expect(response.data.map((item) => (item['$lockedby'] as { name: string }).name)).toEqual([
      'editor',
      'administrator',
    ])
    await unlockImportItems(administrator, { ids })
    expect(await locked(editor)).toMatchObject([{ name: 'editor' }, null])
    await sql`update import_item set locked_until = now() - interval '1 second'`.execute(editor.database)
    expect(await locked(editor)).toEqual([null, null])
    await lockImportItems(administrator, { ids })
    expect(await locked(editor)).toMatchObject([{ name: 'administrator' }, { name: 'administrator' }])
    await sql`update import_item set locked_until = now() + interval '5 minutes'`.execute(editor.database)
    const left = ((await locked(editor)) as { seconds: number }[]).map(({ seconds }) => seconds)
    for (const seconds of left) expect([seconds > 240, seconds <= 300, seconds % 1]).toEqual([true, true, 0])
    await sql`update import_item set status = ${importItemStatuses.validated} where id = ${ids[0] ?? 0}`.execute(
      editor.database,
    )
    expect(await locked(editor)).toMatchObject([null, { name: 'administrator' }])
    const contributor = server.as(await server.library.user('contributor'))
    await expect(lockImportItems(contributor, { ids })).rejects.toMatchObject({ code: 'entity_not_found' })
  })
})

describe('moving', () => {
  test('D7.13 an item goes to another import and is answered with it; undone it comes back', async () => {
    const { job, ids } = await seeded(2)
    const other = await startJob(editor, 'Other')
    const { response } = await patchImportItems(editor, { ids: ids.slice(0, 1), job: other })
    expect(response.data).toMatchObject({ id: ids[0], job: { id: other } })
    expect((await itemsOf(editor, job)).map((item) => item.id)).toEqual(ids.slice(1))
    const [from, to] = [expect.objectContaining({ id: job }), { id: other, name: 'Other' }]
    expect(await command(other, response.$action.commands[0] ?? '')).toMatchObject({
      moves: [{ from, to, count: 1 }],
    })
    await undoImportCommands(editor, { id: other, commandIds: response.$action.commands })
    expect((await itemsOf(editor, job)).map((item) => item.id)).toEqual(ids)
  })

  test('whoever may not see an import does not learn that items came from there', async () => {
    const { job, ids } = await seeded(1)
    const other = await startJob(editor, 'Handed on')
    const { response } = await patchImportItems(editor, { ids, job: other })
    const contributor = await server.library.user('contributor')
    await sql`update import_job set owner_id = ${contributor.id} where id = ${other}`.execute(editor.database)
    const changes = await listImportChanges(server.as(contributor), {
      id: other,
      commandIds: response.$action.commands,
    })
    expect(changes.response.data).toMatchObject([
      { moves: [{ from: null, to: { id: other, name: 'Handed on' }, count: 1 }] },
    ])
    expect(JSON.stringify(changes)).not.toContain(`"id":${job},`)
  })

  test('D7.10 items of other imports are added to one', async () => {
    const [one, two] = [await seeded(1), await seeded(1)]
    const target = await startJob(editor)
    const { response } = await editImportJob(editor, { id: target, items: [...one.ids, ...two.ids] })
    expect((await itemsOf(editor, target)).map((item) => item.id)).toEqual([...one.ids, ...two.ids])
    expect(await command(target, response.$action.commands[0] ?? '')).toMatchObject({
      kind: 'move',
      finished: 2,
    })
    // Both had the same upload key: they stay two, and so does an upload of the same file later.
    const { rows } = await sql<{
      key: string
    }>`select upload_key key from import_item where job_id = ${target}`.execute(editor.database)
    expect(new Set(rows.map((row) => row.key)).size).toBe(2)
  })

  test('while it is inspected an item moves, and is found ready there; while it becomes an asset it stays', async () => {
    const job = await startJob(editor)
    const other = await startJob(editor)
    await upload(editor, job, [{ name: 'moving.jpg', bytes: await jpegOf(77) }])
    const [item] = await itemsOf(editor, job)
    await edit(editor, job, { ids: [item?.id ?? 0], job: other })
    await server.startWorkers()
    await vi.waitFor(async () => expect((await itemsOf(editor, other))[0]?.status.name).toBe('ready'), {
      timeout: 20_000,
      interval: 100,
    })
    await sql`update import_item set status = 5 where id = ${item?.id}`.execute(editor.database)
    await expect(edit(editor, other, { ids: [item?.id ?? 0], job })).rejects.toMatchObject({
      code: 'import_item_closed',
    })
    await sql`update import_item set status = 3 where id = ${item?.id}`.execute(editor.database)
  })

  test('nobody moves items of imports that are not theirs, or into them', async () => {
    const contributor = server.as(await server.library.user('contributor'))
    const { job, ids } = await seeded(1)
    const own = await startJob(contributor)
    const [ownItem = 0] = await seedItems(contributor, own, 1)
    await expect(patchImportItems(contributor, { ids, job: own })).rejects.toMatchObject({
      code: 'entity_not_found',
    })
    await expect(editImportJob(contributor, { id: own, items: ids })).rejects.toMatchObject({
      code: 'entity_not_found',
    })
    await expect(patchImportItems(contributor, { ids: [ownItem], job })).rejects.toMatchObject({
      code: 'entity_not_found',
    })
  })
})

describe('taking out', () => {
  test('many items go by one command with one entry in the audit log; what moves or goes is named', async () => {
    const { job, ids } = await seeded(30)
    await expect(edit(editor, job, { delete: true })).rejects.toMatchObject({ code: 'invalid_parameter' })
    const id = await edit(editor, job, { ids: ids.slice(0, 20), delete: true })
    expect(await command(job, id)).toMatchObject({ done: true, finished: 20, undoable: false })
    expect(await itemsOf(editor, job)).toHaveLength(10)
    expect(
      await selectAudit(editor.database, { resource: 'massimportjob', id: String(job) }, 10),
    ).toMatchObject([{ kind: 'massimportjob.items_deleted', actor_name: 'editor', after: { count: 20 } }])
    await expect(undoImportCommands(editor, { id: job, commandIds: [id] })).rejects.toMatchObject({
      code: 'import_command_final',
    })
  })
})

test('an import that is deleted between the look at it and its change ends the change clearly', async () => {
  const { job, ids } = await seeded(1)
  const gone = await startJob(editor)
  await sql`delete from import_job where id = ${gone}`.execute(editor.database)
  const change = { values: { city: 'Brest' }, links: [] }
  const notFound = { code: 'entity_not_found' }
  await expect(
    withTransaction(editor.database, (transaction) =>
      startEdit(editor, transaction, gone, { ids: [], change }),
    ),
  ).rejects.toMatchObject(notFound)
  await expect(
    withTransaction(editor.database, (transaction) =>
      startMove(editor, transaction, { id: job }, { id: gone }, ids),
    ),
  ).rejects.toMatchObject(notFound)
  expect(await itemsOf(editor, job)).toHaveLength(1)
})

describe('actions', () => {
  test('D7.25 the actions of items are listed; D7.14 one is taken on up to 50 items, which are answered', async () => {
    const { response } = await listImportItemActions()
    expect(response.data[0]?.actions.map(({ name }) => name)).toEqual(['validate', 'publish', 'analyze'])
    const { ids } = await seeded(50)
    const taken = await takeImportItemAction(editor, { ids, workflowAction: 'validate', workflows: true })
    expect(taken.response.data.map(({ id, status }) => [id, status.name])).toEqual(
      ids.map((id) => [id, expect.stringMatching(/validating|validated/)]),
    )
    await expect(takeImportItemAction(editor, { ids, workflowAction: 'fly' })).rejects.toMatchObject({
      code: 'unknown_action',
    })
  })

  test('a file is inspected once more, and what was written stays', async () => {
    const job = await startJob(editor)
    await upload(editor, job, [{ name: 'again.jpg', bytes: await jpegOf(78) }])
    const settled = async (): Promise<ImportItem | undefined> =>
      vi.waitFor(
        async () => {
          const [item] = await itemsOf(editor, job)
          expect(item?.status.name).toBe('ready')
          return item
        },
        { timeout: 20_000, interval: 100 },
      )
    const item = await settled()
    await edit(editor, job, { data: { city: 'Brest' } })
    await sql`update import_item set status = 4, inspection = null where id = ${item?.id}`.execute(
      editor.database,
    )
    await takeImportItemAction(editor, { ids: [item?.id ?? 0], workflowAction: 'analyze' })
    expect(await settled()).toMatchObject({ width: 120, $assetmetadata: { city: 'Brest' } })
  })

  test('a validation that is cancelled gives its items back, and makes no asset of them', async () => {
    const { job } = await seeded(5)
    const { response } = await editImportJob(editor, { id: job, metadata: { validate: true } })
    const [id = ''] = response.$action.commands
    await cancelImportCommands(editor, { id: job, commandIds: [id] })
    await work(id)
    const statuses = (await itemsOf(editor, job)).map((item) => item.status.name)
    // The worker may have been faster with some: each is an asset or ready, and none waits for ever.
    expect(statuses.every((status) => status === 'ready' || status === 'validated')).toBe(true)
    expect(await command(job, id)).toMatchObject({ done: true })
  })
})

test('ids that are not there, and twice there, are a command like any other', async () => {
  const { job, ids } = await seeded(1)
  const many = [...ids, ...ids, ...Array.from({ length: 9_997 }, (_, n) => 900_000_000 + n)]
  const id = await edit(editor, job, { ids: many, data: { city: 'Brest' } })
  await work(id)
  expect(await command(job, id)).toMatchObject({ done: true, total: 9_998, finished: 1, failed: 9_997 })
})
