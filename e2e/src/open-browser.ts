import { existsSync } from 'node:fs'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { followInteractions } from './interactions.ts'
import { followTraffic } from './wait-for-calm.ts'

/** The one without windows first: journeys take four fifths of the time with it. */
const chromiumPaths = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
)
/** No traffic of the browser's own. */
const quietly = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Opens the Chromium of this machine. */
export function openBrowser(): Promise<Browser> {
  const executablePath = chromiumPaths.find(existsSync)
  if (!executablePath) throw new Error('Chromium is not installed: apt-get install chromium-headless-shell')
  return chromium.launch({ executablePath, args: quietly })
}

/** A person: a browser context of their own, with what went wrong in its pages. */
export interface Person {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors that pages logged or threw; empty is good. */
  readonly errors: string[]
}

/** A new person at the application's door. */
export async function newPerson(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Person> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    acceptDownloads: true,
    reducedMotion: 'reduce',
    // Answers that a journey makes up are not asked for by a service worker; those about it allow it.
    serviceWorkers: 'block',
    ...options,
  })
  followTraffic(context)
  await followInteractions(context)
  // In production the application leaves the console alone; journeys want to know of errors.
  await context.addInitScript(() => {
    // An empty page has no storage.
    if (location.protocol !== 'about:') localStorage.setItem('cartouche-console', '10')
  })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    // The browser logs every failed request by itself; the application's own words are what counts.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text())
  })
  return { context, page, errors }
}

/**
 * Signs in and opens an address. Where the page shows the form already, that is filled in, and leads to where
 * the person wanted to be; else the session is begun by its call, as the form and the page behind it take two
 * seconds of a processor for each of a hundred people (2026-11).
 */
export async function signIn(page: Page, login: string, password: string, address = '/'): Promise<void> {
  if (page.url().includes('/sign-in')) {
    await page.getByLabel(/^(username|identifiant)/i).fill(login)
    await page.getByLabel(/^(password|mot de passe)/i).fill(password)
    await page.keyboard.press('Enter')
  } else {
    await beginSession(page, login, password)
    await page.goto(address)
  }
  await page.getByRole('banner').waitFor()
}

/** Signs in, and opens nothing: for a step that begins by opening an address. */
export async function beginSession(page: Page, login: string, password: string): Promise<void> {
  const data = { login, password, cookieauth: true }
  const answer = await page.context().request.post('/api/rest/signin', { data })
  if (!answer.ok()) throw new Error(`${login} was not let in: ${await answer.text()}`)
}
