import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import type { Journey } from './journey.ts'
import { journeys } from './journeys.ts'
import { newPerson, openBrowser, type Person } from './open-browser.ts'
import { startApplication, useApplication, type Application } from './start-application.ts'

/** Where the names of the steps stay, and pictures of the pages in which a journey failed. */
const resultsFolder = resolve(import.meta.dirname, '../../test-results')

const closesWithinMs = 10_000

interface Count { passed: number; failed: number }

/** What was played, for `npm run statements`. */
const steps: { readonly journey: string; readonly step: string; readonly passed: boolean }[] = []

/**
 * Plays the journeys, or those whose names hold one of the words given; the last line that it prints counts their steps. They have an
 * application of their own, or the one at `E2E_URL`, with `E2E_PASSWORD` for its demonstration accounts and `E2E_DATA` for its data.
 */
async function main(): Promise<void> {
  const words = process.argv.slice(2).map((word) => word.toLowerCase())
  const chosen = journeys.filter(({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word)))
  const count: Count = { passed: 0, failed: 0 }
  const browser = await openBrowser()
  const { E2E_URL: url, E2E_PASSWORD: password = '', E2E_DATA: dataFolder = 'data' } = process.env
  const application = url ? await useApplication({ url, password, dataFolder: resolve(dataFolder) }) : await startApplication({ demo: true })
  try {
    for (const journey of chosen) await play(journey, { application, browser, count })
  } finally {
    await browser.close()
    await application.remove()
  }
  await mkdir(resultsFolder, { recursive: true })
  await writeFile(join(resultsFolder, 'journeys.json'), JSON.stringify(steps, null, 1))
  say(JSON.stringify(count))
  process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0
}

async function play(journey: Journey, { application, browser, count }: { application: Application; browser: Browser; count: Count }): Promise<void> {
  say(journey.name)
  const people: Person[] = []
  const before = count.failed
  try {
    await journey.run({
      application, browser,
      newPerson: async (options) => {
        const person = await newPerson(browser, application.url, options)
        people.push(person)
        return person
      },
      step: async (name, work) => {
        const startedAt = Date.now()
        try {
          await work()
        } catch (error) {
          count.failed += 1
          steps.push({ journey: journey.name, step: name, passed: false })
          say(`  ✗ ${name}`)
          throw error
        }
        count.passed += 1
        steps.push({ journey: journey.name, step: name, passed: true })
        say(`  ✓ ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
      },
    })
  } catch (error) {
    if (count.failed === before) count.failed += 1
    say(tell(error))
    await keepPictures(journey.name, people)
  }
  // One that does not close, as was seen once after a page whose requests were answered by the journey, must not hold up the others: it ends with the browser.
  for (const { context } of people) await Promise.race([context.close(), wait(closesWithinMs, undefined, { ref: false })])
}

async function keepPictures(name: string, people: readonly Person[]): Promise<void> {
  await mkdir(resultsFolder, { recursive: true })
  for (const [index, { page, errors }] of people.entries()) {
    const path = join(resultsFolder, `${name.toLowerCase().replaceAll(/\W+/g, '-')}-${index + 1}.png`)
    await page.screenshot({ path }).catch(() => undefined)
    say(`    ${page.url()} → ${path}${errors.length > 0 ? `\n    ${errors.join('\n    ')}` : ''}`)
  }
}

function tell(error: unknown): string {
  const text = error instanceof Error ? `${error.stack ?? error.message}${error.cause === undefined ? '' : `\nbecause of ${tell(error.cause)}`}` : String(error)
  return text.split('\n').map((line) => `    ${line}`).join('\n')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

await main()
