import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { buildWeb } from './build-web.mjs'
import { runChecks } from './checks.mjs'
import { ensureRuntime } from './ensure-runtime.mjs'
import { failuresFile } from './failure-reporter.mjs'
import { projectFolder, runProgram, runtimeFolder } from './run-program.mjs'
import { useMemoryForTemporaryFiles } from './temporary-folder.mjs'

/**
 * @typedef {{ name: string, failure: string }} Failure what it is, and what it said
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {Failure[]} [failures] what failed, where that is known
 * @property {Failure[]} [flaky] what failed first and passed then
 * @property {{ name: string, durationMs: number }[]} [durations] of files and journeys
 */

const slowestShown = 10

// Names of files, or parts of them, ask for those tests alone.
const filters = process.argv.slice(2)
useMemoryForTemporaryFiles()
const runtime = await ensureRuntime([
  ...(process.env.CARTOUCHE_TEST_S3 ? [] : /** @type {const} */ (['radosgw', 'ceph-mon', 'ceph-osd'])),
  'ffmpeg',
  'bwrap',
  'chromium',
  'unzip',
  '7z',
])
// Servers, workers and commands are started hundreds of times: they share what Node compiled (2026-11: up to
// a seventh of their processor time).
runtime.env.NODE_COMPILE_CACHE ??= join(runtimeFolder, 'compile-cache')
/** @type {Count[]} */
const counts = filters.length > 0 ? [await runTests()] : [await runChecks(runtime), ...(await runSuites())]
showSlowest(counts.flatMap(({ durations = [] }) => durations))
for (const { name, failure } of counts.flatMap(({ flaky = [] }) => flaky))
  console.log(`flaky: ${name}\n${failure}`)
for (const { name, failure } of counts.flatMap(({ failures = [] }) => failures))
  console.log(`failed: ${name}\n${failure}`)
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** @param {{ name: string, durationMs: number }[]} durations */
function showSlowest(durations) {
  const slowest = durations.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, slowestShown)
  console.log('Slowest files and journeys:')
  for (const { name, durationMs } of slowest)
    console.log(`  ${(durationMs / 1000).toFixed(1).padStart(6)} s  ${name}`)
}

/**
 * Runs the tests, then the journeys: together they took the processors from each other, and what waits for an
 * answer within a time failed for it (2026-11). Each of them fills two processors by itself.
 */
async function runSuites() {
  await buildWeb(runtime)
  return [await runTests(), await runJourneys()]
}

/**
 * Runs the tests of all folders. A file that does not load, or an error outside a test, counts as one that
 * failed.
 */
async function runTests() {
  // Stays for `npm run statements`.
  const results = join(projectFolder, 'test-results', 'tests.json')
  mkdirSync(join(projectFolder, 'test-results'), { recursive: true })
  for (const file of [results, failuresFile]) rmSync(file, { force: true })
  const vitest = join(projectFolder, 'node_modules', 'vitest', 'vitest.mjs')
  const parameters = [
    'run',
    ...filters,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    '--reporter=./tools/failure-reporter.mjs',
  ]
  const { ok } = await runProgram(runtime.node, [vitest, ...parameters], { env: runtime.env })
  if (!existsSync(results) || !existsSync(failuresFile)) return { passed: 0, failed: 1 }
  const failures = /** @type {Failure[]} */ (JSON.parse(readFileSync(failuresFile, 'utf8')))
  return { ...readResults(results), failed: Math.max(failures.length, ok ? 0 : 1), failures }
}

/** @param {string} path */
function readResults(path) {
  const { numPassedTests, testResults } = JSON.parse(readFileSync(path, 'utf8'))
  const durations = testResults.map(
    (/** @type {{ name: string, startTime: number, endTime: number }} */ { name, startTime, endTime }) => ({
      name: relative(projectFolder, name),
      durationMs: endTime - startTime,
    }),
  )
  return { passed: numPassedTests, durations }
}

/**
 * Runs the journeys in a browser, on the built application. Their last line says how many there were.
 * @returns {Promise<Count>}
 */
async function runJourneys() {
  const child = spawn(runtime.node, ['e2e/src/run.ts'], {
    cwd: projectFolder,
    env: runtime.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = /** @type {Promise<number>} */ (
    new Promise((resolve) => {
      child.once('exit', (exitCode) => resolve(exitCode ?? 1))
    })
  )
  let last = ''
  for await (const line of createInterface(child.stdout)) {
    if (last) console.log(last)
    last = line
  }
  const code = await ended
  const count = readCount(last)
  return code === 0 || count.failed > 0 ? count : { ...count, failed: 1 }
}

/**
 * @param {string} line
 * @returns {Count}
 */
function readCount(line) {
  try {
    const { passed, failed, failures, flaky, durations } = JSON.parse(line)
    if (Number.isInteger(passed) && Number.isInteger(failed)) {
      const named = durations.map(
        (/** @type {{ name: string, durationMs: number }} */ { name, durationMs }) => ({
          name: `journey ${name}`,
          durationMs,
        }),
      )
      return { passed, failed, failures, flaky, durations: named }
    }
  } catch {
    // What it is instead is shown.
  }
  console.error(`${line}\nThe journeys ended without saying how many there were.`)
  return { passed: 0, failed: 1 }
}
