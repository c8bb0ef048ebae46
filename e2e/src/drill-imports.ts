import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createJob, listItems, type ImportItem } from './imports.ts'
import { openApi, RefusedCall, type Api } from './open-api.ts'
import { openImportWindow, type ImportWindow } from './import-window.ts'
import { killProcess, listChildren } from './processes.ts'
import { startApplication, type Application } from './start-application.ts'
import { uploadPatiently } from './upload-patiently.ts'
import { waitFor } from './wait-for.ts'

/** A field that one client alone writes: the last value that was accepted must be there at the end. */
interface Writer {
  readonly api: Api
  readonly field: 'city' | 'country' | 'credit' | 'creator'
  /** The last value that the server took, by the item's id. */
  readonly accepted: Map<number, string>
  /** Values whose answer was lost: they may be there or not. */
  readonly unsure: Map<number, Set<string>>
}

interface Item extends ImportItem {
  readonly job: { readonly id: number }
  readonly $assetmetadata: Readonly<Record<string, unknown>>
}

interface EditAnswer {
  readonly response: {
    readonly $action: { readonly commands: string[] }
    readonly data: { readonly id: number }
  }
}

/** What is judged, whether it held, and what was counted. */
type Line = [line: string, isHeld: boolean, detail: string]

const logins = ['editor', 'admin']
const jobNames = ['Drill one', 'Drill two'] as const
const filesInAll = 240
const editsAtOnce = 12

/**
 * Two programs, and two people in browsers of their own, at work on the same two imports, which upload,
 * describe, move and validate, while the server and its workers are ended by `kill -9` again and again: what
 * `npm run drill:imports` runs. Prints `held` or `NOT HELD` for each line; the exit code is 1 unless all
 * held. `--kills` (50) and `--seed` may be given; the seed is printed.
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
    const jobs = [await createJob(editor, jobNames[0]), await createJob(editor, jobNames[1])]
    const programs: Writer[] = [writerOf(editor, 'city'), writerOf(admin, 'country')]
    const people: Writer[] = [writerOf(editor, 'credit'), writerOf(admin, 'creator')]
    const ended = { yet: false }
    const names = Array.from({ length: filesInAll }, (_, n) => `drill-${String(n).padStart(3, '0')}.txt`)
    const work = Promise.all([
      ...programs.map((writer, at) =>
        uploadAll(writer.api, jobs[at] ?? 0, names.slice(at * 120, at * 120 + 120), random),
      ),
      ...programs.map((writer) => changeItems(writer, jobs, random, ended)),
    ])
    const windows = await Promise.all(
      people.map((writer, at) => openWindow(application, logins[at] ?? '', jobs[0] ?? 0, writer, random)),
    )
    const clicking = Promise.all(
      windows.map((window, at) => clickAround(window, people[at]?.field ?? 'credit', random, ended)),
    )
    await killAgainAndAgain(application, kills, random)
    ended.yet = true
    await Promise.all([work, clicking])
    const lines = await judge(jobs, [...programs, ...people], names)
    lines.push(await judgeWindows(windows, editor, jobs[0] ?? 0))
    for (const [line, isHeld, detail] of lines) say(`${isHeld ? 'held    ' : 'NOT HELD'}  ${line}: ${detail}`)
    process.exitCode = lines.every(([, isHeld]) => isHeld) ? 0 : 1
    await Promise.all(windows.map((window) => window.close()))
  } finally {
    await application.remove()
  }
}

function writerOf(api: Api, field: Writer['field']): Writer {
  return { api, field, accepted: new Map(), unsure: new Map() }
}

/** Opens an import in a browser, and notes what its page asks for and is answered. */
function openWindow(
  application: Application,
  login: string,
  job: number,
  writer: Writer,
  random: () => number,
): Promise<ImportWindow> {
  return openImportWindow(
    application,
    { login, job, random },
    {
      onAsked: ({ ids, data }) => {
        if (writer.field in data) ask(writer, ids, String(data[writer.field]))
      },
      async onAnswered({ ids, data }, answer) {
        if (!(writer.field in data)) return
        const acceptAnswer = () =>
          accept(writer, ids, String(data[writer.field]), answer as EditAnswer).then(() => true)
        await waitFor('what became of a change', acceptAnswer, 600_000)
      },
    },
  )
}

