import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Log } from '../../log.ts'
import { failureOf, type RunFailure } from '../../maintenance/run-failure.ts'
import { BackupError } from '../backup-error.ts'
import type { BackupPlace } from '../backup-place.ts'
import { connectForCopy } from '../connect.ts'
import { listBases, listSegments, type BaseBackup } from './base-backup.ts'
import { makeBase, selectSystemId } from './make-base.ts'
import { isFollowed, reachOf, type Reach, type StoredSegment } from './segments.ts'
import { listSpooled, shipSegment } from './ship-segments.ts'
import { readMark, shipFiles, type FilesMark } from './ship-files.ts'

export interface WalArchiveSource {
  /** Of the database, for sessions. */
  readonly url: string
  readonly clusterFolder: string
  /** Where PostgreSQL puts its log, for this to take it away. */
  readonly spoolFolder: string
  readonly blobs: BlobStore
  readonly readSecrets: () => Promise<Uint8Array | undefined>
}

export interface WalArchiveOptions {
  readonly log: Log
  /** Opens the backup location, or says what stands in the way. Asked for again after each failure. */
  readonly openPlace: () => Promise<BackupPlace>
  /** Whether it is there still: a disk that is not mounted is an empty folder. */
  readonly isThere: () => Promise<boolean>
  /** How often is looked for what PostgreSQL has put into the folder. Default: five seconds. */
  readonly everyMs?: number
}

export interface WalStanding {
  /** `none`: no base backup yet. */
  readonly state: 'none' | 'good' | 'failed'
  readonly reach: Pick<Reach, 'from' | 'until'> | undefined
  /** Why it failed. */
  readonly message: string | undefined
  readonly failure: RunFailure | null
}

/** Stores the log of the embedded database as it comes, and base backups. */
export interface WalArchive {
  readonly standing: () => WalStanding
  readonly stop: () => Promise<void>
}

const lookEveryMs = 5000
const baseEveryMs = 7 * 86_400_000
const baseAgainMs = 15 * 60_000
/** What the place has is looked at again, as others delete there. */
const listEveryMs = 3_600_000
/** How often PostgreSQL is asked whether it can put its log aside. */
const askEveryMs = 60_000
/** 4 GiB of segments that the place did not take: what more there is would fill the disk of the database. */
const maxSpooled = 256

/** What is known of a place that was opened. */
interface Opened {
  readonly place: BackupPlace
  readonly systemId: string
  readonly segments: StoredSegment[]
  readonly bases: readonly BaseBackup[]
  readonly listedAtMs: number
}

/**
 * Has the log of the embedded database stored, file by file as PostgreSQL is done with each, with the files
 * of the library that it speaks of, and each week a base backup, so that any moment can be brought back. One
 * that fails is tried again; where the place takes nothing for long, the log is given up, and a new base
 * backup begins another.
 * @source decision 0242
 */
