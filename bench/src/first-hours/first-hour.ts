import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { newPerson, type Person } from '../../../e2e/src/open-browser.ts'
import { takeViews } from '../../../e2e/src/take-views.ts'
import { waitForCalm } from '../../../e2e/src/wait-for-calm.ts'
import type { Application } from '../../../e2e/src/start-application.ts'

/** A folder that takes a picture after each step, at three widths, for whoever wants to look at them. */
const pictures = process.env['E2E_PICTURES']
/** One that takes them in both languages and both colour schemes, too. */
const views = process.env['E2E_VIEWS']
const widths = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
] as const

/** One person who comes for the first time. What fails is what they could not do. */
export interface FirstHour {
  readonly name: string
  /** Whether the library has the demonstration's assets and accounts; else `admin` is alone in it. */
  readonly demo: boolean
  run(stage: FirstHourStage): Promise<void>
}

/** Where a first hour is played: an application of its own, and the people who come to it. */
export interface FirstHourStage {
  readonly application: Application
  /** Somebody at the door, who has seen nothing yet. */
  enter(options?: BrowserContextOptions): Promise<Page>
  /**
   * One thing that the person wants, in their words; its seconds are printed. `isBusy`: the page is looked at
   * while it sends or receives.
   */
  step(
    page: Page,
    wish: string,
    work: () => Promise<void>,
    look?: { readonly isBusy: boolean },
  ): Promise<void>
}

/** Plays a first hour and prints its steps. Answers the seconds of each. */
export async function playFirstHour(
  hour: FirstHour,
  application: Application,
  browser: Browser,
  say: (line: string) => void,
): Promise<readonly number[]> {
  const people: Person[] = []
  const seconds: number[] = []
  say(hour.name)
  await hour.run({
    application,
    enter: async (options) => {
      const person = await newPerson(browser, application.url, options)
      people.push(person)
      return person.page
    },
    step: async (page, wish, work, { isBusy } = { isBusy: false }) => {
      const startedAt = performance.now()
      await work()
      seconds.push((performance.now() - startedAt) / 1000)
      say(`  ${wish}: ${seconds.at(-1)?.toFixed(1)} s`)
      const name = `${hour.name} ${seconds.length}`
      if (pictures) await takePictures(page, pictures, name, isBusy)
      if (views && !isBusy) await takeViews(page, name, views)
    },
  })
  const errors = people.flatMap((person) => person.errors)
  if (errors.length > 0) throw new Error(`Pages logged errors:\n${errors.join('\n')}`)
  for (const { context } of people) await context.close()
  return seconds
}

/** Of the page as it stands; a phone stays one. */
async function takePictures(page: Page, folder: string, name: string, isBusy: boolean): Promise<void> {
  await mkdir(folder, { recursive: true })
  const own = page.viewportSize()
  for (const size of own?.width === widths[0].width ? [own] : widths) {
    await page.setViewportSize(size)
    if (!isBusy) await waitForCalm(page)
    await page.screenshot({ path: join(folder, `${name}, ${size.width}.png`) })
  }
  if (own) await page.setViewportSize(own)
}

/** Signs in as a new person does: by the form. */
export async function signInByForm(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('banner').waitFor()
}
