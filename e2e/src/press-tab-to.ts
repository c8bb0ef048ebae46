import type { Locator, Page } from 'playwright-core'

const most = 60

/**
 * Presses Tab until the element has the focus, as somebody without a mouse does; or Shift+Tab where it is
 * near behind.
 */
export async function pressTabTo(
  page: Page,
  element: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  const passed: string[] = [await nameFocus(page)]
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press(key)
    if (await isFocused(element)) return
    passed.push(await nameFocus(page))
  }
  throw new Error(`${key} does not reach ${element.toString()}, it passes ${passed.join(', ')}`)
}

/** Whether it has the focus; where it is not there yet, as a page is drawn, it has not. */
async function isFocused(element: Locator): Promise<boolean> {
  if ((await element.count()) === 0) return false
  return element.evaluate((node) => node === document.activeElement).catch(() => false)
}

/** What has the focus, as somebody would tell it. */
async function nameFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element } = document
    if (!element) return 'nothing'
    const name = element.getAttribute('aria-label') ?? element.textContent.trim()
    return `${element.tagName.toLowerCase()} ${name.slice(0, 30)}`
  })
}
