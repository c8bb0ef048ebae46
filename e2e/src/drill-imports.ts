import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createJob, listItems, type ImportItem } from './imports.ts'
import { openApi, RefusedCall, type Api } from './open-api.ts'
import { killProcess, listChildren } from './processes.ts'
import { startApplication, type Application } from './start-application.ts'
import { uploadPatiently } from './upload-patiently.ts'
import { waitFor } from './wait-for.ts'

/** A field that one client alone writes: what it was told last must be there at the end. */
interface Writer {
  readonly api: Api
  readonly field: 'city' | 'country'
  /** The last value that the server took, by the item's id. */
  readonly told: Map<number, string>
  /** Values whose answer was lost: they may be there or not. */
  readonly unsure: Map<number, Set<string>>
}

interface Item extends ImportItem {
  readonly job: { readonly id: number }
  readonly $assetmetadata: Readonly<Record<string, unknown>>
}

const filesInAll = 240
const editsAtOnce = 12

/**
 * Two clients at work on the same two imports, which upload, describe, move and validate, while the server
 * and its workers are ended by `kill -9` again and again: what `npm run drill:imports` runs. Prints `held` or
 * `NOT HELD` for each line; the exit code is 1 unless all held. `--kills` (50) and `--seed` may be given; the
 * seed is printed.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { kills: { type: 'string' }, seed: { type: 'string' } } })
  const kills = Number(values.kills ?? 50)
  const seed = Number(values.seed ?? Date.now() % 100_000)
  say(`seed ${seed}, ${kills} kills`)
  const random = randomFrom(seed)
  const application = await startApplication({ demo: true })
  try {
    const [editor, admin] = [
      await openApi(application.url, 'editor', application.password),
      await openApi(application.url, 'admin', application.password),
    ]
    const jobs = [await createJob(editor, 'Drill one'), await createJob(editor, 'Drill two')]
    const writers: Writer[] = [
      { api: editor, field: 'city', told: new Map(), unsure: new Map() },
      { api: admin, field: 'country', told: new Map(), unsure: new Map() },
    ]
    const ended = { yet: false }
    const names = Array.from({ length: filesInAll }, (_, n) => `drill-${String(n).padStart(3, '0')}.txt`)
    const work = Promise.all([
      ...writers.map((writer, at) =>
        uploadAll(writer.api, jobs[at] ?? 0, names.slice(at * 120, at * 120 + 120), random),
      ),
      ...writers.map((writer) => changeItems(writer, jobs, random, ended)),
    ])
    await killAgainAndAgain(application, kills, random)
    ended.yet = true
    await work
    const held = await judge(jobs, writers, names)
    process.exitCode = held ? 0 : 1
  } finally {
    await application.remove()
  }
}

async function uploadAll(
  api: Api,
  job: number,
  names: readonly string[],
  random: () => number,
): Promise<void> {
  const files = names.map((name) => ({ name, bytes: new TextEncoder().encode(`${name} of job ${job}`) }))
  await uploadPatiently(api, job, files, { restMs: 500 + random() * 1000, withinMs: 1_800_000 })
}

/** Describes, moves and validates items at random until told to end. */
async function changeItems(
  writer: Writer,
  jobs: readonly number[],
  random: () => number,
  ended: { readonly yet: boolean },
): Promise<void> {
  for (let turn = 0; !ended.yet; turn++) {
    const [job = 0, other = 0] = random() < 0.5 ? jobs : jobs.toReversed()
    try {
      const open = ((await listItems(writer.api, job)) as Item[]).filter(
        (item) => item.asset === null && item.status.name !== 'validating',
      )
      const ids = open
        .filter(() => random() < 0.3)
        .slice(0, editsAtOnce)
        .map(({ id }) => id)
      if (ids.length > 0) await change(writer, { job, other, ids, turn }, random)
    } catch (error) {
      if (error instanceof RefusedCall && ![404, 409, 503].includes(error.status)) throw error
    }
    await sleep(100 + random() * 300)
  }
}

async function change(
  writer: Writer,
  { job, other, ids, turn }: { job: number; other: number; ids: readonly number[]; turn: number },
  random: () => number,
): Promise<void> {
  const put = (metadata: object): Promise<unknown> =>
    writer.api.call('PUT', `/rest/massimport/job/${job}`, { metadata: { ids, ...metadata } })
  const dice = random()
  if (dice < 0.2) await put({ job: other })
  else if (dice < 0.3) await put({ ids: ids.slice(0, 3), validate: true })
  else await describe(writer, put, ids, `${writer.field} ${turn}`)
}

