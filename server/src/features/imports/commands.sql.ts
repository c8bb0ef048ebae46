import { importItemStatuses, type AssetAction } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { StoredProblem } from './imports.sql.ts'

const { ready, broken, validating, validated } = importItemStatuses

export type CommandKind = 'edit' | 'type' | 'validate' | 'move' | 'delete' | 'undo'

/** Where an item of a command stands, as it is stored. */
export const itemStates = { waiting: 0, finished: 1, failed: 2, cancelled: 3 } as const

export interface NewCommand {
  readonly id: string
  readonly jobId: number
  readonly kind: CommandKind
  readonly userId: number
  readonly workflowAction?: AssetAction | null
  readonly mayCreateKeywords?: boolean
  readonly options?: object
}

export interface CommandRow {
  readonly id: string
  readonly kind: CommandKind
  readonly options: unknown
  readonly job_id: number
  readonly job_name: string
  readonly owner_id: number
  readonly surfer_id: number
  /** Whether the user is a user or an application; null where the account is gone. */
  readonly user_kind: 'user' | 'application' | null
  readonly user_name: string | null
  readonly workflow_action: AssetAction | null
  readonly may_create_keywords: boolean
  readonly created_at: Date
  readonly done_at: Date | null
  readonly cancelled_at: Date | null
  readonly total: number
  readonly finished: number
  readonly failed: number
  /** The command that took this one back. */
  readonly undone_by: string | null
}

/** What a command changed of an item: fields of its metadata, its job, and what it becomes. */
export interface ItemState {
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly job?: number
  readonly resource?: string
  /** Fields whose values were set aside because the resource does not take them. */
  readonly dropped?: readonly string[]
}

/** What became of an item of a command: done where it has no problem. */
export interface Outcome {
  readonly problem?: StoredProblem
  readonly before?: ItemState
  readonly after?: ItemState
}

/** Records a command and the items that it is about. */
export async function insertCommand(
  database: Database,
  command: NewCommand,
  itemIds: readonly number[],
): Promise<void> {
  await database
    .insertInto('import_command')
    .values({
      id: command.id,
      job_id: command.jobId,
      kind: command.kind,
      surfer_id: command.userId,
      workflow_action: command.workflowAction ?? null,
      may_create_keywords: command.mayCreateKeywords ?? false,
      options: JSON.stringify(command.options ?? {}),
      total: itemIds.length,
    })
    .execute()
  await sql`insert into import_command_item (command_id, item_id) select ${command.id}, unnest(${[...itemIds]}::bigint[])`.execute(
    database,
  )
}

