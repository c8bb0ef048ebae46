import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Inspection } from './inspect-file.ts'
import { jobTimeoutMs, workersMaxMemoryBytes } from './media-limits.ts'
import { createMediaWorkers, type MediaWorkers } from './media-workers.ts'
import { createRandom, mutateBytes } from './mutate-bytes.ts'
import { listProcessTree, treeMemoryBytes } from './process-tree.ts'
import { eagerRenditions, recipeFor } from './rendition-recipes.ts'
import { describeWeakness } from './sandbox.ts'
import { quarters } from './sample-files.ts'

/** Bounds that a file of anybody's must not break. */
const bounds = { turnMs: 60_000, memoryBytes: 1_000_000_000, sampleBytes: 30_000_000, atOnce: 2, goodEvery: 20 } as const

interface Turn { readonly name: string; readonly ms: number; readonly outcome: string }

/**
 * Runs files through the media workers as an import does: every file of the folders named, then seeded damaged copies of them. Prints what broke a bound, and ends with 1 then:
 * `npm run drill:files -- FOLDER … [--count 1000] [--seed 1]`.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { count: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' }, keep: { type: 'string' } } })
  const samples = (await Promise.all(positionals.map(listFiles))).flat().toSorted()
  if (samples.length === 0) throw new Error('Name a folder of samples: npm run drill:files -- FOLDER')
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-drill-'))
  const workers = createMediaWorkers({ size: bounds.atOnce, folder: join(folder, 'workers'), onSandbox: (sandbox) => say(describeWeakness(sandbox) ?? 'Workers are confined by all means') })
  const memory = watchMemory()
  try {
    const good = join(folder, 'good.jpg')
    await writeFile(good, await quarters(1600, 1200).jpeg().toBuffer())
    const usual = await goodTimes(workers, good, folder, 10)
    const [turns, goods] = await runAll(workers, samples, folder, good, { count: Number(values.count), seed: Number(values.seed), keep: values.keep })
    report(turns, goods, usual, memory.most())
  } finally {
    await workers.close()
    memory.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const left = await whatIsLeft()
  say(`${left.length === 1 ? 'held    ' : 'NOT HELD'}  nothing runs after the end (${left.length - 1} left)`)
  if (left.length > 1) process.exitCode = 1
}

/** What was started and still runs; what was killed takes a moment to end. */
async function whatIsLeft(): Promise<number[]> {
  for (let tries = 0; tries < 50 && (await listProcessTree(process.pid)).length > 1; tries++) await sleep(100)
  return listProcessTree(process.pid)
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

interface Plan { readonly count: number; readonly seed: number; readonly keep: string | undefined }

/** All samples as they are, then the damaged ones, a few at once; now and then the good file. */
async function runAll(workers: MediaWorkers, samples: readonly string[], folder: string, good: string, { count, seed, keep }: Plan): Promise<[Turn[], number[]]> {
  const random = createRandom(seed)
  const [turns, goods]: [Turn[], number[]] = [[], []]
  let next = 0
  const work = async (): Promise<void> => {
    for (let index = next++; index < samples.length + count; index = next++) {
      const sample = samples[index < samples.length ? index : Math.floor(random() * samples.length)] ?? ''
      const mutant = index < samples.length ? null : await damage(sample, random, join(folder, `m${index}${extname(sample)}`))
      const turn = await takeTurn(workers, mutant?.path ?? sample, mutant ? `${basename(sample)} ${mutant.name} (${index})` : basename(sample), folder)
      turns.push(turn)
      if (turn.ms > 10_000 || /timeout|memory|crashed|threw/.test(turn.outcome)) {
        say(`  ${turn.name}: ${turn.outcome}, ${(turn.ms / 1000).toFixed(1)} s`)
        if (keep && mutant) await writeFile(join(keep, `m${index}-${basename(sample)}`), await readFile(mutant.path))
      }
      if (mutant) await rm(mutant.path)
      if (index % bounds.goodEvery === 0) goods.push(...await goodTimes(workers, good, folder, 1))
    }
  }
  await Promise.all(Array.from({ length: bounds.atOnce }, work))
  return [turns, goods]
}

async function damage(sample: string, random: () => number, path: string): Promise<{ path: string; name: string }> {
  const { size } = await stat(sample)
  const { bytes, name } = mutateBytes((await readFile(sample)).subarray(0, Math.min(size, bounds.sampleBytes)), random)
  await writeFile(path, bytes, { mode: 0o600 })
  return { path, name }
}

async function takeTurn(workers: MediaWorkers, path: string, name: string, folder: string): Promise<Turn> {
  const startedAt = performance.now()
  const outputs = eagerRenditions.flatMap((rendition) => recipeFor(rendition, 'IMAGE') ?? []).map((recipe) => ({ recipe, outputPath: join(folder, `out-${startedAt}-${recipe.name}`) }))
  const outcome = await workers.inspectAndRender({ path, fileName: basename(path), outputs }).then(({ inspection }) => outcomeOf(inspection), (error: unknown) => `threw ${String(error)}`)
  await Promise.all(outputs.map(({ outputPath }) => rm(outputPath, { force: true })))
  return { name, ms: performance.now() - startedAt, outcome }
}

function outcomeOf({ usable, problems }: Inspection): string {
  return `${usable ? 'usable' : 'refused'} ${problems.map(({ code }) => code).join(' ')}`.trim()
}

async function goodTimes(workers: MediaWorkers, path: string, folder: string, count: number): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const { ms, outcome } = await takeTurn(workers, path, 'good', folder)
    if (!outcome.startsWith('usable')) throw new Error(`The good file was ${outcome}`)
    times.push(ms)
  }
  return times
}

