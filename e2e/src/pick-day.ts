import type { Locator, Page } from 'playwright-core'
import { keyboard, mouse, type Hand } from './hands.ts'
import { pressTabTo } from './press-tab-to.ts'

/** Days that a calendar of one month shows at most. */
const mostDays = 42

/** Picks the 15th of the next month in the calendar of a field. @returns the day */
export async function pickDay(page: Page, hand: Hand, field: Locator): Promise<Date> {
  const now = new Date()
  const day = new Date(now.getFullYear(), now.getMonth() + 1, 15)
  await hand.press(page, field)
  await hand.press(page, page.getByRole('button', { name: 'Next', exact: true }))
  const month = day.toLocaleDateString('en', { month: 'long' })
  const cell = page.getByRole('button', { name: `15 ${month} ${day.getFullYear()}`, exact: true })
  if (hand === keyboard) await goTo(page, cell)
  await hand.press(page, cell)
  await cell.waitFor({ state: 'detached' })
  return day
}

/** Tab leads to one day of a month, arrows from day to day. */
async function goTo(page: Page, cell: Locator): Promise<void> {
  await cell.waitFor()
  await pressTabTo(page, page.locator('td button[tabindex="0"]'))
  for (let pressed = 0; pressed < mostDays; pressed++) {
    if (await cell.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('ArrowRight')
  }
  throw new Error(`ArrowRight does not reach ${cell.toString()}`)
}

/** Types a time over the one that is there, from its hours on. */
export async function typeTime(page: Page, hand: Hand, hours: Locator, digits: string): Promise<void> {
  if (hand === mouse) await hours.click()
  else await pressTabTo(page, hours)
  await page.keyboard.type(digits)
}

/** A day as the English interface writes it: in one line. */
export function dayText(day: Date): string {
  return day.toLocaleDateString('en-GB', { dateStyle: 'medium' }).replaceAll(' ', '\u00A0')
}
