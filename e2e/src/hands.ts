import type { Locator, Page } from 'playwright-core'
import { pressTabTo } from './press-tab-to.ts'

/** How a person works: with a mouse, or by keyboard alone. */
export interface Hand {
  readonly name: string
  /** Presses a button or a link. */
  press(page: Page, element: Locator): Promise<void>
  /** Turns a checkbox or a switch. */
  turn(page: Page, element: Locator): Promise<void>
  /** Writes into a field in place of what is there. */
  type(page: Page, field: Locator, text: string): Promise<void>
}

export const mouse: Hand = {
  name: 'with a mouse',
  press: (_page, element) => element.click(),
  // The switch that is seen lies over the one that is meant.
  turn: (_page, element) => element.click({ force: true }),
  type: (_page, field, text) => field.fill(text),
}

export const keyboard: Hand = {
  name: 'by keyboard alone',
  press: async (page, element) => {
    await reach(page, element)
    await page.keyboard.press('Enter')
  },
  turn: async (page, element) => {
    await reach(page, element)
    await page.keyboard.press('Space')
  },
  type: async (page, field, text) => {
    await reach(page, field)
    await page.keyboard.press('Control+A')
    await page.keyboard.type(text)
  },
}

/** Brings the focus to an element by Tab, where it is not there yet. */
export async function reach(page: Page, element: Locator): Promise<void> {
  await element.waitFor()
  if (!(await element.evaluate((node) => node === document.activeElement))) await pressTabTo(page, element)
}
