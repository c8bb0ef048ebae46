import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import {
  countItems,
  createJob,
  listItems,
  publish,
  sha256,
  upload,
  type ImportItem,
  type UploadFile,
} from './imports.ts'
import { openApi, type Api } from './open-api.ts'
import { startApplication, type Application } from './start-application.ts'
import { waitFor } from './wait-for.ts'

/** What the server has answered, in order. */
interface Answered {
  /** Files that were taken. */
  readonly files: Set<string>
  /** How often the one edit that is made again and again was taken. */
  edits: number
}

/** What is judged, whether it held, and what was counted. */
type Line = [line: string, isHeld: boolean, detail: string]

const sendersAtOnce = 3
/** The log is stored a minute after a change, as a rule. */
const archivedWithinMs = 180_000

/**
 * An import and edits are under way; a backup is made meanwhile; then the server is ended by `kill -9` and
 * its disk is wiped. The backup is restored into an empty folder, the server starts there, and all that was
 * answered before the backup began is compared, files by their hash: what `npm run drill:restore` runs. A
 * first backup, before the import, shows what the second one stores beside it. Then the library is changed
 * on, killed and wiped again, and brought back as it was at a moment. Prints `held` or `NOT HELD` for each
 * line; the exit code is 1 unless all held. `--files` (240) may be given.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { files: { type: 'string', default: '240' } } })
  const files = makeFiles(Number(values.files))
  const place = await mkdtemp(join(tmpdir(), 'cartouche-drill-'))
  const settings = { CARTOUCHE_BACKUP_TO: place, CARTOUCHE_BACKUP_AT: 'off' }
  const application = await startApplication({ demo: true, settings })
  try {
    const lines = [...(await drill(application, files, place)), ...(await drillMoment(application, place))]
    for (const [line, isHeld, detail] of lines) say(`${isHeld ? 'held    ' : 'NOT HELD'}  ${line}: ${detail}`)
    process.exitCode = lines.every(([, isHeld]) => isHeld) ? 0 : 1
  } finally {
    await application.remove()
    await rm(place, { recursive: true, force: true })
  }
}

async function drill(application: Application, files: UploadFile[], place: string): Promise<Line[]> {
  const api = await openApi(application.url, 'editor', application.password)
  const before = await hashAssets(api)
  say(`first backup: ${await run(application, 'backup.ts', place)}`)
  const job = await createJob(api, 'Drill')
  const answered: Answered = { files: new Set(), edits: 0 }
  const ended = { yet: false }
  const work = Promise.allSettled([
    ...Array.from({ length: sendersAtOnce }, (_, at) =>
      send(
        api,
        job,
        files.filter((_file, n) => n % sendersAtOnce === at),
        answered,
      ),
    ),
    edit(api, answered, ended),
  ])
  while (((await countItems(api, job))['ready'] ?? 0) < 10) await sleep(50)
  await publish(api, job)
  const promised = { files: new Set(answered.files), edits: answered.edits }
  say(`second backup, from ${promised.files.size} files on: ${await run(application, 'backup.ts', place)}`)
  const meanwhile = answered.files.size - promised.files.size
  await application.kill()
  ended.yet = true
  await work
  await wipe(application)
  say(`killed and wiped; ${meanwhile} files were taken while the backup was made`)
  const startedAt = Date.now()
  say(`restored: ${await run(application, 'restore.ts', place)}`)
  await application.start()
  const restored = await openApi(application.url, 'editor', application.password)
  await hashAssets(restored)
  say(`${((Date.now() - startedAt) / 1000).toFixed(1)} s from the empty disk to every asset read`)
  return judge(application, restored, { job, files, before, promised })
}

/** Edits, and an asset deleted by mistake: the moment before it comes back from the log of the database. */
async function drillMoment(application: Application, place: string): Promise<Line[]> {
  const api = await openApi(application.url, 'editor', application.password)
  const admin = await openApi(application.url, 'admin', application.password)
  await waitFor('the base backup', async () => (await readReach(admin)).state === 'good', archivedWithinMs)
  const before = await hashAssets(api)
  const [first, last] = [Math.min(...before.keys()), Math.max(...before.keys())]
  const edit = async (n: number): Promise<void> => {
    await api.call('PATCH', `/rest/dam/data/asset/${first}`, { city: `edit ${n}` })
    await sleep(20)
  }
  for (const n of [1, 2, 3]) await edit(n)
  const at = new Date()
  await sleep(20)
  await edit(4)
  await api.call('DELETE', `/rest/dam/data/asset/${last}`)
  const changedAtMs = Date.now()
  const isArchived = async () => Date.parse((await readReach(admin)).until ?? '') > at.getTime()
  await waitFor('the log of the moment', isArchived, archivedWithinMs)
  say(`the moment was in the backup location after ${((Date.now() - changedAtMs) / 1000).toFixed(1)} s`)
  await application.kill()
  await wipe(application)
  const startedAt = Date.now()
  say(`restored: ${await run(application, 'restore.ts', place, '--at', at.toISOString())}`)
  await application.start()
  const restored = await openApi(application.url, 'editor', application.password)
  const now = await hashAssets(restored)
  say(`${((Date.now() - startedAt) / 1000).toFixed(1)} s from the empty disk to every asset read`)
  const same = [...before].filter(([id, hash]) => now.get(id) === hash)
  const edits = await readEdits(restored)
  return [
    [
      'every asset of the moment has its bytes, the one too that was deleted after it',
      same.length === before.size && now.size === before.size,
      `${same.length} of ${before.size} by SHA-256`,
    ],
    ['the last edit before the moment is there, and none after it', edits === 3, `edit ${edits} of 4`],
  ]
}

