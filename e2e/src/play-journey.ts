import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import type { Journey } from './journey.ts'
import { newPerson, type Person } from './open-browser.ts'
import type { Application } from './start-application.ts'
import { openRequests } from './wait-for-calm.ts'

/** Where results stay: names of steps, and pictures of the pages in which a journey failed. */
export const resultsFolder = resolve(import.meta.dirname, '../../test-results')

const closesWithinMs = 10_000
/** Characters of a page's text that a failure shows; dialogs, menus and notices are at its end. */
const maxPageText = 1500

/** What became of one journey. */
export interface PlayedJourney {
  readonly name: string
  readonly steps: readonly { readonly step: string; readonly passed: boolean }[]
  readonly passed: number
  readonly failed: number
  /** What the first failure said, with its stack; undefined where none failed. */
  readonly failure: string | undefined
  readonly durationMs: number
}

/**
 * Plays a journey to its end, and prints it with its steps then: others are played beside it. A failure is
 * part of what it answers: it never rejects.
 */
export async function playJourney(
  journey: Journey,
  application: Application,
  browser: Browser,
): Promise<PlayedJourney> {
  const people: Person[] = []
  const steps: { step: string; passed: boolean }[] = []
  const lines: string[] = [journey.name]
  const note = (line: string): void => void lines.push(line)
  const startedAt = Date.now()
  const failure = await journey
    .run({
      application,
      browser,
      newPerson: async (options) => {
        const person = await newPerson(browser, application.url, options)
        people.push(person)
        return person
      },
      step: (name, work) => takeStep(name, work, steps, note),
    })
    .then(() => undefined, describeFailure)
  if (failure !== undefined) {
    note(failure)
    await keepPictures(journey.name, people, note)
  }
  // One that does not close, as was seen once after a page whose requests were answered by the journey, must
  // not hold up the others: it ends with the browser.
  for (const { context } of people)
    await Promise.race([context.close(), wait(closesWithinMs, undefined, { ref: false })])
  const durationMs = Date.now() - startedAt
  lines[0] += ` (${inSeconds(durationMs)})`
  say(lines.join('\n'))
  const passed = steps.filter((step) => step.passed).length
  // A journey may also fail between its steps.
  const failed = Math.max(steps.length - passed, failure === undefined ? 0 : 1)
  return { name: journey.name, steps, passed, failed, failure, durationMs }
}

async function takeStep(
  step: string,
  work: () => Promise<void>,
  steps: { step: string; passed: boolean }[],
  note: (line: string) => void,
): Promise<void> {
  const startedAt = Date.now()
  try {
    await work()
  } catch (error) {
    steps.push({ step, passed: false })
    note(`  ✗ ${step}`)
    throw error
  }
  steps.push({ step, passed: true })
  note(`  ✓ ${step} (${inSeconds(Date.now() - startedAt)})`)
}

function inSeconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`
}

async function keepPictures(
  name: string,
  people: readonly Person[],
  note: (line: string) => void,
): Promise<void> {
  await mkdir(resultsFolder, { recursive: true })
  for (const [index, { page, errors }] of people.entries()) {
    const path = join(resultsFolder, `${name.toLowerCase().replaceAll(/\W+/g, '-')}-${index + 1}.png`)
    await page.screenshot({ path }).catch(() => undefined)
    note(`    ${page.url()} → ${path}${errors.length > 0 ? `\n    ${errors.join('\n    ')}` : ''}`)
    // A picture stays where the journey failed; its words are read everywhere.
    const text = await page.evaluate(() => document.body.innerText).catch(() => '')
    note(`    on the page: ${text.replaceAll(/\s*\n\s*/g, ' / ').slice(-maxPageText)}`)
    const focus = await page.evaluate(describeFocus).catch(() => '')
    note(`    with the focus: ${focus}`)
    for (const request of openRequests(page)) note(`    without an answer: ${request}`)
  }
}

/** In the page: what has the focus, its value, and what the browser says against it. */
function describeFocus(): string {
  const element = document.activeElement
  if (!element) return 'nothing'
  const tag = element.outerHTML.replace(/>.*/s, '>')
  if (!(element instanceof HTMLInputElement)) return tag
  return `${tag} ${JSON.stringify(element.value)} ${element.validationMessage}`
}

/** What an error says, with its stack and its causes, indented. */
export function describeFailure(error: unknown): string {
  const cause =
    error instanceof Error && error.cause !== undefined ? `\nbecause of ${describeFailure(error.cause)}` : ''
  const text = error instanceof Error ? `${error.stack ?? error.message}${cause}` : String(error)
  return text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')
}

/** Prints a line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
