import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import type { Journey } from './journey.ts'
import { journeys } from './journeys.ts'
import { listInteractions, summarizeInteractions } from './interactions.ts'
import { summarizeChecks } from './check-page.ts'
import { followAdded } from './follow-added.ts'
import { openBrowser } from './open-browser.ts'
import { describeFailure, playJourney, resultsFolder, say, type PlayedJourney } from './play-journey.ts'
import { startApplication, useApplication, type Application } from './start-application.ts'

/**
 * Journeys that are played at the same time, each beside the others on an application of its own: one more
 * than there are processors, as a journey waits for half of its time.
 */
const maxLanes = 3

/**
 * Plays the journeys, or those whose names hold one of the words given, three at a time where there are two
 * processors. They have applications of their own, or the one at `E2E_URL`, one after the other, with
 * `E2E_PASSWORD` for its demonstration accounts and `E2E_DATA` for its data.
 *
 * A journey that fails is played once more, in a fresh browser and, unless `E2E_URL` names it, on a fresh
 * application. Where it passes then, it counts as passed, and as flaky with what its first failure said. The
 * last line that this prints is JSON: `passed`, `failed` (steps), `failures` and `flaky` (name and what
 * it said), `durations` (name and milliseconds).
 */
async function main(): Promise<void> {
  const words = process.argv.slice(2).map((word) => word.toLowerCase())
  const unawaited = followUnawaited()
  const chosen = journeys.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word)),
  )
  const first = await playAll(chosen)
  const again = new Set(first.filter(({ failure }) => failure !== undefined).map(({ name }) => name))
  const second: PlayedJourney[] = []
  for (const journey of chosen.filter(({ name }) => again.has(name))) {
    say(`Once more: ${journey.name}`)
    second.push(...(await playAll([journey])))
  }
  await report(first, second, unawaited)
}

/**
 * Failures of what nobody waited for, as of a download whose button could not be pressed: they would end the
 * process, and all journeys with it. They are said at once. Which journey they are of is not known: they
 * fail the run where no journey failed, as one that failed is counted by itself.
 */
function followUnawaited(): readonly string[] {
  const said: string[] = []
  process.on('unhandledRejection', (reason) => {
    said.push(`    Nobody waited for it:\n${describeFailure(reason)}`)
    say(said.at(-1) ?? '')
  })
  return said
}

/** Plays journeys in one browser, which ends with the last. Answers them in the order of their ends. */
async function playAll(chosen: readonly Journey[]): Promise<PlayedJourney[]> {
  const browser = await openBrowser()
  const queue = [...chosen]
  const played: PlayedJourney[] = []
  const lanes = process.env['E2E_URL'] ? 1 : Math.min(maxLanes, availableParallelism() + 1, chosen.length)
  try {
    await Promise.all(Array.from({ length: lanes }, () => playLane(queue, browser, played)))
    return played
  } finally {
    await browser.close()
  }
}

/** Plays journeys of the queue until it is empty, one after the other on one application. */
async function playLane(queue: Journey[], browser: Browser, played: PlayedJourney[]): Promise<void> {
  const application = await openApplication()
  try {
    for (let journey = queue.shift(); journey !== undefined; journey = queue.shift()) {
      const removeAdded = await followAdded(application)
      played.push(await playJourney(journey, application, browser))
      if (!process.env['E2E_URL']) await removeAdded()
    }
  } finally {
    await application.remove()
  }
}

/** The one at `E2E_URL`, or one of this lane's own. */
function openApplication(): Promise<Application> {
  const { E2E_URL: url, E2E_PASSWORD: password = '', E2E_DATA: dataFolder = 'data' } = process.env
  return url
    ? useApplication({ url, password, dataFolder: resolve(dataFolder) })
    : startApplication({ demo: true })
}

async function report(
  first: readonly PlayedJourney[],
  second: readonly PlayedJourney[],
  unawaited: readonly string[],
): Promise<void> {
  const last = first.map((played) => second.find(({ name }) => name === played.name) ?? played)
  const passedAtLast = new Set(last.filter(({ failure }) => failure === undefined).map(({ name }) => name))
  const steps = last.flatMap(({ name, steps }) => steps.map((step) => ({ journey: name, ...step })))
  await mkdir(resultsFolder, { recursive: true })
  await writeFile(join(resultsFolder, 'journeys.json'), JSON.stringify(steps, null, 1))
  await writeFile(join(resultsFolder, 'interactions.json'), JSON.stringify(listInteractions(), null, 1))
  const passed = last.reduce((sum, played) => sum + played.passed, 0)
  const loose = first.every(({ failure }) => failure === undefined) ? unawaited : []
  const failed = last.reduce((sum, played) => sum + played.failed, loose.length)
  const flaky = first.filter(({ name, failure }) => failure !== undefined && passedAtLast.has(name))
  const failures = last.filter(({ failure }) => failure !== undefined)
  const reportOf = ({ name, failure }: PlayedJourney) => ({ name: `journey ${name}`, failure })
  const interactions = summarizeInteractions()
  if (interactions) say(interactions)
  say(summarizeChecks())
  const durations = [...first, ...second].map(({ name, durationMs }) => ({ name, durationMs }))
  say(
    JSON.stringify({
      passed,
      failed,
      failures: [
        ...failures.map(reportOf),
        ...loose.map((failure) => ({ name: 'journeys, beside their steps', failure })),
      ],
      flaky: flaky.map(reportOf),
      durations,
    }),
  )
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}

await main()
