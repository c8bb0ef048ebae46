import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sweepFolder } from './sweep-folder.ts'
import { storageError } from './write-file.ts'

/** What a blob is fetched by. */
export type FetchedBlob = {
  readonly sha256: string
  readonly sizeBytes: number
  readonly open: () => Readable
}

/** A folder of this machine for files that programs want as such. */
export type ScratchFiles = {
  readonly newPath: (extension?: string) => string
  /**
   * Lends a blob as a file, which is gone when the last who borrowed it is done. Whoever finds no room waits
   * for others to give back; a blob that is larger than all room is lent alone.
   * @throws storage_full; the error of the stream
   */
  readonly lend: <Result>(blob: FetchedBlob, use: (path: string) => Promise<Result>) => Promise<Result>
  readonly sweep: (olderThanMs: number) => Promise<number>
}

type Loan = { readonly path: Promise<string>; borrowers: number }

/** @param mostBytes of lent files at once; what programs write themselves is not counted */
export async function createScratchFiles(folder: string, mostBytes: number): Promise<ScratchFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const loans = new Map<string, Loan>()
  const waiting: (() => void)[] = []
  let usedBytes = 0
  const newPath = (extension = ''): string => join(folder, `${randomUUID()}${extension}`)

  const fetchFile = async ({ sizeBytes, open }: FetchedBlob): Promise<string> => {
    while (usedBytes > 0 && usedBytes + sizeBytes > mostBytes)
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
      })
    usedBytes += sizeBytes
    const path = newPath()
    try {
      await pipeline(open(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      return path
    } catch (error) {
      await rm(path, { force: true })
      giveBack(sizeBytes)
      throw storageError(error)
    }
  }
  const giveBack = (sizeBytes: number): void => {
    usedBytes -= sizeBytes
    for (const look of waiting.splice(0)) look()
  }
  return {
    newPath,
    lend: async (blob, use) => {
      const loan = loans.get(blob.sha256) ?? { path: fetchFile(blob), borrowers: 0 }
      loans.set(blob.sha256, loan)
      loan.borrowers += 1
      const isLast = (): boolean => {
        loan.borrowers -= 1
        if (loan.borrowers === 0) loans.delete(blob.sha256)
        return loan.borrowers === 0
      }
      const path = await loan.path.catch((error: unknown) => {
        isLast()
        throw error
      })
      try {
        return await use(path)
      } finally {
        if (isLast()) {
          await rm(path, { force: true })
          giveBack(blob.sizeBytes)
        }
      }
    },
    sweep: (olderThanMs) => sweepFolder(folder, olderThanMs),
  }
}
