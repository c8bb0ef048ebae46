import { constants, copyFile, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { importItemStatuses, isApiError, type DuplicateChoice } from '@cartouche/contract'
import { sql, type SqlBool } from 'kysely'
import type { Context } from '../../access/context.ts'
import { digestFile, storageError } from '../../ground/blobs/write-file.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { listSchemas, type Schemas } from '../../model/schemas/schema-registry.ts'
import { isStorageRefusal } from '../../model/storage-limits/within-storage-limit.ts'
import { editImportJob } from './edit-import-job.ts'
import { missingFieldsOf } from './check-metadata.ts'
import { describedItem } from './described-item.ts'
import { schemaFor } from './import-resources.ts'
import { createImportJob } from './import-jobs.ts'
import { countMoving, selectUnfinished, type UnfinishedItem } from './inspection.sql.ts'
import { listFolder, type FolderFile } from './list-folder.ts'
import { countItems, lockJobName, selectJobByName } from './import-jobs.sql.ts'
import { hasUpload, selectItems, type ItemRow, type StoredProblem } from './imports.sql.ts'
import { settleLostWork } from './settle-lost-work.ts'
import { addItem, uploadKeyOf } from './store-upload.ts'
import { cleanName } from '../../ground/file-name.ts'

/** How a folder is imported. */
export interface FolderOptions {
  /** An absolute path; folders in it are taken too, hidden files are not. */
  readonly folder: string
  /** The collection that the assets are put in, by its id. */
  readonly collectionId?: number | undefined
  /** A workflow action for each asset at once, as `publish`. */
  readonly workflowAction?: string | undefined
  /** What becomes of files that the library has already. Default: skip. */
  readonly duplicates?: DuplicateChoice | undefined
  /** Receives how far it is, now and then. */
  readonly onProgress?: ((progress: FolderProgress) => void) | undefined
}

/** How far a folder's import is, in files. */
export interface FolderProgress {
  readonly found: number
  readonly taken: number
  readonly inspected: number
  readonly imported: number
}

/** A file, and why it is where it is. */
export interface FileReason {
  readonly path: string
  readonly reason: string
}

/** What became of the files of a folder. */
export interface FolderReport {
  readonly jobId: number
  readonly found: number
  /** New assets of this run. */
  readonly imported: number
  /** Done in an earlier run. */
  readonly known: number
  /** Files that the library had already, and that were left out. */
  readonly skipped: number
  /** Files that the library had already, and whose asset was put into the collection. */
  readonly linked: number
  /** Files that could not be read, and items that cannot become assets as they are. */
  readonly refused: readonly FileReason[]
  /** Files whose work failed and will be tried again later. */
  readonly retried: readonly FileReason[]
}

const filesAtOnce = 3
const lookEveryMs = 300

/**
 * Imports the files of a folder for the current user, by the same steps as the import page; ends when they
 * are assets, without waiting for what failed and is to be tried again later. Run again, after it was cut
 * short at whatever moment or after files were added, it takes what is missing and nothing twice. Workers
 * must be running on this database, here or in another process.
 * @throws access_denied; Error of the file system where the folder cannot be read
 * @source decision 0120
 */
export async function takeFolder(context: Context, options: FolderOptions): Promise<FolderReport> {
  const folder = resolve(options.folder)
  const { files, unreadable } = await listFolder(folder)
  const { jobId, isNew } = await jobOf(context, `Folder ${folder}`)
  await settleLostWork(context)
  const known = (await countsOf(context, jobId)).validated
  const progress = { found: files.length, taken: 0, inspected: 0, imported: 0 }
  const report = (changed: Partial<FolderProgress>): void =>
    options.onProgress?.(Object.assign(progress, changed))
  report({})
  const unread = await takeFiles(context, jobId, files, isNew, () => report({ taken: progress.taken + 1 }))
  const watch = (): Promise<void> =>
    settled(context, jobId, ({ inspected, validated }) => report({ inspected, imported: validated - known }))
  await watch()
  const { linked, skipped } = await validate(context, jobId, options, watch)
  const { validated } = await countsOf(context, jobId)
  const closed = unreadable.map((path) => ({ path, reason: 'The folder cannot be read.' }))
  return {
    jobId,
    found: files.length,
    imported: validated - known - linked,
    known,
    linked,
    skipped: skipped.length,
    refused: [...closed, ...unread, ...(await listRefused(context, jobId, new Set(skipped)))],
    retried: await listRetried(context, jobId),
  }
}

/** Two commands on one folder at once work on one job. */
async function jobOf(context: Context, name: string): Promise<{ jobId: number; isNew: boolean }> {
  const owner = 'id' in context.identity ? context.identity.id : 0
  return withTransaction(context.database, async (database) => {
    await lockJobName(database, name)
    const known = await selectJobByName(database, owner, name)
    if (known !== undefined) return { jobId: known, isNew: false }
    return {
      jobId: (await createImportJob({ ...context, database }, { json: { name } })).response.data.id,
      isNew: true,
    }
  })
}

/** @returns files that could not be read or stored, with the reason */
async function takeFiles(
  context: Context,
  jobId: number,
  files: readonly FolderFile[],
  isNew: boolean,
  onTaken: () => void,
): Promise<FileReason[]> {
  const refused: FileReason[] = []
  const waiting = files.values()
  const worker = async (): Promise<void> => {
    for (const file of waiting) {
      context.signal.throwIfAborted()
      try {
        await takeFile(context, jobId, file, isNew)
      } catch (error) {
        if (isApiError(error, 'storage_full') || !isFileError(error)) throw error
        refused.push({
          path: file.shownPath,
          reason: isApiError(error) ? error.message : 'The file cannot be read.',
        })
      }
      onTaken()
    }
  }
  await Promise.all(Array.from({ length: filesAtOnce }, worker))
  return refused
}

function isFileError(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code)
  return (
    isApiError(error, 'upload_too_large') ||
    isStorageRefusal(error) ||
    ['EACCES', 'EPERM', 'ENOENT', 'EISDIR', 'EIO'].includes(code)
  )
}

