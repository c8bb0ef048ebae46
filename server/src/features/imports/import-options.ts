import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DuplicateChoice } from '@cartouche/contract'

/** What the command reports to whoever called it. */
export const exitCodes = { done: 0, failed: 1, usage: 2, refused: 3, retried: 4, stopped: 130 } as const

export const usage = `Imports the files of a folder into the library, beside the server or without it:
  npm run import -- FOLDER [--owner LOGIN] [--collection NAME] [--publish] [--duplicates skip|link|import]
  --owner       whose assets they will be (admin)
  --collection  puts them into this collection, which is made where there is none
  --publish     publishes them at once; otherwise they are drafts
  --duplicates  what becomes of files that the library has already, byte for byte:
                skip    leaves them out (default)
                link    puts the assets that are there into the collection
                import  imports them once more
It finds the library by the server's settings (CARTOUCHE_DATA or DATABASE_URL). Accounts and passwords stay as they are.
It does not wait for files whose work failed and is tried again later: it names them. Run again, it takes what is missing.
It ends with
  ${exitCodes.done}    every file is in the library, or was left out as a duplicate
  ${exitCodes.failed}    it could not run, or broke off: the reason is printed
  ${exitCodes.usage}    the options are wrong
  ${exitCodes.refused}    some files were refused; the others are in the library
  ${exitCodes.retried}    some files are still being retried; the others are as above
  ${exitCodes.stopped}  it was stopped`

/** The options are wrong; the message says how, and what they are. */
export class UsageError extends Error {}

/** What the command was asked for. */
export interface ImportOptions {
  readonly folder: string
  readonly owner: string
  readonly collection: string | undefined
  readonly publish: boolean
  readonly duplicates: DuplicateChoice
}

/**
 * Reads the options of the command.
 * @param from the folder that paths are relative to
 * @throws UsageError
 */
export function readImportOptions(parameters: readonly string[], from: string): ImportOptions | 'help' {
  const { values, positionals } = parse(parameters)
  if (values.help) return 'help'
  const [folder, ...others] = positionals
  if (folder === undefined) throw new UsageError(`Name the folder to import.\n${usage}`)
  if (others.length > 0) throw new UsageError(`Name one folder; write names with spaces in quotes.\n${usage}`)
  const duplicates = DuplicateChoice.safeParse(values.duplicates)
  if (!duplicates.success)
    throw new UsageError(`--duplicates is skip, link or import, not "${values.duplicates}".\n${usage}`)
  return {
    folder: resolve(from, folder),
    owner: values.owner,
    collection: values.collection,
    publish: values.publish,
    duplicates: duplicates.data,
  }
}

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: {
        owner: { type: 'string', default: 'admin' },
        collection: { type: 'string' },
        publish: { type: 'boolean', default: false },
        duplicates: { type: 'string', default: 'skip' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}
