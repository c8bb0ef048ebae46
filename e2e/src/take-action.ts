import type { Page } from 'playwright-core'
import type { Hand } from './hands.ts'

/** Takes an action of the menu of the opened asset, or else of the selection. */
export async function takeAction(page: Page, hand: Hand, name: string): Promise<void> {
  const place = page.getByRole('dialog').or(page.getByRole('region', { name: 'Selection', exact: true }))
  await hand.press(page, place.last().getByRole('button', { name: /^More actions/ }))
  const entry = page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
  await entry.waitFor()
  if (hand.name === 'with a mouse') return entry.click()
  while (!(await entry.evaluate((item) => item === document.activeElement)))
    await page.keyboard.press('ArrowDown')
  return page.keyboard.press('Enter')
}
