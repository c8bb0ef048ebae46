import { constants, copyFile, readdir, rm, stat } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { importItemStatuses, isApiError } from '@cartouche/contract'
import { sql, type SqlBool } from 'kysely'
import type { Context } from '../access/context.ts'
import { digestFile, storageError } from '../blobs/write-file.ts'
import { editImportJob } from './edit-import-job.ts'
import { createImportJob } from './import-jobs.ts'
import { listImportChanges } from './list-import-changes.ts'
import { countItems, hasUpload, selectItems, selectJobByName } from './massimport.sql.ts'
import { addItem, cleanName, uploadKeyOf } from './take-upload.ts'

/** How a folder is imported. */
export interface FolderWish {
  /** An absolute path; folders in it are taken too, hidden files are not. */
  readonly folder: string
  /** The collection that the assets are put in, by its id. */
  readonly collectionId?: number | undefined
  /** A workflow action for each asset at once, as `publish`. */
  readonly workflowAction?: string | undefined
  /** Receives how far it is, now and then. */
  readonly onProgress?: ((progress: FolderProgress) => void) | undefined
}

/** How far a folder's import is, in files. */
export interface FolderProgress { readonly found: number; readonly taken: number; readonly inspected: number; readonly imported: number }

/** What became of the files of a folder. */
export interface FolderReport {
  readonly jobId: number
  readonly found: number
  /** New assets of this run. */
  readonly imported: number
  /** Assets of an earlier run. */
  readonly known: number
  readonly refused: readonly { readonly path: string; readonly reason: string }[]
}

const filesAtOnce = 3
const lookEveryMs = 300
const waitSeconds = 30

/**
 * Imports the files of a folder for who asks, by the same steps as the import page; ends when they are assets. Run again, after
 * it was cut short at whatever moment or after files were added, it takes what is missing and nothing twice. Workers must
 * be running on this database, here or in another process.
 * @throws access_denied; Error of the file system where the folder cannot be read
 */
export async function takeFolder(context: Context, wish: FolderWish): Promise<FolderReport> {
  const folder = resolve(wish.folder)
  const paths = await listFiles(folder)
  const { jobId, isNew } = await jobOf(context, `Folder ${folder}`)
  const known = (await countsOf(context, jobId)).validated
  const progress = { found: paths.length, taken: 0, inspected: 0, imported: 0 }
  const tell = (): void => wish.onProgress?.({ ...progress })
  tell()
  const refused = await takeFiles(context, jobId, folder, paths, isNew, () => { progress.taken++; tell() })
  await settled(context, jobId, (inspected, imported) => { Object.assign(progress, { inspected, imported: imported - known }); tell() })
  await validate(context, jobId, wish)
  const after = (await countsOf(context, jobId)).validated
  Object.assign(progress, { imported: after - known })
  tell()
  return { jobId, found: paths.length, imported: after - known, known, refused: [...refused, ...await listRefused(context, jobId)] }
}

/** Files below a folder in the order of their paths; links are not followed. */
async function listFiles(folder: string): Promise<string[]> {
  if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder.`)
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !relative(folder, path).split(sep).some((part) => part.startsWith('.'))).toSorted()
}

async function jobOf(context: Context, name: string): Promise<{ jobId: number; isNew: boolean }> {
  const owner = 'id' in context.identity ? context.identity.id : 0
  const known = await selectJobByName(context.database, owner, name)
  if (known !== undefined) return { jobId: known, isNew: false }
  return { jobId: (await createImportJob(context, { json: { name } })).response.data.id, isNew: true }
}

/** @returns files that could not be read or stored, with the reason */
async function takeFiles(context: Context, jobId: number, folder: string, paths: readonly string[], isNew: boolean, onTaken: () => void): Promise<{ path: string; reason: string }[]> {
  const refused: { path: string; reason: string }[] = []
  const waiting = paths.values()
  const worker = async (): Promise<void> => {
    for (const path of waiting) {
      context.signal.throwIfAborted()
      try {
        await takeFile(context, jobId, path, relative(folder, path), isNew)
      } catch (error) {
        if (isApiError(error, 'storage_full') || !isFileError(error)) throw error
        refused.push({ path, reason: isApiError(error) ? error.message : 'The file cannot be read.' })
      }
      onTaken()
    }
  }
  await Promise.all(Array.from({ length: filesAtOnce }, worker))
  return refused
}

function isFileError(error: unknown): boolean {
  return isApiError(error, 'upload_too_large') || ['EACCES', 'EPERM', 'ENOENT', 'EISDIR', 'EIO'].includes(String((error as { code?: unknown } | null)?.code))
}

async function takeFile(context: Context, jobId: number, path: string, key: string, isNew: boolean): Promise<void> {
  // On a second run most files are there: reading one is cheaper than writing it.
  if (!isNew) {
    const { sha256 } = await digestFile(path)
    if (await hasUpload(context.database, jobId, uploadKeyOf(key, sha256))) return
  }
  const copy = await context.blobs.newScratchPath()
  // The system copies without the bytes passing through here; a file system that can shares them.
  await copyFile(path, copy, constants.COPYFILE_FICLONE).catch((error: unknown) => { throw storageError(error) })
  const blob = await context.blobs.adopt(copy, { maxSizeBytes: context.settings.uploadMaxBytes, signal: context.signal }).catch(async (error: unknown) => {
    await rm(copy, { force: true })
    throw error
  })
  await addItem(context, jobId, { blob, fileName: cleanName(basename(path)), key })
}

/** Waits until every item is inspected and no asset is in the making. */
async function settled(context: Context, jobId: number, onLook: (inspected: number, imported: number) => void): Promise<void> {
  for (;;) {
    const counts = await countsOf(context, jobId)
    onLook(counts.ready + counts.broken + counts.validated + counts.validating, counts.validated)
    if (counts.waiting + counts.analyzing + counts.validating === 0) return
    await sleep(lookEveryMs, undefined, { signal: context.signal })
  }
}

async function countsOf(context: Context, jobId: number): Promise<Record<keyof typeof importItemStatuses, number>> {
  const rows = await countItems(context.database, [jobId])
  const count = (status: number): number => rows.find((row) => row.status === status)?.count ?? 0
  const { waiting, analyzing, ready, broken, validating, validated } = importItemStatuses
  return { waiting: count(waiting), analyzing: count(analyzing), ready: count(ready), broken: count(broken), validating: count(validating), validated: count(validated) }
}

async function validate(context: Context, jobId: number, { collectionId, workflowAction }: FolderWish): Promise<void> {
  if ((await countsOf(context, jobId)).ready === 0) return
  const data = collectionId === undefined ? {} : { data: { collections: { $mode: 'appendnew', $values: [collectionId] } } }
  const { response } = await editImportJob(context, { id: jobId, metadata: { ...data, validate: true, workflowAction } })
  for (;;) {
    const changes = await listImportChanges(context, { id: jobId, commandIds: response.$action.commands, longPolling: waitSeconds })
    if (changes.response.data.every(({ done }) => done)) return
    context.signal.throwIfAborted()
  }
}

async function listRefused(context: Context, jobId: number): Promise<{ path: string; reason: string }[]> {
  const items = await selectItems(context.database, sql<SqlBool>`i.job_id = ${jobId} and i.status in (${importItemStatuses.broken}, ${importItemStatuses.ready})`)
  return items.map((item) => ({ path: item.file_name, reason: item.problems.at(item.status === importItemStatuses.broken ? 0 : -1)?.message ?? 'It was not validated.' }))
}
