import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { ApiError } from '@cartouche/contract'
import type { HeldBlob } from '../blobs/blob-store.ts'
import type { BackupBlobs } from './encryption/encrypt-blobs.ts'
import type { StoredFile } from './manifest.ts'

/** The columns of the statement whose rows `storeRows` stores as a list of files. */
export const fileListQuery = 'select sha256, size_bytes from blob order by sha256'

/** Gives the files of a list, one at a time, however many there are. */
export async function* readFileList(
  blobs: Pick<BackupBlobs, 'open'>,
  stored: StoredFile,
): AsyncGenerator<HeldBlob> {
  for await (const line of readLines(blobs, stored)) yield readFileLine(line)
}

/** A line of a list of files: hash and size. */
export function readFileLine(line: string): HeldBlob {
  const [, sha256, size] = /^([0-9a-f]{64})\t(\d{1,15})$/.exec(line) ?? []
  if (sha256 === undefined) throw new ApiError('backup_list_damaged')
  return { sha256, sizeBytes: Number(size) }
}

/** Gives the lines of what is stored compressed. */
export async function* readLines(
  blobs: Pick<BackupBlobs, 'open'>,
  { sha256, sizeBytes }: StoredFile,
): AsyncGenerator<string> {
  const packed = blobs.open(sha256, { sizeBytes })
  const input = createGunzip()
  packed.on('error', (error) => input.destroy(error)).pipe(input)
  try {
    yield* createInterface({ input, crlfDelay: Infinity })
  } finally {
    packed.destroy()
  }
}