export function startWalArchive(source: WalArchiveSource, options: WalArchiveOptions): WalArchive {
  const { log, openPlace, isThere, everyMs = lookEveryMs } = options
  const ended = new AbortController()
  let opened: Opened | undefined
  let mark: FilesMark | undefined
  let reach: WalStanding['reach']
  let askedAtMs = performance.now()
  let failure: Error | undefined
  let archiverFailure: Error | undefined
  let baseFailure: Error | undefined
  let base: Promise<void> | undefined
  let baseAgainAtMs = 0

  const round = async (): Promise<void> => {
    if (opened && performance.now() - opened.listedAtMs > listEveryMs && !base) opened = undefined
    // Where it was once: nothing is begun in a folder that its disk left empty.
    if (mark && !(await isThere())) throw new BackupError('backup_location_gone')
    if (!opened) {
      const looked = await look(source.url, await openPlace())
      opened = looked.opened
      mark ??= looked.mark
    }
    const known = opened
    const names = await listSpooled(source.spoolFolder)
    if (names.length > 0 && mark) mark = await ship(source, known, { names, mark, signal: ended.signal, log })
    reach = reachOf(known.bases, known.segments)
    if (performance.now() - askedAtMs > askEveryMs) {
      askedAtMs = performance.now()
      archiverFailure = await findArchiverFailure(source)
    }
    // A base backup that was finished meanwhile is not among those that are known.
    if (!base && opened === known && performance.now() >= baseAgainAtMs && isBaseDue(known))
      base = makeOne(known).finally(() => {
        base = undefined
      })
  }
  const makeOne = async (at: Opened): Promise<void> => {
    try {
      const secrets = await source.readSecrets()
      const made = await makeBase({ ...source, secrets }, at.place, ended.signal)
      // What the place has now is listed again.
      opened = undefined
      baseFailure = undefined
      const { name, missing } = made.base
      log.info({ base: name, newBytes: made.newBytes, missing: missing.length }, 'a base backup was made')
    } catch (error) {
      if (ended.signal.aborted) return
      baseAgainAtMs = performance.now() + baseAgainMs
      baseFailure = error as Error
      log.warn({ message: (error as Error).message }, 'a base backup could not be made')
    }
  }
  const run = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await round().then(
        () => {
          failure = undefined
        },
        async (error: Error) => {
          if (ended.signal.aborted) return
          if (failure?.message !== error.message)
            log.warn({ message: error.message }, 'the log of the database could not be stored')
          failure = error
          opened = undefined
          await dropMany(source.spoolFolder, log)
        },
      )
      await sleep(everyMs, undefined, { signal: ended.signal }).catch(() => {})
    }
    await base
  }
  const running = run()
  return {
    standing: () => {
      const error = failure ?? archiverFailure ?? baseFailure
      const state = error ? 'failed' : reach ? 'good' : 'none'
      return { state, reach, message: error?.message, failure: failureOf(error) }
    },
    stop: async () => {
      ended.abort()
      await running
    },
  }
}

/** What a place has of the log of a database; and up to when it has the files. */
async function look(
  url: string,
  place: BackupPlace,
): Promise<{ readonly opened: Opened; readonly mark: FilesMark }> {
  const client = await connectForCopy(url, 'backup')
  try {
    const systemId = await selectSystemId(client)
    const segments = await listSegments(place, systemId)
    const bases = (await listBases(place)).filter((base) => base.systemId === systemId)
    const now = await readMark(client)
    return {
      opened: { place, systemId, segments, bases, listedAtMs: performance.now() },
      mark: { ...now, since: bases.at(-1)?.startedAt ?? now.since },
    }
  } finally {
    await client.end()
  }
}

/** Answers the mark for the next time. */
async function ship(
  source: WalArchiveSource,
  { place, systemId, segments }: Opened,
  {
    names,
    mark,
    signal,
    log,
  }: {
    readonly names: readonly string[]
    readonly mark: FilesMark
    readonly signal: AbortSignal
    readonly log: Log
  },
): Promise<FilesMark> {
  const segment = names.at(-1) ?? ''
  const shipped = await shipFiles(source, place, systemId, { mark, segment, signal })
  for (const { sha256, reason } of shipped.missing)
    log.warn({ sha256, reason }, 'a file of the library could not be stored with the log')
  for (const name of names) {
    signal.throwIfAborted()
    segments.push(await shipSegment(source.spoolFolder, name, place, systemId, segments))
  }
  return shipped.mark
}

/** What PostgreSQL's last try to put its log aside failed of. */
async function findArchiverFailure({ url, spoolFolder }: WalArchiveSource): Promise<Error | undefined> {
  const client = await connectForCopy(url, 'backup')
  try {
    const { rows } = await client.query<{ isFailing: boolean }>(
      `select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) "isFailing" from pg_stat_archiver`,
    )
    return rows[0]?.isFailing ? new BackupError('log_not_put_aside', { folder: spoolFolder }) : undefined
  } finally {
    await client.end()
  }
}

/** The newest is a week old, or the log after it has a gap. */
function isBaseDue({ bases, segments }: Opened): boolean {
  const newest = bases.at(-1)
  if (!newest || Date.now() - newest.stoppedAt.getTime() > baseEveryMs) return true
  const last = segments.findLast(({ position }) => position)?.position
  return last !== undefined && last.number >= newest.start.number && !isFollowed(newest.start, segments)
}

/** Nothing else keeps a database whole whose disk is full. */
async function dropMany(spoolFolder: string, log: Log): Promise<void> {
  const names = await listSpooled(spoolFolder).catch(() => [])
  if (names.length <= maxSpooled) return
  for (const name of names) await rm(join(spoolFolder, name), { force: true })
  log.warn({ files: names.length }, 'the log of the database was given up: a new base backup begins another')
}
