import type { Locator } from 'playwright-core'

/**
 * Resolves once an element has the focus.
 * @throws Error where it does not get it in time
 */
export async function hasFocus(element: Locator): Promise<void> {
  await element.and(element.page().locator(':focus')).waitFor()
}
