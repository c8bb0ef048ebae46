import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Inspection } from './inspection.ts'
import { jobTimeoutMs, workersMaxMemoryBytes } from './media-limits.ts'
import { makeLargePictures } from './make-large-pictures.ts'
import { createMediaWorkers, type MediaWorkers } from './media-workers.ts'
import { createRandom, mutateBytes } from './mutate-bytes.ts'
import { listProcessTree } from './process-tree.ts'
import { eagerRenditions, recipeFor } from './rendition-recipes.ts'
import { describeWeakness } from './sandbox.ts'
import { quarters } from './sample-files.ts'
import { watchProcesses, type Watched } from './watch-processes.ts'

/** Bounds that a file of anybody's must not break. */
const bounds = {
  turnMs: 60_000,
  memoryBytes: 1_000_000_000,
  sampleBytes: 30_000_000,
  atOnce: 2,
  goodEvery: 20,
  // A worker takes no new job after 20 minutes, and may end the one that it has; killing takes a moment.
  workerMs: 20 * 60_000 + jobTimeoutMs.inspect + 5000,
  programMs: jobTimeoutMs.inspect + 5000,
} as const

interface Turn {
  readonly index: number
  readonly name: string
  readonly ms: number
  readonly outcome: string
}

/** What has been played, of runs before as well. */
interface Record {
  readonly turns: Turn[]
  readonly goods: number[]
  readonly usual: number[]
  readonly watched: Watched[]
}

const options = {
  count: { type: 'string', default: '1000' },
  seed: { type: 'string', default: '1' },
  keep: { type: 'string' },
  log: { type: 'string' },
  large: { type: 'boolean', default: false },
} as const