/** What the workers and all that they started hold, ten times a second. */
function watchMemory(): { most(): number; stop(): void } {
  let most = 0
  const timer = setInterval(() => {
    void treeMemoryBytes(process.pid).then((all) => { most = Math.max(most, all - process.memoryUsage.rss()) })
  }, 100)
  return { most: () => most, stop: () => clearInterval(timer) }
}

function report(turns: readonly Turn[], goods: readonly number[], usual: readonly number[], memoryBytes: number): void {
  const longest = turns.toSorted((a, b) => b.ms - a.ms)[0]
  const threw = turns.filter(({ outcome }) => outcome.startsWith('threw'))
  const outcomes = Object.entries(Object.groupBy(turns, ({ outcome }) => outcome)).map(([outcome, same]) => [same?.length ?? 0, outcome] as const)
  for (const [count, outcome] of outcomes.toSorted(([a], [b]) => b - a)) say(`${String(count).padStart(6)}  ${outcome}`)
  const lines: [boolean, string][] = [
    [(longest?.ms ?? 0) <= bounds.turnMs, `every one of ${turns.length} files ended within 60 s of its turn: ${longest?.name} took ${((longest?.ms ?? 0) / 1000).toFixed(1)} s`],
    [(longest?.ms ?? 0) <= 2 * jobTimeoutMs.inspect + jobTimeoutMs.inspect / 2 + 5000, 'no worker lived past its limit'],
    [threw.length === 0, `every file ended with a state: ${threw.length} did not`],
    [memoryBytes < bounds.memoryBytes, `all workers held under 1 GB: ${Math.round(memoryBytes / 1e6)} MB at most (limit ${Math.round(workersMaxMemoryBytes / 1e6)} MB)`],
    [median(goods) <= 3 * median(usual) + 500, `a good file was ready in its usual time: ${Math.round(median(usual))} ms before, ${Math.round(median(goods))} ms between the others`],
  ]
  for (const [held, text] of lines) say(`${held ? 'held    ' : 'NOT HELD'}  ${text}`)
  if (lines.some(([held]) => !held)) process.exitCode = 1
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

await main()
