import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LibraryError } from '../../database/find-database.ts'
import { failedMark } from '../../database/wal-spool.ts'
import type { BackupPlace } from '../backup-place.ts'
import type { StoredSegment } from './segments.ts'
import { readSegment } from './ship-segments.ts'

const lookEveryMs = 10
const wantedMark = '.wanted'
/** Segments that are read before they are asked for. */
const ahead = 4

export interface LogService {
  readonly spoolFolder: string
  /** Ends it once the log is not needed any more. */
  readonly done: AbortSignal
  /** Has recovery fail. */
  readonly signal: AbortSignal
  readonly onSegment: () => void
}

/**
 * Gives PostgreSQL, which asks for them one at a time, the files of a log that a place holds. What the place
 * does not have is answered by nothing.
 * @throws LibraryError where one is damaged; Error of a place that fails; the signal's reason. PostgreSQL
 * hears of it, and ends.
 */
export async function serveLog(
  place: BackupPlace,
  systemId: string,
  segments: readonly StoredSegment[],
  { spoolFolder, done, signal, onSegment }: LogService,
): Promise<void> {
  const reading = new Map<string, Promise<Buffer | undefined>>()
  const readOnce = (segment: StoredSegment): Promise<Buffer | undefined> => {
    const read = reading.get(segment.name) ?? readSegment(place, systemId, segment)
    // Whoever takes it reads why it failed.
    read.catch(() => {})
    reading.set(segment.name, read)
    return read
  }
  const put = async (name: string): Promise<void> => {
    const at = segments.findIndex((segment) => segment.name === name)
    const segment = segments[at]
    if (!segment) return
    const bytes = await readOnce(segment)
    if (!bytes) throw new LibraryError(`The log in this location is damaged: ${segment.fileName}.`)
    for (const next of segments.slice(at + 1, at + 1 + ahead)) void readOnce(next)
    reading.delete(name)
    const path = join(spoolFolder, name)
    await writeFile(`${path}.part`, bytes, { mode: 0o644 })
    await rename(`${path}.part`, path)
    onSegment()
  }
  const answer = async (mark: string): Promise<void> => {
    try {
      signal.throwIfAborted()
      await put(mark.slice(0, -wantedMark.length))
    } catch (error) {
      await writeFile(join(spoolFolder, failedMark), '', { mode: 0o644 })
      throw error
    } finally {
      await rm(join(spoolFolder, mark))
    }
  }
  while (!done.aborted) {
    for (const name of await readdir(spoolFolder)) if (name.endsWith(wantedMark)) await answer(name)
    await sleep(lookEveryMs, undefined, { signal: done }).catch(() => {})
  }
}
