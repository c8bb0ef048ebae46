import type { Page } from 'playwright-core'
import type { Hand } from './hands.ts'
import { pressArrowTo } from './press-arrow-to.ts'

/** Takes an action of the menu of the opened asset, or else of the selection. */
export async function takeAction(page: Page, hand: Hand, name: string): Promise<void> {
  const place = page.getByRole('dialog').or(page.getByRole('region', { name: 'Selection', exact: true }))
  await hand.press(page, place.last().getByRole('button', { name: /^More actions/ }))
  const entry = page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
  await entry.waitFor()
  if (hand.name === 'with a mouse') return entry.click()
  await pressArrowTo(page, entry)
  return page.keyboard.press('Enter')
}