async function takeFile(context: Context, jobId: number, file: FolderFile, isNew: boolean): Promise<void> {
  // On a second run most files are there: reading one is cheaper than writing it.
  if (!isNew) {
    const { sha256 } = await digestFile(file.path)
    if (await hasUpload(context.database, jobId, uploadKeyOf(file.key, sha256))) return
  }
  const copy = await context.blobs.newScratchPath()
  // The system copies without the bytes passing through here; a file system that can shares them.
  await copyFile(file.path, copy, constants.COPYFILE_FICLONE).catch((error: unknown) => {
    throw storageError(error)
  })
  const limits = { maxSizeBytes: context.settings.uploadMaxBytes, signal: context.signal }
  const blob = await context.blobs.adopt(copy, limits).catch(async (error: unknown) => {
    await rm(copy, { force: true })
    throw error
  })
  await addItem(context, jobId, {
    blob,
    fileName: cleanName(file.fileName),
    key: file.key,
    problems: nameProblems(file),
  })
}

function nameProblems({ rawName }: FolderFile): StoredProblem[] {
  if (!rawName) return []
  const message = `The file's name is not UTF-8. It was read as ${rawName.encoding}; its bytes are recorded.`
  return [{ code: 'name_decoded', message, bytes: rawName.bytes.toString('hex') }]
}

/** Waits while items of a job are worked on. What waits for another try is not waited for. */
async function settled(context: Context, jobId: number, onLook: (counts: Counts) => void): Promise<void> {
  for (;;) {
    // In this order: what is counted as moving and settles meanwhile is in the counts.
    const moving = await countMoving(context.database, jobId)
    onLook(await countsOf(context, jobId))
    if (moving === 0) return
    await sleep(lookEveryMs, undefined, { signal: context.signal })
  }
}

interface Counts {
  readonly inspected: number
  readonly validated: number
}

