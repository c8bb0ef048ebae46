import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { watchChanges, type Changes } from './changes.ts'
import { withTransaction } from './database/database.ts'
import { createTestDatabase, type TestDatabase } from './database/test-database.ts'

let library: TestDatabase
let changes: Changes
const warnings: string[] = []

beforeAll(async () => {
  library = await createTestDatabase()
  changes = await watchChanges(library.url, { warn: (_data, message) => void warnings.push(message) })
})
afterAll(async () => {
  await changes.stop()
  await library.drop()
})

const write = (database = library.database): Promise<unknown> =>
  sql`insert into synonym (sources, words) values ('{}', '{harbour,port}')`.execute(database)

/** Tables that no remembered answer rests on. Whoever adds one decides; when in doubt it has the trigger. */
const uncounted = `
    application_call_day archive archive_layout archive_list asset_merge audit_entry blob challenge client_log comment
  contact_sheet duplicate_dismissal duplicate_pair embedded_file entity_edit entity_version facet_value factor_key fingerprint guess
  import_command import_command_item import_count import_subjob link_request live_photo_catch_up mail maintenance_run migration minute_count
  notification passkey preference recovery_code reverse_search review_decision review_item
  review_request review_reviewer saved_search_subscriber schema_work
  search_change session_use share_admission share_limit share_upload share_visit share_visitor shipped_role single_sign_on storage_use
  ticket_key
  told_end totp track_source trash trash_blob usage_embed_day usage_entity usage_entity_day
  usage_event usage_group usage_group_day usage_log usage_site_day usage_span usage_uncounted word
`
  .trim()
  .split(/\s+/)

test('every table that a remembered answer may rest on announces its changes', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname name from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      and not c.relispartition and not exists (
        select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid in ('notify_change'::regproc, 'notify_rows'::regproc, 'note_search_change'::regproc)
      ) order by 1`.execute(library.database)
  expect(rows.map(({ name }) => name)).toEqual(uncounted)
})

test('who catches up knows of each change that was committed before', async () => {
  for (let turn = 0; turn < 200; turn++) {
    const before = changes.epoch()
    await write()
    await changes.catchUp()
    expect(changes.epoch(), `turn ${turn}`).toBeGreaterThan(before ?? Infinity)
  }
})

test('and of none that was not', async () => {
  await changes.catchUp()
  const before = changes.epoch()
  await withTransaction(library.database, async (transaction) => {
    await write(transaction)
    await changes.catchUp()
    expect(changes.epoch()).toBe(before)
  })
  await changes.catchUp()
  expect(changes.epoch()).toBe((before ?? 0) + 1)
})

test('changes of assets alone leave who somebody is as it was; of anything else they may not', async () => {
  const entity = (resource: string) =>
    sql`insert into entity (resource, props) values (${resource}, '{"name": "One"}')`
  const link = (resource: string) => sql`
    insert into link (resource, id, field, position, target_resource, target_id)
    select e.resource, e.id, 'keywords', 0, e.resource, e.id from entity e where e.resource = ${resource}`
  const projection = (resource: string) => sql`
    insert into search (resource, id, modified_at, created_at, facets, words, keys)
    select e.resource, e.id, now(), now(), '{}', '', '{}' from entity e where e.resource = ${resource}`
  const counts = async (): Promise<{ all: number; accounts: number; searched: number }> => {
    await changes.catchUp()
    return {
      all: changes.epoch() ?? Number.NaN,
      accounts: changes.accountEpoch() ?? Number.NaN,
      searched: changes.searchEpoch() ?? Number.NaN,
    }
  }
  const raised = async (
    statement: ReturnType<typeof entity>,
  ): Promise<{ accounts: boolean; searched: boolean }> => {
    const before = await counts()
    await statement.execute(library.database)
    const after = await counts()
    expect(after.all).toBeGreaterThan(before.all)
    return { accounts: after.accounts > before.accounts, searched: after.searched > before.searched }
  }
  for (const resource of ['asset', 'user']) {
    const accounts = resource === 'user'
    expect(await raised(entity(resource)), resource).toEqual({ accounts, searched: false })
    expect(await raised(link(resource)), resource).toEqual({ accounts, searched: false })
    expect(await raised(projection(resource)), resource).toEqual({ accounts, searched: true })
    const update = sql`update entity set props = '{"name": "Two"}' where resource = ${resource}`
    expect(await raised(update), resource).toEqual({ accounts, searched: false })
  }
  // One statement over both counts for both.
  expect(await raised(sql`update entity set props = '{}' where resource in ('asset', 'user')`)).toEqual({
    accounts: true,
    searched: false,
  })
  for (const resource of ['asset', 'user']) {
    const accounts = resource === 'user'
    const gone = (table: string) => sql`delete from ${sql.table(table)} where resource = ${resource}`
    expect(await raised(gone('link'))).toEqual({ accounts, searched: false })
    expect(await raised(gone('search'))).toEqual({ accounts, searched: true })
    // What goes with an entity is in tables that count for accounts: rarely, and rather once too often.
    expect(await raised(gone('entity'))).toMatchObject({ accounts: true })
  }
})

test('a connection that is lost, or stands still, leaves nothing to remember, and comes back', async () => {
  const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'cartouche changes' and datname = current_database()`
  await cut.execute(library.database)
  await changes.catchUp()
  expect([changes.epoch(), changes.schemaEpoch(), changes.accountEpoch()]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  await write()
  await vi.waitFor(() => expect(changes.epoch()).toBeDefined(), 5000)
  expect(warnings).toHaveLength(1)
})
