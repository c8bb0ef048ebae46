import { AxeBuilder } from '@axe-core/playwright'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** A folder that takes a picture of every page that is checked, for who wants to look at them all. */
const pictures = process.env['E2E_PICTURES']

/** Pages that stood the check, by name. */
const checked = new Set<string>()

/**
 * Checks the page as it stands, light and dark: no serious or critical violation of accessibility, nothing
 * wider than the window. A page of the same name is checked once, though a journey comes by with a mouse and
 * by keyboard: its name says what is on it.
 */
export async function checkPage(page: Page, name: string): Promise<void> {
  await checkWidth(page, name)
  if (checked.has(name)) return
  await wear(page, 'light')
  await checkAccessible(page, `${name}, light`)
  await picture(page, `${name}, light`)
  await wear(page, 'dark')
  await checkAccessible(page, `${name}, dark`, ['color-contrast'])
  await picture(page, `${name}, dark`)
  checked.add(name)
}

/** The same of a page that is not the application's: it follows the system by itself. */
export async function checkPlainPage(page: Page, name: string): Promise<void> {
  await checkWidth(page, name)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await checkAccessible(page, `${name}, ${colorScheme}`)
    await picture(page, `${name}, ${colorScheme}`)
  }
}

async function picture(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: join(pictures, `${name.replaceAll('/', '-')}.png`) })
}

/** Has the page follow the system into the light or the dark. */
export async function wear(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' })
}

/**
 * The initials on an avatar are a picture to us, hidden from screen readers; axe wants them in the name of
 * the button ("E" in "Account of Editor").
 */
const disputed = ['label-content-name-mismatch']

/** Fails on serious and critical violations of all rules or of some, and names the elements. */
async function checkAccessible(page: Page, name: string, rules?: string[]): Promise<void> {
  // Without the legacy mode, each check opens a page of its own to put together what frames of other origins
  // say: our pages show none. Elements that passed are not collected.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? axe.withRules(rules) : axe.disableRules(disputed)).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const told = grave.map(
    ({ id, help, nodes }) =>
      `${id} (${help}): ${nodes
        .slice(0, 4)
        .map(({ html, any }) => `${html.slice(0, 200)} ${any[0]?.message ?? ''}`)
        .join(' | ')}`,
  )
  assert.deepEqual(told, [], `${name} is not accessible`)
}

/** Fails where the page scrolls sideways. */
export async function checkWidth(page: Page, name: string): Promise<void> {
  const { has, fits } = await page.evaluate(() => ({
    has: document.documentElement.scrollWidth,
    fits: window.innerWidth,
  }))
  assert.ok(has <= fits, `${name} is ${has} px wide in a window of ${fits} px`)
}
