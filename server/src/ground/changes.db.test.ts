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

test('every table that a remembered answer may rest on tells of its changes', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname name from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      and not c.relispartition and not exists (
        select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'notify_change'::regproc
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

test('a connection that is lost, or stands still, leaves nothing to remember, and comes back', async () => {
  const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'cartouche changes' and datname = current_database()`
  await cut.execute(library.database)
  await changes.catchUp()
  expect([changes.epoch(), changes.schemaEpoch()]).toEqual([undefined, undefined])
  await write()
  await vi.waitFor(() => expect(changes.epoch()).toBeDefined(), 5000)
  expect(warnings).toHaveLength(1)
})
