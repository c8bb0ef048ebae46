import {
  ApiError,
  parseJson,
  type CallAnswer,
  type CallInput,
  type Calls,
  type SentFile,
} from '@cartouche/contract'
import { z } from 'zod'
import { logVisit } from '../../access/audit/visitors.ts'
import type { Context } from '../../access/context.ts'
import type { UploadPart, UploadParts } from '../../access/handler.ts'
import type { StoredBlob } from '../../ground/blobs/blob-store.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { cleanName } from '../../ground/file-name.ts'
import { upsertBlob } from '../../media/renditions/renditions.sql.ts'
import { keepUpload } from '../../model/storage-limits/keep-upload.ts'
import {
  isStorageRefusal,
  storageLeft,
  type StorageLeft,
} from '../../model/storage-limits/within-storage-limit.ts'
import { findShare, noSession, type OpenShare } from '../shares/find-visitor.ts'
import { requireVisitor } from '../shares/introduce-visitor.ts'
import { requireUploads } from '../shares/require-uploads.ts'
import type { NamedVisitor } from '../shares/share-visitors.sql.ts'
import { deleteUpload, finishUpload, selectSentFiles, type UploadRow } from '../shares/share-uploads.sql.ts'
import { findUploadJob } from './find-upload-job.ts'
import { holdRoom, confirmRoom } from './hold-room.ts'
import { refuseProgram, withoutPrograms } from './refuse-program.ts'
import { addItem } from './store-upload.ts'
import { notifyOfUpload } from './notify-of-upload.ts'

/** The field `json`, which comes before the file. */
const About = z.object({
  visitor: z.string().max(64),
  /** What distinguishes the file from the visitor's others. */
  key: z.string().trim().min(1).max(200),
  /** Bytes. */
  size: z.number().int().nonnegative(),
})
type About = z.output<typeof About>

type FilePart = Extract<UploadPart, { kind: 'file' }>

/**
 * A visitor sends a file: it becomes an item of the import of the share, which is the sharer's. Room is held
 * for it before its first byte; the same key again is the same file.
 * @throws share_not_found, share_action_refused, access_denied, visitor_unknown, upload_format,
 * upload_empty, upload_too_large, upload_size_wrong, upload_type_refused, upload_program,
 * share_uploads_full, too_many_uploads, storage_full
 * @source decisions 0232 and 0254
 */
export async function uploadSharedFile(
  context: Context,
  { parts }: CallInput<Calls['uploadSharedFile']> & UploadParts,
): Promise<CallAnswer<Calls['uploadSharedFile']>> {
  const open = await requireUploads(context)
  let about: About | undefined
  let file: SentFile | undefined
  for await (const part of parts) {
    if (part.kind === 'field') {
      if (part.name === 'json') about = readAbout(part.value)
      continue
    }
    try {
      if (file) throw new ApiError('upload_format', { reason: 'one file is expected' })
      if (!about) throw new ApiError('upload_format', { reason: 'the field json comes before the file' })
      file = await takeFile(context, open, about, part)
    } finally {
      part.stream.resume()
    }
  }
  if (!file) throw new ApiError('upload_empty')
  return { file }
}

/**
 * What a visitor has sent by this share.
 * @throws share_not_found, share_action_refused, access_denied, visitor_unknown
 * @source decision 0232
 */
export async function listSharedUploads(
  context: Context,
  { visitor: token }: CallInput<Calls['listSharedUploads']>,
): Promise<CallAnswer<Calls['listSharedUploads']>> {
  const { share } = await requireUploads(context)
  const visitor = await requireVisitor(context, share.id, token)
  const rows = await selectSentFiles(context.database, { shareId: share.id, visitorId: visitor.id })
  return { files: rows.map((row) => toSentFile(row, row.finishedAt ?? row.startedAt)) }
}

function readAbout(text: string): About {
  try {
    return About.parse(parseJson(text))
  } catch {
    throw new ApiError('upload_format', {
      reason: 'the field json is not as expected: {"visitor":"…","key":"1","size":1024}',
    })
  }
}

