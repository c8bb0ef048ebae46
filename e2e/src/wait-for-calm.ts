import type { BrowserContext, Page, Request } from 'playwright-core'
import { waitFor } from './wait-for.ts'

/** What a page has asked for and not got yet, and since when that is nothing. */
interface Traffic {
  readonly open: Set<Request>
  calmSinceMs: number
}

const traffic = new WeakMap<Page, Traffic>()
const calmForMs = 500

/**
 * Follows what the pages of a context ask for, from their start. The stream of live events is open for as
 * long as a page is, and is left out.
 */
export function followTraffic(context: BrowserContext): void {
  context.on('page', (page) => {
    const own: Traffic = { open: new Set(), calmSinceMs: Date.now() }
    traffic.set(page, own)
    page.on('request', (request) => {
      if (!request.url().includes('/rest/live')) own.open.add(request)
    })
    const end = (request: Request): void => {
      if (own.open.delete(request) && own.open.size === 0) own.calmSinceMs = Date.now()
    }
    page.on('requestfinished', end)
    page.on('requestfailed', end)
  })
}

/** Waits until a page has asked for nothing for half a second. */
export async function waitForCalm(page: Page): Promise<void> {
  await page.waitForLoadState()
  const own = traffic.get(page)
  if (!own) throw new Error('The traffic of this page is not followed')
  await waitFor(
    'a calm page',
    async () => own.open.size === 0 && Date.now() - own.calmSinceMs >= calmForMs,
    30_000,
  )
}
