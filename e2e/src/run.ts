import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import type { Journey } from './journey.ts'
import { journeys } from './journeys.ts'
import { newPerson, openBrowser, type Person } from './open-browser.ts'
import { startApplication, type Application } from './start-application.ts'

/** Where pictures of the pages stay in which a journey failed. */
const resultsFolder = resolve(import.meta.dirname, '../../test-results')

interface Count { passed: number; failed: number }

/** Plays the journeys, or those whose names hold one of the words given; the last line that it prints counts their steps. */
async function main(): Promise<void> {
  const words = process.argv.slice(2).map((word) => word.toLowerCase())
  const chosen = journeys.filter(({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word)))
  const count: Count = { passed: 0, failed: 0 }
  const browser = await openBrowser()
  const application = await startApplication({ demo: true })
  try {
    for (const journey of chosen) await play(journey, { application, browser, count })
  } finally {
    await browser.close()
    await application.remove()
  }
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
          say(`  ✗ ${name}`)
          throw error
        }
        count.passed += 1
        say(`  ✓ ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
      },
    })
  } catch (error) {
    if (count.failed === before) count.failed += 1
    say(tell(error))
    await keepPictures(journey.name, people)
  }
  for (const { context } of people) await context.close()
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