/**
 * Runs files through the media workers as an import does: every file of the folders named, then damaged
 * copies of them, each by its number and the seed. Prints what broke a bound, and ends with 1 then: `npm run
 * drill:files -- FOLDER … [--count 1000] [--seed 1] [--log FILE] [--keep FOLDER] [--large]`. With `--log` it
 * goes on where a run that was stopped ended; `--keep` keeps the damaged files that took long or ended a
 * worker; `--large` also plays pictures of 250 megapixels that it makes.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const samples = (await Promise.all(positionals.map(listFiles))).flat().toSorted()
  if (samples.length === 0) throw new Error('Name a folder of samples: npm run drill:files -- FOLDER')
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-drill-'))
  const workers = createMediaWorkers({
    size: bounds.atOnce,
    folder: join(folder, 'workers'),
    onSandbox: (sandbox) => say(describeWeakness(sandbox) ?? 'Workers are confined by all means'),
  })
  const processes = watchProcesses(process.pid)
  try {
    if (values.keep) await mkdir(values.keep, { recursive: true })
    const record = await readRecord(values.log)
    const good = join(folder, 'good.jpg')
    await writeFile(good, await quarters(1600, 1200).jpeg().toBuffer())
    record.usual.push(...(await goodTimes(workers, good, folder, 10)))
    await runAll(workers, samples, folder, good, {
      count: Number(values.count),
      seed: Number(values.seed),
      keep: values.keep,
      record,
      log: values.log,
    })
    if (values.large) await runLarge(workers, folder, record)
    record.watched.push(processes.seen())
    report(record)
  } finally {
    await workers.close()
    processes.stop()
    if (values.log) await appendFile(values.log, `${JSON.stringify({ watched: processes.seen() })}\n`)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const left = await whatIsLeft()
  say(`${left.length === 1 ? 'held    ' : 'NOT HELD'}  nothing runs after the end (${left.length - 1} left)`)
  if (left.length > 1) process.exitCode = 1
}

/** What was started and still runs; what was killed takes a moment to end. */
async function whatIsLeft(): Promise<number[]> {
  for (let tries = 0; tries < 50 && listProcessTree(process.pid).length > 1; tries++) await sleep(100)
  return listProcessTree(process.pid)
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** What a log says of runs before; a line that was cut at its end is left out. */
async function readRecord(log: string | undefined): Promise<Record> {
  const record: Record = { turns: [], goods: [], usual: [], watched: [] }
  const lines = log
    ? (await readFile(log, 'utf8').catch(() => '')).split('\n').filter((line) => line.endsWith('}'))
    : []
  for (const line of lines) {
    const { turn, good, watched } = JSON.parse(line) as { turn?: Turn; good?: number; watched?: Watched }
    if (turn) record.turns.push(turn)
    if (good !== undefined) record.goods.push(good)
    if (watched) record.watched.push(watched)
  }
  return record
}

interface Plan {
  readonly count: number
  readonly seed: number
  readonly keep: string | undefined
  readonly record: Record
  readonly log: string | undefined
}

/** All samples as they are, then the damaged ones, a few at once; now and then the good file. */
async function runAll(
  workers: MediaWorkers,
  samples: readonly string[],
  folder: string,
  good: string,
  { count, seed, keep, record, log }: Plan,
): Promise<void> {
  const played = new Set(record.turns.map(({ index }) => index))
  const note = async (line: object): Promise<void> => {
    if (log) await appendFile(log, `${JSON.stringify(line)}\n`)
  }
  let next = 0
  const work = async (): Promise<void> => {
    for (let index = next++; index < samples.length + count; index = next++) {
      if (played.has(index)) continue
      // Of its own: two that work side by side would share one sequence in no order.
      const random = createRandom(seed * 1_000_003 + index)
      const sample = samples[index < samples.length ? index : Math.floor(random() * samples.length)] ?? ''
      const mutant =
        index < samples.length
          ? null
          : await damage(sample, random, join(folder, `m${index}${extname(sample)}`))
      const turn = {
        index,
        ...(await takeTurn(
          workers,
          mutant?.path ?? sample,
          mutant ? `${basename(sample)} ${mutant.name} (${index})` : basename(sample),
          folder,
        )),
      }
      record.turns.push(turn)
      await note({ turn })
      if (isHard(turn)) {
        say(`  ${turn.name}: ${turn.outcome}, ${(turn.ms / 1000).toFixed(1)} s`)
        if (keep && mutant)
          await writeFile(join(keep, `m${index}-${basename(sample)}`), await readFile(mutant.path))
      }
      if (mutant) await rm(mutant.path)
      if (index % bounds.goodEvery === 0 || isHard(turn)) {
        const [ms = 0] = await goodTimes(workers, good, folder, 1)
        record.goods.push(ms)
        await note({ good: ms })
      }
      if (index % 100 === 0) say(`  ${index} of ${samples.length + count}`)
    }
  }
  await Promise.all(Array.from({ length: bounds.atOnce }, work))
}

/** Whether a file took long or ended a worker: the next one must not feel it. */
const isHard = ({ ms, outcome }: Pick<Turn, 'ms' | 'outcome'>): boolean =>
  ms > 10_000 || /timeout|memory|crashed|threw/.test(outcome)

/** Pictures of 250 megapixels, one after the other: they take the disk and the time of hundreds of others. */
async function runLarge(workers: MediaWorkers, folder: string, { turns }: Record): Promise<void> {
  for await (const { path, isShown } of makeLargePictures(folder)) {
    const turn = await takeTurn(workers, path, basename(path), folder)
    const asMeant = turn.outcome === (isShown ? 'usable' : 'refused too_many_pixels')
    say(
      `${asMeant ? 'held    ' : 'NOT HELD'}  ${turn.name}: ${turn.outcome}, ${(turn.ms / 1000).toFixed(1)} s`,
    )
    if (!asMeant) process.exitCode = 1
    turns.push({ index: turns.length, ...turn })
    await rm(path)
  }
}

async function damage(
  sample: string,
  random: () => number,
  path: string,
): Promise<{ path: string; name: string }> {
  const { size } = await stat(sample)
  const { bytes, name } = mutateBytes(
    (await readFile(sample)).subarray(0, Math.min(size, bounds.sampleBytes)),
    random,
  )
  await writeFile(path, bytes, { mode: 0o600 })
  return { path, name }
}

async function takeTurn(
  workers: MediaWorkers,
  path: string,
  name: string,
  folder: string,
): Promise<Omit<Turn, 'index'>> {
  const startedAt = performance.now()
  const outputs = eagerRenditions
    .flatMap((rendition) => recipeFor(rendition, 'IMAGE') ?? [])
    .map((recipe) => ({ recipe, outputPath: join(folder, `out-${startedAt}-${recipe.name}`) }))
  const outcome = await workers.inspectAndRender({ path, fileName: basename(path), outputs }).then(
    ({ inspection }) => outcomeOf(inspection),
    (error: unknown) => `threw ${String(error)}`,
  )
  await Promise.all(outputs.map(({ outputPath }) => rm(outputPath, { force: true })))
  return { name, ms: performance.now() - startedAt, outcome }
}

function outcomeOf({ usable, problems }: Inspection): string {
  return `${usable ? 'usable' : 'refused'} ${problems.map(({ code }) => code).join(' ')}`.trim()
}

async function goodTimes(
  workers: MediaWorkers,
  path: string,
  folder: string,
  count: number,
): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const { ms, outcome } = await takeTurn(workers, path, 'good', folder)
    if (!outcome.startsWith('usable')) throw new Error(`The good file was ${outcome}`)
    times.push(ms)
  }
  return times
}

