import type { Locator, Page } from 'playwright-core'

const most = 60

/**
 * Presses the down arrow until the element has the focus, as in a menu or a tree.
 * @throws Error where that does not reach it
 */
export async function pressArrowTo(page: Page, element: Locator): Promise<void> {
  for (let pressed = 0; pressed < most; pressed++) {
    if (await element.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`ArrowDown does not reach ${element.toString()}`)
}
