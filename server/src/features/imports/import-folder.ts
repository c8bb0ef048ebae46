import { stat } from 'node:fs/promises'
import type { Context } from '../../access/context.ts'
import type { Services } from '../../ground/services.ts'
import type { SignedIn } from '../../access/identity.ts'
import { createRecord } from '../../model/entities/write-entity.ts'
import { createConsoleLog } from '../../ground/log.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { foldText } from '../../ground/fold-text.ts'
import { findAccount } from '../../people/session/account.ts'
import { selectCredential } from '../../people/session/credentials.sql.ts'
import { readSettings, SettingsError } from '../../ground/settings/settings.ts'
import { selectNodeByName } from './assets.sql.ts'
import { exitCodes, readImportOptions, UsageError, usage } from './import-options.ts'
import { LibraryError } from '../../ground/database/find-database.ts'
import { openLibrary } from './open-library.ts'
import { takeFolder, type FileReason, type FolderProgress, type FolderReport } from './take-folder.ts'

/** An error that ends the command; printed without a stack. */
class CommandError extends Error {}

/** Somebody pressed Ctrl-C. */
class Stopped extends Error {}

// Background work of libraries rejects with nobody listening when the database goes away; what is being done
// says it.
process.on('unhandledRejection', () => {})

async function main(): Promise<void> {
  // npm runs scripts in the project's folder, and says where the person is.
  const options = readImportOptions(process.argv.slice(2), process.env['INIT_CWD'] ?? '.')
  if (options === 'help') {
    say(usage)
    return
  }
  const { folder, owner, collection, publish, duplicates } = options
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new CommandError(`There is no folder ${folder} that can be read.`)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stop.abort(new Stopped('Stopped. The same command goes on where it was.'))
    })
  }
  // Of the settings only where the library is matters here; the demonstration and its accounts are the
  // server's alone.
  const library = await openLibrary(
    readSettings({ ...process.env, CARTOUCHE_DEMO: '0' }),
    createConsoleLog(process.stderr),
  )
  try {
    const context = await contextOf(library.services, owner, stop.signal)
    const collectionId = collection === undefined ? undefined : await collectionOf(context, collection)
    const startedAt = performance.now()
    const workflowAction = publish ? 'publish' : undefined
    const report = await takeFolder(context, {
      folder,
      collectionId,
      workflowAction,
      duplicates,
      onProgress: createProgressLine(),
    })
    summarise(report, (performance.now() - startedAt) / 1000)
    process.exitCode =
      report.retried.length > 0
        ? exitCodes.retried
        : report.refused.length > 0
          ? exitCodes.refused
          : exitCodes.done
  } finally {
    await library.close()
  }
}

/** The owner works here with the rights of their role, as in the browser. */
async function contextOf(services: Services, login: string, signal: AbortSignal): Promise<Context> {
  const credential = await selectCredential(services.database, 'user', { login })
  const account = credential && (await findAccount(services.database, { kind: 'user', id: credential.id }))
  if (!account) throw new CommandError(`There is no user "${login}" who may sign in. Name one with --owner.`)
  const identity: SignedIn = { ...account, session: { key: 'import', csrfToken: '', cookie: false } }
  return {
    ...services,
    identity,
    locale: account.locale,
    requestId: 'import',
    signal,
    setCookie: () => {},
    request: { address: '127.0.0.1', cookies: {}, authorization: undefined, headers: {}, baseUrl: '' },
  }
}

async function collectionOf(context: Context, name: string): Promise<number> {
  const known = await selectNodeByName(context.database, 'assetcollection', foldText(name.trim()))
  return (
    known ??
    (await createRecord(context, await getSchemaOf(context, 'assetcollection'), { name: name.trim() })).id
  )
}

/** One line that is written over on a terminal; elsewhere a line now and then. */
function createProgressLine(): (progress: FolderProgress) => void {
  const isTerminal = process.stdout.isTTY
  let shownAt = Number.NEGATIVE_INFINITY
  return ({ found, taken, inspected, imported }) => {
    if (performance.now() - shownAt < (isTerminal ? 100 : 5000) && imported === 0) return
    shownAt = performance.now()
    const text = `${taken} of ${found} files read, ${inspected} inspected, ${imported} imported`
    process.stdout.write(isTerminal ? `\r${text}` : `${text}\n`)
  }
}

function summarise(report: FolderReport, seconds: number): void {
  const { found, imported, known, skipped, linked, refused, retried } = report
  const facts = [
    `${imported} of ${found} files imported`,
    known > 0 && `${known} imported before`,
    linked > 0 && `${linked} duplicates linked to the asset that the library has`,
    skipped > 0 && `${skipped} duplicates skipped`,
    refused.length > 0 && `${refused.length} refused`,
    retried.length > 0 && `${retried.length} still being retried`,
  ]
  say(`\n${facts.filter((fact) => fact !== false).join(', ')} (${seconds.toFixed(1)} s)`)
  if (skipped > 0)
    say('The library has these files already. To import them all the same: --duplicates import')
  list('Refused:', refused)
  list('Still being retried, by the server or by this command when it is run again:', retried)
}

function list(title: string, files: readonly FileReason[]): void {
  if (files.length === 0) return
  say(title)
  for (const { path, reason } of files) say(`  ${path}: ${reason}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** What PostgreSQL and its client say when it ends under a connection. */
function isLostDatabase(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  return (
    ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT'].includes(code) ||
    /connection terminated/i.test(error.message)
  )
}

function textOf(error: Error): string {
  if (isForPeople(error)) return error.message
  if (isLostDatabase(error))
    return `The database went away: ${error.message}. The same command goes on where it was.`
  return error.stack ?? error.message
}

function isForPeople(error: Error): boolean {
  return [CommandError, Stopped, UsageError, SettingsError, LibraryError].some(
    (kind) => error instanceof kind,
  )
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? textOf(error) : String(error)}\n`)
  process.exitCode =
    error instanceof UsageError
      ? exitCodes.usage
      : error instanceof Stopped
        ? exitCodes.stopped
        : exitCodes.failed
})