function report({ turns, goods, usual, watched }: Record): void {
  const longest = turns.toSorted((a, b) => b.ms - a.ms)[0]
  const threw = turns.filter(({ outcome }) => outcome.startsWith('threw'))
  const outcomes = Object.entries(Object.groupBy(turns, ({ outcome }) => outcome)).map(
    ([outcome, same]) => [same?.length ?? 0, outcome] as const,
  )
  for (const [count, outcome] of outcomes.toSorted(([a], [b]) => b - a))
    say(`${String(count).padStart(6)}  ${outcome}`)
  const most = (of: (one: Watched) => number) => Math.max(...watched.map(of))
  const [workerMs, programMs, memoryBytes] = [
    most((one) => one.workerMs),
    most((one) => one.programMs),
    most((one) => one.memoryBytes),
  ]
  const lines: [boolean, string][] = [
    [
      (longest?.ms ?? 0) <= bounds.turnMs,
      `every one of ${turns.length} files ended within 60 s of its turn: ${longest?.name} took ${seconds(longest?.ms ?? 0)}`,
    ],
    [
      workerMs <= bounds.workerMs,
      `no worker lived past its limit of ${seconds(bounds.workerMs)}: the oldest had ${seconds(workerMs)}`,
    ],
    [
      programMs <= bounds.programMs,
      `no program of a worker lived past the limit of its job: the longest ran ${seconds(programMs)}`,
    ],
    [threw.length === 0, `every file ended with a state: ${threw.length} did not`],
    [
      memoryBytes < bounds.memoryBytes,
      `all workers held under 1 GB: ${Math.round(memoryBytes / 1e6)} MB at most (limit ${Math.round(workersMaxMemoryBytes / 1e6)} MB)`,
    ],
    [
      median(goods) <= 3 * median(usual) + 500,
      `a good file was ready in its usual time: ${Math.round(median(usual))} ms before, ${Math.round(median(goods))} ms between the others`,
    ],
    [
      Math.max(...goods) <= jobTimeoutMs.inspect,
      `the slowest of ${goods.length} good files waited for no other: ${seconds(Math.max(...goods))}`,
    ],
  ]
  for (const [held, text] of lines) say(`${held ? 'held    ' : 'NOT HELD'}  ${text}`)
  if (lines.some(([held]) => !held)) process.exitCode = 1
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

await main()
