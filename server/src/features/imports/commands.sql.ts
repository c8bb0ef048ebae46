import { importItemStatuses, type AssetAction } from '@cartouche/contract'
import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { StoredProblem } from './imports.sql.ts'

const { ready, broken, validating, validated } = importItemStatuses

export interface NewCommand {
  readonly id: string
  readonly jobId: number
  readonly kind: 'edit' | 'validate'
  readonly userId: number
  readonly workflowAction: AssetAction | null
  readonly mayCreateKeywords: boolean
}

export interface CommandRow {
  readonly id: string
  readonly job_id: number
  readonly job_name: string
  readonly owner_id: number
  readonly surfer_id: number
  /** Whether the user is a user or an application; null where the account is gone. */
  readonly user_kind: 'user' | 'application' | null
  readonly user_name: string | null
  readonly workflow_action: AssetAction | null
  readonly may_create_keywords: boolean
  readonly done_at: Date | null
}

/** Records a command. */
export async function insertCommand(database: Database, command: NewCommand): Promise<void> {
  await database
    .insertInto('import_command')
    .values({
      id: command.id,
      job_id: command.jobId,
      kind: command.kind,
      surfer_id: command.userId,
      workflow_action: command.workflowAction,
      may_create_keywords: command.mayCreateKeywords,
    })
    .execute()
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

/** The assets that a command made, in order of upload. */
export async function selectMadeAssets(database: Database, command: string): Promise<number[]> {
  const { rows } = await sql<{ asset_id: number }>`
    select asset_id from import_item where validated_by = ${command} and status = ${validated} order by id`.execute(
    database,
  )
  return rows.map((row) => row.asset_id)
}

/** A command, and the owner of its job. */
export async function selectCommand(database: Database, id: string): Promise<CommandRow | undefined> {
  const { rows } = await sql<CommandRow>`
    select c.id, c.job_id, j.name job_name, j.owner_id, c.surfer_id, e.resource user_kind, e.props ->> 'name' user_name, c.workflow_action, c.may_create_keywords, c.done_at
    from import_command c join import_job j on j.id = c.job_id left join entity e on e.resource in ('user', 'application') and e.id = c.surfer_id where c.id = ${id}`.execute(
    database,
  )
  return rows[0]
}

/** Commands of a job, those named or the last hundred, the oldest first. */
export async function selectCommands(
  database: Database,
  jobId: number,
  ids: readonly string[] | undefined,
): Promise<{ id: string; done: boolean }[]> {
  const { rows } = await sql<{ id: string; done: boolean }>`
    select id, done from (
      select id, done_at is not null done, created_at from import_command where job_id = ${jobId} and ${ids ? sql`id = any(${[...ids]}::text[])` : sql`true`} order by created_at desc limit 100
    ) c order by created_at`.execute(database)
  return rows
}

/**
 * Hands items that are ready, or broken and to be taken anyway, to a command, with the ids that their assets
 * will have.
 */
export async function startValidation(
  database: Database,
  command: string,
  itemIds: readonly number[],
): Promise<void> {
  await sql`
    update import_item set status = ${validating}, asset_id = coalesce(asset_id, nextval('entity_id')), validated_by = ${command}, changed_at = now()
    where id = any(${[...itemIds]}::bigint[]) and status in (${ready}, ${broken})`.execute(database)
}

/**
 * Locks the next items of a command that are no assets yet, in order of upload; the transaction that makes
 * the assets holds them.
 */
export async function lockNextItems(database: Database, command: string, max: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from import_item where validated_by = ${command} and status = ${validating} order by id limit ${max} for update`.execute(
    database,
  )
  return rows.map((row) => row.id)
}

/** Marks items as being assets. */
export async function markValidated(database: Database, itemIds: readonly number[]): Promise<void> {
  await sql`update import_item set status = ${validated}, changed_at = now() where id = any(${[...itemIds]}::bigint[])`.execute(
    database,
  )
}

/** Gives an item back that could not be turned into an asset, with the reason. */
export async function returnItem(
  database: Database,
  itemId: number,
  problem: { readonly code: string; readonly message: string },
): Promise<void> {
  await sql`
    update import_item set status = case when (inspection ->> 'usable')::boolean then ${ready}::int else ${broken}::int end,
      validated_by = null, changed_at = now(),
      problems = (select coalesce(jsonb_agg(p), '[]') from jsonb_array_elements(problems) p where p ->> 'code' <> ${problem.code}) || ${JSON.stringify([problem])}::jsonb
    where id = ${itemId} and status = ${validating}`.execute(database)
}

/** Notes something on items that are assets now. */
export async function addProblem(
  database: Database,
  itemIds: readonly number[],
  problem: { readonly code: string; readonly message: string },
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