/** Describes, moves and publishes files by mouse and keyboard until `ended`. */
async function clickAround(
  window: ImportWindow,
  field: Writer['field'],
  random: () => number,
  ended: { readonly yet: boolean },
): Promise<void> {
  const label = field === 'credit' ? 'Credit' : 'Creator'
  for (let turn = 0; !ended.yet; turn++) {
    const dice = random()
    try {
      if (dice < 0.1) await window.move(jobNames[1])
      else if (dice < 0.2) await window.publish()
      else await window.describe(label, `${field} ${turn}`)
    } catch (error) {
      // The server is away, or somebody else took the file: the person tries another one.
      if (!(error instanceof Error && error.name === 'TimeoutError')) throw error
    }
    await sleep(200 + random() * 400)
  }
}

/** Both pages show in the end what the server has, without being read again. */
async function judgeWindows(windows: readonly ImportWindow[], api: Api, job: number): Promise<Line> {
  for (const window of windows) await window.deselect()
  const names = ((await listItems(api, job)) as Item[]).map(({ filename }) => filename)
  let seen: (readonly string[])[] = []
  const isSame = await waitFor(
    'both pages to show the same',
    async () => {
      seen = await Promise.all(windows.map((window) => window.rows()))
      const [one, other] = seen
      return (
        JSON.stringify(one) === JSON.stringify(other) &&
        one?.length === names.length &&
        names.every((name) => one.some((row) => row.includes(name)))
      )
    },
    180_000,
  ).catch(() => false)
  const [one = [], other = []] = seen
  const differing = one.findIndex((row, at) => row !== other[at])
  return [
    'both browsers end with the same view',
    isSame,
    `${one.length} and ${other.length} of ${names.length} rows` +
      (differing < 0 ? '' : `; “${one[differing]}” and “${other[differing]}”`),
  ]
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

/** Describes, moves and validates items at random until `ended`. */
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
  ask(writer, ids, value)
  await accept(writer, ids, value, (await put({ data: { [writer.field]: value } })) as EditAnswer)
}

/** A value was sent: it may be there from now on. */
function ask(writer: Writer, ids: readonly number[], value: string): void {
  for (const id of ids) writer.unsure.set(id, new Set([...(writer.unsure.get(id) ?? []), value]))
}

/** A value was taken: of items that the command did not fail on it must be there from now on. */
async function accept(
  writer: Writer,
  ids: readonly number[],
  value: string,
  { response }: EditAnswer,
): Promise<void> {
  const path = `/rest/massimport/job/${response.data.id}/changes/${response.$action.commands.join(',')}`
  const changes = await writer.api.call<{
    response: { data: { done: boolean; failures: { item: number }[] }[] }
  }>('GET', path)
  const [change] = changes.response.data
  if (!change?.done) throw new Error('An edit of a dozen items was not done when it was answered')
  const failed = new Set(change.failures.map(({ item }) => item))
  for (const id of ids.filter((one) => !failed.has(one))) {
    const asked = [...(writer.unsure.get(id) ?? [])]
    // Of two answers that come in another order, the value that was sent later counts.
    if (!asked.includes(value)) continue
    writer.accepted.set(id, value)
    writer.unsure.set(id, new Set(asked.slice(asked.indexOf(value) + 1)))
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
): Promise<Line[]> {
  const [first, second] = await Promise.all(writers.map((writer) => settled(writer.api, jobs)))
  const items = first ?? []
  const byName = Map.groupBy(items, ({ filename }) => filename)
  const lost = names.filter((name) => !byName.has(name))
  const doubled = [...byName].filter(([, own]) => own.length > 1).map(([name]) => name)
  const made = items.flatMap(({ asset }) => (asset ? [asset.id] : []))
  const assets = await countAssets(writers, jobs)
  const unsaid = writers.flatMap((writer) =>
    items.filter((item) => isLost(writer, item)).map((item) => lossOf(writer, item)),
  )
  return [
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
      `${unsaid.length} lost of ${writers.map(({ field, accepted }) => `${accepted.size} (${field})`).join(', ')}${unsaid.map((loss) => `; ${loss}`).join('')}`,
    ],
    [
      'both clients end with the same view',
      JSON.stringify(viewOf(items)) === JSON.stringify(viewOf(second ?? [])),
      `${items.length} and ${second?.length ?? 0} items`,
    ],
  ]
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

function isLost({ field, accepted, unsure }: Writer, item: Item): boolean {
  const value = accepted.get(item.id)
  const now = item.$assetmetadata[field]
  return value !== undefined && now !== value && !unsure.get(item.id)?.has(String(now))
}

function lossOf({ field, accepted }: Writer, item: Item): string {
  const now = String(item.$assetmetadata[field])
  return `${item.filename} (${item.status.name}): accepted ${accepted.get(item.id)}, is ${now}`
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
