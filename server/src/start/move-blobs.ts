import { moveBlobs, type MoveProgress } from '../ground/blobs/move-blobs.ts'
import { openPlace } from '../ground/open-blobs.ts'
import { readSettings, SettingsError } from '../ground/settings/settings.ts'

const usage = `Copies all files of a library from one place to another, while it runs.

  npm run move-blobs -- [--delete]

CARTOUCHE_BLOBS is the new place and CARTOUCHE_BLOBS_BEFORE the old one, for the server too, which then
reads from both. Run again, the command goes on where it was.

  --delete   deletes each file at the old place, once all are at the new one and its copy was read back`

/** What the command ends with. */
const exitCodes = { done: 0, failed: 1, usage: 2, unmoved: 3, stopped: 130 }
const tellEveryMs = 1000

/** Somebody pressed Ctrl-C. */
class Stopped extends Error {}

const say = (line: string): unknown => process.stdout.write(`${line}\n`)
const warn = (line: string): unknown => process.stderr.write(`${line}\n`)

async function main(parameters: readonly string[]): Promise<number> {
  if (parameters.includes('--help')) {
    say(usage)
    return exitCodes.done
  }
  const settings = readSettings({ ...process.env, CARTOUCHE_DEMO: '0' })
  const isUnknown = parameters.some((parameter) => parameter !== '--delete')
  if (isUnknown || settings.blobsBefore === undefined) {
    warn(isUnknown ? usage : `CARTOUCHE_BLOBS_BEFORE must say where the files are.\n\n${usage}`)
    return exitCodes.usage
  }
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort(new Stopped('Stopped. The same command goes on where it was.')))
  const { progress, unmoved } = await moveBlobs(
    await openPlace(settings, settings.blobsBefore),
    await openPlace(settings, settings.blobs),
    { deletes: parameters.includes('--delete'), signal: stop.signal, onProgress: createTeller() },
  )
  say(describe(progress))
  for (const { sha256, reason } of unmoved) warn(`${sha256} stays where it was: it ${reason}.`)
  return unmoved.length > 0 ? exitCodes.unmoved : exitCodes.done
}

/** A line each second. */
function createTeller(): (progress: MoveProgress) => void {
  let toldAt = 0
  return (progress) => {
    if (Date.now() - toldAt < tellEveryMs) return
    toldAt = Date.now()
    say(describe(progress))
  }
}

function describe({ found, foundBytes, copied, copiedBytes, deleted }: MoveProgress): string {
  const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(2)
  const copies = `${copied} of ${found} files are at the new place (${gigabytes(copiedBytes)} of ${gigabytes(foundBytes)} GB)`
  return deleted > 0 ? `${copies}; ${deleted} are deleted at the old one.` : `${copies}.`
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const isStopped = error instanceof Stopped
  warn(error instanceof SettingsError ? error.lines.join('\n') : (error as Error).message)
  process.exitCode = isStopped ? exitCodes.stopped : exitCodes.failed
}
