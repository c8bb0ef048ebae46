import type { BrowserContext, Page, Request } from 'playwright-core'
import { waitFor } from './wait-for.ts'

/** What a page has asked for and not got yet, and when an answer came last. */
interface Traffic {
  readonly open: Set<Request>
  answeredAtMs: number
}

const traffic = new WeakMap<Page, Traffic>()
const calmForMs = 500

/**
 * Follows what the pages of a context ask for, from their start. The stream of live events is open for as
 * long as a page is, and is left out.
 */
export function followTraffic(context: BrowserContext): void {
  context.on('page', (page) => {
    const own: Traffic = { open: new Set(), answeredAtMs: Date.now() }
    traffic.set(page, own)
    page.on('request', (request) => {
      if (!request.url().includes('/rest/live')) own.open.add(request)
    })
    const end = (request: Request): void => {
      if (own.open.delete(request)) own.answeredAtMs = Date.now()
    }
    page.on('requestfinished', end)
    page.on('requestfailed', end)
  })
}

/** What a page has asked for and not got yet, with its method and address. */
export function openRequests(page: Page): readonly string[] {
  return [...(traffic.get(page)?.open ?? [])].map((request) => `${request.method()} ${request.url()}`)
}

/**
 * Waits until a page has asked for nothing for half a second. `isHeld`: whether the journey holds a request,
 * which is not waited for.
 * @throws Error of a page that is not calm within that time
 */
export async function waitForCalm(
  page: Page,
  isHeld: (request: Request) => boolean = () => false,
  withinMs = 30_000,
): Promise<void> {
  await page.waitForLoadState()
  const own = traffic.get(page)
  if (!own) throw new Error('The traffic of this page is not followed')
  await waitFor(
    'a calm page',
    async () => [...own.open].every(isHeld) && Date.now() - own.answeredAtMs >= calmForMs,
    withinMs,
  )
}
