import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Context, Services } from '../access/context.ts'
import type { SignedIn } from '../access/identity.ts'
import { createRecord } from '../entities/write-entity.ts'
import { createConsoleLog } from '../log.ts'
import { getSchemaOf } from '../schemas/schema-registry.ts'
import { foldText } from '../search/fold-text.ts'
import { findAccount } from '../session/account.ts'
import { selectCredential } from '../session/credentials.sql.ts'
import { readSettings, SettingsError } from '../settings/settings.ts'
import { selectNodeByName } from './assets.sql.ts'
import { openLibrary } from './open-library.ts'
import { takeFolder, type FolderProgress, type FolderReport } from './take-folder.ts'

const usage = `Imports the files of a folder into the library, while the server runs or without it:
  npm run import -- FOLDER [--owner LOGIN] [--collection NAME] [--publish]
  --owner       whose assets they will be (admin)
  --collection  puts them into this collection, which is made where there is none
  --publish     publishes them at once; otherwise they are drafts`

/** A mistake of who typed the command: told without a stack. */
class Told extends Error {}

interface Wish { readonly folder: string; readonly owner: string; readonly collection: string | undefined; readonly publish: boolean }

async function main(): Promise<void> {
  const wish = readWish()
  if (!await stat(wish.folder).then((found) => found.isDirectory(), () => false)) throw new Told(`There is no folder ${wish.folder} that can be read.`)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => { stop.abort(new Told('Stopped. The same command goes on where it was.')) })
  const library = await openLibrary(readSettings(process.env), createConsoleLog(process.stderr), say)
  try {
    const context = await contextOf(library.services, wish.owner, stop.signal)
    const collectionId = wish.collection === undefined ? undefined : await collectionOf(context, wish.collection)
    const startedAt = Date.now()
    const report = await takeFolder(context, { folder: wish.folder, collectionId, workflowAction: wish.publish ? 'publish' : undefined, onProgress: createProgressLine() })
    summarise(report, (Date.now() - startedAt) / 1000)
  } finally {
    await library.close()
  }
}

function readWish(): Wish {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true, options: { owner: { type: 'string', default: 'admin' }, collection: { type: 'string' }, publish: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    })
    const [folder] = positionals
    if (values.help || folder === undefined || positionals.length > 1) throw new Told(usage)
    return { folder: resolve(folder), owner: values.owner, collection: values.collection, publish: values.publish }
  } catch (error) {
    throw error instanceof Told ? error : new Told(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

/** The owner works here with the rights of their role, as in the browser. */
async function contextOf(services: Services, login: string, signal: AbortSignal): Promise<Context> {
  const credential = await selectCredential(services.database, 'user', { login })
  const account = credential && await findAccount(services.database, { kind: 'user', id: credential.id })
  if (!account) throw new Told(`There is no user "${login}" who may sign in. Name one with --owner.`)
  const identity: SignedIn = { ...account, session: { key: 'import', csrfToken: '', cookie: false } }
  return {
    ...services, identity, locale: account.locale, requestId: 'import', signal, setCookie: () => {},
    request: { address: '127.0.0.1', cookies: {}, authorization: undefined, headers: {}, baseUrl: '' },
  }
}

async function collectionOf(context: Context, name: string): Promise<number> {
  const known = await selectNodeByName(context.database, 'assetcollection', foldText(name.trim()))
  return known ?? (await createRecord(context, await getSchemaOf(context.database, 'assetcollection'), { name: name.trim() })).id
}

/** One line that is written over on a terminal; elsewhere a line now and then. */
function createProgressLine(): (progress: FolderProgress) => void {
  const isTerminal = process.stdout.isTTY
  let toldAt = 0
  return ({ found, taken, inspected, imported }) => {
    if (Date.now() - toldAt < (isTerminal ? 100 : 5000) && imported === 0) return
    toldAt = Date.now()
    const text = `${taken} of ${found} files read, ${inspected} inspected, ${imported} imported`
    process.stdout.write(isTerminal ? `\r${text}` : `${text}\n`)
  }
}

function summarise({ found, imported, known, refused }: FolderReport, seconds: number): void {
  say(`\n${imported} assets imported${known > 0 ? `, ${known} were there already` : ''}, ${refused.length} of ${found} files refused (${seconds.toFixed(1)} s)`)
  for (const { path, reason } of refused) say(`  ${path}: ${reason}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

main().catch((error: unknown) => {
  const isTold = error instanceof Told || error instanceof SettingsError
  process.stderr.write(`${error instanceof Error ? (isTold ? error.message : (error.stack ?? error.message)) : String(error)}\n`)
  process.exitCode = 1
})