/** A file that is being sent, by whom, and to which share. */
interface Sending {
  readonly open: OpenShare
  readonly visitor: NamedVisitor
  readonly uploadId: number
  readonly name: string
  readonly about: About
}

async function takeFile(context: Context, open: OpenShare, about: About, part: FilePart): Promise<SentFile> {
  const visitor = await requireVisitor(context, open.share.id, about.visitor)
  const name = cleanName(part.fileName)
  const { uploadMaxBytes } = context.settings
  if (about.size === 0) throw new ApiError('upload_empty')
  if (about.size > uploadMaxBytes) throw new ApiError('upload_too_large', { maxSizeBytes: uploadMaxBytes })
  refuseProgram(name)
  const file = { shareId: open.share.id, visitorId: visitor.id, key: about.key, name, sizeBytes: about.size }
  const held = await holdRoom(context, open.share, file)
  // It has arrived before: the answer was lost.
  if (typeof held !== 'number') return toSentFile(held.sent, held.sent.finishedAt ?? held.sent.startedAt)
  const sending = { open, visitor, uploadId: held, name, about }
  try {
    const blob = await storeFile(context, sending, part)
    const at = await addFile(context, sending, blob)
    await logVisit(context, open.share.id, 'upload', null, visitor.id)
    return { name, sizeBytes: blob.sizeBytes, at: at.toISOString() }
  } catch (error) {
    await deleteUpload(context.database, held)
    throw errorForVisitors(error)
  }
}

async function storeFile(
  context: Context,
  { open: { share }, about: { size } }: Sending,
  { stream }: FilePart,
): Promise<StoredBlob> {
  const owner = await storageLeft(context.database, share.sharer.kind === 'user' ? share.sharer.id : null)
  const left: StorageLeft = {
    sizeBytes: Math.min(size, owner.sizeBytes),
    require: (sizeBytes, files) => {
      if (sizeBytes > size) throw new ApiError('upload_size_wrong')
      owner.require(sizeBytes, files)
    },
  }
  const blob = await keepUpload(context, withoutPrograms(stream), {
    signal: context.signal,
    left,
    announcedBytes: size,
  })
  if (blob.sizeBytes === size) return blob
  // Bytes that are refused have a row all the same, by which they are swept.
  await upsertBlob(context.database, blob)
  throw new ApiError('upload_size_wrong')
}

/** All or nothing: the item of the import, and that the file has arrived. */
async function addFile(context: Context, sending: Sending, blob: StoredBlob): Promise<Date> {
  const { open, visitor, uploadId, name, about } = sending
  const { share } = open
  try {
    // A link that has ended while the bytes came takes nothing any more.
    const now = await findShare(context, share.id)
    if (!now) throw new ApiError('share_not_found')
    return await withTransaction(context.database, async (transaction) => {
      await confirmRoom(transaction, share, { uploadId, sizeBytes: blob.sizeBytes })
      const asSharer: Context = {
        ...context,
        database: transaction,
        identity: { ...now.visitor.sharer, session: noSession },
      }
      const jobId = await findUploadJob(transaction, share)
      await addItem(asSharer, jobId, {
        blob,
        fileName: name,
        key: `visitor/${visitor.id}/${about.key}`,
        sender: { name: visitor.name, share: share.name },
      })
      const at = await finishUpload(transaction, uploadId)
      if (!at) throw new ApiError('upload_format', { reason: 'it is being sent a second time' })
      await notifyOfUpload(context, transaction, { share, visitor, uploadId, jobId })
      return at
    })
  } catch (error) {
    await upsertBlob(context.database, blob)
    throw error
  }
}

/** How much the sharer may store is their own business. */
function errorForVisitors(error: unknown): unknown {
  return isStorageRefusal(error) ? new ApiError('share_uploads_full') : error
}

function toSentFile({ name, sizeBytes }: UploadRow, at: Date): SentFile {
  return { name, sizeBytes, at: at.toISOString() }
}
