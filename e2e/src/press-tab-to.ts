import type { Locator, Page } from 'playwright-core'

const most = 60

/** Presses Tab until the element has the focus, as somebody without a mouse does. */
export async function pressTabTo(page: Page, element: Locator): Promise<void> {
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press('Tab')
    if (await element.evaluate((node) => node === document.activeElement).catch(() => false)) return
  }
  throw new Error(`Tab does not reach ${element.toString()}`)
}
