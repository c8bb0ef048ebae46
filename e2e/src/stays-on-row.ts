import type { Locator, Page, Route } from 'playwright-core'
import { hasFocus } from './has-focus.ts'
import { pressTabTo } from './press-tab-to.ts'
import { waitFor } from './wait-for.ts'

interface OtherRows {
  /** Has the list show others. */
  readonly ask: () => Promise<void>
  /** What is asked of the server for them. */
  readonly call: RegExp
  /** What of a row takes the focus; it is among the others too. */
  readonly row: Locator
  /** Something that is not. */
  readonly gone: Locator
}

/** Goes to a row of a list while others are asked for, and checks that the focus is there once they came. */
export async function staysOnRow(page: Page, { ask, call, row, gone }: OtherRows): Promise<void> {
  await gone.waitFor()
  const held: Route[] = []
  await page.route(call, (route) => void held.push(route), { times: 1 })
  await ask()
  await waitFor('others to be asked for', () => held.length > 0)
  await pressTabTo(page, row)
  for (const route of held) await route.continue()
  await gone.waitFor({ state: 'detached' })
  await hasFocus(row)
}