/** What a command could not be carried out on keeps what it had: the answer names those by the journal. */
async function describe(
  writer: Writer,
  put: (metadata: object) => Promise<unknown>,
  ids: readonly number[],
  value: string,
): Promise<void> {
  for (const id of ids) writer.unsure.set(id, new Set([...(writer.unsure.get(id) ?? []), value]))
  const { response } = (await put({ data: { [writer.field]: value } })) as {
    response: { $action: { commands: string[] }; data: { id: number } }
  }
  const path = `/rest/massimport/job/${response.data.id}/changes/${response.$action.commands.join(',')}`
  const changes = await writer.api.call<{
    response: { data: { done: boolean; failures: { item: number }[] }[] }
  }>('GET', path)
  const [change] = changes.response.data
  if (!change?.done) throw new Error('An edit of a dozen items was not done when it was answered')
  const failed = new Set(change.failures.map(({ item }) => item))
  for (const id of ids.filter((one) => !failed.has(one))) {
    writer.told.set(id, value)
    writer.unsure.set(id, new Set())
  }
}

async function killAgainAndAgain(
  application: Application,
  kills: number,
  random: () => number,
): Promise<void> {
  for (let kill = 1; kill <= kills; kill++) {
    await sleep(1000 + random() * 3000)
    if (kill % 5 === 0) await killWorker(application, random)
    else {
      await application.kill()
      await application.start()
    }
    if (kill % 10 === 0) say(`  ${kill} of ${kills} kills`)
  }
}

async function killWorker(application: Application, random: () => number): Promise<void> {
  const children = await listChildren(application.pid())
  const victims = children.filter(({ command }) => !command.includes('postgres'))
  const victim = victims[Math.floor(random() * victims.length)]
  if (victim) killProcess(victim.pid)
}

async function judge(
  jobs: readonly number[],
  writers: readonly Writer[],
  names: readonly string[],
): Promise<boolean> {
  const [first, second] = await Promise.all(writers.map((writer) => settled(writer.api, jobs)))
  const items = first ?? []
  const byName = Map.groupBy(items, ({ filename }) => filename)
  const lost = names.filter((name) => !byName.has(name))
  const doubled = [...byName].filter(([, own]) => own.length > 1).map(([name]) => name)
  const made = items.flatMap(({ asset }) => (asset ? [asset.id] : []))
  const assets = await countAssets(writers, jobs)
  const unsaid = writers.flatMap((writer) => items.filter((item) => isLost(writer, item)))
  const lines: [string, boolean, string][] = [
    ['no file was lost', lost.length === 0, `${names.length - lost.length} of ${names.length} are there`],
    ['no file was doubled', doubled.length === 0, `${doubled.length} twice`],
    [
      'each validated item has one asset',
      new Set(made).size === made.length && assets === made.length,
      `${made.length} items, ${assets} assets`,
    ],
    [
      'no edit that was answered was lost',
      unsaid.length === 0,
      `${writers.reduce((sum, { told }) => sum + told.size, 0)} values, ${unsaid.length} lost`,
    ],
    [
      'both clients end with the same view',
      JSON.stringify(viewOf(items)) === JSON.stringify(viewOf(second ?? [])),
      `${items.length} and ${second?.length ?? 0} items`,
    ],
  ]
  for (const [line, isHeld, detail] of lines) say(`${isHeld ? 'held    ' : 'NOT HELD'}  ${line}: ${detail}`)
  return lines.every(([, isHeld]) => isHeld)
}

/** All items of the imports, once nothing works on them. */
function settled(api: Api, jobs: readonly number[]): Promise<Item[]> {
  return waitFor(
    'the imports to come to rest',
    async () => {
      const items = (await Promise.all(jobs.map((job) => listItems(api, job)))).flat() as Item[]
      return (
        items.every(({ status }) => !['waiting', 'analyzing', 'validating'].includes(status.name)) && items
      )
    },
    900_000,
  )
}

async function countAssets(writers: readonly Writer[], jobs: readonly number[]): Promise<number> {
  const query = encodeURIComponent(JSON.stringify({ importjob: { in: jobs } }))
  const counts = await Promise.all(
    writers.map(({ api }) =>
      api.call<{ response: { total: number } }>('GET', `/rest/dam/data/asset?max=1&query=${query}`),
    ),
  )
  return Math.max(...counts.map(({ response }) => response.total))
}

function isLost({ field, told, unsure }: Writer, item: Item): boolean {
  const value = told.get(item.id)
  const now = item.$assetmetadata[field]
  return value !== undefined && now !== value && !unsure.get(item.id)?.has(String(now))
}

function viewOf(items: readonly Item[]): unknown[] {
  return items
    .map(({ id, filename, status, job, asset, $assetmetadata }) => [
      id,
      filename,
      status.name,
      job.id,
      asset?.id,
      $assetmetadata['city'],
      $assetmetadata['country'],
    ])
    .toSorted((a, b) => Number(a[0]) - Number(b[0]))
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

await main()
