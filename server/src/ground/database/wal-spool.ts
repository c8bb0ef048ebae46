import { chown, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PostgresAccount } from './postgres-account.ts'

/** What is not archived for so long, in seconds, a crash of the machine may lose. */
const archiveWithinSeconds = 60

const spoolOf = (clusterFolder: string): string => join(dirname(clusterFolder), 'wal-archive')

/**
 * The folder beside a cluster through which files of its log go, one way or the other; made where it is
 * missing.
 */
export async function createSpool(clusterFolder: string, account: PostgresAccount): Promise<string> {
  const folder = spoolOf(clusterFolder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account.switched) await chown(folder, account.uid, account.gid)
  return folder
}

/** Beside a cluster whose log goes nowhere: what lies there is of another time. */
export async function removeSpool(clusterFolder: string): Promise<void> {
  await rm(spoolOf(clusterFolder), { recursive: true, force: true })
}

/**
 * The settings that have PostgreSQL put each file of its log into a folder, where it appears whole and
 * durable.
 * @source PostgreSQL, "Continuous Archiving and Point-in-Time Recovery"
 */
export function archiveInto(folder: string): Record<string, string> {
  const unfinished = inFolder(folder, '%f.part')
  return {
    archive_mode: 'on',
    archive_command: `cp "%p" ${unfinished} && sync ${unfinished} && mv ${unfinished} ${inFolder(folder, '%f')}`,
    archive_timeout: `${archiveWithinSeconds}s`,
  }
}

/** What is there where files of the log cannot be given: recovery ends, rather than without them. */
export const failedMark = 'failed'
/** What PostgreSQL takes for a failure of the command, and not for a file that is not there. */
const fatalExit = 126

/**
 * A command that asks for a file of the log by an empty one beside it, `NAME.wanted`, and takes it once that
 * is gone; there is none then where the log does not have it.
 * @source PostgreSQL, `restore_command`
 */
export function restoreFrom(folder: string): Record<string, string> {
  const [wanted, file, failed] = ['%f.wanted', '%f', failedMark].map((name) => inFolder(folder, name))
  const asked = `: > ${wanted}; while test -e ${wanted}; do sleep 0.02; done`
  return {
    restore_command: `${asked}; if test -e ${failed}; then exit ${fatalExit}; fi; test -e ${file} && cp ${file} "%p" && rm ${file}`,
  }
}

/** A path for a shell, in a setting in which PostgreSQL puts a name for `%f`; `name` says how it is named. */
function inFolder(folder: string, name: string): string {
  return `'${folder.replaceAll('%', '%%').replaceAll("'", String.raw`'\''`)}/'"${name}"`
}