interface MaintenanceAnswer {
  readonly pointInTime: { readonly state: string; readonly until: string | null }
}

/** Which moments can be brought back. */
async function readReach(admin: Api): Promise<MaintenanceAnswer['pointInTime']> {
  return (await admin.call<MaintenanceAnswer>('GET', '/rest/administration/maintenance')).pointInTime
}

async function judge(
  application: Application,
  api: Api,
  {
    job,
    files,
    before,
    promised,
  }: { job: number; files: readonly UploadFile[]; before: ReadonlyMap<number, string>; promised: Answered },
): Promise<Line[]> {
  const items = await settled(api, job)
  const byName = Map.groupBy(items, ({ filename }) => filename)
  const lost = [...promised.files].filter((name) => !byName.has(name))
  const doubled = [...byName.values()].filter((own) => own.length > 1)
  const now = await hashAssets(api)
  const same = [...before].filter(([id, hash]) => now.get(id) === hash)
  const made = items.flatMap(({ asset, filename }) => (asset ? [{ id: asset.id, filename }] : []))
  const hashes = new Map(files.map(({ name, bytes }) => [name, sha256(bytes)]))
  const right = made.filter(({ id, filename }) => now.get(id) === hashes.get(filename))
  const edits = await readEdits(api)
  const verified = await run(application, 'verify.ts').then(
    (said) => [true, said] as const,
    (error: Error) => [false, error.message] as const,
  )
  return [
    [
      'every file that was taken before the backup began is there',
      lost.length === 0,
      `${promised.files.size - lost.length} of ${promised.files.size}, ${items.length} in all`,
    ],
    ['no file is there twice', doubled.length === 0, `${doubled.length} twice`],
    [
      'every asset of before has its bytes',
      same.length === before.size,
      `${same.length} of ${before.size} by SHA-256`,
    ],
    [
      'every asset that the import made has the bytes that were sent',
      right.length === made.length && made.length > 0,
      `${right.length} of ${made.length} by SHA-256`,
    ],
    [
      'the last edit that was answered before the backup began is there',
      edits >= promised.edits,
      `edit ${edits}, answered ${promised.edits}`,
    ],
    ['verify finds every file', ...verified],
  ]
}

/** Bytes that are no other's, of 2 to 200 kB, as text: it is analysed at once. */
function makeFiles(count: number): UploadFile[] {
  return Array.from({ length: count }, (_, n) => ({
    name: `drill-${String(n).padStart(4, '0')}.txt`,
    bytes: new TextEncoder().encode(randomBytes(1000 * (1 + (n % 100))).toString('hex')),
  }))
}

/** Sends files one after the other until the server is gone. */
async function send(api: Api, job: number, files: readonly UploadFile[], answered: Answered): Promise<void> {
  for (const file of files) {
    await upload(api, job, [file])
    answered.files.add(file.name)
    await sleep(50)
  }
}

async function edit(api: Api, answered: Answered, ended: { readonly yet: boolean }): Promise<void> {
  const id = await firstAsset(api)
  while (!ended.yet) {
    await api.call('PATCH', `/rest/dam/data/asset/${id}`, { city: `edit ${answered.edits + 1}` })
    answered.edits++
    await sleep(50)
  }
}

async function readEdits(api: Api): Promise<number> {
  const id = await firstAsset(api)
  const { response } = await api.call<{ response: { data: { city: string } } }>(
    'GET',
    `/rest/dam/data/asset/${id}`,
  )
  return Number(/\d+$/.exec(response.data.city)?.[0] ?? 0)
}

async function firstAsset(api: Api): Promise<number> {
  return Math.min(...(await listAssets(api)))
}

async function listAssets(api: Api): Promise<number[]> {
  const { response } = await api.call<{ response: { data: { id: number }[] } }>(
    'GET',
    '/rest/dam/data/asset?max=1000',
  )
  return response.data.map(({ id }) => id)
}

/** SHA-256 of each asset's original, by its id, as somebody who downloads it has it. */
async function hashAssets(api: Api): Promise<Map<number, string>> {
  const hashes = new Map<number, string>()
  for (const id of await listAssets(api)) {
    const answer = await api.fetch(`/wedia/dam/variation?object=asset&id=${id}&variation=original`)
    hashes.set(id, answer.ok ? sha256(new Uint8Array(await answer.arrayBuffer())) : String(answer.status))
  }
  return hashes
}

async function settled(api: Api, job: number): Promise<ImportItem[]> {
  for (;;) {
    const items = await listItems(api, job)
    if (items.every(({ status }) => !['waiting', 'analyzing', 'validating'].includes(status.name)))
      return items
    await sleep(200)
  }
}

/** All that the application had, its database where that lies elsewhere as well. */
async function wipe({ dataFolder }: Application): Promise<void> {
  const database = (await readFile(join(dataFolder, 'database-location'), 'utf8').catch(() => '')).trim()
  for (const folder of [dataFolder, ...(database === '' ? [] : [database])])
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Runs a command of the server's on the application's data; answers the last line that it said. */
async function run({ dataFolder }: Application, file: string, ...parameters: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [resolve(import.meta.dirname, '../../server/src/start', file), ...parameters],
    { env: { ...process.env, CARTOUCHE_DATA: dataFolder } },
  )
  return stdout.trim().split('\n').at(-1) ?? ''
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

await main()