/** Marks a command as done. @returns false where it was already */
export async function finishCommand(database: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('import_command')
    .set({ done_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Ends a command where it stands: items that wait for it are left as they are.
 * @returns false where it was done already
 */
export async function cancelCommand(database: Database, id: string): Promise<boolean> {
  await sql`
    update import_command_item set state = ${itemStates.cancelled} where command_id = ${id} and state = ${itemStates.waiting}`.execute(
    database,
  )
  await sql`
    update import_item set status = case when coalesce((inspection ->> 'usable')::boolean, false) then ${ready}::int else ${broken}::int end,
      validated_by = null, changed_at = now()
    where validated_by = ${id} and status = ${validating}`.execute(database)
  const { numUpdatedRows } = await database
    .updateTable('import_command')
    .set({ done_at: sql<Date>`now()`, cancelled_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Forgets commands that were done a while ago, with their journal. */
export async function deleteOldCommands(database: Database, keptDays: number): Promise<void> {
  await sql`delete from import_command where done_at < now() - make_interval(days => ${keptDays})`.execute(
    database,
  )
}

/** The assets that a command made, in order of upload. */
export async function selectMadeAssets(database: Database, command: string): Promise<number[]> {
  const { rows } = await sql<{ asset_id: number }>`
    select asset_id from import_item where validated_by = ${command} and status = ${validated} order by id`.execute(
    database,
  )
  return rows.map((row) => row.asset_id)
}

const commandColumns = sql`
  c.id, c.kind, c.options, c.job_id, j.name job_name, j.owner_id, c.surfer_id, e.resource user_kind, e.props ->> 'name' user_name,
  c.workflow_action, c.may_create_keywords, c.created_at, c.done_at, c.cancelled_at, c.total, c.finished, c.failed,
  (select u.id from import_command u where u.job_id = c.job_id and u.kind = 'undo' and u.options ->> 'command' = c.id and u.cancelled_at is null
   order by u.created_at desc limit 1) undone_by`
const commandTables = sql`
  import_command c join import_job j on j.id = c.job_id left join entity e on e.resource in ('user', 'application') and e.id = c.surfer_id`

/** A command, and the owner of its job. */
export async function selectCommand(database: Database, id: string): Promise<CommandRow | undefined> {
  const { rows } =
    await sql<CommandRow>`select ${commandColumns} from ${commandTables} where c.id = ${id}`.execute(database)
  return rows[0]
}

/** Commands of a job, those named or the last hundred, the oldest first. */
export async function selectCommands(
  database: Database,
  jobId: number,
  ids: readonly string[] | undefined,
): Promise<CommandRow[]> {
  const { rows } = await sql<CommandRow>`
    select * from (
      select ${commandColumns} from ${commandTables}
      where c.job_id = ${jobId} and ${ids ? sql`c.id = any(${[...ids]}::text[])` : sql`true`} order by c.created_at desc limit 100
    ) c order by created_at`.execute(database)
  return rows
}

/** An item that a command could not be carried out on. */
export interface FailedItem {
  readonly command_id: string
  readonly item_id: number
  /** Null where the item is gone. */
  readonly file_name: string | null
  readonly problem: StoredProblem
}

/** The first items that failed, of each of some commands, in order of upload. */
export async function selectFailures(
  database: Database,
  commandIds: readonly string[],
  maxEach: number,
): Promise<FailedItem[]> {
  const { rows } = await sql<FailedItem>`
    select c.id command_id, f.item_id, i.file_name, f.problem from unnest(${[...commandIds]}::text[]) c(id) cross join lateral (
      select n.item_id, n.problem from import_command_item n where n.command_id = c.id and n.state = ${itemStates.failed} order by n.item_id limit ${maxEach}
    ) f left join import_item i on i.id = f.item_id order by f.item_id`.execute(database)
  return rows
}

/** The fields whose values commands set aside, of any of their items, by command. */
export async function selectDropped(
  database: Database,
  commandIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ command_id: string; fields: string[] }>`
    select command_id, array_agg(distinct f order by f) fields from import_command_item, jsonb_array_elements_text(after -> 'dropped') f
    where command_id = any(${[...commandIds]}::text[]) group by command_id`.execute(database)
  return new Map(rows.map((row) => [row.command_id, row.fields]))
}

/** What a command is about: its file, where it is one alone, and the fields that it edits. */
export interface CommandSubject {
  readonly command_id: string
  /** Null where there are several files, or where the one is gone. */
  readonly file_name: string | null
  /** Of an edit, and of what takes one back. */
  readonly fields: string[]
}

/** What some commands are about. */
export async function selectSubjects(
  database: Database,
  commandIds: readonly string[],
): Promise<Map<string, CommandSubject>> {
  const { rows } = await sql<CommandSubject>`
    select c.id command_id,
      case when c.total = 1 then (
        select i.file_name from import_command_item n join import_item i on i.id = n.item_id where n.command_id = c.id
      ) end file_name,
      array(
        select jsonb_object_keys(e.options -> 'change' -> 'values')
        union select l ->> 'field' from jsonb_array_elements(e.options -> 'change' -> 'links') l order by 1
      ) fields
    from import_command c left join import_command e on e.kind = 'edit' and e.id = coalesce(c.options ->> 'command', c.id)
    where c.id = any(${[...commandIds]}::text[])`.execute(database)
  return new Map(rows.map((row) => [row.command_id, row]))
}

/** The items of a command in some of the states, in order of upload. */
export async function selectCommandItems(
  database: Database,
  command: string,
  states: readonly (keyof typeof itemStates)[],
): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select item_id from import_command_item where command_id = ${command} and state = any(${states.map((state) => itemStates[state])}::smallint[])
    order by item_id`.execute(database)
  return rows.map((row) => row.item_id)
}

/** Items that a command moved from one import to another; null: one that nobody may be shown. */
export interface MovedItems {
  readonly command_id: string
  readonly from: { readonly id: number; readonly name: string } | null
  readonly to: { readonly id: number; readonly name: string } | null
  readonly count: number
}

/** Between which imports, of those within a condition on `import_job j`, some commands moved items. */
export async function selectMoves(
  database: Database,
  commandIds: readonly string[],
  scope: RawBuilder<SqlBool>,
): Promise<MovedItems[]> {
  const job = (id: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(select jsonb_build_object('id', j.id, 'name', j.name) from import_job j where j.id = ${id}::bigint and ${scope})`
  const { rows } = await sql<MovedItems>`
    select m.command_id, ${job(sql`m.before`)} "from", ${job(sql`m.after`)} "to", m.count from (
      select n.command_id, n.before ->> 'job' before, n.after ->> 'job' after, count(*) count from import_command_item n
      where n.command_id = any(${[...commandIds]}::text[]) and n.before ? 'job' group by 1, 2, 3
    ) m order by m.count desc`.execute(database)
  return rows
}

/** The imports that items of a command came from, and went to. */
export async function selectMovedJobs(database: Database, command: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct j.id::bigint id from import_command_item n cross join lateral (values (n.before ->> 'job'), (n.after ->> 'job')) j(id)
    where n.command_id = ${command} and j.id is not null`.execute(database)
  return rows.map((row) => row.id)
}

/** What a command changed of some items: as they were, and as they became. */
export async function selectChanged(
  database: Database,
  command: string,
  itemIds: readonly number[],
): Promise<Map<number, { before: ItemState; after: ItemState }>> {
  const { rows } = await sql<{ item_id: number; before: ItemState; after: ItemState }>`
    select item_id, before, after from import_command_item
    where command_id = ${command} and item_id = any(${[...itemIds]}::bigint[]) and before is not null`.execute(
    database,
  )
  return new Map(rows.map((row) => [row.item_id, row]))
}

/**
 * Hands items that are ready, or broken and to be taken anyway, to a command, with the ids that their assets
 * will have.
 * @returns those that no other command had taken
 */
export async function startValidation(
  database: Database,
  command: string,
  itemIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update import_item set status = ${validating}, asset_id = coalesce(asset_id, nextval('entity_id')), validated_by = ${command}, changed_at = now()
    where id = any(${[...itemIds]}::bigint[]) and status in (${ready}, ${broken}) returning id`.execute(
    database,
  )
  return rows.map((row) => row.id)
}

/** Locks the next items that wait for a command, in order of upload, and with them the items themselves. */
export async function lockNextItems(database: Database, command: string, max: number): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select item_id from import_command_item where command_id = ${command} and state = ${itemStates.waiting} order by item_id limit ${max} for update`.execute(
    database,
  )
  const ids = rows.map((row) => row.item_id)
  await sql`select from import_item where id = any(${ids}::bigint[]) order by id for update`.execute(database)
  return ids
}

/** Writes what became of items of a command, and counts them. */
export async function settleItems(
  database: Database,
  command: string,
  outcomes: ReadonlyMap<number, Outcome>,
): Promise<void> {
  const rows = [...outcomes].map(([id, { problem, before, after }]) => ({
    id,
    state: problem ? itemStates.failed : itemStates.finished,
    problem: problem ?? null,
    before: before ?? null,
    after: after ?? null,
  }))
  await sql`
    update import_command_item n set state = r.state, problem = nullif(r.problem, 'null'), before = nullif(r.before, 'null'), after = nullif(r.after, 'null')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(id bigint, state smallint, problem jsonb, before jsonb, after jsonb)
    where n.command_id = ${command} and n.item_id = r.id`.execute(database)
  const failed = rows.filter((row) => row.problem !== null).length
  await sql`update import_command set finished = finished + ${rows.length - failed}, failed = failed + ${failed} where id = ${command}`.execute(
    database,
  )
}

/** Marks items as being assets. */
export async function markValidated(database: Database, itemIds: readonly number[]): Promise<void> {
  await sql`update import_item set status = ${validated}, changed_at = now() where id = any(${[...itemIds]}::bigint[])`.execute(
    database,
  )
}

/** Gives an item back that could not be turned into an asset, with the reason. */
export async function returnItem(database: Database, itemId: number, problem: StoredProblem): Promise<void> {
  await sql`
    update import_item set status = case when (inspection ->> 'usable')::boolean then ${ready}::int else ${broken}::int end,
      validated_by = null, changed_at = now(), problems = ${withProblem(problem)}
    where id = ${itemId} and status = ${validating}`.execute(database)
}

/** The problems of an item with one more, in the place of one of its kind. */
function withProblem(problem: StoredProblem): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_agg(p), '[]') from jsonb_array_elements(problems) p where p ->> 'code' <> ${problem.code}) || ${JSON.stringify([problem])}::jsonb`
}

/** Notes something on items that are assets now. */
export async function addProblem(
  database: Database,
  itemIds: readonly number[],
  problem: StoredProblem,
): Promise<void> {
  await sql`update import_item set problems = problems || ${JSON.stringify([problem])}::jsonb where id = any(${[...itemIds]}::bigint[])`.execute(
    database,
  )
}

/**
 * Marks an item as done for which an asset of the library stands, unless something else became of it
 * meanwhile.
 */
export async function markLinked(database: Database, itemId: number, note: StoredProblem): Promise<void> {
  await sql`
    update import_item set status = ${validated}, changed_at = now(), problems = problems || ${JSON.stringify([note])}::jsonb
    where id = ${itemId} and status = ${ready}`.execute(database)
}
