import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** For how long room is held for a file that has not arrived; then it has to be free still. */
const heldFor = sql`interval '1 hour'`

/** A file of a visitor. */
export interface UploadRow {
  readonly id: number
  readonly name: string
  readonly sizeBytes: number
  readonly startedAt: Date
  /** null: it has not arrived. */
  readonly finishedAt: Date | null
}

/** What distinguishes a file from all others of a share. */
export interface UploadKey {
  readonly shareId: string
  readonly visitorId: number
  readonly key: string
}

/** What the other files of a share take: those that arrived, and those that room is held for. */
export interface UploadsTaken {
  readonly files: number
  readonly sizeBytes: number
  /** Those of them that are on their way. */
  readonly running: number
}

/**
 * Holds a share until the transaction ends: nobody else counts its uploads, or starts its import.
 * @returns the import of its uploads, while it is there
 */
export async function lockUploads(transaction: Database, shareId: string): Promise<number | null> {
  const { rows } = await sql<{ jobId: number | null }>`
    select upload_job_id "jobId" from share where id = ${shareId} for no key update`.execute(transaction)
  return rows[0]?.jobId ?? null
}

const columns = sql`upload_id id, file_name name, size_bytes "sizeBytes", started_at "startedAt", finished_at "finishedAt"`

/** An upload by its key. */
export async function selectUpload(
  database: Database,
  { shareId, visitorId, key }: UploadKey,
): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    select ${columns} from share_upload where share_id = ${shareId} and visitor_id = ${visitorId} and upload_key = ${key}`.execute(
    database,
  )
  return rows[0]
}

/** What a visitor has sent, newest first. */
export async function selectSentFiles(
  database: Database,
  { shareId, visitorId }: Omit<UploadKey, 'key'>,
): Promise<UploadRow[]> {
  const { rows } = await sql<UploadRow>`
    select ${columns} from share_upload where share_id = ${shareId} and visitor_id = ${visitorId} and finished_at is not null
    order by finished_at desc, upload_id desc limit 1000`.execute(database)
  return rows
}

/** What is taken of the room of a share, without one upload. */
export async function countUploads(
  database: Database,
  shareId: string,
  withoutId: number | undefined,
): Promise<UploadsTaken> {
  const { rows } = await sql<UploadsTaken>`
    select count(*)::int files, coalesce(sum(size_bytes), 0)::bigint "sizeBytes", count(*) filter (where finished_at is null)::int running
    from share_upload where share_id = ${shareId} and upload_id is distinct from ${withoutId ?? null}::bigint
      and (finished_at is not null or started_at > now() - ${heldFor})`.execute(database)
  return rows[0] ?? { files: 0, sizeBytes: 0, running: 0 }
}

/**
 * Holds room for a file, in the place of an earlier attempt to send it.
 * @returns the number of the attempt
 */
export async function insertUpload(
  transaction: Database,
  { shareId, visitorId, key, name, sizeBytes }: UploadKey & Pick<UploadRow, 'name' | 'sizeBytes'>,
): Promise<number> {
  await sql`
    delete from share_upload where share_id = ${shareId} and visitor_id = ${visitorId} and upload_key = ${key} and finished_at is null`.execute(
    transaction,
  )
  const { upload_id: id } = await transaction
    .insertInto('share_upload')
    .values({
      share_id: shareId,
      visitor_id: visitorId,
      upload_key: key,
      file_name: name,
      size_bytes: sizeBytes,
    })
    .returning('upload_id')
    .executeTakeFirstOrThrow()
  return id
}

/** A file has arrived. @returns when; undefined: another attempt took its place */
export async function finishUpload(transaction: Database, id: number): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    update share_upload set finished_at = clock_timestamp() where upload_id = ${id} and finished_at is null
    returning finished_at at`.execute(transaction)
  return rows[0]?.at
}

/** Frees the room of an attempt that failed. */
export async function deleteUpload(database: Database, id: number): Promise<void> {
  await sql`delete from share_upload where upload_id = ${id} and finished_at is null`.execute(database)
}

/** Whether a visitor has sent another file within the last hour. */
export async function hasSentLately(
  database: Database,
  visitorId: number,
  withoutId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from share_upload where visitor_id = ${visitorId} and upload_id <> ${withoutId}
      and finished_at > now() - interval '1 hour' limit 1`.execute(database)
  return rows.length > 0
}

/** The import that the uploads of a share arrive in from now on. */
export async function updateUploadJob(transaction: Database, shareId: string, jobId: number): Promise<void> {
  await transaction.updateTable('share').set({ upload_job_id: jobId }).where('id', '=', shareId).execute()
}

/** Forgets files that did not arrive. */
export async function deleteLostUploads(database: Database): Promise<void> {
  await sql`delete from share_upload where finished_at is null and started_at < now() - interval '2 days'`.execute(
    database,
  )
}
