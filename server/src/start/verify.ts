import { access } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { BlobStore } from '../ground/blobs/blob-store.ts'
import { createFolderBlobs } from '../ground/blobs/folder-blobs.ts'
import { createDatabase } from '../ground/database/database.ts'
import { findDatabase } from '../ground/database/find-database.ts'
import { openBlobs, openPlace } from '../ground/open-blobs.ts'
import { readSettings } from '../ground/settings/settings.ts'
import {
  mayDelete,
  verifyBlobs,
  type BlobFault,
  type VerifyProgress,
} from '../media/renditions/verify-blobs.ts'
import {
  createProgressPrinter,
  exitCodes,
  runCommand,
  say,
  sizeOf,
  stopOnSignals,
  UsageError,
  warn,
} from './run-command.ts'

const usage = `Reads every file of a library, while it runs, and compares it with what the database says.

  npm run verify -- [--repair-from LOCATION] [--delete-unknown]

The settings are those of the server (CARTOUCHE_DATA or DATABASE_URL, CARTOUCHE_BLOBS).

  --repair-from LOCATION   replaces what is missing or damaged by the copy there: the folder "blobs" of another
                        data folder, or s3://bucket/prefix
  --delete-unknown      deletes files that the database does not know, once they are a week old; none while
                        files are missing or damaged

It ends with 0 where all is well or was repaired, with 3 where files are missing or damaged.`

async function main(parameters: string[]): Promise<number> {
  const options = readOptions(parameters)
  if (options.help) {
    say(usage)
    return exitCodes.done
  }
  const source = options['repair-from']
  const settings = readSettings({ ...process.env, CARTOUCHE_DEMO: '0' })
  const repairFrom = source === undefined ? undefined : await openSource(source)
  const postgres = await findDatabase(settings)
  const database = createDatabase(postgres.url, { connections: 2 })
  try {
    const { progress } = await verifyBlobs(
      { database, blobs: await openBlobs(settings) },
      {
        repairFrom,
        deletesUnknown: options['delete-unknown'],
        signal: stopOnSignals('Stopped before the end.'),
        onProgress: createProgressPrinter(describe),
        onFault: (fault) => warn(describeFault(fault)),
      },
    )
    say(describe(progress))
    if (options['delete-unknown'] && !mayDelete(progress))
      warn('Nothing was deleted: this may not be the place of this library’s files.')
    return progress.repaired === progress.faults ? exitCodes.done : exitCodes.faults
  } finally {
    await database.destroy()
    await postgres.stop()
  }
}

function readOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        'repair-from': { type: 'string' },
        'delete-unknown': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`)
  }
}

/** A folder that is not there would be made, and found to be empty. */
async function openSource(place: string): Promise<BlobStore> {
  if (place.startsWith('s3://')) {
    const settings = readSettings({ ...process.env, CARTOUCHE_BLOBS: place, CARTOUCHE_DEMO: '0' })
    return openPlace(settings, settings.blobs)
  }
  await access(place).catch(() => {
    throw new UsageError(`There is no folder ${place}.`)
  })
  return createFolderBlobs(place)
}

function describe(progress: VerifyProgress): string {
  const { checked, checkedBytes, faults, repaired, unknown, unknownBytes, deleted } = progress
  const parts = [
    `${checked} files read (${sizeOf(checkedBytes)})`,
    `${faults} missing or damaged${repaired > 0 ? `, ${repaired} of them repaired` : ''}`,
  ]
  if (unknown > 0)
    parts.push(
      `${unknown} not known to the database (${sizeOf(unknownBytes)})${deleted > 0 ? `, ${deleted} of them deleted` : ''}`,
    )
  return `${parts.join('; ')}.`
}

function describeFault({ sha256, reason, uses, isRepaired }: BlobFault): string {
  const what = uses.length > 0 ? ` (${uses.join('; ')})` : ''
  return `${sha256}${what} ${reason}${isRepaired ? ', and was repaired' : ''}.`
}

await runCommand(main)