async function countsOf(context: Context, jobId: number): Promise<Counts> {
  const rows = await countItems(context.database, [jobId])
  const count = (status: number): number => rows.find((row) => row.status === status)?.count ?? 0
  const { ready, broken, validating, validated } = importItemStatuses
  return {
    inspected: count(ready) + count(broken) + count(validating) + count(validated),
    validated: count(validated),
  }
}

/**
 * Turns what is ready into assets. Of files that the folder holds twice the second is linked only when the
 * first is an asset; so there is a second round.
 * @returns how many were linked, and the ids of the items that are left out as duplicates
 */
async function validate(
  context: Context,
  jobId: number,
  options: FolderOptions,
  wait: () => Promise<void>,
): Promise<{ linked: number; skipped: number[] }> {
  const { collectionId, workflowAction, duplicates = 'skip' } = options
  const data =
    collectionId === undefined
      ? {}
      : { data: { collections: { $mode: 'appendnew', $values: [collectionId] } } }
  let linked = 0
  let asked = new Set<number>()
  for (const round of duplicates === 'link' ? [1, 2] : [1]) {
    const ids = (await listComplete(context, jobId)).map((item) => item.id)
    if (ids.length === 0) return { linked, skipped: [] }
    asked = new Set(ids)
    const metadata = { ids, validate: true, workflowAction, duplicates, ...(round === 1 ? data : {}) }
    const { response } = await editImportJob(context, { id: jobId, metadata })
    linked += response.duplicates?.linked ?? 0
    await wait()
    if (response.duplicates?.skipped === 0) return { linked, skipped: [] }
  }
  const left = (await listComplete(context, jobId)).filter(
    ({ id, problems }) => asked.has(id) && !problems.some(({ code }) => isReason(code)),
  )
  return { linked, skipped: left.map((item) => item.id) }
}

/** Items that are ready and lack nothing. */
async function listComplete(context: Context, jobId: number): Promise<ItemRow[]> {
  const schemas = await listSchemas(context)
  const ready = await selectItems(
    context.database,
    sql<SqlBool>`i.job_id = ${jobId} and i.status = ${importItemStatuses.ready}`,
    undefined,
    maxItems,
  )
  return ready.filter((item) => missingOf(schemas, item).length === 0)
}

function missingOf(schemas: Schemas, item: ItemRow): string[] {
  const schema = schemaFor(schemas, item)
  return missingFieldsOf(schema, describedItem(schema, item).metadata)
}

/** More than any folder has. */
const maxItems = 1_000_000

/** Why an item that is ready was not validated. */
function isReason(code: string): boolean {
  return code === 'validation_failed' || code === 'link_refused'
}

async function listRefused(
  context: Context,
  jobId: number,
  skipped: ReadonlySet<number>,
): Promise<FileReason[]> {
  const { broken, ready } = importItemStatuses
  const schemas = await listSchemas(context)
  const items = await selectItems(
    context.database,
    sql<SqlBool>`i.job_id = ${jobId} and i.status in (${broken}, ${ready})`,
    undefined,
    maxItems,
  )
  return items
    .filter((item) => !skipped.has(item.id))
    .map((item) => ({ path: item.file_name, reason: reasonOf(item, missingOf(schemas, item)[0]) }))
}

function reasonOf({ status, problems }: ItemRow, missing: string | undefined): string {
  const known = problems.filter(({ code }) => code !== 'name_decoded')
  if (status === importItemStatuses.broken) return known[0]?.message ?? 'It is damaged.'
  if (missing !== undefined) return `The field "${missing}" is required and has no value.`
  return known.findLast(({ code }) => isReason(code))?.message ?? 'It was not validated.'
}

async function listRetried(context: Context, jobId: number): Promise<FileReason[]> {
  return (await selectUnfinished(context.database, jobId)).map((item) => ({
    path: item.fileName,
    reason: whyUnfinished(item),
  }))
}

/** The first line of an error says what went wrong; the others say where in the code. */
function whyUnfinished({ attempts, reason }: UnfinishedItem): string {
  const why = reason?.split('\n')[0]?.trim() ?? 'The work on it was interrupted.'
  return attempts > 1 ? `${why} (${attempts} tries)` : why
}
