import type { Locator, Page } from 'playwright-core'
import { mouse, type Hand } from './hands.ts'

export const windows = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 834, height: 1112 },
  { name: 'desktop', width: 1440, height: 900 },
]
export const desk = { width: 1440, height: 900 }

/** Creates a page in the list of pages; it is then open in the editor. */
export async function createPage(page: Page, hand: Hand, name: string, address: string): Promise<void> {
  await page.goto('/pages')
  await hand.press(page, page.getByRole('button', { name: 'New page' }).first())
  const dialog = page.getByRole('dialog', { name: 'New page' })
  await hand.type(page, dialog.getByLabel('Name'), name)
  await dialog.getByText(address).waitFor()
  await hand.press(page, dialog.getByRole('button', { name: 'New page' }))
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

const outlineOf = (page: Page): Locator => page.getByRole('region', { name: 'Content' })
export const previewOf = (page: Page) => page.frameLocator('iframe[title^="Preview of"]')

export function lineOf(page: Page, name: RegExp): Locator {
  return outlineOf(page).getByRole('listitem').getByRole('button', { name }).first()
}

/** Names of the components on the page, in order. */
export async function linesOf(page: Page): Promise<string[]> {
  const lines = await outlineOf(page).getByRole('listitem').allInnerTexts()
  const names = ['Text', 'Image', 'Columns', 'Call to action']
  return lines.flatMap((line) => names.find((name) => line.startsWith(name)) ?? [])
}

export async function add(page: Page, hand: Hand, component: string): Promise<void> {
  await choose(page, hand, outlineOf(page).getByRole('button', { name: 'Add component' }), component)
  await page.getByRole('region', { name: 'Settings' }).getByRole('heading', { name: component }).waitFor()
}

/** Drags a component from the menu to a line of the outline, behind it or before it. */
export async function dragIn(
  page: Page,
  component: string,
  line: Locator,
  edge: 'before' | 'after',
): Promise<void> {
  await outlineOf(page).getByRole('button', { name: 'Add component' }).click()
  await dragTo(page, page.getByRole('menuitem', { name: component, exact: true }), line, edge)
  await page.getByRole('region', { name: 'Settings' }).getByRole('heading', { name: component }).waitFor()
}

/** Drags something to the upper or the lower half of a line, step by step, as a hand does. */
export async function dragTo(
  page: Page,
  source: Locator,
  line: Locator,
  edge: 'before' | 'after',
): Promise<void> {
  await source.hover()
  await page.mouse.down()
  const box = await line.boundingBox()
  if (!box) throw new Error('The line is not seen')
  const y = box.y + (edge === 'before' ? 0.2 : 0.8) * box.height
  // What is dragged can lie over its goal: it is moved away first.
  await page.mouse.move(box.x + 20, y + 100, { steps: 5 })
  await page.mouse.move(box.x + box.width / 2, y, { steps: 10 })
  await line.locator('xpath=ancestor::li[@data-over]').waitFor()
  await page.mouse.up()
}

/** Chooses from a menu; by keyboard with the arrows. */
export async function choose(page: Page, hand: Hand, button: Locator, name: string): Promise<void> {
  await hand.press(page, button)
  const item = page.getByRole('menuitem', { name, exact: true })
  if (hand === mouse) return item.click()
  await item.waitFor()
  for (let pressed = 0; pressed < 20; pressed++) {
    if (await item.evaluate((node) => node === document.activeElement)) return page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`The arrows do not reach ${name}`)
}

export async function write(page: Page, hand: Hand, text: string): Promise<void> {
  await hand.type(page, page.getByRole('textbox', { name: 'Text' }), text)
}

/** Offers the page in one more language, in which it is then edited. */
export async function addLanguage(page: Page, hand: Hand, language: string): Promise<void> {
  await choose(page, hand, page.getByRole('button', { name: /^Language of the page/ }), `Add ${language}`)
  await page.getByRole('button', { name: `Language of the page: ${language}` }).waitFor()
}

/** Writes the translation of a text that stands beside it. */
export async function translate(page: Page, hand: Hand, text: string, translation: string): Promise<void> {
  const field = page.getByRole('group', { name: text, exact: true }).getByRole('textbox')
  await hand.type(page, field, translation)
  await field.blur()
}

export async function publish(page: Page, hand: Hand): Promise<void> {
  await hand.press(page, page.getByRole('button', { name: 'Publish', exact: true }))
  await hand.press(page, page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }))
  await page.getByRole('button', { name: 'Edit working copy' }).waitFor()
}
