import { moveBlobs, type MoveProgress } from '../ground/blobs/move-blobs.ts'
import { openPlace } from '../ground/open-blobs.ts'
import { readSettings } from '../ground/settings/settings.ts'
import {
  createProgressPrinter,
  exitCodes,
  runCommand,
  say,
  stopOnSignals,
  UsageError,
  warn,
} from './run-command.ts'

const usage = `Copies all files of a library from one place to another, while it runs.

  npm run move-blobs -- [--delete]

CARTOUCHE_BLOBS is the new place and CARTOUCHE_BLOBS_BEFORE the old one, for the server too, which then
reads from both. Run again, the command goes on where it was.

  --delete   deletes each file at the old place, once all are at the new one and its copy was read back`

/** What it ends with where files stay at the old place. */
const unmovedCode = 3

async function main(parameters: readonly string[]): Promise<number> {
  if (parameters.includes('--help')) {
    say(usage)
    return exitCodes.done
  }
  const settings = readSettings({ ...process.env, CARTOUCHE_DEMO: '0' })
  const isUnknown = parameters.some((parameter) => parameter !== '--delete')
  if (isUnknown) throw new UsageError(usage)
  if (settings.blobsBefore === undefined)
    throw new UsageError(`CARTOUCHE_BLOBS_BEFORE must say where the files are.\n\n${usage}`)
  const { progress, unmoved } = await moveBlobs(
    await openPlace(settings, settings.blobsBefore),
    await openPlace(settings, settings.blobs),
    {
      deletes: parameters.includes('--delete'),
      signal: stopOnSignals('Stopped. The same command goes on where it was.'),
      onProgress: createProgressPrinter(describe),
    },
  )
  say(describe(progress))
  for (const { sha256, reason } of unmoved) warn(`${sha256} stays where it was: it ${reason}.`)
  return unmoved.length > 0 ? unmovedCode : exitCodes.done
}

function describe({ found, foundBytes, copied, copiedBytes, deleted }: MoveProgress): string {
  const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(2)
  const copies = `${copied} of ${found} files are at the new place (${gigabytes(copiedBytes)} of ${gigabytes(foundBytes)} GB)`
  return deleted > 0 ? `${copies}; ${deleted} are deleted at the old one.` : `${copies}.`
}

await runCommand(main)
